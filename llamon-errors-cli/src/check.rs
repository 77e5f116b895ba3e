//! `llamon-errors check`.

use std::io::{self, IsTerminal as _, Write};

use llamon_errors_catalog::render::{Style, render};
use llamon_errors_catalog::{Severity, check};

use crate::Status;
use crate::args::CheckArgs;
use crate::files::read_all;

/// What has been seen so far.
#[derive(Default)]
struct Count {
    catalogs: usize,
    entries: usize,
    errors: usize,
    warnings: usize,
    unreadable: usize,
}

pub(crate) fn run(args: &CheckArgs, out: &mut impl Write) -> io::Result<Status> {
    let style = if colors() { Style::Colored } else { Style::Plain };
    let mut count = Count::default();
    for file in read_all(&args.paths) {
        let bytes = match file.bytes {
            Ok(bytes) => bytes,
            Err(error) => {
                count.unreadable += 1;
                writeln!(io::stderr(), "error: cannot read `{}`: {error}", file.shown)?;
                continue;
            }
        };
        let checked = check(&file.shown, &bytes);
        count.catalogs += 1;
        count.entries += checked.catalog.codes().count();
        for diagnostic in &checked.diagnostics {
            match diagnostic.severity() {
                Severity::Error => count.errors += 1,
                Severity::Warning => count.warnings += 1,
            }
            writeln!(out, "{}\n", render(diagnostic, style))?;
        }
    }
    writeln!(
        out,
        "checked {} in {}: {}, {}",
        counted(count.entries, "entry", "entries"),
        counted(count.catalogs, "catalog", "catalogs"),
        counted(count.errors, "error", "errors"),
        counted(count.warnings, "warning", "warnings"),
    )?;
    Ok(if count.unreadable > 0 {
        Status::Trouble
    } else if count.errors > 0 {
        Status::Findings
    } else {
        Status::Clean
    })
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Colours on a terminal only, and not where `NO_COLOR` asks for none.
fn colors() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
