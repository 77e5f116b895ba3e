//! What standard output and standard error are connected to.
//!
//! Goes out: whether to colour, and a word on work that takes long. Both are for people at a terminal only.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use llamon_errors_catalog::render::Style;

/// Colours on a terminal only, and not where `NO_COLOR` asks for none (<https://no-color.org>).
pub(crate) fn style(stream: &impl IsTerminal) -> Style {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if stream.is_terminal() && !refused { Style::Colored } else { Style::Plain }
}

/// From when on work is long.
const LONG: Duration = Duration::from_secs(1);

/// A line on standard error that says how many files are read, shown after a second and gone at the end. In a pipe it is nothing.
pub(crate) struct Progress {
    begun: Instant,
    bar: ProgressBar,
}

impl Progress {
    pub(crate) fn new() -> Self {
        Self { begun: Instant::now(), bar: ProgressBar::hidden() }
    }

    /// One more file.
    pub(crate) fn step(&mut self) {
        if self.bar.is_hidden() && self.begun.elapsed() > LONG {
            // Hidden still where standard error is no terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
            if let Ok(style) = ProgressStyle::with_template("read {pos} files") {
                self.bar.set_style(style);
            }
        }
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
