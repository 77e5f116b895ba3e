//! Which files below a folder are catalogs: one rule for build scripts and for the command line, so that `check` sees what a build reads.
//!
//! Comes in: a folder. Goes out: its files in a stable order. Not done here: reading them.

use std::fs::DirEntry;
use std::io;
use std::path::{Path, PathBuf};

/// Every `*.toml` below a folder, sorted by name, and whatever cannot be looked at, with its trouble.
///
/// Passed over are what is hidden, what is called `target`, and links: they lead to what has a place of its own, or in a circle. The folder
/// itself may be a link.
#[must_use]
pub fn catalog_files(folder: &Path) -> Vec<(PathBuf, Option<io::Error>)> {
    let mut found = Vec::new();
    walk(folder, &mut found);
    found
}

/// Whether a file or folder of this name is passed over below the folder that was asked for.
#[must_use]
pub fn is_passed_over(name: &str) -> bool {
    name.starts_with('.') || name == "target"
}

fn walk(folder: &Path, found: &mut Vec<(PathBuf, Option<io::Error>)>) {
    let mut entries: Vec<DirEntry> = Vec::new();
    match std::fs::read_dir(folder) {
        Ok(listed) => {
            for entry in listed {
                match entry {
                    Ok(entry) => entries.push(entry),
                    Err(error) => found.push((folder.to_owned(), Some(error))),
                }
            }
        }
        Err(error) => found.push((folder.to_owned(), Some(error))),
    }
    entries.sort_by_key(DirEntry::file_name);
    for entry in entries.iter().filter(|entry| !is_passed_over(&entry.file_name().to_string_lossy())) {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&path, found),
            Ok(kind) if kind.is_file() && path.extension().is_some_and(|ending| ending == "toml") => {
                found.push((path, None));
            }
            Ok(_) => {}
            Err(error) => found.push((path, Some(error))),
        }
    }
}
