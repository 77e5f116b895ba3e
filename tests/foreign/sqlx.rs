//! A real `SQLite`, in memory and in a file; the states of other databases, which only they can make, by a driver of our own.

use std::borrow::Cow;
use std::error::Error as StdError;
use std::time::Duration;

use llamon_errors::ErrorCode;
use llamon_errors::classify::Classify as _;
use sqlx::error::{DatabaseError, ErrorKind};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use sqlx::{Connection as _, Error, Executor as _, Row as _};

use crate::support::{Row, assert_row, bounded, triple};

const VIOLATED: Row = (ErrorCode::InvalidInput, "db_constraint_violation", false);
const AWAY: Row = (ErrorCode::UpstreamUnavailable, "db_unavailable", true);

async fn memory(connections: u32) -> SqlitePool {
    let options = SqlitePoolOptions::new().max_connections(connections).acquire_timeout(Duration::from_millis(50));
    options.connect("sqlite::memory:").await.expect("SQLite opens")
}

#[test]
fn constraints_that_are_violated_are_invalid_input() {
    bounded(async {
        let pool = memory(1).await;
        let schema = "PRAGMA foreign_keys = ON;
            CREATE TABLE account (id INTEGER PRIMARY KEY, owner TEXT NOT NULL UNIQUE, balance INTEGER CHECK (balance >= 0));
            CREATE TABLE entry (account INTEGER NOT NULL REFERENCES account (id));
            CREATE TRIGGER fixed BEFORE DELETE ON account BEGIN SELECT RAISE(ABORT, 'accounts stay'); END;
            INSERT INTO account VALUES (1, 'kim', 0)";
        pool.execute(schema).await.expect("the schema is right");
        for statement in [
            "INSERT INTO account VALUES (1, 'lee', 0)",
            "INSERT INTO account VALUES (2, 'kim', 0)",
            "INSERT INTO account VALUES (2, NULL, 0)",
            "INSERT INTO account VALUES (2, 'lee', -1)",
            "INSERT INTO entry VALUES (9)",
            "DELETE FROM account",
        ] {
            let error = pool.execute(statement).await.expect_err(statement);
            assert_row(error, VIOLATED);
        }
    });
}

#[test]
fn a_row_that_is_not_there_is_not_found() {
    let error = bounded(async { sqlx::query("SELECT 1 WHERE 0").fetch_one(&memory(1).await).await.map(drop) });
    assert_row(error.expect_err("there is no row"), (ErrorCode::NotFound, "row_not_found", false));
}

#[test]
fn a_pool_without_a_free_connection_is_a_time_out() {
    let error = bounded(async {
        let pool = memory(1).await;
        let taken = pool.acquire().await.expect("there is one");
        let error = pool.acquire().await.map(drop).expect_err("there is no second");
        drop(taken);
        error
    });
    assert!(matches!(error, Error::PoolTimedOut), "{error:?}");
    assert_row(error, (ErrorCode::UpstreamTimeout, "db_pool_timeout", true));
}

#[test]
fn a_pool_that_was_closed_is_away() {
    let error = bounded(async {
        let pool = memory(1).await;
        pool.close().await;
        pool.acquire().await.map(drop).expect_err("it is closed")
    });
    assert_row(error, AWAY);
}

#[test]
fn a_database_that_another_one_writes_is_locked() {
    let folder = std::env::temp_dir().join(format!("llamon-errors-foreign-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let options = SqliteConnectOptions::new()
        .filename(folder.join("busy.sqlite"))
        .create_if_missing(true)
        .busy_timeout(Duration::from_millis(1));
    let error = bounded(async {
        let mut first = sqlx::SqliteConnection::connect_with(&options).await.expect("SQLite opens");
        let mut second = sqlx::SqliteConnection::connect_with(&options).await.expect("SQLite opens");
        first.execute("CREATE TABLE t (x); BEGIN IMMEDIATE").await.expect("nobody else writes");
        let error = second.execute("INSERT INTO t VALUES (1)").await.expect_err("the first one writes");
        first.close().await.expect("it closes");
        second.close().await.expect("it closes");
        error
    });
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    assert_row(error, (ErrorCode::UpstreamUnavailable, "db_locked", true));
}

#[test]
fn what_the_author_got_wrong_is_internal() {
    bounded(async {
        let pool = memory(1).await;
        let row = sqlx::query("SELECT 'seven' AS balance").fetch_one(&pool).await.expect("a row");
        let decode: Row = (ErrorCode::InternalError, "db_decode_error", false);
        assert_row(row.try_get::<i64, _>("balance").expect_err("it is text"), decode);
        assert_row(row.try_get::<i64, _>("amount").expect_err("there is no such column"), decode);
        assert_row(row.try_get::<i64, _>(7).expect_err("there is no such column"), decode);
        let error = pool.execute("SELEKT 1").await.expect_err("it is no SQL");
        assert_row(error, (ErrorCode::InternalError, "db_error", false));
        let error = SqlitePool::connect("sqlite::memory:?mode=none").await.expect_err("there is no such mode");
        assert_row(error, (ErrorCode::InternalError, "db_configuration", false));
    });
}

#[test]
fn a_connection_that_is_lost_is_away_and_one_that_is_slow_a_time_out() {
    use std::io::{Error as IoError, ErrorKind as Kind};

    assert_row(Error::Io(Kind::ConnectionReset.into()), AWAY);
    assert_row(Error::Io(Kind::NotFound.into()), AWAY);
    let slow: Row = (ErrorCode::UpstreamTimeout, "db_query_timeout", true);
    assert_row(Error::Io(Kind::TimedOut.into()), slow);
    assert_row(Error::Io(IoError::other(IoError::from(Kind::TimedOut))), slow);
    assert_row(Error::WorkerCrashed, AWAY);
}

/// An error of a database with SQLSTATEs.
#[derive(Debug)]
struct State(&'static str);

impl std::fmt::Display for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("any")
    }
}

impl StdError for State {}

impl DatabaseError for State {
    fn message(&self) -> &'static str {
        "any"
    }

    fn code(&self) -> Option<Cow<'_, str>> {
        Some(self.0.into())
    }

    fn as_error(&self) -> &(dyn StdError + Send + Sync + 'static) {
        self
    }

    fn as_error_mut(&mut self) -> &mut (dyn StdError + Send + Sync + 'static) {
        self
    }

    fn into_error(self: Box<Self>) -> Box<dyn StdError + Send + Sync + 'static> {
        self
    }

    fn kind(&self) -> ErrorKind {
        ErrorKind::Other
    }
}

#[test]
fn the_states_of_sql_have_their_rows() {
    let away = ["08000", "08006", "57P01", "57P02", "57P03", "53000", "53200", "53300"].map(|state| (state, AWAY));
    let others: [(&str, Row); 8] = [
        ("57014", (ErrorCode::UpstreamTimeout, "db_query_timeout", true)),
        ("40001", (ErrorCode::UpstreamUnavailable, "db_deadlock", true)),
        ("40P01", (ErrorCode::UpstreamUnavailable, "db_deadlock", true)),
        ("55P03", (ErrorCode::UpstreamUnavailable, "db_locked", true)),
        ("28P01", (ErrorCode::InternalError, "db_auth_failed", false)),
        ("42601", (ErrorCode::InternalError, "db_error", false)),
        ("HY000", (ErrorCode::InternalError, "db_error", false)),
        ("", (ErrorCode::InternalError, "db_error", false)),
    ];
    for (state, row) in away.into_iter().chain(others) {
        assert_eq!(triple(&Error::from(State(state)).classification()), row, "{state}");
        assert_row(Error::from(State(state)), row);
    }
}
