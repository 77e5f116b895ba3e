//! A table with a header.
//!
//! ```text
//! code,sdk_code,reason,title,retriable,message.ko,message.en,fields.limit
//! DOC_008,RATE_LIMITED,daily_quota_exceeded,일일 할당량 초과,true,...,...,integer
//! ```
//!
//! The header names keys of entries in any order and spelling that is near (`SDK Code`); `domain`, `default_locale` and `version` may be
//! columns too, and say one thing. An empty cell says nothing. Commas, semicolons and tabs part cells, whichever the header has most of.

use std::io::Read as _;

use csv::{Position, ReaderBuilder, StringRecord};

use crate::import::Decision;
use crate::import::draft::{Draft, DraftEntry, Value};
use crate::keys::{CatalogKey, Form, Key};
use crate::lower::shown;
use crate::source::SourceFile;
use crate::suggest::nearest;

/// What a column is about.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Column {
    Code,
    /// A key of the catalog.
    Own(&'static str),
    /// A key of the entry.
    Key(&'static str),
    /// One of the texts of a key: a locale's message, a field's type.
    Part(&'static str, String),
}

/// A row that is put behind the last one. Where a quote is never closed, all that follows is one cell, and this stands at its end.
const END: &str = "\n\0";

/// The keys that have a column for each of their texts.
const PARTED: [&str; 2] = ["message", "fields"];

pub(super) fn read(source: &SourceFile, decisions: &mut Vec<Decision>) -> Draft {
    let first = source.text().lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let count = |delimiter: &u8| first.bytes().filter(|byte| byte == delimiter).count();
    // The last of equals: a comma, where nothing parts the header at all.
    let delimiter = [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',');
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .has_headers(false)
        .from_reader(source.text().as_bytes().chain(END.as_bytes()));
    let mut table = Table { source, columns: Vec::new(), draft: Draft::default(), decisions };
    for record in reader.records() {
        match record {
            Ok(record) if record.iter().eq([END.trim()]) => {}
            Ok(record) if record.iter().next_back().is_some_and(|cell| cell.ends_with(END)) => table.unclosed(&record),
            Ok(record) if record.iter().all(|cell| cell.trim().is_empty()) => {}
            Ok(record) if table.columns.is_empty() => table.header(&record),
            Ok(record) => table.row(&record),
            Err(error) => {
                let line = table.line(error.position());
                table.tell(line, error.to_string().to_lowercase(), None);
            }
        }
    }
    table.draft
}

struct Table<'t> {
    source: &'t SourceFile,
    columns: Vec<Option<Column>>,
    draft: Draft,
    decisions: &'t mut Vec<Decision>,
}

impl Table<'_> {
    /// The line on which a row begins. Its position is where the row before it ends, so empty lines may stand between.
    fn line(&self, position: Option<&Position>) -> usize {
        let end = position.and_then(|position| usize::try_from(position.byte()).ok()).unwrap_or_default();
        let rest = self.source.text().get(end..).unwrap_or_default();
        let empty = rest.len() - rest.trim_start_matches('\n').len();
        self.source.position(end + empty).line
    }

    fn tell(&mut self, line: usize, message: String, help: Option<String>) {
        self.decisions.push(Decision { place: format!("{}:{line}", self.source.path()), message, help });
    }

    fn unclosed(&mut self, record: &StringRecord) {
        let line = self.line(record.position());
        let help = "close it with `\"`; a quote inside of a cell is written twice".to_owned();
        self.tell(line, "a quote in this row is never closed, so all that follows is one cell".to_owned(), Some(help));
    }

    fn header(&mut self, record: &StringRecord) {
        let line = self.line(record.position());
        for name in record {
            let column = column(name);
            if column.is_none() {
                let meant = nearest(name, Key::names().chain(CatalogKey::names()).chain(["code"]));
                let help = match meant {
                    Some("fields") => "give each field a column of its own: `fields.NAME` holds its type".to_owned(),
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => "a column is named after a key of the format; take it out, or rename it".to_owned(),
                };
                self.tell(line, format!("the format has no key for the column `{}`", shown(name)), Some(help));
            } else if self.columns.contains(&column) {
                self.tell(
                    line,
                    format!("the column `{}` stands twice", shown(name)),
                    Some("keep one of them".to_owned()),
                );
            }
            self.columns.push(column);
        }
        if !self.columns.contains(&Some(Column::Code)) {
            let help = Some("name the column of the codes `code`".to_owned());
            self.tell(line, "no column of the header is `code`".to_owned(), help);
        }
    }

    fn row(&mut self, record: &StringRecord) {
        let line = self.line(record.position());
        if record.len() > self.columns.len() {
            let message = format!("the row has {} cells, and the header {}", record.len(), self.columns.len());
            self.tell(line, message, Some("put cells that hold a comma in quotes".to_owned()));
        }
        let mut entry = DraftEntry::new("", format!("{}:{line}", self.source.path()));
        let mut parts: Vec<(&'static str, Vec<(String, String)>)> = PARTED.map(|key| (key, Vec::new())).into();
        for (column, cell) in self.columns.clone().iter().zip(record) {
            let Some(column) = column else { continue };
            if cell.trim().is_empty() {
                continue;
            }
            match column {
                Column::Code => cell.trim().clone_into(&mut entry.code),
                Column::Own(key) => self.own(line, key, cell.trim()),
                Column::Key(key) => self.cell(line, &mut entry, key, cell),
                Column::Part(key, part) => {
                    let text = if *key == "fields" { cell.trim() } else { cell };
                    parts.iter_mut().filter(|(other, _)| other == key).for_each(|(_, texts)| {
                        texts.push((part.clone(), text.to_owned()));
                    });
                }
            }
        }
        for (key, texts) in parts.into_iter().filter(|(_, texts)| !texts.is_empty()) {
            if entry.value(key).is_some() {
                let message = format!("`{key}` of `{}` stands in a column of its own and in parts", shown(&entry.code));
                self.tell(line, message, Some(format!("keep `{key}`, or the columns that begin with `{key}.`")));
            }
            entry.set(key, Value::Texts(texts));
        }
        if !entry.code.is_empty() {
            self.draft.entries.push(entry);
        } else if self.columns.contains(&Some(Column::Code)) {
            self.tell(line, "the row has no code".to_owned(), Some("give it one, or take the row out".to_owned()));
        }
    }

    fn own(&mut self, line: usize, key: &'static str, cell: &str) {
        match self.draft.own(key) {
            said @ None => *said = Some(cell.to_owned()),
            Some(first) if first == cell => {}
            Some(first) => {
                let message = format!("`{key}` is `{}` here and `{}` above", shown(cell), shown(first));
                self.tell(line, message, Some("a catalog has one; import each into a file of its own".to_owned()));
            }
        }
    }

    fn cell(&mut self, line: usize, entry: &mut DraftEntry, key: &'static str, cell: &str) {
        let value = match key {
            // Spreadsheets write TRUE.
            "retriable" if cell.trim().eq_ignore_ascii_case("true") => Value::Flag(true),
            "retriable" if cell.trim().eq_ignore_ascii_case("false") => Value::Flag(false),
            "retriable" => {
                let message = format!("`retriable` of `{}` is `{}`", shown(&entry.code), shown(cell));
                entry.refuse("retriable");
                return self.tell(line, message, Some("write `true` or `false`".to_owned()));
            }
            "retry_after_ms" => match cell.trim().parse() {
                Ok(number) => Value::Number(number),
                Err(_) => {
                    let message = format!("`retry_after_ms` of `{}` is `{}`", shown(&entry.code), shown(cell));
                    return self.tell(line, message, Some("write whole milliseconds, for example 1500".to_owned()));
                }
            },
            "title" | "message" | "description" | "help" | "deprecated" => Value::Text(cell.to_owned()),
            _ => Value::Text(cell.trim().to_owned()),
        };
        entry.set(key, value);
    }
}

/// The column that a header names; near spellings count, other words do not.
fn column(name: &str) -> Option<Column> {
    let name = name.trim();
    if let Some((key, part)) = name.split_once('.') {
        let key = PARTED.into_iter().find(|known| *known == key.trim().to_ascii_lowercase())?;
        return Some(Column::Part(key, part.trim().to_owned()));
    }
    let folded: String =
        name.chars().map(|c| if matches!(c, ' ' | '-') { '_' } else { c.to_ascii_lowercase() }).collect();
    if folded == "code" {
        return Some(Column::Code);
    }
    if let Some(own) = CatalogKey::names().find(|own| *own == folded) {
        return Some(Column::Own(own));
    }
    Key::from_name(&folded).filter(|key| key.form() != Form::Fields).map(|key| Column::Key(key.name()))
}
