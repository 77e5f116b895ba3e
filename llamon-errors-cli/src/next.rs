//! `llamon-errors next`.
//!
//! Comes in: the beginning of codes, or catalogs. Goes out: the next free code of each family that is meant, one a line. Codes of one
//! domain are counted together, in however many files they stand (a code is one code in one domain).

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use llamon_errors_catalog::Checked;
use llamon_errors_catalog::numbers::{NextCodes, NoNext};
use llamon_errors_catalog::suggest::nearest;

use crate::Status;
use crate::files::catalogs;
use crate::terminal::stderr;

/// Print the next free code
///
/// Retired codes and codes at fault count: a number is never given out twice. Digits keep their width: `DOC_009` is followed by `DOC_010`.
///
/// A single answer is the code alone; several come with their domains. Exit status: 0 printed, 1 there is none, 2 usage or unreadable
/// files.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llamon-errors next DOC_
  llamon-errors next E1 --catalogs catalogs --catalogs tests/catalogs
  llamon-errors next catalogs/documents.toml
  llamon-errors next")]
pub(crate) struct NextArgs {
    /// The beginning of the code (`DOC_`, or `E1` for E1001 to E1999), or a catalog file or folder; without it every family
    #[arg(value_name = "PREFIX|CATALOG")]
    word: Option<String>,
    /// A catalog or a folder of catalogs that counts, once or several times; without it the catalogs of the working folder
    #[arg(long, value_name = "PATH")]
    catalogs: Vec<PathBuf>,
    /// Only codes of this domain
    #[arg(long)]
    domain: Option<String>,
}

pub(crate) fn run(args: &NextArgs, out: &mut impl Write) -> io::Result<Status> {
    let mut known = catalogs(&args.catalogs)?;
    let path = args.word.as_deref().map(Path::new).filter(|path| path.exists());
    let mut asked = BTreeSet::new();
    if let Some(path) = path {
        let own = catalogs(&[path.to_owned()])?;
        known.unreadable.extend(own.unreadable);
        asked.extend(own.all.iter().map(|checked| checked.catalog.domain().to_owned()));
        // A code that stands in both lists counts once.
        known.all.extend(own.all);
    }
    if !known.unreadable.is_empty() {
        return Ok(Status::Trouble);
    }
    let prefix = args.word.as_deref().filter(|_| path.is_none());
    let domains = domains(&known.all, |domain| {
        args.domain.as_deref().is_none_or(|wanted| wanted == domain) && (path.is_none() || asked.contains(domain))
    });
    if let Some(status) = doubtful(&known.all, &domains, prefix)? {
        return Ok(status);
    }
    if let Some(domain) = args.domain.as_deref().filter(|_| domains.is_empty()) {
        return unknown_domain(domain, &known.all);
    }
    let mut found: Vec<(String, &str)> = Vec::new();
    let mut used_up = false;
    let mut several: Vec<&str> = Vec::new();
    for (domain, codes) in &domains {
        match prefix.map(|prefix| codes.of(prefix)) {
            None => found.extend(codes.all().map(|(_, code)| (code, *domain))),
            Some(Ok(code)) => found.push((code, domain)),
            Some(Err(NoNext::UsedUp)) => used_up = true,
            Some(Err(NoNext::Several)) => several.extend(codes.alike(prefix.unwrap_or_default())),
            Some(Err(NoNext::UnknownPrefix)) => {}
        }
    }
    if let (Some(prefix), false) = (prefix, several.is_empty()) {
        writeln!(stderr(), "error: `{prefix}` may be {}", quoted(&several, " or "))?;
        writeln!(stderr(), "help: write the prefix whole")?;
        return Ok(Status::Findings);
    }
    match found.as_slice() {
        [] => {
            none(prefix, used_up, &domains)?;
            return Ok(Status::Findings);
        }
        [(code, _)] => writeln!(out, "{code}")?,
        all => {
            let width = all.iter().map(|(code, _)| code.len()).max().unwrap_or(0);
            for (code, domain) in all {
                writeln!(out, "{code:<width$}  {domain}")?;
            }
        }
    }
    Ok(Status::Clean)
}

