//! `llamon-errors check`.
//!
//! Comes in: paths and a form. Goes out: the engine's report on the files that they mean. Not done here: any rule, any form.

use std::io::{self, IsTerminal as _, Write};

use llamon_errors_catalog::check;
use llamon_errors_catalog::emit::Findings;
use llamon_errors_catalog::emit::github::github;
use llamon_errors_catalog::emit::human::{Amount, human};
use llamon_errors_catalog::emit::json::json;
use llamon_errors_catalog::emit::sarif::sarif;
use llamon_errors_catalog::render::Style;

use crate::Status;
use crate::args::{CheckArgs, Deny, Format};
use crate::files::read_all;

pub(crate) fn run(args: &CheckArgs, out: &mut impl Write) -> io::Result<Status> {
    let (mut all, mut unreadable) = (Vec::new(), Vec::new());
    for file in read_all(&args.paths) {
        match file.bytes {
            Ok(bytes) => all.push(check(&file.shown, &bytes)),
            Err(error) => {
                writeln!(io::stderr(), "error: cannot read `{}`: {error}", file.shown)?;
                unreadable.push(file.shown);
            }
        }
    }
    let mut findings = Findings::new(all);
    findings.unreadable = unreadable;
    findings.deny_warnings = args.deny == Some(Deny::Warnings);
    let report = match args.format {
        Format::Human => {
            let style = if colors() { Style::Colored } else { Style::Plain };
            human(&findings, style, if args.all { Amount::All } else { Amount::Capped })
        }
        Format::Json => json(&findings),
        Format::Sarif => sarif(&findings),
        Format::Github => github(&findings),
    };
    out.write_all(report.as_bytes())?;
    Ok(if !findings.unreadable.is_empty() {
        Status::Trouble
    } else if findings.fails() {
        Status::Findings
    } else {
        Status::Clean
    })
}

/// Colours on a terminal only, and not where `NO_COLOR` asks for none.
fn colors() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
