//! The HTML site: pages from the templates of `templates/`, one style, one script, one index for the search.
//!
//! Comes in: views. Goes out: pages. Templates escape every value; what they take as it is (`safe`) is made here, of words that need no
//! escape.
//!
//! ```text
//! index.html            all catalogs, and the search over all codes
//! site.css  site.js     what all pages share
//! search-index.js       window.llamonIndex = {"domains": [[name, folder]], "entries": [[domain, code, page, ...]]};
//! DOMAIN/index.html     the codes of a domain, with filters
//! DOMAIN/CODE.html      one code
//! ```

use std::fmt::Write as _;

use askama::Template;
use llamon_errors_core::error_code::ErrorCode;

use super::view::{DomainView, EntryView, MessageView, State};
use super::{Form, Page};
use crate::emit::domains::literal;

const STYLE: &str = include_str!("../../../templates/site.css");
const SCRIPT: &str = include_str!("../../../templates/site.js");

/// What every page has.
struct Head {
    mark: &'static str,
    title: String,
    /// The way from the page to the folder of the site: nothing, or `../` as often as it takes.
    root: String,
}

impl Head {
    fn new(title: String, path: &str) -> Self {
        Self { mark: Form::Html.mark(), title, root: up(path) }
    }
}

/// The page of all catalogs.
#[derive(Template)]
#[template(path = "index.html")]
struct IndexPage<'v> {
    head: Head,
    sdk_codes: [&'static str; 8],
    count: String,
    catalogs: String,
    rows: Vec<CatalogRow<'v>>,
}

struct CatalogRow<'v> {
    name: &'v str,
    folder: &'v str,
    versions: String,
    errors: String,
    outcomes: String,
    retired: String,
}

/// The page of a domain.
#[derive(Template)]
#[template(path = "catalog.html")]
struct CatalogPage<'v> {
    head: Head,
    sdk_codes: [&'static str; 8],
    count: String,
    versions: String,
    domain: &'v DomainView,
}

/// The page of a code.
#[derive(Template)]
#[template(path = "code.html")]
struct CodePage<'v> {
    head: Head,
    /// The way to the folder of the domain.
    up: String,
    domain: &'v DomainView,
    entry: &'v EntryView,
    before: Option<&'v EntryView>,
    after: Option<&'v EntryView>,
}

pub(super) fn pages(domains: &[DomainView]) -> Vec<Page> {
    let sdk_codes = ErrorCode::ALL.map(ErrorCode::as_str);
    let mark = Form::Html.mark();
    let total = domains.iter().map(|domain| domain.entries.len()).sum();
    let index = IndexPage {
        head: Head::new("Error catalogs".to_owned(), "index.html"),
        sdk_codes,
        count: counted(total, "code"),
        catalogs: counted(domains.len(), "catalog"),
        rows: domains.iter().map(catalog_row).collect(),
    };
    let mut pages = vec![
        page("index.html", &index),
        Page { path: "site.css".to_owned(), text: format!("/* {mark} */\n{STYLE}") },
        Page { path: "site.js".to_owned(), text: format!("// {mark}\n{SCRIPT}") },
        Page { path: "search-index.js".to_owned(), text: search_index(domains) },
    ];
    for domain in domains {
        let path = format!("{}/index.html", domain.folder);
        let catalog = CatalogPage {
            head: Head::new(format!("{} · Error catalogs", domain.name), &path),
            sdk_codes,
            count: counted(domain.entries.len(), "code"),
            versions: domain.versions.join(", "),
            domain,
        };
        pages.push(page(&path, &catalog));
        let neighbour = |place: Option<usize>| place.and_then(|place| domain.entries.get(place));
        for (place, entry) in domain.entries.iter().enumerate() {
            let path = format!("{}/{}.html", domain.folder, entry.page);
            let blank = if entry.title.is_empty() { "" } else { " " };
            let title = format!("{}{blank}{} · {}", entry.code, entry.title, domain.name);
            let code = CodePage {
                head: Head::new(title, &path),
                up: up(&entry.page),
                domain,
                entry,
                before: neighbour(place.checked_sub(1)),
                after: neighbour(place.checked_add(1)),
            };
            pages.push(page(&path, &code));
        }
    }
    pages
}

fn page(path: &str, template: &impl Template) -> Page {
    // Writing to a text fails only where a value's own `Display` does, and these are texts and numbers.
    let mut text = template.render().unwrap_or_default();
    text.push('\n');
    Page { path: path.to_owned(), text }
}

