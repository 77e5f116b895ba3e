//! `llamon-errors docs`.
//!
//! Comes in: paths, a folder and a form. Goes out: the engine's pages as files, or what is not fresh of the files that are there. Not done
//! here: any page, any comparison.
//!
//! Files of others are never touched: a page does not overwrite one, and only pages of an earlier run are removed.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _, Write};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use llamon_errors_catalog::emit::docs::{Comparison, Form, HEAD, Page, compare, docs};
use walkdir::{DirEntry, WalkDir};

use crate::Status;
use crate::files::catalogs;
use crate::terminal::stderr;

/// Documentation of catalogs: an HTML site that needs no network, or Markdown
///
/// Writes what has changed and removes pages of an earlier run that are none any more; files of others are left alone.
///
/// Exit status: 0 written or fresh, 1 not fresh or a catalog has errors, 2 usage, unreadable files, or a file of somebody else in a page's
/// place.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llamon-errors docs catalogs --out target/errors
  llamon-errors docs catalogs --out docs/errors --format markdown
  llamon-errors docs catalogs --out docs/errors --format markdown --check")]
pub(crate) struct DocsArgs {
    /// Catalog files, and folders in which to look for `*.toml`
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The folder of the documentation
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// What to make
    #[arg(long, value_enum, default_value_t = DocsFormat::Html)]
    format: DocsFormat,
    /// Write nothing; name the files that are missing, changed or left over, and fail if there are any
    #[arg(long)]
    check: bool,
}

/// The forms of documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DocsFormat {
    /// A site with search; open its `index.html`
    Html,
    /// One page for each domain, and an index
    Markdown,
}

pub(crate) fn run(args: &DocsArgs, out: &mut impl Write) -> io::Result<Status> {
    let sound = catalogs(&args.paths)?;
    if let Some(status) = sound.stopped()? {
        return Ok(status);
    }
    let form = match args.format {
        DocsFormat::Html => Form::Html,
        DocsFormat::Markdown => Form::Markdown,
    };
    if args.out.is_file() {
        writeln!(stderr(), "error: `{}` is a file; documentation is a folder", args.out.display())?;
        writeln!(stderr(), "help: give a folder of its own with `--out`")?;
        return Ok(Status::Trouble);
    }
    let pages = docs(&sound.all, form);
    let files = match files(&args.out, &pages) {
        Ok(files) => files,
        Err(error) => return trouble("read", &args.out, &error),
    };
    let found = compare(&pages, form, &files);
    if args.check {
        return check(args, pages.len(), &found, out);
    }
    if !found.foreign.is_empty() {
        for path in &found.foreign {
            let shown = args.out.join(path);
            writeln!(
                stderr(),
                "error: `{}` is in the place of a page, and this command did not write it",
                shown.display()
            )?;
        }
        writeln!(stderr(), "help: give a folder of its own with `--out`")?;
        return Ok(Status::Trouble);
    }
    if let Err((path, error)) = write(&args.out, &pages, &found) {
        return trouble("write", &path, &error);
    }
    let (written, removed) = (found.missing.len() + found.changed.len(), found.left_over.len());
    writeln!(out, "{} pages in `{}`: {written} written, {removed} removed", pages.len(), args.out.display())?;
    Ok(Status::Clean)
}

fn check(args: &DocsArgs, count: usize, found: &Comparison, out: &mut impl Write) -> io::Result<Status> {
    let groups = [
        ("missing", &found.missing),
        ("changed", &found.changed),
        ("left over", &found.left_over),
        ("somebody else's", &found.foreign),
    ];
    for (what, paths) in groups {
        for path in paths {
            writeln!(out, "{what}: {}", args.out.join(path).display())?;
        }
    }
    if found.is_fresh() {
        writeln!(out, "{count} pages in `{}` are fresh", args.out.display())?;
        return Ok(Status::Clean);
    }
    let help = if found.foreign.is_empty() {
        "run the same command without `--check`"
    } else {
        "give a folder of its own with `--out`"
    };
    writeln!(out, "help: {help}")?;
    Ok(Status::Findings)
}

/// The files below a folder, by their paths with forward slashes, as far as a comparison needs them; none where there is no folder. No page
/// is hidden, so hidden files are somebody else's, and so is what links lead to, but where a page would be written through one.
fn files(folder: &Path, pages: &[Page]) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    if !folder.try_exists()? {
        return Ok(files);
    }
    let is_seen = |entry: &DirEntry| entry.depth() == 0 || !entry.file_name().to_string_lossy().starts_with('.');
    for entry in WalkDir::new(folder).min_depth(1).into_iter().filter_entry(is_seen) {
        let entry = entry?;
        if entry.file_type().is_file() {
            let below = entry.path().strip_prefix(folder).unwrap_or(entry.path());
            let path = below.iter().map(|step| step.to_string_lossy()).collect::<Vec<_>>().join("/");
            let mut head = Vec::new();
            File::open(entry.path())?.take(HEAD as u64).read_to_end(&mut head)?;
            files.insert(path, head);
        }
    }
    for page in pages {
        let path = folder.join(&page.path);
        let Ok(there) = std::fs::symlink_metadata(&path) else { continue };
        let bytes = std::fs::read(&path);
        // A folder, or a link that leads nowhere, is not of this command.
        files.insert(page.path.clone(), if there.is_file() { bytes? } else { bytes.unwrap_or_default() });
    }
    Ok(files)
}

/// Writes what is missing or changed and removes what is left over, and folders that get empty by it.
fn write(folder: &Path, pages: &[Page], found: &Comparison) -> Result<(), (PathBuf, io::Error)> {
    let stale = |page: &&Page| {
        found.missing.binary_search(&page.path).is_ok() || found.changed.binary_search(&page.path).is_ok()
    };
    for page in pages.iter().filter(stale) {
        let path = folder.join(&page.path);
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        made.and_then(|()| std::fs::write(&path, &page.text)).map_err(|error| (path, error))?;
    }
    for left_over in &found.left_over {
        let path = folder.join(left_over);
        std::fs::remove_file(&path).map_err(|error| (path.clone(), error))?;
        for above in path.ancestors().skip(1).take_while(|above| *above != folder) {
            // A folder that holds anything else stays.
            if std::fs::remove_dir(above).is_err() {
                break;
            }
        }
    }
    Ok(())
}

fn trouble(what: &str, path: &Path, error: &io::Error) -> io::Result<Status> {
    writeln!(stderr(), "error: cannot {what} `{}`: {error}", path.display())?;
    Ok(Status::Trouble)
}
