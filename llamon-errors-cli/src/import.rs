//! `llamon-errors import`.
//!
//! Comes in: a file of another form, and what a person has decided already. Goes out: a catalog that passes `check`; or nothing but the
//! decisions that are left.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use llamon_errors_catalog::import::{Form, Options, import};
use llamon_errors_catalog::model::ErrorCode;

use crate::Status;
use crate::files::shown;
use crate::terminal::stderr;

/// Write a catalog from errors.toml of the TiDB family, a CSV with a header, or the JSON of `export`
///
/// The catalog passes `check`, or it is not written: then standard error says line by line what a person must decide. Options decide for
/// all entries that say nothing themselves.
///
/// Exit status: 0 written, 1 decisions are left, 2 usage or I/O.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  llamon-errors import codes.csv --domain document-service > catalogs/documents.toml
  llamon-errors import errors.toml --domain tidb --sdk-code-default INTERNAL_ERROR
  llamon-errors import catalogs.json --domain document-service --out catalogs/documents.toml

The header of a CSV names keys of the format: code,sdk_code,reason,title,retriable,message,...
A message in several languages has a column each (message.ko, message.en), and so has the type of a
field (fields.limit).")]
pub(crate) struct ImportArgs {
    /// The file to read
    file: PathBuf,
    /// The form of the file; without it its ending says it
    #[arg(long, value_enum)]
    from: Option<From>,
    /// The domain, where the file names none; or which of its catalogs to take
    #[arg(long)]
    domain: Option<String>,
    /// The `sdk_code` of errors that have none
    #[arg(long, value_name = "SDK_CODE", value_parser = sdk_code)]
    sdk_code_default: Option<ErrorCode>,
    /// Whether errors that do not say so are retriable
    #[arg(long, value_name = "BOOL")]
    retriable_default: Option<bool>,
    /// Make a reason of the code where there is none: `ddl:8200` is `ddl_8200`
    #[arg(long)]
    reason_from_code: bool,
    /// Write to this file, which must not exist, instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The forms that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum From {
    /// errors.toml of the TiDB family
    ErrorsToml,
    /// A table with a header
    Csv,
    /// What `export` writes
    Json,
}

fn sdk_code(text: &str) -> Result<ErrorCode, String> {
    let codes = ErrorCode::ALL.map(ErrorCode::as_str).join(", ");
    ErrorCode::from_wire(text).ok_or_else(|| format!("the eight are {codes}"))
}

pub(crate) fn run(args: &ImportArgs, out: &mut impl Write) -> io::Result<Status> {
    let name = shown(&args.file);
    let form = match args.from {
        Some(From::ErrorsToml) => Some(Form::ErrorsToml),
        Some(From::Csv) => Some(Form::Csv),
        Some(From::Json) => Some(Form::Json),
        None => Form::of_path(&name),
    };
    let Some(form) = form else {
        writeln!(stderr(), "error: the ending of `{name}` says no form; say it with `--from`")?;
        return Ok(Status::Trouble);
    };
    let bytes = match std::fs::read(&args.file) {
        Ok(bytes) => bytes,
        Err(error) => {
            writeln!(stderr(), "error: cannot read `{name}`: {error}")?;
            return Ok(Status::Trouble);
        }
    };
    let options = Options {
        domain: args.domain.clone(),
        sdk_code: args.sdk_code_default,
        retriable: args.retriable_default,
        reason_from_code: args.reason_from_code,
    };
    let imported = import(&name, &bytes, form, &options);
    if !imported.decisions.is_empty() {
        stderr().write_all(imported.report().as_bytes())?;
        return Ok(Status::Findings);
    }
    let Some(target) = &args.out else {
        out.write_all(imported.text.as_bytes())?;
        return Ok(Status::Clean);
    };
    // Somebody's work may stand there.
    let written = std::fs::File::create_new(target).and_then(|mut file| file.write_all(imported.text.as_bytes()));
    match written {
        Ok(()) => {
            writeln!(stderr(), "wrote {} entries to `{}`", imported.entries, shown(target))?;
            Ok(Status::Clean)
        }
        Err(error) => {
            writeln!(stderr(), "error: cannot write `{}`: {error}", shown(target))?;
            let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
            if let Some(folder) = folder {
                writeln!(stderr(), "help: make the folder `{}` first", shown(folder))?;
            }
            Ok(Status::Trouble)
        }
    }
}