/// The way from a file to the folder that its path begins in.
fn up(path: &str) -> String {
    "../".repeat(path.matches('/').count())
}

fn catalog_row(domain: &DomainView) -> CatalogRow<'_> {
    let count = |is: fn(&EntryView) -> bool| grouped(domain.entries.iter().filter(|entry| is(entry)).count());
    CatalogRow {
        name: &domain.name,
        folder: &domain.folder,
        versions: domain.versions.join(", "),
        errors: count(|entry| entry.sdk_code.is_some()),
        outcomes: count(|entry| entry.outcome.is_some()),
        retired: count(|entry| entry.retired.is_some()),
    }
}

/// A number and what is counted, as the script writes it too: `12,144 codes`.
fn counted(count: usize, what: &str) -> String {
    format!("{} {what}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// A number with its thousands parted: `12,144`.
fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// What the search looks at, as a script: a page that was opened from a folder cannot read files, but it can run scripts.
fn search_index(domains: &[DomainView]) -> String {
    let mut out = format!("// {}\nwindow.llamonIndex = {{\"domains\":[", Form::Html.mark());
    for (place, domain) in domains.iter().enumerate() {
        let comma = if place > 0 { "," } else { "" };
        let _ = write!(out, "{comma}[{},{}]", literal(&domain.name), literal(&domain.folder));
    }
    out.push_str("],\"entries\":[");
    let all =
        domains.iter().enumerate().flat_map(|(place, domain)| domain.entries.iter().map(move |entry| (place, entry)));
    for (count, (place, entry)) in all.enumerate() {
        let comma = if count > 0 { "," } else { "" };
        let _ = write!(out, "{comma}\n[{place}");
        for text in [&entry.code, &entry.page] {
            let _ = write!(out, ",{}", literal(text));
        }
        for text in [entry.sdk_or_outcome(), entry.retry_word(), entry.states(), &entry.reason, &entry.title] {
            let _ = write!(out, ",{}", literal(text));
        }
        out.push(']');
    }
    out.push_str("\n]};\n");
    out
}

/// What templates ask.
impl DomainView {
    fn heir(&self, entry: &EntryView) -> Option<&EntryView> {
        self.entries.get(entry.replaced_by?)
    }

    fn forebears(&self, entry: &EntryView) -> impl Iterator<Item = &EntryView> {
        entry.replaces.iter().filter_map(|place| self.entries.get(*place))
    }
}

/// What templates ask.
impl EntryView {
    fn sdk_word(&self) -> &str {
        self.sdk_code.unwrap_or_default()
    }

    /// What a client branches on, or the state that the task gets.
    fn sdk_or_outcome(&self) -> &str {
        self.sdk_code.or(self.outcome).unwrap_or_default()
    }

    fn retry_word(&self) -> &'static str {
        match self.retriable {
            Some(true) => "yes",
            Some(false) => "no",
            None => "",
        }
    }

    /// The code in pieces: a long one may break between them.
    fn pieces(&self) -> impl Iterator<Item = &str> {
        self.code.split_inclusive(['_', ':', '.', '-', '/'])
    }

    /// What a search for its state finds it by: what is deprecated is an error or an outcome all the same.
    fn states(&self) -> &'static str {
        match (self.state, self.outcome) {
            (State::Deprecated, Some(_)) => "outcome deprecated",
            (State::Deprecated, None) => "error deprecated",
            (state, _) => state.word(),
        }
    }

    /// Those of them that lists say beside the title; a retired code's row says it in words.
    fn marks(&self) -> impl Iterator<Item = &'static str> {
        self.states().split(' ').filter(|word| matches!(*word, "outcome" | "deprecated"))
    }

    fn retired_in(&self) -> &str {
        self.retired.as_deref().unwrap_or_default()
    }

    /// The `lang` attribute of its texts. A locale is letters, digits and `-`, so it needs no escape.
    fn lang(&self) -> String {
        lang(self.locale.as_deref())
    }
}

impl MessageView {
    fn lang(&self, entry: &EntryView) -> String {
        lang(self.locale.as_deref().or(entry.locale.as_deref()))
    }
}

fn lang(locale: Option<&str>) -> String {
    locale.map(|locale| format!(" lang=\"{locale}\"")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_parted() {
        assert_eq!([0, 1, 999, 1000, 12144, 1_234_567].map(grouped), ["0", "1", "999", "1,000", "12,144", "1,234,567"]);
        assert_eq!((counted(1, "code"), counted(2, "code")), ("1 code".to_owned(), "2 codes".to_owned()));
    }
}
