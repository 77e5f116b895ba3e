//! JSON that is none, that ends too early, of another shape, and from a reader that fails.

use std::io::{self, Read as _};

use llamon_errors::ErrorCode;

use crate::support::assert_row;

/// A reader that fails.
struct Failing(io::ErrorKind);

impl io::Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(self.0.into())
    }
}

#[test]
fn json_whose_origin_nobody_knows_is_internal() {
    for (text, reason) in [("[,", "json_syntax"), ("[1", "json_eof"), ("\"x\"", "json_data")] {
        let error = serde_json::from_str::<Vec<u8>>(text).expect_err("it is no array of numbers");
        assert_row(error, (ErrorCode::InternalError, reason, false));
    }
}

#[test]
fn a_reader_that_fails_says_what_it_is() {
    for (kind, row) in [
        (io::ErrorKind::TimedOut, (ErrorCode::UpstreamTimeout, "io_timed_out", true)),
        (io::ErrorKind::ConnectionReset, (ErrorCode::UpstreamUnavailable, "io_connection_reset", true)),
        (io::ErrorKind::PermissionDenied, (ErrorCode::InternalError, "io_permission_denied", false)),
        (io::ErrorKind::Other, (ErrorCode::InternalError, "json_io", false)),
    ] {
        let reader = io::Cursor::new(b"[1,").chain(Failing(kind));
        assert_row(serde_json::from_reader::<_, Vec<u8>>(reader).expect_err("the reader fails"), row);
    }
}
