//! The tables of the guide: comes in the code, its registers, its documentation or its source; goes out Markdown.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;

use llamon_errors::json_rpc::{JSON_RPC_CODE_TO_ERROR_CODE, Protocol, refusal_number};
use llamon_errors::response::UnifiedErrorResponse;
use llamon_errors::tonic::grpc_code;
use llamon_errors::{ApplicationErrorData, ErrorCode};
use llamon_errors_catalog::{Rule, Severity};
use serde_json::Value;

/// A table: its head, and its rows.
fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let mut out = line(&head.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
    let _ = writeln!(out, "|{}", "---|".repeat(head.len()));
    out.extend(rows.into_iter().map(|row| line(&row)));
    out
}

/// The properties of an object of the schema, in the order of its text: a map has lost it.
fn properties<'s>(schema: &'s Value, pointer: &str, text: &str) -> Vec<(&'s String, &'s Value)> {
    let properties = schema.pointer(pointer).and_then(Value::as_object).expect("the schema has properties");
    let mut properties: Vec<_> = properties.iter().collect();
    properties.sort_by_key(|(key, _)| text.find(&format!("\"{key}\": {{")));
    properties
}

fn parsed(schema: &str) -> Value {
    serde_json::from_str(schema).expect("the schema is JSON")
}

/// What a value may be, as the schema says it.
fn form(property: &Value) -> String {
    let choices = |values: &Value| {
        let values = values.as_array().expect("a list").iter().filter_map(Value::as_str);
        values.map(|value| format!("`{value}`")).collect::<Vec<_>>().join(", ")
    };
    if property.get("anyOf").is_some() {
        return "a text, or a table of locales and texts".to_owned();
    }
    if let Some(values) = property.get("enum") {
        return if values.as_array().is_some_and(|values| values.len() > 4) {
            "one of eight".to_owned()
        } else {
            choices(values)
        };
    }
    match property["type"].as_str().expect("a property has a type") {
        "boolean" => "`true`, `false`".to_owned(),
        "integer" => format!("a whole number, {} to {}", property["minimum"], property["maximum"]),
        "object" => format!("a table of {}", choices(&property["additionalProperties"]["enum"])),
        _ => "a text".to_owned(),
    }
}

fn about(property: &Value) -> String {
    property["description"].as_str().expect("a key is described").to_owned()
}

pub(crate) fn catalog_keys(text: &str) -> String {
    let schema = parsed(text);
    let required = schema["required"].as_array().expect("a list");
    let rows = properties(&schema, "/properties", text).into_iter().map(|(key, property)| {
        let mark = if required.iter().any(|name| name == key) { "yes" } else { "no" };
        vec![format!("`{key}`"), mark.to_owned(), about(property)]
    });
    table(&["key", "required", "what it says"], rows)
}

/// Which kinds of entries have a key the schema says in three branches.
pub(crate) fn entry_keys(text: &str) -> String {
    let schema = parsed(text);
    let entry = &schema["definitions"]["entry"];
    let branches = ["/else/else", "/else/then", "/then"].map(|path| entry.pointer(path).expect("a branch"));
    let mark = |branch: &Value, key: &str| {
        if branch["required"].as_array().is_some_and(|names| names.iter().any(|name| name == key)) {
            return "●".to_owned();
        }
        if branch["properties"][key] == Value::Bool(false) { String::new() } else { "○".to_owned() }
    };
    let rows = properties(&schema, "/definitions/entry/properties", text).into_iter().map(|(key, property)| {
        let mut row = vec![format!("`{key}`")];
        row.extend(branches.iter().map(|branch| mark(branch, key)));
        row.extend([form(property), about(property)]);
        row
    });
    table(&["key", "error", "outcome", "retired", "value", "what it says"], rows)
}

/// Without the ids of the specification, which say nothing to a reader of the guide.
fn without_ids(text: &str) -> String {
    let mut out = String::new();
    let mut pieces = text.split(" (SPEC ");
    out.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        out.push_str(piece.split_once(')').unwrap_or_default().1);
    }
    out
}

