//! `sqlx` 0.9: comes in a link, goes out what its type says.
//!
//! | error | code | reason | retriable |
//! |---|---|---|---|
//! | `PoolTimedOut` | `UPSTREAM_TIMEOUT` | `db_pool_timeout` | yes |
//! | a time-out of the connection; SQLSTATE 57014 | `UPSTREAM_TIMEOUT` | `db_query_timeout` | yes |
//! | `Io`, `WorkerCrashed`, `PoolClosed`, `BeginFailed`; SQLSTATE 08*, 57P01 to 57P03, 53000, 53200, 53300 | `UPSTREAM_UNAVAILABLE` | `db_unavailable` | yes |
//! | SQLSTATE 40001, 40P01 | `UPSTREAM_UNAVAILABLE` | `db_deadlock` | yes |
//! | SQLSTATE 55P03; `SQLite`'s `BUSY` and `LOCKED` | `UPSTREAM_UNAVAILABLE` | `db_locked` | yes |
//! | `RowNotFound` | `NOT_FOUND` | `row_not_found` | no |
//! | a constraint that is violated | `INVALID_INPUT` | `db_constraint_violation` | no |
//! | SQLSTATE 28* | `INTERNAL_ERROR` | `db_auth_failed` | no |
//! | `Configuration`, `Tls` | `INTERNAL_ERROR` | `db_configuration` | no |
//! | columns and values of another type | `INTERNAL_ERROR` | `db_decode_error` | no |
//! | the rest | `INTERNAL_ERROR` | `db_error` | no |
//!
//! `MySQL` tells some errors by a number alone, which only its driver shows. 1213, a deadlock, is SQLSTATE 40001 and has its row; 1205, a
//! lock that was waited for too long, is `HY000`, as many others are: a rule of your own can ask `MySqlDatabaseError::number`. Drivers build
//! the text of their code, so asking for it may take memory.

use ::sqlx::Error;
use ::sqlx::error::{DatabaseError, ErrorKind};
use llamon_errors_core::error_code::ErrorCode;

use super::Classification;
use super::chain::{Link, find};
use super::table::{Hit, is_timed_out};

/// What the type of a link says.
pub(super) fn hit(link: Link<'_>) -> Option<Hit> {
    let error = find::<Error>(link)?;
    Some(Hit::Sure(match error {
        Error::PoolTimedOut => Classification::fixed(ErrorCode::UpstreamTimeout, "db_pool_timeout"),
        Error::Io(_) if is_timed_out(link) => Classification::fixed(ErrorCode::UpstreamTimeout, "db_query_timeout"),
        Error::Io(_) | Error::WorkerCrashed | Error::PoolClosed | Error::BeginFailed => {
            Classification::fixed(ErrorCode::UpstreamUnavailable, "db_unavailable")
        }
        Error::RowNotFound => Classification::fixed(ErrorCode::NotFound, "row_not_found"),
        Error::Database(error) => of_database(&**error),
        Error::Configuration(_) | Error::Tls(_) => Classification::fixed(ErrorCode::InternalError, "db_configuration"),
        Error::TypeNotFound { .. }
        | Error::ColumnIndexOutOfBounds { .. }
        | Error::ColumnNotFound(_)
        | Error::ColumnDecode { .. }
        | Error::Encode(_)
        | Error::Decode(_) => Classification::fixed(ErrorCode::InternalError, "db_decode_error"),
        _ => Classification::fixed(ErrorCode::InternalError, "db_error"),
    }))
}

fn of_database(error: &dyn DatabaseError) -> Classification {
    if !matches!(error.kind(), ErrorKind::Other) {
        return Classification::fixed(ErrorCode::InvalidInput, "db_constraint_violation");
    }
    let code = error.code().unwrap_or_default();
    // A SQLSTATE has five characters; SQLite's numbers have fewer, and the last eight bits tell the family.
    match code.parse::<u32>() {
        Ok(number) if code.len() < 5 => of_sqlite(number & 0xff),
        _ => of_sqlstate(&code),
    }
}

fn of_sqlite(number: u32) -> Classification {
    match number {
        // Constraints of kinds that sqlx does not tell apart, as that of a trigger.
        19 => Classification::fixed(ErrorCode::InvalidInput, "db_constraint_violation"),
        5 | 6 => Classification::fixed(ErrorCode::UpstreamUnavailable, "db_locked"),
        _ => Classification::fixed(ErrorCode::InternalError, "db_error"),
    }
}

fn of_sqlstate(code: &str) -> Classification {
    match code {
        "57014" => Classification::fixed(ErrorCode::UpstreamTimeout, "db_query_timeout"),
        "57P01" | "57P02" | "57P03" | "53000" | "53200" | "53300" => {
            Classification::fixed(ErrorCode::UpstreamUnavailable, "db_unavailable")
        }
        "40001" | "40P01" => Classification::fixed(ErrorCode::UpstreamUnavailable, "db_deadlock"),
        "55P03" => Classification::fixed(ErrorCode::UpstreamUnavailable, "db_locked"),
        _ if code.starts_with("08") => Classification::fixed(ErrorCode::UpstreamUnavailable, "db_unavailable"),
        _ if code.starts_with("28") => Classification::fixed(ErrorCode::InternalError, "db_auth_failed"),
        _ => Classification::fixed(ErrorCode::InternalError, "db_error"),
    }
}
