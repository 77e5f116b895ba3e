//! The catalogs that measures read.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The folder of the real catalogs: 12,144 codes in 33 files.
pub(crate) fn real_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/catalogs/real")
}

/// Name and bytes of every real catalog, sorted by name.
///
/// # Panics
/// When one cannot be read: a measure without its input is none.
pub(crate) fn real() -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(real_folder()).expect("the real catalogs are there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("the folder can be read").path()).collect();
    files.sort();
    files
        .into_iter()
        .map(|path| (path.display().to_string(), std::fs::read(&path).expect("the catalog can be read")))
        .collect()
}

/// A catalog of `count` made-up codes.
pub(crate) fn generated(count: usize) -> String {
    let mut text = "domain = \"huge\"\n".to_owned();
    for number in 0..count {
        let _ = write!(
            text,
            "\n[HUGE_{number:05}]\nsdk_code = \"INTERNAL_ERROR\"\nreason = \"synthetic_{number}\"\n\
             title = \"Synthetic {number}\"\nretriable = false\n"
        );
    }
    text
}
