//! `llamon-errors explain`.
//!
//! Comes in: what somebody found in a log, a code or a reason, or the id of a rule. Goes out: the engine's page of each entry that it
//! means, the explanation of the rule, or the list of all rules.

use std::io::{self, Write};
use std::path::PathBuf;

use llamon_errors_catalog::emit::entry::entries;
use llamon_errors_catalog::find::{find, meant};
use llamon_errors_catalog::suggest::nearest;
use llamon_errors_catalog::{Checked, Rule};

use crate::Status;
use crate::files::catalogs;
use crate::terminal::{stderr, style};

/// Explain a code, by its number or its reason, or a rule, by its id
///
/// A code: its facts, its texts in each locale, the JSON it makes, the Rust variant that stands for it. All that are called so are shown. A
/// rule: what is wrong, a failing and a mended example, and why it exists. A code that is called like a rule is found behind its domain.
///
/// Exit status: 0 explained, 1 nothing is called so, 2 usage or unreadable files.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llamon-errors explain DOC_005
  llamon-errors explain document_not_found --catalogs catalogs
  llamon-errors explain document-service/DOC_005
  llamon-errors explain LE0103
  llamon-errors explain --list")]
pub(crate) struct ExplainArgs {
    /// A code, a reason, a code behind its domain (`document-service/DOC_005`), or the id of a rule
    #[arg(value_name = "CODE|REASON|RULE")]
    word: Option<String>,
    /// A catalog or a folder of catalogs, once or several times; without it the catalogs of the working folder
    #[arg(long, value_name = "PATH", requires = "word")]
    catalogs: Vec<PathBuf>,
    /// List every rule
    #[arg(long, conflicts_with = "word")]
    list: bool,
}

pub(crate) fn run(args: &ExplainArgs, out: &mut impl Write) -> io::Result<Status> {
    let Some(wanted) = &args.word else {
        for rule in Rule::ALL {
            writeln!(out, "{}  {:<7}  {}", rule.id(), rule.severity(), rule.summary())?;
        }
        return Ok(Status::Clean);
    };
    if let Some(rule) = Rule::ALL.iter().find(|rule| rule.id().eq_ignore_ascii_case(wanted)) {
        out.write_all(rule.explanation().as_bytes())?;
        return Ok(Status::Clean);
    }
    let known = catalogs(&args.catalogs)?;
    let found = find(&known.all, wanted);
    out.write_all(entries(&found, style(&io::stdout())).as_bytes())?;
    if !known.unreadable.is_empty() {
        return Ok(Status::Trouble);
    }
    if found.is_empty() {
        unknown(wanted, &known.all)?;
        return Ok(Status::Findings);
    }
    Ok(Status::Clean)
}

fn unknown(wanted: &str, all: &[Checked]) -> io::Result<()> {
    let mut err = stderr();
    writeln!(err, "error: no code, reason or rule is called `{wanted}`")?;
    // What begins as the id of a rule is no code that somebody forgot to say the catalog of.
    let is_rule = wanted.get(..2).is_some_and(|head| head.eq_ignore_ascii_case("LE"))
        && wanted.get(2..).is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()));
    let meant = meant(all, wanted);
    let meant = meant.or_else(|| nearest(wanted, Rule::ALL.iter().map(|rule| rule.id())).map(str::to_owned));
    match meant {
        Some(meant) => writeln!(err, "help: did you mean `{meant}`?"),
        None if is_rule => writeln!(err, "help: `llamon-errors explain --list` lists the rules"),
        None if all.is_empty() => writeln!(err, "help: there is no catalog here; say where with `--catalogs`"),
        None => writeln!(err, "help: the catalogs are {}; `--catalogs` looks into others", listed(all)),
    }
}

/// The first few catalogs.
fn listed(all: &[Checked]) -> String {
    const MOST: usize = 3;
    let mut paths: Vec<String> = all.iter().take(MOST).map(|checked| format!("`{}`", checked.source.path())).collect();
    if all.len() > MOST {
        paths.push(format!("{} more", all.len() - MOST));
    }
    paths.join(", ")
}
