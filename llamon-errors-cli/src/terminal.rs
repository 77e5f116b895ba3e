//! What standard output and standard error are connected to.
//!
//! Goes out: whether to colour, and a word on work that takes long. Both are for people at a terminal only.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use llamon_errors_catalog::render::Style;

/// A stream for as long as somebody reads it: what is written behind that goes nowhere, and is no trouble.
pub(crate) struct Heard<W>(pub(crate) W);

impl<W: Write> Write for Heard<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        unless_closed(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        unless_closed(self.0.flush(), ())
    }
}

fn unless_closed<T>(written: io::Result<T>, otherwise: T) -> io::Result<T> {
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(otherwise),
        written => written,
    }
}

/// Standard error, as long as somebody reads it.
pub(crate) fn stderr() -> Heard<io::Stderr> {
    Heard(io::stderr())
}

/// Colours on a terminal only that knows them, and not where `NO_COLOR` asks for none (<https://no-color.org>).
pub(crate) fn style(stream: &impl IsTerminal) -> Style {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let refused = set("NO_COLOR").is_some() || set("TERM").is_some_and(|terminal| terminal == "dumb");
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
