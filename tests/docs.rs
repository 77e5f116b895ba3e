//! Documentation as files: goldens of whole pages, paths that every file system takes, and `docs --check`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use llamon_errors_catalog::emit::docs::{Form, Page, docs};
use llamon_errors_catalog::model::Entry;
use llamon_errors_catalog::{Checked, check};
use llamon_errors_tests::{assert_golden, catalogs_in, llamon_errors_bin, root, scratch};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;

fn checked(folders: &[&str]) -> Vec<Checked> {
    folders.iter().flat_map(|folder| catalogs_in(folder)).map(|(path, bytes)| check(&path, &bytes)).collect()
}

fn page<'p>(pages: &'p [Page], path: &str) -> &'p str {
    let found = pages.iter().find(|page| page.path == path);
    &found
        .unwrap_or_else(|| panic!("no page {path} among {:?}", pages.iter().map(|page| &page.path).collect::<Vec<_>>()))
        .text
}

#[test]
fn pages_are_their_goldens() {
    let site = docs(&checked(&["../catalogs", "catalogs/emit"]), Form::Html);
    for (path, golden) in [
        ("index.html", "index.html"),
        ("search-index.js", "search-index.js"),
        ("hostile/index.html", "hostile.html"),
        ("hostile/KV~3aCloud~3aIo~m1e8.html", "hostile-cloud-io.html"),
        ("hostile/8005.html", "hostile-8005.html"),
        ("document-service/DOC_004.html", "doc-004.html"),
        ("document-service/DOC_101.html", "doc-101.html"),
    ] {
        assert_golden(&format!("snapshots/docs/{golden}"), page(&site, path));
    }
    let markdown = docs(&checked(&["../catalogs", "catalogs/emit"]), Form::Markdown);
    for path in ["index.md", "document-service.md", "hostile.md"] {
        assert_golden(&format!("snapshots/docs/{path}"), page(&markdown, path));
    }
    assert_eq!(markdown.len(), 4);
}

#[test]
fn pages_are_deterministic() {
    for form in [Form::Html, Form::Markdown] {
        assert_eq!(docs(&checked(&["catalogs/real"]), form), docs(&checked(&["catalogs/real"]), form));
    }
}

/// Every link of every page leads to a page that is there.
#[test]
fn every_link_leads_somewhere() {
    let site = docs(&checked(&["../catalogs", "catalogs/emit", "catalogs/real"]), Form::Html);
    let paths: BTreeSet<&str> = site.iter().map(|page| page.path.as_str()).collect();
    let mut links = 0;
    for page in site.iter().filter(|page| page.text.starts_with("<!doctype html>")) {
        let folder: Vec<&str> = page.path.split('/').collect();
        for attribute in ["href=\"", "src=\"", "action=\""] {
            for rest in page.text.split(attribute).skip(1) {
                let link = rest.split('"').next().unwrap_or_default();
                if link.starts_with("https://") || link.starts_with('#') || link == "data:," {
                    continue;
                }
                let mut at: Vec<&str> = folder[..folder.len() - 1].to_vec();
                for step in link.split('/') {
                    if step == ".." {
                        assert!(at.pop().is_some(), "{link} of {} leaves the site", page.path);
                    } else {
                        at.push(step);
                    }
                }
                links += 1;
                assert!(paths.contains(at.join("/").as_str()), "{link} of {} leads nowhere", page.path);
            }
        }
    }
    assert!(links > 100_000, "{links}");
}

/// Texts of catalogs are text: no page has an element that the templates do not write.
#[test]
fn no_text_of_a_catalog_becomes_markup() {
    for page in
        docs(&checked(&["catalogs/emit"]), Form::Html).iter().filter(|page| page.text.starts_with("<!doctype html>"))
    {
        for forbidden in
            ["<script>", "<img", "onerror=alert(1)>", "javascript:alert(1))<", "<b>", "\u{202e}", "\u{2028}"]
        {
            assert!(!page.text.contains(forbidden), "{forbidden} in {}", page.path);
        }
        assert_eq!(page.text.matches("</script>").count(), page.text.matches("<script src=").count(), "{}", page.path);
    }
    let index = docs(&checked(&["catalogs/emit"]), Form::Html);
    assert!(!page(&index, "search-index.js").contains('<'), "what ends a script has no place in one");
}

