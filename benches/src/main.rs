//! What `llamon-errors` costs, side by side with its peers.
//!
//! ```sh
//! cargo run --release -p llamon-errors-benches -- lint      # one group of measures
//! cargo run --release -p llamon-errors-benches              # all of them
//! ```
//!
//! Each measure is one JSON object on a line: `{"measure", "ours", "peer", "ratio", "target", "ok"}`. Times are milliseconds, sizes
//! bytes. The exit status is 1 when a target is missed. A new group is a module with `pub(crate) fn run() -> Vec<Measure>` and a line in
//! [`GROUPS`].

mod catalogs;
mod lint;
mod measure;
mod memory;

use std::process::ExitCode;

use crate::measure::Measure;

/// What makes a group's measures.
type Run = fn() -> Vec<Measure>;

/// The groups of measures by name.
const GROUPS: [(&str, Run); 1] = [("lint", lint::run)];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [word, task] = words.as_slice()
        && word == memory::PROBE
    {
        return memory::probe(task);
    }
    let unknown = words.iter().find(|word| !GROUPS.iter().any(|(name, _)| name == word));
    if let Some(word) = unknown {
        let names: Vec<&str> = GROUPS.iter().map(|(name, _)| *name).collect();
        eprintln!("error: there is no group `{word}`; the groups are {}", names.join(", "));
        return ExitCode::from(2);
    }
    let mut missed = false;
    for (name, run) in GROUPS {
        if words.is_empty() || words.iter().any(|word| word == name) {
            for measure in run() {
                println!("{}", measure.to_json());
                missed |= !measure.is_ok();
            }
        }
    }
    if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
