//! Any error becomes the right code: the table, row by row, with real errors where a machine can make them by itself.

use std::error::Error;
use std::io::{self, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, RecvTimeoutError, TryRecvError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use llamon_errors::classify::{Classification, Classify as _, OrClassify as _, classify, from_http_status};
use llamon_errors::family::{
    A2aProtocolError, ComponentInvokeError, ComponentLoadError, ConfigValidationError, GuardrailBlockedError,
    MaxIterationError, MergeStrategyError, MissingApiKeyError, MissingFieldError, RegistryNotFoundError,
    RegistryTimeoutError, RegistryUnauthorizedError, RoutingError, ToolIterationLimitError,
};
use llamon_errors::guardrail::guardrail_extras;
use llamon_errors::{ApplicationError, ErrorCode, GuardrailData, error_source, format};

use ErrorCode::{
    AuthRequired, GuardrailBlocked, InternalError, InvalidInput, NotFound, RateLimited, UpstreamTimeout,
    UpstreamUnavailable,
};

type Boxed = Box<dyn Error + Send + Sync>;

fn triple(known: &Classification) -> (ErrorCode, &str, bool) {
    (known.code, &known.reason, known.retriable)
}

/// The row holds for the error, and for the same error as the data of a failed task.
#[track_caller]
fn assert_row(error: impl Into<Boxed>, code: ErrorCode, reason: &str, retriable: bool) {
    let error = error.into();
    let text = error.to_string();
    assert_eq!(triple(&error.classification()), (code, reason, retriable), "{text}");
    assert_eq!(format::check_reason(reason), Ok(()), "{reason}");
    let error = ApplicationError::classified(error);
    let data = error.data();
    assert_eq!((data.error_code.effective(), &*data.error_reason, data.retriable), (code, reason, retriable));
    assert_eq!(data.error_message, text, "the text is the error's own");
}

fn blocked() -> GuardrailBlockedError {
    let extras = guardrail_extras("pii", GuardrailData::new("personal_data")).expect("the name is visible ASCII");
    GuardrailBlockedError::new("개인정보가 들어 있습니다", extras)
}

#[test]
fn every_family_of_the_table_has_its_row() {
    let families: [(Boxed, ErrorCode, &str, bool); 14] = [
        (blocked().into(), GuardrailBlocked, "guardrail_blocked_error", false),
        (MissingApiKeyError::new("OPENAI_API_KEY").into(), AuthRequired, "missing_api_key_error", false),
        (RegistryUnauthorizedError::new("agents/7").into(), AuthRequired, "registry_unauthorized_error", false),
        (ConfigValidationError::at("llm.model", "is unknown").into(), InvalidInput, "config_validation_error", false),
        (MissingFieldError::new("account").into(), InvalidInput, "missing_field_error", false),
        (RegistryNotFoundError::new("agents/7").into(), NotFound, "registry_not_found_error", false),
        (RegistryTimeoutError::new("agents/7").into(), UpstreamTimeout, "registry_timeout_error", true),
        (ComponentInvokeError::new("MCP down").into(), UpstreamUnavailable, "component_invoke_error", true),
        (ComponentLoadError::new("no tools").into(), UpstreamUnavailable, "component_load_error", true),
        (ToolIterationLimitError::new(25).into(), UpstreamUnavailable, "max_tool_iterations_exceeded", true),
        (MaxIterationError::new(25).into(), InternalError, "max_iteration_error", false),
        (MergeStrategyError::new("two writers").into(), InternalError, "merge_strategy_error", false),
        (RoutingError::new("no edge").into(), InternalError, "routing_error", false),
        (A2aProtocolError::new("no task").into(), InternalError, "a2a_protocol_error", false),
    ];
    for (error, code, reason, retriable) in families {
        assert_row(error, code, reason, retriable);
    }
}

#[test]
fn a_familys_error_outranks_its_cause_and_says_where_it_went_wrong() {
    let cause = io::Error::from(io::ErrorKind::TimedOut);
    let error = ComponentInvokeError::new("은행 조회 실패").error_source(error_source!("mcp:MCP-001/check_account"));
    let error = ApplicationError::classified(error.with_source(cause));
    assert_eq!((error.code(), error.to_string().as_str()), (UpstreamUnavailable, "은행 조회 실패"));
    assert_eq!(error.data().error_source.as_deref(), Some("mcp:MCP-001/check_account"));
    assert!(error.source().is_some_and(<dyn Error>::is::<io::Error>), "the cause is kept in the process");
}

#[test]
fn a_guardrails_block_keeps_what_was_found_however_deep_it_is() {
    let error = ApplicationError::classified(io::Error::other(blocked()));
    let data = error.data();
    assert_eq!(data.error_source.as_deref(), Some("guardrail:pii"));
    assert_eq!(data.guardrail, Some(GuardrailData::new("personal_data")));
}

#[test]
fn every_kind_of_io_error_has_its_row() {
    use io::ErrorKind as Kind;
    for kind in [Kind::TimedOut, Kind::WouldBlock] {
        assert_row(io::Error::from(kind), UpstreamTimeout, "io_timed_out", true);
    }
    for (kind, reason) in [
        (Kind::ConnectionRefused, "io_connection_refused"),
        (Kind::ConnectionReset, "io_connection_reset"),
        (Kind::ConnectionAborted, "io_connection_aborted"),
        (Kind::NotConnected, "io_not_connected"),
        (Kind::BrokenPipe, "io_broken_pipe"),
        (Kind::HostUnreachable, "io_host_unreachable"),
        (Kind::NetworkUnreachable, "io_network_unreachable"),
        (Kind::NetworkDown, "io_network_down"),
        (Kind::UnexpectedEof, "io_unexpected_eof"),
        (Kind::Interrupted, "io_interrupted"),
        (Kind::StaleNetworkFileHandle, "io_stale_network_file_handle"),
    ] {
        assert_row(io::Error::from(kind), UpstreamUnavailable, reason, true);
        assert_row(io::Error::new(kind, "연결이 재설정되었습니다"), UpstreamUnavailable, reason, true);
    }
    for (kind, reason) in [
        (Kind::NotFound, "io_not_found"),
        (Kind::PermissionDenied, "io_permission_denied"),
        (Kind::AddrInUse, "io_addr_in_use"),
        (Kind::AddrNotAvailable, "io_addr_not_available"),
        (Kind::AlreadyExists, "io_already_exists"),
        (Kind::NotADirectory, "io_not_a_directory"),
        (Kind::IsADirectory, "io_is_a_directory"),
        (Kind::DirectoryNotEmpty, "io_directory_not_empty"),
        (Kind::ReadOnlyFilesystem, "io_read_only_filesystem"),
        (Kind::InvalidInput, "io_invalid_input"),
        (Kind::InvalidData, "io_invalid_data"),
        (Kind::WriteZero, "io_write_zero"),
        (Kind::StorageFull, "io_storage_full"),
        (Kind::NotSeekable, "io_not_seekable"),
        (Kind::QuotaExceeded, "io_quota_exceeded"),
        (Kind::FileTooLarge, "io_file_too_large"),
        (Kind::ResourceBusy, "io_resource_busy"),
        (Kind::ExecutableFileBusy, "io_executable_file_busy"),
        (Kind::Deadlock, "io_deadlock"),
        (Kind::CrossesDevices, "io_crosses_devices"),
        (Kind::TooManyLinks, "io_too_many_links"),
        (Kind::InvalidFilename, "io_invalid_filename"),
        (Kind::ArgumentListTooLong, "io_argument_list_too_long"),
        (Kind::Unsupported, "io_unsupported"),
        (Kind::OutOfMemory, "io_out_of_memory"),
        (Kind::Other, "io_other"),
    ] {
        assert_row(io::Error::from(kind), InternalError, reason, false);
    }
}

#[test]
fn numbers_without_a_kind_have_their_row() {
    if cfg!(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))) {
        for (number, code, reason, retriable) in [
            (112, UpstreamUnavailable, "io_host_down", true),
            (64, UpstreamUnavailable, "io_host_down", true),
            (102, UpstreamUnavailable, "io_network_reset", true),
            (108, UpstreamUnavailable, "io_shut_down", true),
            (24, InternalError, "io_too_many_open_files", false),
            (23, InternalError, "io_too_many_open_files", false),
            (111, UpstreamUnavailable, "io_connection_refused", true),
        ] {
            assert_row(io::Error::from_raw_os_error(number), code, reason, retriable);
        }
    }
    assert_row(io::Error::from_raw_os_error(9999), InternalError, "io_os_error", false);
}