/// Tells the first file that may hold a number which would be given out: codes of it cannot be read, or nobody knows of which domain they
/// are.
fn doubtful(all: &[Checked], domains: &[(&str, NextCodes<'_>)], prefix: Option<&str>) -> io::Result<Option<Status>> {
    let is_asked = |codes: NextCodes<'_>| match prefix {
        Some(prefix) => codes.of(prefix) != Err(NoNext::UnknownPrefix),
        None => codes.all().next().is_some(),
    };
    let why = all.iter().find_map(|checked| {
        let (catalog, path) = (&checked.catalog, checked.source.path());
        let is_open = catalog.domain().is_empty();
        if catalog.has_lost_entries() && (is_open || domains.iter().any(|(domain, _)| *domain == catalog.domain())) {
            return Some((path, "not every code of `{}` can be read"));
        }
        (is_open && is_asked(NextCodes::new(catalog.codes())))
            .then_some((path, "`{}` is of a domain that is not known"))
    });
    let Some((path, why)) = why else { return Ok(None) };
    writeln!(stderr(), "error: {}, so a number may be taken", why.replace("{}", path))?;
    writeln!(stderr(), "help: `llamon-errors check {path}` says what is wrong")?;
    Ok(Some(Status::Findings))
}

/// The codes of each wanted domain, in the order of the catalogs.
fn domains(all: &[Checked], wanted: impl Fn(&str) -> bool) -> Vec<(&str, NextCodes<'_>)> {
    let mut names: Vec<&str> = Vec::new();
    for domain in all.iter().map(|checked| checked.catalog.domain()).filter(|domain| !domain.is_empty()) {
        if wanted(domain) && !names.contains(&domain) {
            names.push(domain);
        }
    }
    let codes = |name: &str| {
        let of_domain = all.iter().filter(move |checked| checked.catalog.domain() == name);
        NextCodes::new(of_domain.flat_map(|checked| checked.catalog.codes()))
    };
    names.into_iter().map(|name| (name, codes(name))).collect()
}

fn unknown_domain(domain: &str, all: &[Checked]) -> io::Result<Status> {
    let mut err = stderr();
    let mut names: Vec<&str> = all.iter().map(|checked| checked.catalog.domain()).collect();
    names.retain(|name| !name.is_empty());
    names.sort_unstable();
    names.dedup();
    writeln!(err, "error: no catalog is of the domain `{domain}`")?;
    match nearest(domain, names.iter().copied()) {
        Some(meant) => writeln!(err, "help: did you mean `{meant}`?")?,
        None if names.is_empty() => writeln!(err, "help: there is no catalog here; say where with `--catalogs`")?,
        None => writeln!(err, "help: the domains are {}", quoted(&names, ", "))?,
    }
    Ok(Status::Findings)
}

fn none(prefix: Option<&str>, used_up: bool, domains: &[(&str, NextCodes<'_>)]) -> io::Result<()> {
    let mut err = stderr();
    let families: Vec<&str> = domains.iter().flat_map(|(_, codes)| codes.all().map(|(family, _)| family)).collect();
    match prefix {
        Some(prefix) if used_up => {
            writeln!(err, "error: the numbers behind `{prefix}` are used up")?;
            writeln!(err, "help: begin another hundred or thousand, for example with a shorter prefix")
        }
        Some(prefix) => {
            writeln!(err, "error: no code of the catalogs is `{prefix}` and a number")?;
            match nearest(prefix, families.iter().copied()) {
                Some(meant) => writeln!(err, "help: did you mean `{meant}`?"),
                None if families.is_empty() => writeln!(err, "help: no code here ends in a number"),
                None => writeln!(err, "help: codes begin with {}", quoted(&families, ", ")),
            }
        }
        None => writeln!(err, "error: no code of the catalogs ends in a number"),
    }
}

fn quoted(words: &[&str], between: &str) -> String {
    const MOST: usize = 8;
    let mut quoted: Vec<String> = words.iter().take(MOST).map(|word| format!("`{word}`")).collect();
    if words.len() > MOST {
        quoted.push("others".to_owned());
    }
    quoted.join(between)
}
