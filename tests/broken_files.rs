//! What is read of files that TOML refuses: which entries stay, which are lost, and where each fault is told. The golden shows all of it.

use std::fmt::Write as _;

use llamon_errors_catalog::check;
use llamon_errors_catalog::model::Entry;
use llamon_errors_tests::{ENTRY, assert_golden};

/// A sound entry.
fn entry(code: &str) -> String {
    format!("[{code}]\n{}", ENTRY.replace("gone", &format!("gone_{}", code.to_lowercase())))
}

/// A sound array of so many lines that look like headers.
fn array_of_lines(lines: usize) -> String {
    format!("labels = [\n{}]\n", "[1],\n".repeat(lines))
}

/// What happened, and a file in which it did.
type Files = Vec<(String, String)>;

const HEAD: &str = "domain = \"d\"\n";

/// Headers and keys that break off, and strings that look like headers.
fn broken_off() -> Files {
    let (a, b, c) = (entry("A"), entry("B"), entry("C"));
    let mut files = Vec::new();
    let mut file = |what: &str, text: String| files.push((what.to_owned(), text));
    let deep = vec!["k"; 200].join(".");
    file("a fault before the first header", format!("domain = d\n{a}"));
    file("a fault behind the domain", format!("{HEAD}version = 1.\n{a}"));
    file("a fault before the first header, and no domain", format!("version = 1.\n{a}"));
    file("a fault in an entry, and no domain", format!("[A]\nreason = gone\n{b}"));
    file("a header that is cut off", format!("{HEAD}[A\n{ENTRY}{b}"));
    file("a header that is cut off behind another entry", format!("{HEAD}{a}[B\n{c}"));
    file("an entry of which nothing but its fault is there", format!("{HEAD}[A]\nreason =\n{b}"));
    file("a file of one broken line", "x".to_owned());
    file("a broken file without a line end", format!("{HEAD}{a}help = "));
    for lines in [8, 9] {
        let array = array_of_lines(lines);
        file(&format!("an array of {lines} lines that look like headers"), format!("{HEAD}{a}{array}{b}help = x\n"));
    }
    for mark in ["\"\"\"", "'''"] {
        let headers = "[note]\n".repeat(20);
        let text = format!("message = {mark}\n{headers}{mark}\n");
        file(&format!("a string in {mark} full of headers"), format!("{HEAD}{a}{text}{b}help = x\n"));
        let open = format!("message = {mark}\n[note]\n");
        file(&format!("a string in {mark} that is never closed"), format!("{HEAD}{a}{open}{b}{c}"));
    }
    file("a string in a string", format!("{HEAD}{a}message = '''\n[x]\n\"\"\"\n'''\n{b}help = x\n"));
    file("a key of very many parts", format!("{HEAD}{a}{b}# {}\n{deep} = 1\n", "x".repeat(100)));
    file("two keys of very many parts", format!("{HEAD}{deep} = 1\n{a}{deep} = 1\n"));
    files
}

/// Entries that several headers make, and codes that stand twice.
fn in_several_places() -> Files {
    let (a, b) = (entry("A"), entry("B"));
    let mut files = Vec::new();
    let mut file = |what: &str, text: String| files.push((what.to_owned(), text));
    file("a table after its sub-table", format!("{HEAD}[A.message]\nko = \"x\"\n{a}{b}help = x\n"));
    file(
        "sub-tables in two places",
        format!("{HEAD}{a}[A.message]\nko = \"x\"\n{b}[A.fields]\nn = \"string\"\nhelp = x\n"),
    );
    file("a sub-table twice", format!("{HEAD}{a}[A.message]\nko = \"x\"\n[A.message]\nko = \"y\"\n{b}help = x\n"));
    file("a key and a sub-table", format!("{HEAD}{a}message = \"m\"\n[A.message]\nko = \"x\"\n{b}help = x\n"));
    file("parts of a sub-table", format!("{HEAD}{a}[A.message.ko]\nx = 1\n[A.message.en]\ny = 1\n{b}help = x\n"));
    file("a code twice", format!("{HEAD}{a}{a}{b}help = x\n"));
    file("a code twice, the second with a sub-table", format!("{HEAD}{a}{a}[A.message]\nko = \"x\"\n{b}help = x\n"));
    file("a table twice after its sub-table", format!("{HEAD}[A.message]\nko = \"x\"\n{a}{a}{b}help = x\n"));
    file(
        "a sub-table after a part of it",
        format!("{HEAD}{a}[A.message.ko]\nx = 1\n[A.message]\nen = \"x\"\n{b}help = x\n"),
    );
    file("a sub-table at fault", format!("{HEAD}[A]\nreason = \"gone\"\n[A.message]\nko = x\n{b}"));
    file("an array of tables", format!("{HEAD}[[A]]\nx = 1\n[[A]]\nx = 2\n[[A]]\nx = 3\n{b}help = x\n"));
    file("an array of tables, and a table", format!("{HEAD}[[A]]\nx = 1\n{a}{b}help = x\n"));
    files
}

