//! What `llamon-errors` costs, side by side with its peers.
//!
//! ```sh
//! cargo run --release -p llamon-errors-benches -- lint             # one group of measures
//! cargo run --release -p llamon-errors-benches -- compile --quick  # fewer rounds and sizes: a look, not a result
//! cargo run --release -p llamon-errors-benches -- all              # all of them, about a quarter of an hour
//! ```
//!
//! Each measure is one JSON object on a line: `{"measure", "ours", "peer", "ratio", "target", "ok"}`; its name says the unit. `target`
//! and `ok` are null where the number only explains another. The exit status is 1 when a target is missed. A new group is a module with
//! `pub(crate) fn run(plan: Plan, tell: &mut dyn FnMut(Measure))` and a line in [`GROUPS`]. RESULTS.md holds a run and how to read it.

mod build_cost;
mod catalogs;
mod chart;
mod classify;
mod cold;
mod compile;
mod lint;
mod lookup;
mod measure;
mod memory;
mod scratch;
mod wire;

use std::process::ExitCode;

use crate::measure::Measure;

/// How thorough a run is.
#[derive(Clone, Copy)]
pub(crate) struct Plan {
    /// Whether the run is only a look.
    pub(crate) quick: bool,
}

impl Plan {
    /// Rounds of a measure that takes `full` of them.
    pub(crate) fn rounds(self, full: usize) -> usize {
        if self.quick { full.div_ceil(7) } else { full }
    }
}

/// What makes a group's measures and tells each as it comes.
type Run = fn(Plan, &mut dyn FnMut(Measure));

/// The groups of measures by name.
const GROUPS: [(&str, Run); 6] = [
    ("lint", lint::run),
    ("lookup", lookup::run),
    ("wire", wire::run),
    ("classify", classify::run),
    ("cold", cold::run),
    ("compile", compile::run),
];

fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().skip(1).collect();
    if let [word, task] = words.as_slice()
        && word == memory::PROBE
    {
        return memory::probe(task);
    }
    if let [word, profile] = words.as_slice()
        && word == build_cost::PROBE
    {
        return build_cost::probe(profile);
    }
    let plan = Plan { quick: words.iter().any(|word| word == "--quick") };
    words.retain(|word| word != "--quick" && word != "all");
    let unknown = words.iter().find(|word| !GROUPS.iter().any(|(name, _)| name == word));
    if let Some(word) = unknown {
        let names: Vec<&str> = GROUPS.iter().map(|(name, _)| *name).collect();
        eprintln!("error: there is no group `{word}`; the groups are {}", names.join(", "));
        return ExitCode::from(2);
    }
    let mut missed = false;
    for (name, run) in GROUPS {
        if words.is_empty() || words.iter().any(|word| word == name) {
            run(plan, &mut |measure| {
                println!("{}", measure.to_json());
                missed |= !measure.is_ok();
            });
        }
    }
    if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
