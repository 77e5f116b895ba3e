//! `llamon-errors explain`.
//!
//! Comes in: the id of a rule. Goes out: the engine's explanation of it, or the list of all rules.

use std::io::{self, Write};

use llamon_errors_catalog::Rule;
use llamon_errors_catalog::suggest::nearest;

use crate::Status;
use crate::args::ExplainArgs;

pub(crate) fn run(args: &ExplainArgs, out: &mut impl Write) -> io::Result<Status> {
    let Some(wanted) = &args.rule else {
        for rule in Rule::ALL {
            writeln!(out, "{}  {:<7}  {}", rule.id(), rule.severity(), rule.summary())?;
        }
        return Ok(Status::Clean);
    };
    if let Some(rule) = Rule::ALL.iter().find(|rule| rule.id().eq_ignore_ascii_case(wanted)) {
        out.write_all(rule.explanation().as_bytes())?;
        return Ok(Status::Clean);
    }
    let mut err = io::stderr();
    writeln!(err, "error: there is no rule `{wanted}`")?;
    match nearest(wanted, Rule::ALL.iter().map(|rule| rule.id())) {
        Some(meant) => writeln!(err, "help: did you mean `{meant}`?")?,
        None => writeln!(err, "help: `llamon-errors explain --list` lists the rules")?,
    }
    Ok(Status::Trouble)
}
