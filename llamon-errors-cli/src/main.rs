//! The binary `llamon-errors`.

use std::process::ExitCode;

fn main() -> ExitCode {
    llamon_errors_cli::run(std::env::args_os())
}
