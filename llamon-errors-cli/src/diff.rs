//! `llamon-errors diff`.
//!
//! Comes in: two versions of catalogs, as paths or as a revision of git and the working folder. Goes out: the engine's report of what
//! changed, and whether that is more than allowed.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use llamon_errors_catalog::diff::{Enums, Verdict, diff};
use llamon_errors_catalog::emit::changes::{human, json};

use crate::Status;
use crate::files::{Catalogs, catalogs, gather, is_catalog};
use crate::git::{Revision, still_there};
use crate::terminal::{stderr, style};

/// Say what changed between two versions of catalogs: patch, minor or major
///
/// Major: a code gone without a tombstone, a number used again, another `sdk_code`, retriable, reason or domain, other fields or
/// placeholders. Minor: new and deprecated codes, retired ones that leave a tombstone, another error source or default locale, a locale
/// gone. Patch: texts and notes. Files are matched by their domain.
///
/// Exit status: 0 no more than allowed, 1 more than allowed or a catalog at fault, 2 usage or unreadable files.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "llamon-errors diff [OPTIONS] <OLD> <NEW>\n       llamon-errors diff [OPTIONS] --git <REV> [PATHS]...",
    after_help = "Examples:
  llamon-errors diff old/documents.toml catalogs/documents.toml
  llamon-errors diff --git v1.4.0 catalogs
  llamon-errors diff --git origin/main --allow patch --format json
  llamon-errors diff --git v1.4.0 catalogs --enums exhaustive"
)]
pub(crate) struct DiffArgs {
    /// OLD and NEW, files or folders; with `--git` the paths to look at, without any the catalogs of the working folder
    #[arg(value_name = "PATHS", required_unless_present = "git")]
    paths: Vec<PathBuf>,
    /// Compare the working folder with this revision
    #[arg(long, value_name = "REV")]
    git: Option<String>,
    /// The most that may have changed. New codes are everyday work, and a gate that fails on them is soon switched off
    #[arg(long, value_enum, default_value_t = Allow::Minor)]
    allow: Allow,
    /// Who sees the enums that are written from the catalogs; a new variant is a break where others match on all of them
    #[arg(long, value_enum, default_value_t = Seen::Private)]
    enums: Seen,
    /// How to say what changed
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// The most that may have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Allow {
    /// Texts
    Patch,
    /// New codes, and old ones that leave a tombstone
    Minor,
    /// Anything; the report alone
    Major,
}

impl From<Allow> for Verdict {
    fn from(allow: Allow) -> Self {
        match allow {
            Allow::Patch => Self::Patch,
            Allow::Minor => Self::Minor,
            Allow::Major => Self::Major,
        }
    }
}

/// Who sees the enums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Seen {
    /// The crate alone
    Private,
    /// Other crates, and they are `#[non_exhaustive]`
    NonExhaustive,
    /// Other crates, which may match on every variant
    Exhaustive,
}

impl From<Seen> for Enums {
    fn from(seen: Seen) -> Self {
        match seen {
            Seen::Private => Self::Private,
            Seen::NonExhaustive => Self::NonExhaustive,
            Seen::Exhaustive => Self::Exhaustive,
        }
    }
}

/// The forms of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each change, for people
    Human,
    /// One object, for programs
    Json,
}

pub(crate) fn run(args: &DiffArgs, out: &mut impl Write) -> io::Result<Status> {
    let versions = match (&args.git, args.paths.as_slice()) {
        (Some(revision), paths) => since(revision, paths)?,
        (None, [old, new]) => Some((one(old)?, one(new)?)),
        (None, paths) => {
            let given = if paths.len() == 1 { "one path is".to_owned() } else { format!("{} paths are", paths.len()) };
            writeln!(stderr(), "error: `diff` compares two versions, OLD and NEW, and {given} given")?;
            writeln!(stderr(), "help: `--git REV` compares paths with an older revision")?;
            None
        }
    };
    let Some((old, new)) = versions else { return Ok(Status::Trouble) };
    let one = old.stopped()?;
    if let (Some(Status::Findings), Some(revision)) = (one, &args.git) {
        writeln!(stderr(), "help: what `{revision}` says stays as it is; compare with a revision that passes `check`")?;
    }
    let other = new.stopped()?;
    if let Some(status) = one.max(other) {
        return Ok(status);
    }
    if old.all.is_empty() && new.all.is_empty() {
        let there = args.git.as_ref().map(|revision| format!(" nor in `{revision}`")).unwrap_or_default();
        writeln!(stderr(), "error: there is no catalog here{there}, so there is nothing to compare")?;
        writeln!(stderr(), "help: say where the catalogs are: `llamon-errors diff --git REV catalogs`")?;
        return Ok(Status::Trouble);
    }
    let (found, allowed) = (diff(&old.all, &new.all, args.enums.into()), args.allow.into());
    let report = match args.format {
        Format::Human => human(&found, allowed, style(&io::stdout())),
        Format::Json => json(&found, allowed),
    };
    out.write_all(report.as_bytes())?;
    Ok(if found.verdict() > allowed { Status::Findings } else { Status::Clean })
}

fn one(path: &Path) -> io::Result<Catalogs> {
    catalogs(&[path.to_owned()])
}

/// The catalogs of an older revision, and those that are there now. Nothing when git does not answer, which is told.
fn since(revision: &str, paths: &[PathBuf]) -> io::Result<Option<(Catalogs, Catalogs)>> {
    match of_revision(revision, paths) {
        Ok((old, gone)) => {
            let new = match (paths, still_there(paths)) {
                // Everything that is asked for was deleted.
                ([_, ..], there) if there.is_empty() && gone.is_empty() => Catalogs::default(),
                ([_, ..], there) => catalogs(&[there, gone].concat())?,
                ([], _) => catalogs(&[])?,
            };
            Ok(Some((old, new)))
        }
        Err(error) => {
            writeln!(stderr(), "error: {error}")?;
            Ok(None)
        }
    }
}

/// The catalogs of an older revision, and the paths that are neither there nor here.
fn of_revision(revision: &str, paths: &[PathBuf]) -> io::Result<(Catalogs, Vec<PathBuf>)> {
    let revision = Revision::find(revision)?;
    if paths.is_empty() {
        let mut old = gather(revision.files(Path::new("."))?.into_iter())?;
        old.all.retain(is_catalog);
        return Ok((old, Vec::new()));
    }
    let (mut files, mut nowhere) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    for path in paths {
        let found = revision.files(path)?;
        if found.is_empty() && !path.exists() {
            nowhere.push(path.clone());
        }
        files.extend(found.into_iter().filter(|file| seen.insert(file.shown.clone())));
    }
    Ok((gather(files.into_iter())?, nowhere))
}
