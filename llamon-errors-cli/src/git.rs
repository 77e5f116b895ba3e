//! Files of an older revision.
//!
//! Comes in: a revision and paths, as the user gave them. Goes out: what `git` has there, each file with a name to show
//! (`v1.4.0:catalogs/a.toml`). Nothing of the repository is changed.

use std::io;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use llamon_errors_catalog::build::is_passed_over;

use crate::files::{Found, shown};

/// A revision's files.
pub(crate) struct Revision {
    name: String,
    tree: String,
}

impl Revision {
    /// Looks a revision up: a commit, a branch, a tag.
    pub(crate) fn find(name: &str) -> io::Result<Self> {
        git(&["rev-parse", "--git-dir"])?;
        let tree = format!("{name}^{{tree}}");
        // Whatever it begins with, it is no option.
        let tree = git(&["rev-parse", "--verify", "--quiet", "--end-of-options", &tree])
            .map_err(|_| io::Error::new(io::ErrorKind::NotFound, format!("git knows no revision `{name}`")))?;
        Ok(Self { name: name.to_owned(), tree: String::from_utf8_lossy(&tree).trim().to_owned() })
    }

    /// The catalog files below a path, or the file itself, as the working folder would have them.
    pub(crate) fn files(&self, path: &Path) -> io::Result<Vec<Found>> {
        self.followed(path, MOST_LINKS)
    }

    /// The same, where so many links may lead from one to the next.
    fn followed(&self, path: &Path, links: usize) -> io::Result<Vec<Found>> {
        let listed = path.to_string_lossy();
        let listed = git(&["ls-tree", "-r", "-z", &self.tree, "--", &listed])?;
        let mut found = Vec::new();
        for line in listed.split(|byte| *byte == 0) {
            let line = String::from_utf8_lossy(line);
            // `100644 blob 5bfd6e4...<TAB>catalogs/a.toml`
            let Some((facts, name)) = line.split_once('\t') else { continue };
            let Some(hash) = facts.split(' ').nth(2).filter(|_| facts.contains(" blob ")) else { continue };
            let name = Path::new(name);
            let is_itself = clean(name) == clean(path) || path.is_absolute() && name.file_name() == path.file_name();
            let below = name.strip_prefix(path).unwrap_or(name);
            let is_hidden = below.components().any(|part| match part {
                Component::Normal(part) => is_passed_over(&part.to_string_lossy()),
                _ => false,
            });
            // A link's blob is the path that it leads to. As in the working folder one that is asked for is followed, and others are passed
            // over.
            let is_link = facts.starts_with("120000");
            if is_link && is_itself {
                let target = String::from_utf8_lossy(&git(&["cat-file", "blob", hash])?).into_owned();
                let target = clean(&name.parent().unwrap_or(Path::new("")).join(target));
                let behind = links.checked_sub(1).map(|links| self.followed(&target, links));
                // What lies outside is refused by git itself.
                let behind = behind.and_then(Result::ok).unwrap_or_default();
                if behind.is_empty() {
                    let (name, target) = (shown(name), shown(&target));
                    let error = format!("`{name}` of `{}` is a link to `{target}`, which it does not have", self.name);
                    return Err(io::Error::new(io::ErrorKind::NotFound, error));
                }
                found.extend(behind);
                continue;
            }
            let is_catalog = !is_link && name.extension().is_some_and(|ending| ending == "toml") && !is_hidden;
            if is_itself || is_catalog {
                let shown = format!("{}:{}", self.name, shown(name));
                found.push(Found { shown, bytes: git(&["cat-file", "blob", hash]) });
            }
        }
        Ok(found)
    }
}

/// How many links lead from one to the next at the most.
const MOST_LINKS: usize = 8;

/// A path without the steps that lead nowhere: `./a/../b` is `b`.
fn clean(path: &Path) -> PathBuf {
    let mut cleaned = PathBuf::new();
    for step in path.components() {
        match step {
            Component::CurDir => {}
            Component::ParentDir if matches!(cleaned.components().next_back(), Some(Component::Normal(_))) => {
                cleaned.pop();
            }
            step => cleaned.push(step),
        }
    }
    cleaned
}

/// What `git` prints, or why it does not.
fn git(words: &[&str]) -> io::Result<Vec<u8>> {
    let output = Command::new("git").args(words).output();
    let output = output.map_err(|error| io::Error::new(error.kind(), format!("cannot run `git`: {error}")))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let said = said.lines().next().unwrap_or("git failed").trim_start_matches("fatal: ").to_owned();
    Err(io::Error::other(format!("git: {said}")))
}

/// The paths that are there now.
pub(crate) fn still_there(paths: &[PathBuf]) -> Vec<PathBuf> {
    paths.iter().filter(|path| path.exists()).cloned().collect()
}
