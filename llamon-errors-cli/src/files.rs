//! Which files a command is about.
//!
//! Comes in: paths as the user gave them. Goes out: files in a stable order, each with the name to show: the path as given, forward
//! slashes. Folders are walked as build scripts walk them (`build::catalog_files`). Not done here: judging what is in them.

use std::collections::HashSet;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use llamon_errors_catalog::build::catalog_files;
use llamon_errors_catalog::{Checked, Diagnostics, Severity, check_across, check_without_advice};

use crate::Status;
use crate::terminal::{Progress, stderr};

/// One file to read, or why it cannot be found.
pub(crate) struct Found {
    /// The name to show.
    pub(crate) shown: String,
    /// Its bytes.
    pub(crate) bytes: io::Result<Vec<u8>>,
}

/// The catalogs that paths mean, and what could not be read.
#[derive(Default)]
pub(crate) struct Catalogs {
    pub(crate) all: Vec<Checked>,
    /// Files that could not be read, by the names to show.
    pub(crate) unreadable: Vec<String>,
}

/// Reads the catalogs of these paths; without paths those of the working folder, where a `*.toml` that names no domain is no catalog.
///
/// What cannot be read is told on standard error.
pub(crate) fn catalogs(paths: &[PathBuf]) -> io::Result<Catalogs> {
    if paths.is_empty() {
        let mut progress = Progress::new();
        let mut found = gather(catalog_files(Path::new(".")).into_iter().map(|(path, trouble)| {
            progress.step();
            // Nobody gave this path, so it is shown as from here.
            read(path.strip_prefix(".").unwrap_or(&path), trouble)
        }))?;
        found.all.retain(is_catalog);
        return Ok(found);
    }
    gather(read_all(paths))
}

/// Whether a file means to be a catalog: it names a domain, if only one that is at fault.
pub(crate) fn is_catalog(checked: &Checked) -> bool {
    checked.catalog.names_domain()
}

/// Checks all files; what cannot be read is told on standard error.
pub(crate) fn gather(files: impl Iterator<Item = Found>) -> io::Result<Catalogs> {
    let mut found = Catalogs::default();
    for file in files {
        match file.bytes {
            Ok(bytes) => found.all.push(check_without_advice(&file.shown, &bytes)),
            Err(error) => {
                writeln!(stderr(), "error: cannot read `{}`: {error}", file.shown)?;
                found.unreadable.push(file.shown);
            }
        }
    }
    Ok(found)
}

impl Catalogs {
    /// Whether all was read and nothing is at fault; if not, what is in the way, told on standard error. Commands that make something of
    /// catalogs make nothing of those at fault.
    pub(crate) fn stopped(&self) -> io::Result<Option<Status>> {
        if !self.unreadable.is_empty() {
            return Ok(Some(Status::Trouble));
        }
        let across = check_across(&self.all);
        let of_files = self.all.iter().map(|checked| &checked.diagnostics).chain([&across]);
        // Those that are not kept count, too.
        let count: usize = of_files.clone().map(Diagnostics::error_count).sum();
        if count == 0 {
            return Ok(None);
        }
        let errors = of_files.flatten().filter(|fault| fault.severity() == Severity::Error);
        let mut err = stderr();
        for error in errors.take(MOST_TOLD) {
            writeln!(err, "error: {error}")?;
        }
        let more = count.saturating_sub(MOST_TOLD);
        let more = if more > 0 { format!("{more} more; ") } else { String::new() };
        writeln!(err, "help: {more}`llamon-errors check` draws them and says what to write")?;
        Ok(Some(Status::Findings))
    }
}

/// How many faults are told by a command that is not there to tell them.
const MOST_TOLD: usize = 10;

/// Reads all files that `paths` mean, each once, however often and by whatever name it is given; one at a time.
pub(crate) fn read_all(paths: &[PathBuf]) -> impl Iterator<Item = Found> {
    let mut seen = HashSet::new();
    let mut progress = Progress::new();
    // What cannot be looked at is told when it is read.
    let same = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    paths.iter().flat_map(|path| files(path)).filter(move |(path, _)| seen.insert(same(path))).map(
        move |(path, trouble)| {
            progress.step();
            read(&path, trouble)
        },
    )
}

fn read(path: &Path, trouble: Option<io::Error>) -> Found {
    Found { shown: shown(path), bytes: trouble.map_or_else(|| std::fs::read(path), Err) }
}

/// The files below a path, sorted by name; a path that cannot be looked at comes with its trouble.
fn files(path: &Path) -> Vec<(PathBuf, Option<io::Error>)> {
    if !path.is_dir() {
        return vec![(path.to_owned(), None)];
    }
    let found = catalog_files(path);
    if found.is_empty() {
        // A misspelt folder in a CI script must not look like a clean check.
        let error = io::Error::new(io::ErrorKind::NotFound, "the folder holds no `*.toml`");
        return vec![(path.to_owned(), Some(error))];
    }
    found
}

/// A path as it was given, with forward slashes.
pub(crate) fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    if std::path::MAIN_SEPARATOR == '/' { text.into_owned() } else { text.replace(std::path::MAIN_SEPARATOR, "/") }
}
