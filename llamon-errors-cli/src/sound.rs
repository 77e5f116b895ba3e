//! Catalogs that a command makes something of.
//!
//! Comes in: paths. Goes out: the checked catalogs if none has an error, also none against another; else the report of `check` on standard
//! error and the status to end with: from a catalog at fault nothing is made.

use std::io::{self, Write as _};
use std::path::PathBuf;

use llamon_errors_catalog::emit::Findings;
use llamon_errors_catalog::emit::human::{Amount, human};
use llamon_errors_catalog::render::Style;
use llamon_errors_catalog::{Checked, Severity, check_across, check_without_advice};

use crate::Status;
use crate::files::read_all;

/// The catalogs of these paths, or the status to end with.
pub(crate) fn read_sound(paths: &[PathBuf]) -> io::Result<Result<Vec<Checked>, Status>> {
    let (mut all, mut readable) = (Vec::new(), true);
    for file in read_all(paths) {
        match file.bytes {
            Ok(bytes) => all.push(check_without_advice(&file.shown, &bytes)),
            Err(error) => {
                writeln!(io::stderr(), "error: cannot read `{}`: {error}", file.shown)?;
                readable = false;
            }
        }
    }
    let at_fault = all.iter().any(|checked| checked.diagnostics.has_errors())
        || check_across(&all).iter().any(|found| found.severity() == Severity::Error);
    if at_fault {
        let report = human(&Findings::new(all), Style::Plain, Amount::Capped);
        io::stderr().write_all(report.as_bytes())?;
        return Ok(Err(if readable { Status::Findings } else { Status::Trouble }));
    }
    Ok(if readable { Ok(all) } else { Err(Status::Trouble) })
}
