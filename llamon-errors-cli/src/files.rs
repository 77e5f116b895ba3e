//! Which files a command is about.
//!
//! Comes in: paths as the user gave them. Goes out: files in a stable order, each with the name to show: the path as given, forward
//! slashes. Folders are walked for `*.toml`; hidden ones and `target` are passed over.

use std::io;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// One file to read, or why it cannot be found.
pub(crate) struct Found {
    /// The name to show.
    pub(crate) shown: String,
    /// Its bytes.
    pub(crate) bytes: io::Result<Vec<u8>>,
}

/// Reads all files that `paths` mean, each once, one at a time.
pub(crate) fn read_all(paths: &[PathBuf]) -> impl Iterator<Item = Found> {
    let mut seen = std::collections::HashSet::new();
    paths
        .iter()
        .flat_map(|path| files(path))
        .filter(move |(path, _)| seen.insert(path.clone()))
        .map(|(path, trouble)| Found { shown: shown(&path), bytes: trouble.map_or_else(|| std::fs::read(&path), Err) })
}

/// The files below a path, sorted by name; a path that cannot be looked at comes with its trouble.
fn files(path: &Path) -> Vec<(PathBuf, Option<io::Error>)> {
    if !path.is_dir() {
        return vec![(path.to_owned(), None)];
    }
    let found: Vec<_> = WalkDir::new(path)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || !is_passed_over(&entry.file_name().to_string_lossy()))
        .filter_map(|entry| match entry {
            Ok(entry) => {
                let is_catalog =
                    entry.file_type().is_file() && entry.path().extension().is_some_and(|ext| ext == "toml");
                is_catalog.then(|| (entry.into_path(), None))
            }
            Err(error) => Some((error.path().unwrap_or(path).to_owned(), Some(error.into()))),
        })
        .collect();
    if found.is_empty() {
        // A misspelt folder in a CI script must not look like a clean check.
        let error = io::Error::new(io::ErrorKind::NotFound, "the folder holds no `*.toml`");
        return vec![(path.to_owned(), Some(error))];
    }
    found
}

fn is_passed_over(name: &str) -> bool {
    name.starts_with('.') || name == "target"
}

fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    if std::path::MAIN_SEPARATOR == '/' { text.into_owned() } else { text.replace(std::path::MAIN_SEPARATOR, "/") }
}