#[test]
fn a_name_that_cannot_be_looked_up_is_an_upstream_that_is_away() {
    // Invalid names fail in the resolver of this machine, without a network. The error has no kind and no number.
    let error =
        std::net::ToSocketAddrs::to_socket_addrs(&("no such host.invalid", 80)).expect_err("there is no such host");
    let known = classify(&error);
    assert_eq!(triple(&known), (UpstreamUnavailable, "io_name_lookup_failed", true), "{error:?}");
}

/// What a file was wanted for, as crates put it around an error whose kind they hand on.
#[derive(Debug)]
struct Opening(io::Error);

impl std::fmt::Display for Opening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cannot open the archive")
    }
}

impl Error for Opening {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

#[test]
fn an_error_that_hands_on_the_kind_of_another_is_no_failed_lookup() {
    let cause = io::Error::from_raw_os_error(9999);
    assert_row(io::Error::new(cause.kind(), Opening(cause)), InternalError, "io_os_error", false);
}

#[test]
fn a_refused_connection_is_an_upstream_that_is_away() {
    let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port");
    let error = TcpStream::connect(address).expect_err("nobody listens any more");
    assert_row(error, UpstreamUnavailable, "io_connection_refused", true);
}

/// A client of a server that takes one connection and does this with it.
fn client(server: impl FnOnce(TcpStream) + Send + 'static) -> (TcpStream, std::thread::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("it is bound");
    let server = std::thread::spawn(move || server(listener.accept().expect("a client").0));
    let client = TcpStream::connect(address).expect("the server listens");
    client.set_read_timeout(Some(Duration::from_secs(10))).expect("no zero");
    (client, server)
}

#[test]
fn a_server_that_closes_at_once_is_an_upstream_that_is_away() {
    let (mut client, server) = client(drop);
    server.join().expect("the server ends");
    let error = client.read_exact(&mut [0; 16]).expect_err("there is nothing to read");
    let known = classify(&error);
    assert_eq!((known.code, known.retriable), (UpstreamUnavailable, true), "{error:?}");

    let (mut client, server) = self::client(drop);
    server.join().expect("the server ends");
    // The first bytes may be taken before the other side says that nobody reads them.
    let bytes = vec![0; 65_536];
    let error = (0..1000).find_map(|_| client.write_all(&bytes).err()).expect("nobody reads");
    let known = classify(&error);
    assert_eq!((known.code, known.retriable), (UpstreamUnavailable, true), "{error:?}");
}

#[test]
fn a_server_that_is_silent_is_a_time_out() {
    let (hold, released) = mpsc::channel::<()>();
    let (mut client, server) = client(move |mut stream| {
        stream.write_all(b"half").expect("the client reads");
        let _ = released.recv();
    });
    client.set_read_timeout(Some(Duration::from_millis(30))).expect("no zero");
    let error = client.read_exact(&mut [0; 16]).expect_err("the other half does not come");
    drop(hold);
    server.join().expect("the server ends");
    assert_row(error, UpstreamTimeout, "io_timed_out", true);
}

#[test]
fn the_other_errors_of_the_standard_library_have_their_row() {
    let (sender, receiver) = mpsc::channel::<u8>();
    assert_row(receiver.try_recv().expect_err("nothing sent"), InternalError, "channel_empty", false);
    let error = receiver.recv_timeout(Duration::from_millis(1)).expect_err("nothing sent");
    assert_row(error, UpstreamTimeout, "channel_timed_out", true);
    drop(sender);
    assert_row(receiver.recv().expect_err("closed"), InternalError, "channel_closed", false);
    assert_row(TryRecvError::Disconnected, InternalError, "channel_closed", false);
    assert_row(RecvTimeoutError::Disconnected, InternalError, "channel_closed", false);

    let errors: [(Boxed, &str); 17] = [
        (std::fmt::Error.into(), "fmt_error"),
        ("x".parse::<i32>().unwrap_err().into(), "parse_int_error"),
        ("x".parse::<f32>().unwrap_err().into(), "parse_float_error"),
        ("x".parse::<bool>().unwrap_err().into(), "parse_bool_error"),
        ("xx".parse::<char>().unwrap_err().into(), "parse_char_error"),
        ("x".parse::<std::net::IpAddr>().unwrap_err().into(), "addr_parse_error"),
        (u8::try_from(300_u16).unwrap_err().into(), "try_from_int_error"),
        (char::try_from(0xD800_u32).unwrap_err().into(), "char_try_from_error"),
        (<[u8; 2]>::try_from(&[0_u8][..]).unwrap_err().into(), "try_from_slice_error"),
        (std::str::from_utf8(b"\xC0\xAF".as_slice()).unwrap_err().into(), "utf8_error"),
        (String::from_utf8(vec![0xFF]).unwrap_err().into(), "from_utf8_error"),
        (String::from_utf16(&[0xD800]).unwrap_err().into(), "from_utf16_error"),
        (std::ffi::CString::new("a\0b").unwrap_err().into(), "nul_error"),
        (Duration::try_from_secs_f64(-1.0).unwrap_err().into(), "try_from_float_secs_error"),
        (UNIX_EPOCH.duration_since(SystemTime::now()).unwrap_err().into(), "system_time_error"),
        (std::env::var("LLAMON_ERRORS_IS_NOT_SET").unwrap_err().into(), "env_var_error"),
        (std::path::Path::new("a").strip_prefix("b").unwrap_err().into(), "strip_prefix_error"),
    ];
    for (error, reason) in errors {
        assert_row(error, InternalError, reason, false);
    }
}

#[test]
fn every_http_status_has_its_row() {
    for (status, code, reason, retriable) in [
        (429, RateLimited, "http_429", true),
        (401, AuthRequired, "auth_required", false),
        (403, AuthRequired, "permission_denied", false),
        (404, NotFound, "http_404", false),
        (408, UpstreamTimeout, "http_408", true),
        (504, UpstreamTimeout, "http_504", true),
        (425, UpstreamUnavailable, "http_425", true),
        (500, UpstreamUnavailable, "http_500", true),
        (502, UpstreamUnavailable, "http_502", true),
        (503, UpstreamUnavailable, "http_503", true),
        (520, UpstreamUnavailable, "http_520", true),
        (527, UpstreamUnavailable, "http_527", true),
        (529, UpstreamUnavailable, "http_529", true),
        (501, UpstreamUnavailable, "http_501", false),
        (505, UpstreamUnavailable, "http_505", false),
        (200, InternalError, "http_unexpected_status", false),
        (302, InternalError, "http_unexpected_status", false),
        (0, InternalError, "http_unexpected_status", false),
        (u16::MAX, InternalError, "http_unexpected_status", false),
    ] {
        assert_eq!(triple(&from_http_status(status, None)), (code, reason, retriable), "{status}");
    }
    for status in [400, 402, 405, 406, 409, 410, 413, 415, 422, 451, 499] {
        let wanted = (InternalError, "upstream_rejected_request", false);
        assert_eq!(triple(&from_http_status(status, None)), wanted, "{status}");
    }
    for status in 0..=u16::MAX {
        let known = from_http_status(status, Some(2000));
        assert_eq!(known.retry_after_ms, known.retriable.then_some(2000), "{status}");
        assert_eq!(format::check_reason(&known.reason), Ok(()), "{status}");
    }
}

#[test]
fn an_unknown_error_is_internal_and_called_by_its_type() {
    #[derive(Debug)]
    struct LedgerLocked;
    impl std::fmt::Display for LedgerLocked {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("원장이 잠겨 있습니다: postgres://u:EXAMPLE@h/db?key=EXAMPLE timeout")
        }
    }
    impl Error for LedgerLocked {}

