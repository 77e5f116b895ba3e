//! A client of Redis, and a server that speaks just enough RESP to refuse.

use std::io::{BufRead as _, BufReader, Write as _};
use std::time::Duration;

use llamon_errors::ErrorCode;
use redis::{Client, Commands as _, RedisError};

use crate::support::{Row, Server, assert_row, nobody};

const AWAY: Row = (ErrorCode::UpstreamUnavailable, "redis_unavailable", true);

const fn internal(reason: &'static str) -> Row {
    (ErrorCode::InternalError, reason, false)
}

/// A server that answers `GET` with this, `AUTH` with that, and everything else with `+OK`.
fn server(get: &'static str, auth: &'static str) -> Server {
    Server::new(move |mut stream| {
        let mut lines = BufReader::new(stream.try_clone().expect("it is a socket")).lines();
        // A command is an array: `*2`, and for each piece its length and the piece.
        while let Some(Ok(head)) = lines.next() {
            let count: usize = head.strip_prefix('*').and_then(|count| count.parse().ok()).expect("a command");
            let pieces: Vec<String> =
                (0..count).map(|_| lines.by_ref().nth(1).expect("a piece").expect("it is text")).collect();
            let answer = match pieces[0].as_str() {
                "GET" => get,
                "AUTH" => auth,
                _ => "+OK\r\n",
            };
            if answer.is_empty() || stream.write_all(answer.as_bytes()).is_err() {
                return;
            }
        }
    })
}

fn get(address: &str) -> Result<u64, RedisError> {
    let mut connection = Client::open(address)?.get_connection_with_timeout(Duration::from_secs(30))?;
    connection.set_read_timeout(Some(Duration::from_secs(30)))?;
    connection.get("balance")
}

fn got(answer: &'static str) -> RedisError {
    let server = server(answer, "+OK\r\n");
    let error = get(&format!("redis://{}/", server.address)).expect_err("it is no number");
    server.join();
    error
}

#[test]
fn a_server_that_refuses_or_closes_is_away() {
    assert_row(get(&format!("redis://{}/", nobody())).expect_err("nobody listens"), AWAY);
    assert_row(got(""), AWAY);
    #[cfg(unix)]
    assert_row(get("redis+unix:///there/is/no/such.sock").expect_err("there is no such socket"), AWAY);
}

#[test]
fn a_server_that_is_silent_is_a_time_out() {
    let server = Server::new(|mut stream| crate::support::wait_for_end(&mut stream));
    let silent = || {
        let client = Client::open(format!("redis://{}/", server.address))?;
        let mut connection = client.get_connection_with_timeout(Duration::from_millis(50))?;
        connection.set_read_timeout(Some(Duration::from_millis(50)))?;
        connection.get::<_, u64>("balance")
    };
    let error = silent().expect_err("it does not answer");
    server.join();
    assert_row(error, (ErrorCode::UpstreamTimeout, "redis_timeout", true));
}

#[test]
fn a_server_that_cannot_serve_now_is_away() {
    for answer in [
        "-LOADING Redis is loading the dataset in memory\r\n",
        "-MASTERDOWN Link with MASTER is down\r\n",
        "-CLUSTERDOWN Hash slot not served\r\n",
        "-TRYAGAIN Multiple keys request during rehashing of slot\r\n",
        "-READONLY You can't write against a read only replica.\r\n",
        "-BUSY Redis is busy running a script\r\n",
        "-NOREPLICAS Not enough good replicas to write.\r\n",
    ] {
        assert_row(got(answer), AWAY);
    }
}

#[test]
fn what_the_user_cannot_mend_is_internal() {
    for (answer, reason) in [
        ("-NOPERM this user has no permissions to run the 'get' command\r\n", "redis_permission_denied"),
        ("-NOAUTH Authentication required.\r\n", "redis_auth_failed"),
        ("-WRONGTYPE Operation against a key holding the wrong kind of value\r\n", "redis_error"),
        ("-ERR unknown command\r\n", "redis_error"),
        ("-OOM command not allowed when used memory > 'maxmemory'.\r\n", "redis_error"),
        ("$5\r\nseven\r\n", "redis_unexpected_response"),
        ("!no RESP at all\r\n", "redis_unexpected_response"),
    ] {
        assert_row(got(answer), internal(reason));
    }
}

#[test]
fn credentials_that_were_refused_are_internal_and_stay_inside() {
    let server = server("+OK\r\n", "-WRONGPASS invalid username-password pair or user is disabled.\r\n");
    let error = get(&format!("redis://agent:EXAMPLE-KEY-123@{}/", server.address)).expect_err("it is refused");
    server.join();
    let sent = llamon_errors::ApplicationError::classified(error.clone());
    assert!(!serde_json::to_string(sent.data()).expect("data are JSON").contains("EXAMPLE-KEY-123"));
    assert_row(error, internal("redis_auth_failed"));
}
