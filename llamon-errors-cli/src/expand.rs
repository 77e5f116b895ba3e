//! `llamon-errors expand`.
//!
//! Comes in: a catalog. Goes out: the enum that `from_catalog` writes, as rustfmt lays it out; or whether a file holds just that.

use std::io::{self, Write};
use std::path::PathBuf;

use llamon_errors_catalog::Diagnostics;
use llamon_errors_catalog::case::{code_to_variant, to_reason, to_variant};
use llamon_errors_catalog::emit::rust::{Enumeration, file, is_name};
use llamon_errors_catalog::names::{Wanted, variants};
use llamon_errors_catalog::render::render;

use crate::Status;
use crate::files::{catalogs, shown};
use crate::terminal::{stderr, style};

/// Print the Rust enum that `from_catalog` writes for a catalog
///
/// With `--check` nothing is printed where FILE holds just that; else the difference is, and the exit status is 1.
///
/// Exit status: 0 clean, 1 the catalog is at fault or FILE is not fresh, 2 usage or unreadable files.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llamon-errors expand catalogs/documents.toml
  llamon-errors expand catalogs/documents.toml --name DocumentErrors > src/errors.rs
  llamon-errors expand catalogs/documents.toml --name DocumentErrors --check src/errors.rs
  llamon-errors expand catalogs/documents.toml --outcomes")]
pub(crate) struct ExpandArgs {
    /// The catalog; the enum names it by this path, so give it as seen from the package's Cargo.toml
    catalog: PathBuf,
    /// The enum's name; without it that of the file: `DocumentsError`
    #[arg(long)]
    name: Option<String>,
    /// The enum of outcomes instead of errors
    #[arg(long)]
    outcomes: bool,
    /// Compare with this file instead of printing
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
}

pub(crate) fn run(args: &ExpandArgs, out: &mut impl Write) -> io::Result<Status> {
    if args.catalog.is_dir() {
        writeln!(stderr(), "error: `{}` is a folder; an enum is written from one catalog", shown(&args.catalog))?;
        return Ok(Status::Trouble);
    }
    if let Some(name) = args.name.as_deref().filter(|name| !is_name(name)) {
        writeln!(stderr(), "error: a Rust enum cannot be called `{name}`")?;
        let meant = to_reason(name).map_or_else(|| "DocumentsError".to_owned(), |reason| to_variant(&reason));
        writeln!(stderr(), "help: give it a name like `{meant}`")?;
        return Ok(Status::Trouble);
    }
    let known = catalogs(std::slice::from_ref(&args.catalog))?;
    if let Some(status) = known.stopped()? {
        return Ok(status);
    }
    let Some(checked) = known.all.first() else { return Ok(Status::Trouble) };
    let wanted = if args.outcomes { Wanted::Outcomes } else { Wanted::Errors };
    let mut collisions = Diagnostics::default();
    let entries = variants(&checked.source, &checked.catalog, wanted, &mut collisions);
    if !collisions.is_empty() {
        for collision in &collisions {
            writeln!(stderr(), "{}\n", render(collision, style(&io::stderr())))?;
        }
        return Ok(Status::Findings);
    }
    let path = shown(&args.catalog);
    let name = args.name.clone().unwrap_or_else(|| name(&path, wanted));
    let said = args.name.as_ref().map(|name| format!(" --name {name}")).unwrap_or_default();
    let outcomes = if args.outcomes { " --outcomes" } else { "" };
    let command = format!("llamon-errors expand {}{said}{outcomes}", word(&path));
    let (domain, path) = (checked.catalog.domain(), path.as_str());
    let text = file(&Enumeration { name: &name, path, domain, command: &command, wanted }, &entries);
    match &args.check {
        None => out.write_all(text.as_bytes()).map(|()| Status::Clean),
        Some(there) => compare(there, &text, &command, out),
    }
}

/// `catalogs/documents.toml` is `DocumentsError`: the file alone names it. The reader for build scripts, which sees several of one name,
/// puts the folders below its own before.
fn name(path: &str, wanted: Wanted) -> String {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.strip_suffix(".toml").unwrap_or(file);
    let name = to_reason(stem).map_or_else(|| code_to_variant(stem), |reason| to_variant(&reason));
    let name = if name.starts_with(|first: char| first.is_ascii_alphabetic()) { name } else { code_to_variant(stem) };
    let suffix = match wanted {
        Wanted::Errors => "Error",
        Wanted::Outcomes => "Outcome",
    };
    format!("{name}{suffix}")
}

/// A path as one word of a shell.
fn word(path: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "_-./:+=@%,".contains(letter);
    if path.chars().all(is_plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

fn compare(path: &PathBuf, fresh: &str, command: &str, out: &mut impl Write) -> io::Result<Status> {
    let name = shown(path);
    let there = match std::fs::read_to_string(path) {
        // Git may have changed the line ends.
        Ok(there) => there.replace("\r\n", "\n"),
        Err(error) => {
            writeln!(stderr(), "error: cannot read `{name}`: {error}")?;
            return Ok(Status::Trouble);
        }
    };
    if there == fresh {
        return Ok(Status::Clean);
    }
    let diff = similar::TextDiff::from_lines(there.as_str(), fresh);
    write!(out, "{}", diff.unified_diff().header(&name, "fresh"))?;
    writeln!(stderr(), "error: `{name}` is not what the catalog says")?;
    writeln!(stderr(), "help: write it anew: `{command} > {}`", word(&name))?;
    Ok(Status::Findings)
}