/// The index of the search is data in a script: what stands in it is JSON, and says what the catalogs say.
#[test]
fn the_index_of_the_search_holds_every_entry() {
    let catalogs = checked(&["catalogs/emit", "catalogs/real"]);
    let site = docs(&catalogs, Form::Html);
    let script = page(&site, "search-index.js");
    let (head, data) = script.split_once("window.llamonIndex = ").expect("it sets the index");
    assert_eq!(head, format!("// {}\n", Form::Html.mark()));
    let index: Value =
        serde_json::from_str(data.strip_suffix(";\n").expect("it is one statement")).expect("it is JSON");
    let (domains, entries) = (&index["domains"], index["entries"].as_array().expect("there are entries"));
    let mut indexed = BTreeSet::new();
    for entry in entries {
        let domain = &domains[usize::try_from(entry[0].as_u64().expect("a number")).expect("a small one")];
        let path = format!("{}/{}.html", domain[1].as_str().expect("a folder"), entry[2].as_str().expect("a page"));
        assert!(page(&site, &path).contains("<h1>"), "{path}");
        let text = |place: usize| entry[place].as_str().expect("a text").to_owned();
        indexed.insert((domain[0].as_str().expect("a domain").to_owned(), text(1), text(6)));
    }
    let wanted = catalogs.iter().flat_map(|checked| {
        let domain = checked.catalog.domain();
        let reason = |entry: &Entry| entry.facts().map(|facts| facts.reason.value.clone()).unwrap_or_default();
        checked.catalog.entries().iter().map(move |entry| (domain.to_owned(), entry.code().to_owned(), reason(entry)))
    });
    assert_eq!(indexed, wanted.collect::<BTreeSet<_>>());
}

/// A page's path depends on its code alone: other entries do not move it.
#[test]
fn links_are_stable() {
    let entry = |code: &str| {
        format!("['{code}']\nsdk_code = \"NOT_FOUND\"\nreason = \"r\"\ntitle = \"t\"\nretriable = false\n")
    };
    let paths = |codes: &[&str]| {
        let text = codes.iter().fold("domain = \"d\"\n".to_owned(), |text, code| text + &entry(code));
        let pages = docs(&[check("d.toml", text.as_bytes())], Form::Html);
        pages.into_iter().map(|page| page.path).collect::<BTreeSet<_>>()
    };
    let one = paths(&["Doc_5"]);
    assert!(one.is_subset(&paths(&["DOC_5", "doc_5", "Doc_5", "index"])));
}