/// What the documentation of a struct or an enum says of each of its members: name, the rest of the line, and the text.
fn documented(source: &str, item: &str) -> Vec<(String, String, String)> {
    let (_, body) = source.split_once(&format!("pub {item} {{\n")).expect("the item is there");
    let (mut members, mut text) = (Vec::new(), String::new());
    for line in body.split("\n}").next().unwrap_or_default().lines().map(str::trim) {
        if let Some(said) = line.strip_prefix("///") {
            text.push_str(said);
        } else if !line.starts_with('#') {
            let (name, rest) =
                line.trim_end_matches(',').trim_start_matches("pub ").split_once(": ").unwrap_or((line, ""));
            let text = without_ids(std::mem::take(&mut text).trim());
            members.push((name.trim_end_matches(',').to_owned(), rest.to_owned(), text));
        }
    }
    members
}

pub(crate) fn error_codes(source: &str) -> String {
    let about: HashMap<String, String> =
        documented(source, "enum ErrorCode").into_iter().map(|(name, _, text)| (name, text)).collect();
    let rows = ErrorCode::ALL.into_iter().map(|code| {
        let retry = if code.usually_retriable() { "usually" } else { "" };
        vec![format!("`{code}`"), about[&format!("{code:?}")].clone(), retry.to_owned()]
    });
    table(&["sdk_code", "meaning", "retriable"], rows)
}

pub(crate) fn members(source: &str) -> String {
    let refusal = documented(source, "struct ProtocolErrorData");
    let rows = documented(source, "struct ApplicationErrorData").into_iter().map(|(name, ty, text)| {
        let early = refusal.iter().any(|member| member.0 == name);
        let always = if ty.starts_with("Option") { "○" } else { "●" };
        let early = if early { always } else { "" };
        vec![format!("`{}`", camel(&name)), early.to_owned(), always.to_owned(), text]
    });
    table(&["member", "refused", "failed", "meaning"], rows)
}

fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let mut out = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (first, rest) = word.split_at(1);
        out.extend([&first.to_ascii_uppercase(), rest]);
    }
    out
}

/// What each carrier makes of each code.
pub(crate) fn codes() -> String {
    let rows = ErrorCode::ALL.into_iter().map(|code| {
        let data = ApplicationErrorData::new(code, "any_reason");
        let response = UnifiedErrorResponse::from(data.clone());
        let refusal = refusal_number(code).map_or_else(|_| "never".to_owned(), |number| number.to_string());
        let http = format!("{} `{}`", response.http_status(), response.error.code.as_str());
        vec![format!("`{code}`"), refusal, http, format!("`{:?}`", grpc_code(&data))]
    });
    table(&["code", "JSON-RPC refusal", "HTTP", "gRPC"], rows)
}

pub(crate) fn json_rpc() -> String {
    let rows = JSON_RPC_CODE_TO_ERROR_CODE.iter().map(|(protocol, number, meaning)| {
        let protocol = match protocol {
            Protocol::A2a => "A2A",
            Protocol::Mcp => "MCP",
            _ => panic!("a protocol has no name here"),
        };
        let retriable = if meaning.retriable { "yes" } else { "no" };
        let (code, reason) = (format!("`{}`", meaning.code), format!("`{}`", meaning.reason));
        vec![protocol.to_owned(), number.to_string(), code, reason, retriable.to_owned()]
    });
    table(&["whose", "number", "code", "reason", "retriable"], rows)
}

pub(crate) fn rules() -> String {
    let groups = [
        ("LE00", "About the file"),
        ("LE01", "About one value"),
        ("LE02", "About an enum and its catalog"),
        ("LE03", "Advice"),
    ];
    let known = |rule: &&Rule| groups.iter().any(|(prefix, _)| rule.id().starts_with(prefix));
    assert_eq!(Rule::ALL.iter().filter(known).count(), Rule::ALL.len(), "every rule has a group");
    let group = |(prefix, title): (&str, &str)| {
        let rules = Rule::ALL.iter().filter(|rule| rule.id().starts_with(prefix));
        let rows = rules.map(|rule| {
            let severity = if rule.severity() == Severity::Error { "error" } else { "warning" };
            vec![format!("`{}`", rule.id()), severity.to_owned(), rule.summary().to_owned()]
        });
        format!("## {title}\n\n{}\n", table(&["id", "severity", "what is found"], rows))
    };
    groups.map(group).concat()
}

