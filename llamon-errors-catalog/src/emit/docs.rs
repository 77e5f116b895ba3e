//! A catalog's documentation, as Markdown and as an HTML site (feature `docs`).
//!
//! Comes in: checked catalogs. Goes out: pages, each a path and a text; the same catalogs give the same bytes. Not done here: files. A
//! caller writes the pages, or hands in what lies in the folder and is told what is not fresh ([`compare`]).
//!
//! | module | makes |
//! |---|---|
//! | `address` | the path of a code's page |
//! | `view` | what a page says of an entry, as plain text |
//! | `html` | the site: `index.html`, `DOMAIN/index.html`, `DOMAIN/CODE.html`, one style, one script, one index for the search |
//! | `markdown` | `index.md` and `DOMAIN.md` |
//!
//! The site needs no network and no server, and without scripts it is lists and links. Texts of catalogs get into pages as text alone:
//! templates escape them, `<bdi>` keeps their direction to themselves, and characters that turn the direction of others are written out.

mod address;
mod html;
mod markdown;
mod view;

use std::collections::{BTreeMap, BTreeSet};

use crate::Checked;

/// One page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Where it lies below the folder of the documentation, with forward slashes.
    pub path: String,
    /// What stands in it.
    pub text: String,
}

/// The two forms of documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A site.
    Html,
    /// Markdown.
    Markdown,
}

impl Form {
    /// What the head of every page of this form says, so that a folder's pages can be told from files of others.
    #[must_use]
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Html => "Made by `llamon-errors docs` as HTML; do not edit.",
            Self::Markdown => "Made by `llamon-errors docs` as Markdown; do not edit.",
        }
    }

    /// The page that only the folder of a whole documentation has.
    const fn of_root(self) -> &'static str {
        match self {
            Self::Html => "/site.css",
            Self::Markdown => "/index.md",
        }
    }
}

/// The pages of these catalogs, sorted by path. An entry at fault is on none.
///
/// ```
/// # use llamon_errors_catalog::{check, emit::docs::{Form, docs}};
/// let text = "domain = \"doc\"\n[DOC_1]\nsdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"<Gone>\"\nretriable = false\n";
/// let pages = docs(&[check("doc.toml", text.as_bytes())], Form::Html);
/// let page = pages.iter().find(|page| page.path == "doc/DOC_1.html").unwrap();
/// assert!(page.text.contains("&#60;Gone&#62;"));
/// ```
#[must_use]
pub fn docs(catalogs: &[Checked], form: Form) -> Vec<Page> {
    let domains = view::domains(catalogs);
    let mut pages = match form {
        Form::Html => html::pages(&domains),
        Form::Markdown => markdown::pages(&domains),
    };
    pages.sort_by(|a, b| a.path.cmp(&b.path));
    pages
}

/// What a folder's files are, compared with the pages that should be there. All paths are sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Pages that are not there.
    pub missing: Vec<String>,
    /// Pages that say something else.
    pub changed: Vec<String>,
    /// Pages of an earlier run that are none any more.
    pub left_over: Vec<String>,
    /// Files of others in the place of a page.
    pub foreign: Vec<String>,
}

impl Comparison {
    /// Whether the folder holds just the pages, whatever else of others it holds.
    #[must_use]
    pub fn is_fresh(&self) -> bool {
        self == &Self::default()
    }
}

/// How much of a file tells whose it is: the mark stands in its first bytes, as many as these.
pub const HEAD: usize = 200;

/// Compares the pages with the files below their folder, each by its path with forward slashes. Of a file that is in no page's place the
/// first [`HEAD`] bytes are enough.
///
/// Files whose head does not bear the mark of this form are somebody else's: they are passed over, or told where a page should be. So are
/// pages of another documentation in a folder below.
#[must_use]
pub fn compare(pages: &[Page], form: Form, files: &BTreeMap<String, Vec<u8>>) -> Comparison {
    let mut comparison = Comparison::default();
    for page in pages {
        match files.get(&page.path) {
            None => comparison.missing.push(page.path.clone()),
            Some(bytes) if bytes == page.text.as_bytes() => {}
            Some(bytes) if is_marked(bytes, form) => comparison.changed.push(page.path.clone()),
            Some(_) => comparison.foreign.push(page.path.clone()),
        }
    }
    let wanted: BTreeSet<&str> = pages.iter().map(|page| page.path.as_str()).collect();
    let rest = files.iter().filter(|(path, bytes)| !wanted.contains(path.as_str()) && is_marked(bytes, form));
    let others: Vec<&str> = rest.clone().filter_map(|(path, _)| path.strip_suffix(form.of_root())).collect();
    let is_of_others =
        |path: &str| others.iter().any(|other| path.strip_prefix(other).is_some_and(|below| below.starts_with('/')));
    let rest = rest.filter(|(path, _)| !is_of_others(path));
    comparison.left_over = rest.map(|(path, _)| path.clone()).collect();
    comparison
}

/// Whether the mark stands in the first lines of a file.
fn is_marked(bytes: &[u8], form: Form) -> bool {
    let head = bytes.get(..HEAD).unwrap_or(bytes);
    head.windows(form.mark().len()).any(|part| part == form.mark().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_compared_file_by_file() {
        let text = |words: &str| format!("<!-- {} -->\n{words}", Form::Html.mark());
        let page = |path: &str| Page { path: path.to_owned(), text: text(path) };
        let pages = ["changed", "foreign", "fresh", "missing"].map(page);
        let files = BTreeMap::from([
            ("changed".to_owned(), text("other").into_bytes()),
            ("foreign".to_owned(), b"mine".to_vec()),
            ("fresh".to_owned(), text("fresh").into_bytes()),
            ("left-over".to_owned(), text("left-over").into_bytes()),
            ("notes.txt".to_owned(), b"not a page".to_vec()),
            // Another site below this one.
            ("other/doc/X.html".to_owned(), text("another").into_bytes()),
            ("other/site.css".to_owned(), text("another").into_bytes()),
            ("others/X.html".to_owned(), text("left-over").into_bytes()),
        ]);
        let found = compare(&pages, Form::Html, &files);
        assert_eq!((found.missing, found.changed), (vec!["missing".to_owned()], vec!["changed".to_owned()]));
        let left_over = vec!["left-over".to_owned(), "others/X.html".to_owned()];
        assert_eq!((found.left_over, found.foreign), (left_over, vec!["foreign".to_owned()]));
        assert!(compare(&[], Form::Markdown, &files).is_fresh());
    }
}