proptest! {
    // Nothing is written into the sources: a finding is written into a test by hand.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// No two codes get one page, also where a file system takes letters of either case for the same; and each path is one that Windows
    /// takes.
    #[test]
    fn every_code_has_a_page_of_its_own(
        codes in prop::collection::btree_set("[!-~]{1,128}|(?i)(con|aux|index|com1|[a-c]{2})(\\.[a-b])?", 1..40),
    ) {
        let quoted = |code: &str| code.replace('\\', "\\\\").replace('"', "\\\"");
        let text = codes.iter().fold("domain = \"d\"\n".to_owned(), |text, code| {
            text + &format!("[\"{}\"]\nretired = \"1\"\n", quoted(code))
        });
        let checked = check("d.toml", text.as_bytes());
        prop_assert_eq!(checked.catalog.entries().len(), codes.len());
        let pages = docs(&[checked], Form::Html);
        let below: Vec<String> = pages.iter().filter(|page| page.path.contains('/')).map(|page| page.path.to_lowercase()).collect();
        prop_assert_eq!(below.len(), codes.len() + 1);
        prop_assert_eq!(below.iter().collect::<BTreeSet<_>>().len(), below.len());
        for step in below.iter().flat_map(|path| path.split('/')) {
            prop_assert!(step.len() <= 220 && !step.starts_with('.') && !step.ends_with('.'), "{}", step);
            prop_assert!(step.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.~".contains(&byte)), "{}", step);
            let stem = step.split('.').next().unwrap_or_default();
            prop_assert!(!["con", "prn", "aux", "nul", "com1", "lpt1"].contains(&stem), "{}", step);
        }
    }
}

/// The texts of each heading, table cell and paragraph of a page, as a reader of Markdown sees them, and what is more than text in them.
fn read(markdown: &str) -> (Vec<String>, Vec<String>) {
    let (mut blocks, mut more, mut open) = (Vec::new(), Vec::new(), String::new());
    for event in Parser::new_ext(markdown, Options::all() - Options::ENABLE_SMART_PUNCTUATION) {
        match event {
            Event::Text(text) | Event::Code(text) => open.push_str(&text),
            Event::SoftBreak => open.push('\n'),
            Event::End(TagEnd::Heading(_) | TagEnd::TableCell | TagEnd::Paragraph | TagEnd::Item) => {
                blocks.push(std::mem::take(&mut open));
            }
            Event::Start(
                Tag::Emphasis
                | Tag::Strong
                | Tag::Strikethrough
                | Tag::Image { .. }
                | Tag::CodeBlock(_)
                | Tag::BlockQuote(_)
                | Tag::FootnoteDefinition(_),
            )
            | Event::HardBreak
            | Event::Rule
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::FootnoteReference(_)
            | Event::TaskListMarker(_) => more.push(format!("{event:?}")),
            Event::Html(html) | Event::InlineHtml(html) => {
                let ours = ["<a id=", "</a>", "<!-- Made by"].iter().any(|start| html.starts_with(start));
                more.extend((!ours).then(|| html.to_string()));
            }
            _ => {}
        }
    }
    (blocks, more)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a title or a description says, a reader of Markdown sees just that.
    #[test]
    fn markdown_shows_texts_as_they_are(text in "[!-~가-힣]([ -~가-힣]{0,40}[!-~가-힣])?") {
        let quoted = text.replace('\\', "\\\\").replace('"', "\\\"");
        let catalog = format!("domain = \"d\"\n[X]\nsdk_code = \"NOT_FOUND\"\nreason = \"r\"\ntitle = \"{quoted}\"\n\
                               retriable = false\ndescription = \"{quoted}\\n{quoted}\"\n");
        let pages = docs(&[check("d.toml", catalog.as_bytes())], Form::Markdown);
        let (blocks, more) = read(page(&pages, "d.md"));
        prop_assert_eq!(&more, &Vec::<String>::new(), "{}", page(&pages, "d.md"));
        for wanted in [text.clone(), format!("X: {text}"), format!("{text}\n{text}")] {
            prop_assert!(blocks.contains(&wanted), "{} is not among {:?} of {}", wanted, blocks, page(&pages, "d.md"));
        }
    }
}

/// What closes a heading, and what GitHub makes a link of, in the titles in which readers of Markdown would lose them.
#[test]
fn headings_keep_their_ends_and_addresses_are_text() {
    for title in ["Language C #", "C ##", "#", "F #{x}", "#1 #"] {
        let catalog = format!(
            "domain = \"d\"\n[X]\nsdk_code = \"NOT_FOUND\"\nreason = \"r\"\ntitle = \"{title}\"\nretriable = false\n\
             description = \"at www.example.com\"\n"
        );
        let pages = docs(&[check("d.toml", catalog.as_bytes())], Form::Markdown);
        let markdown = page(&pages, "d.md");
        let (blocks, _) = read(markdown);
        assert!(blocks.contains(&format!("X: {title}")), "{title} is not among {blocks:?} of {markdown}");
        assert!(
            markdown.contains(r"at www\.example.com") && blocks.contains(&"at www.example.com".to_owned()),
            "{markdown}"
        );
    }
}

/// Runs the command in `tests/`, and gives back what it says and its status.
fn run(arguments: &[&str]) -> (String, i32) {
    let output =
        std::process::Command::new(llamon_errors_bin()).args(arguments).current_dir(root().join("tests")).output();
    let output = output.expect("the command runs");
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (said, output.status.code().unwrap_or(-1))
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = scratch("docs").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn stale_pages_are_named_and_mended() {
    let out = folder("stale");
    let shown = out.display().to_string();
    let mut transcript = String::new();
    let mut step = |what: &str, arguments: &[&str], status: i32| {
        let mut all = vec!["docs", "../catalogs", "--out", &shown];
        all.extend(arguments);
        let (said, code) = run(&all);
        let told = format!("# {what}\n$ llamon-errors {}\n{said}[exit {code}]\n\n", all.join(" "));
        transcript.push_str(&told.replace(&shown, "OUT"));
        assert_eq!(code, status, "{what}: {said}");
    };
    step("nothing is there", &["--check"], 1);
    step("written", &[], 0);
    step("fresh", &["--check"], 0);
    step("again: nothing to write", &[], 0);
    let pages = out.join("document-service");
    std::fs::remove_file(pages.join("DOC_001.html")).expect("it was written");
    let changed =
        std::fs::read_to_string(pages.join("DOC_002.html")).expect("it was written").replace("DOC_002", "DOC_2");
    std::fs::write(pages.join("DOC_002.html"), changed).expect("it can be written");
    std::fs::create_dir_all(out.join("old-service")).expect("a folder can be made");
    std::fs::copy(pages.join("DOC_003.html"), out.join("old-service/DOC_1.html")).expect("it can be copied");
    std::fs::write(out.join("CNAME"), "errors.example.com\n").expect("a file of others");
    step("one missing, one changed, one left over, one of others", &["--check"], 1);
    step("mended", &[], 0);
    step("fresh again", &["--check"], 0);
    assert!(out.join("CNAME").is_file() && !out.join("old-service").exists());
    let mine = "<p>mine</p>";
    std::fs::write(out.join("index.html"), mine).expect("a file of others");
    step("a file of somebody else in a page's place", &[], 2);
    step("and so it is told", &["--check"], 1);
    assert_eq!(std::fs::read_to_string(out.join("index.html")).ok().as_deref(), Some(mine));
    step("the other form beside it", &["--format", "markdown"], 0);
    step("is fresh by itself", &["--format", "markdown", "--check"], 0);
    assert_golden("snapshots/cli/docs-check.txt", &transcript);
}

/// A link in the place of a page leads to a file of others, which is not written through it.
#[cfg(unix)]
#[test]
fn files_of_others_are_not_written_through_links() {
    let out = folder("links");
    let mine = scratch("docs").join("mine.html");
    std::fs::create_dir_all(&out).expect("folders can be made");
    std::fs::write(&mine, "mine").expect("a file of others");
    std::os::unix::fs::symlink(&mine, out.join("index.html")).expect("a link can be made");
    let (said, code) = run(&["docs", "../catalogs", "--out", &out.display().to_string()]);
    assert_eq!((code, std::fs::read_to_string(&mine).ok().as_deref()), (2, Some("mine")), "{said}");
}

/// Links of others are neither followed nor in the way: a loop, one that leads nowhere, one into another site, whose pages are not left
/// over.
#[cfg(unix)]
#[test]
fn links_of_others_are_left_alone() {
    use std::os::unix::fs::symlink;
    let (out, other) = (folder("links-beside"), folder("links-other"));
    let shown = out.display().to_string();
    assert_eq!(run(&["docs", "../catalogs", "--out", &other.display().to_string()]).1, 0);
    std::fs::create_dir_all(&out).expect("folders can be made");
    for (to, from) in [(out.as_path(), "loop"), (Path::new("nowhere"), "dangling"), (other.as_path(), "another")] {
        symlink(to, out.join(from)).expect("a link can be made");
    }
    let (said, code) = run(&["docs", "catalogs/emit", "--out", &shown]);
    assert_eq!(code, 0, "{said}");
    assert!(other.join("document-service/DOC_001.html").is_file(), "{said}");
    assert_eq!(run(&["docs", "catalogs/emit", "--out", &shown, "--check"]).1, 0);
    // In the place of a page both are told.
    for place in ["index.html", "site.css"] {
        std::fs::remove_file(out.join(place)).expect("it was written");
    }
    symlink("nowhere", out.join("index.html")).expect("a link can be made");
    std::fs::create_dir(out.join("site.css")).expect("a folder can be made");
    let (said, code) = run(&["docs", "catalogs/emit", "--out", &shown]);
    let said = said.replace(&shown, "OUT");
    assert_eq!(code, 2, "{said}");
    assert_golden("snapshots/cli/docs-links.txt", &said);
    let (said, code) = run(&["docs", "catalogs/emit", "--out", "../catalogs/documents.toml"]);
    assert_eq!(code, 2, "{said}");
    assert_golden("snapshots/cli/docs-out-file.txt", &said);
}

/// Nothing is made from a catalog at fault, and nothing that is there is touched (B41).
#[test]
fn a_catalog_with_errors_makes_no_pages() {
    let out = folder("refused");
    let shown = out.display().to_string();
    for (paths, status) in [
        (&["catalogs/hard/typos.toml"][..], 1),
        (&["catalogs/two-files"], 1),
        (&["nowhere.toml"], 2),
        (&["../catalogs/documents.toml", "nowhere.toml"], 2),
    ] {
        let mut docs = vec!["docs", "--out", &shown];
        docs.extend(paths);
        let (said, code) = run(&docs);
        assert_eq!((code, out.exists()), (status, false), "{said}");
        for format in ["json", "python", "typescript", "json-schema"] {
            let mut export = vec!["export", "--format", format];
            export.extend(paths);
            let output = std::process::Command::new(llamon_errors_bin())
                .args(&export)
                .current_dir(root().join("tests"))
                .output();
            let output = output.expect("the command runs");
            assert_eq!((output.status.code(), output.stdout.len()), (Some(status), 0), "{export:?}");
            assert!(!output.stderr.is_empty());
        }
    }
}

/// A reader that stops early is no error (B83).
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    let bin = llamon_errors_bin();
    for words in ["export --format json catalogs/real", "schema"] {
        let script = format!("'{}' {words} | head -1 >/dev/null; exit ${{PIPESTATUS[0]}}", bin.display());
        let output =
            std::process::Command::new("bash").args(["-c", &script]).current_dir(root().join("tests")).output();
        let output = output.expect("bash runs");
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
    }
}