/// Keys that stand twice, and where a fault is told.
fn within_an_entry() -> Files {
    let (a, b) = (entry("A"), entry("B"));
    let mut files = Vec::new();
    let mut file = |what: &str, text: String| files.push((what.to_owned(), text));
    file(
        "a key of an inline table twice",
        format!("{HEAD}{a}fields = {{ n = \"string\", n = \"string\" }}\n{b}help = x\n"),
    );
    file(
        "a key behind an inline table",
        format!("{HEAD}{a}fields = {{ title = \"string\" }}\ntitle = \"x\"\n{b}help = x\n"),
    );
    file(
        "a key before and in an inline table",
        format!("{HEAD}[A]\nfields = {{ title = \"string\" }}\ntitle = \"x\"\n{b}help = x\n"),
    );
    file("a key three times", format!("{HEAD}{a}title = \"x\"\n\"title\" = \"y\"\n{b}"));
    file("two faults on one line", format!("{HEAD}{a}help = ]]\n{b}"));
    file("two faults on two lines", format!("{HEAD}{a}help = [\ndescription = x y\n{b}"));
    file(
        "a fault and its echo",
        format!("{HEAD}[A]\nreason = \"gone\n{}{b}", ENTRY.replace("reason = \"gone\"\n", "")),
    );
    for gap in [10, 62, 63] {
        let far = format!("labels = [\n{}", "\"x\",\n".repeat(gap));
        file(&format!("an array that is never closed, {gap} lines on"), format!("{HEAD}[A]\n{far}{ENTRY}"));
    }
    file("an array that is closed, and a fault", format!("{HEAD}{a}labels = [\"x\"]\nhelp = [\"x\" \"y\"]\n{b}"));
    file("a fault at the very beginning", format!("= 1\n{HEAD}{a}"));
    file("a fault at the very end", format!("{HEAD}{a}help"));
    file("lines with carriage returns", format!("{HEAD}{a}help = x\n{b}").replace('\n', "\r\n"));
    files
}

#[test]
fn what_is_left_of_broken_files_is_the_golden() {
    let mut shown = String::new();
    for (what, text) in [broken_off(), in_several_places(), within_an_entry()].concat() {
        let checked = check("c.toml", text.as_bytes());
        let _ = writeln!(shown, "# {what}");
        for fault in &checked.diagnostics {
            let _ = writeln!(shown, "{fault}");
            for label in fault.labels() {
                let _ = writeln!(shown, "    {}: {}", label.source.position(label.span.start).line, label.text);
            }
            if let Some(help) = fault.help_text() {
                let _ = writeln!(shown, "    help: {help}");
            }
        }
        let sound: Vec<&str> = checked.catalog.entries().iter().map(Entry::code).collect();
        let damaged = checked.catalog.damaged().iter();
        let damaged: Vec<String> = damaged.map(|at| format!("{} {:?}", at.code.value, at.reason)).collect();
        let lost = if checked.catalog.has_lost_entries() { "; others are lost" } else { "" };
        let domain = checked.catalog.domain();
        let _ = writeln!(shown, "domain `{domain}`; sound {sound:?}; damaged {damaged:?}{lost}\n");
    }
    assert_golden("snapshots/broken-files.txt", &shown);
}

/// Lines that are no TOML, each as people write them, in an entry that is sound otherwise.
const LINES: &[&str] = &[
    "  [\"B]",
    "[\"B",
    "\t[\"B.c]",
    "[B",
    "[B]]",
    "[[B]",
    "# a\u{1}b",
    "  # é\u{7f}",
    "help = gone # why",
    "  help   =   gone here  # why",
    "help = “gone” # why",
    "help = “gone",
    "help = ‘gone’",
    "help = ＂gone＂",
    "help = \"Order \"not\" found\"",
    "help = \"a\" b",
    "help == \"x\"",
    "help = = \"x\"",
    "help = \"a",
    "help = \"a # b",
    "help = 'a",
    "help = 'it's'",
    "help = \"\"\"a",
    "help =   \"\"\"a",
    "help = \"\"\"a\"\"\" b",
    "help = '''a",
    "help = ''a'",
    "retry_after_ms = yes",
    "deprecated = True",
    "deprecated = on",
    "deprecated = NO",
    "deprecated = ture",
    "deprecated = true,",
    "help = \"x\",",
    "fields = { a = string }",
    "fields = { a = \"string\"",
    "fields = {\n  a = string\n}",
    "message = { ko = \"x\" en = \"y\" }",
    "help =",
    "help",
    "= \"x\"",
    "help \"x\"",
    "help: \"x\"",
    "'help = \"x\"",
    "retry_after_ms = 1_",
    "retry_after_ms = 01",
    "retry_after_ms = 1 000",
    "help = \"\\q\"",
    "help = \"a \\u12\"",
    "since = 1979-05-27T",
    "help = [\"a\"",
    "help = [\"a\" \"b\"]",
    "help = [[1, 2]",
    "h elp = \"x\"",
    "héllo = \"x\"",
    "help = %x",
    "help = @x",
    "help = (x)",
];

#[test]
fn what_is_said_of_lines_that_are_no_toml_is_the_golden() {
    let mut shown = String::new();
    for line in LINES {
        let text = format!("domain = \"d\"\n{}{line}\n", entry("A"));
        let checked = check("c.toml", text.as_bytes());
        let _ = writeln!(shown, "{}", line.escape_debug());
        for fault in checked.diagnostics.iter().filter(|fault| fault.rule() == llamon_errors_catalog::Rule::Syntax) {
            let span = fault.span().unwrap_or_default();
            let _ = writeln!(shown, "    {fault} `{}`", fault.source().slice(span).escape_debug());
            if let Some(help) = fault.help_text() {
                let _ = writeln!(shown, "    help: {help}");
            }
        }
    }
    assert_golden("snapshots/broken-lines.txt", &shown);
}