    let wanted = (InternalError, "ledger_locked", false);
    assert_eq!(triple(&LedgerLocked.classification()), wanted);
    assert_eq!(triple(&Box::new(LedgerLocked).classification()), wanted);
    let error = Err::<(), _>(LedgerLocked).or_classify().unwrap_err();
    let data = error.data();
    assert_eq!((error.code(), &*data.error_reason, data.retriable), wanted);
    assert_eq!(data.error_message, "원장이 잠겨 있습니다: postgres://h/db timeout");

    // Where the type is not known, what `derive(Debug)` calls it is.
    assert_eq!(triple(&classify(&LedgerLocked)), wanted);
    let boxed: Boxed = LedgerLocked.into();
    assert_eq!(triple(&boxed.classification()), wanted);
    let error = Err::<(), Boxed>(boxed).or_classify().unwrap_err();
    assert_eq!(error.data().error_reason, "ledger_locked");
}

/// An error whose `Debug` writes this.
struct Written(&'static str);

impl std::fmt::Debug for Written {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Whoever reads it may have enough at some point.
        self.0.chars().try_for_each(|letter| write!(f, "{letter}"))?;
        (0..1_000_000).try_for_each(|_| f.write_str("."))
    }
}

impl std::fmt::Display for Written {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("any")
    }
}

