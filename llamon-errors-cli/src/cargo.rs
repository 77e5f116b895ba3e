//! The binary `cargo-llamon-errors`, which `cargo llamon-errors` runs.

use std::process::ExitCode;

/// Cargo puts the subcommand's own name before the words of the user: `cargo-llamon-errors llamon-errors check catalogs`.
fn main() -> ExitCode {
    let mut words: Vec<_> = std::env::args_os().collect();
    if words.get(1).is_some_and(|word| word == "llamon-errors") {
        // And help says what the user wrote.
        words.splice(..2, ["cargo llamon-errors".into()]);
    }
    llamon_errors_cli::run(words)
}