/// The tables at the heads of the sources, what is not of a crate first, each below what its file says that it is about.
pub(crate) fn classification(package: &Path) -> String {
    let folder = std::fs::read_dir(package.join("src/classify")).expect("the folder is there").flatten();
    let mut files: Vec<_> = folder.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.push(package.join("src/family.rs"));
    let manifest = std::fs::read_to_string(package.join("Cargo.toml")).expect("the manifest is there");
    let mut sections: Vec<(bool, String, String)> = Vec::new();
    for file in files {
        let source = std::fs::read_to_string(&file).expect("sources are text");
        let stem = file.file_stem().expect("it has a name").to_string_lossy().replace('_', "-");
        let is_feature = manifest.contains(&format!("\n{stem} = ["));
        if let Some((title, body)) = section(&source) {
            let feature = if is_feature { format!("Feature `{stem}`.\n\n") } else { String::new() };
            sections.push((is_feature, stem, format!("## {title}\n\n{feature}{body}\n")));
        }
    }
    sections.sort();
    sections.into_iter().map(|section| section.2).collect()
}

/// What one source says: its table, or where another has it, and its lists of types and reasons.
fn section(source: &str) -> Option<(String, String)> {
    let head: Vec<&str> = source.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
    let paragraph = head.iter().take_while(|line| !line.is_empty()).copied().collect::<Vec<_>>().join(" ");
    let (title, rest) = paragraph.split_once(':').unwrap_or((&paragraph, ""));
    let title = without_ids(title);
    let rows = head.iter().filter(|line| line.starts_with('|'));
    let rows: String = rows.flat_map(|line| [unlinked(line), "\n".to_owned()]).collect();
    let listed = reasons(source);
    let body = if !rows.is_empty() || !listed.is_empty() {
        format!("{rows}{}{listed}", if rows.is_empty() || listed.is_empty() { "" } else { "\n" })
    } else if title.starts_with('`') {
        // The file of a crate whose rows stand in another one, which is on the page too.
        format!("{}\n", unlinked(rest.split_once(". ")?.1).replace(", in `http_client.rs`", ", above"))
    } else {
        return None;
    };
    Some((title, body))
}

/// The rows of `reasons!`: a type, and the reason that it gets.
fn reasons(source: &str) -> String {
    let lists = source.split("\nreasons! {\n").skip(1).filter_map(|list| list.split("\n}").next());
    let rows: Vec<Vec<String>> = lists
        .flat_map(str::lines)
        .filter_map(|line| line.trim().strip_suffix("\",")?.split_once(" => \""))
        .map(|(ty, reason)| {
            vec![format!("`{ty}`"), "`INTERNAL_ERROR`".to_owned(), format!("`{reason}`"), "no".to_owned()]
        })
        .collect();
    if rows.is_empty() { String::new() } else { table(&["type", "code", "reason", "retriable"], rows) }
}

/// Links of rustdoc as plain text: their targets are not in scope on a page.
fn unlinked(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once("[`") {
        let Some((name, after)) = after.split_once("`]") else { break };
        out.extend([before, "`", name, "`"]);
        rest = after.strip_prefix('(').and_then(|target| target.split_once(')')).map_or(after, |target| target.1);
    }
    out.push_str(rest);
    out
}

/// JSON over several lines, its members in the order in which they came.
pub(crate) fn indented(json: &str) -> String {
    let (mut out, mut depth, mut in_text, mut escaped) = (String::new(), 0_usize, false, false);
    let mut letters = json.chars().peekable();
    while let Some(letter) = letters.next() {
        if in_text {
            out.push(letter);
            in_text = escaped || letter != '"';
            escaped = !escaped && letter == '\\';
            continue;
        }
        let is_empty = matches!((letter, letters.peek()), ('{', Some('}')) | ('[', Some(']')));
        match letter {
            '{' | '[' if !is_empty => depth += 1,
            '}' | ']' if !out.ends_with(['{', '[']) => {
                depth -= 1;
                out.extend(["\n", &"  ".repeat(depth)]);
            }
            _ => in_text = letter == '"',
        }
        out.push(letter);
        match letter {
            ':' => out.push(' '),
            ',' | '{' | '[' if !is_empty => out.extend(["\n", &"  ".repeat(depth)]),
            _ => {}
        }
    }
    out
}