impl Error for Written {}

#[test]
fn an_error_without_a_name_gets_none_and_always_a_reason() {
    for (text, reason) in [
        ("DiskFull(", "disk_full"),
        ("DiskFull { path: ", "disk_full"),
        ("DiskFull", "unclassified_error"),
        ("disk full", "unclassified_error"),
        ("connection to postgres://u:EXAMPLE@h refused", "unclassified_error"),
        ("문서 없음", "unclassified_error"),
        ("", "unclassified_error"),
    ] {
        let known = classify(&Written(text));
        assert_eq!(triple(&known), (InternalError, reason, false), "{text}");
        assert_eq!(format::check_reason(&known.reason), Ok(()));
    }
}

#[test]
fn texts_decide_nothing() {
    let english = io::Error::new(io::ErrorKind::InvalidInput, "timeout must be positive");
    assert_row(english, InternalError, "io_invalid_input", false);
    assert_row(
        ConfigValidationError::at("timeout", "must be positive"),
        InvalidInput,
        "config_validation_error",
        false,
    );
    assert_row(io::Error::other("connection refused, 429, rate limit"), InternalError, "io_other", false);
    let korean = io::Error::new(io::ErrorKind::ConnectionReset, "연결이 끊어졌습니다");
    assert_row(korean, UpstreamUnavailable, "io_connection_reset", true);
    assert_row(io::Error::new(io::ErrorKind::TimedOut, "없음"), UpstreamTimeout, "io_timed_out", true);
}
