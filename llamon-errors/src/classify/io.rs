//! Errors of input and output (SPEC M5, M6): comes in an `io::Error`, goes out what its kind means, or its number where it has no kind.
//!
//! | kind | code | reason | retriable |
//! |---|---|---|---|
//! | `TimedOut`, `WouldBlock` (a socket's read or write time-out) | `UPSTREAM_TIMEOUT` | `io_timed_out` | yes |
//! | the connection or the network is gone | `UPSTREAM_UNAVAILABLE` | `io_<kind>` | yes |
//! | a name cannot be looked up | `UPSTREAM_UNAVAILABLE` | `io_name_lookup_failed` | yes |
//! | everything of this machine: files, rights, disk, memory | `INTERNAL_ERROR` | `io_<kind>` | no |
//! | `Other`, none | what is inside, and only then `INTERNAL_ERROR` | `io_other`, `io_os_error` | no |

use alloc::string::String;
use std::io::{Error, ErrorKind};

use llamon_errors_core::error_code::ErrorCode;

use super::Classification;
use super::table::Hit;

/// What an `io::Error` means.
pub(super) fn hit(error: &Error) -> Hit {
    let kind = error.kind();
    if let Some(known) = of_kind(kind) {
        return Hit::Sure(known);
    }
    if let Some(known) = error.raw_os_error().and_then(by_number) {
        return Hit::Sure(known);
    }
    if kind == ErrorKind::Other {
        return Hit::Shell(Classification::fixed(ErrorCode::InternalError, "io_other"));
    }
    if is_name_lookup(error) {
        return Hit::Sure(Classification::fixed(ErrorCode::UpstreamUnavailable, "io_name_lookup_failed"));
    }
    Hit::Unless(Classification::fixed(ErrorCode::InternalError, "io_os_error"))
}

/// What a kind means, where it means something.
pub(super) const fn of_kind(kind: ErrorKind) -> Option<Classification> {
    if let ErrorKind::TimedOut | ErrorKind::WouldBlock = kind {
        return Some(Classification::fixed(ErrorCode::UpstreamTimeout, "io_timed_out"));
    }
    if let Some(reason) = lost(kind) {
        return Some(Classification::fixed(ErrorCode::UpstreamUnavailable, reason));
    }
    match local(kind) {
        Some(reason) => Some(Classification::fixed(ErrorCode::InternalError, reason)),
        None => None,
    }
}

/// Whether a name could not be looked up. The standard library makes an error without a kind around a mere text then. Others make one when
/// they hand the kind of an error on, and keep that error as the cause.
pub(super) fn is_name_lookup(error: &Error) -> bool {
    let number = error.raw_os_error();
    let is_nameless = error.kind() == no_kind() && number.is_none();
    let is_text = || {
        let inner = error.get_ref();
        inner.is_some_and(|inner| size_of_val(inner) == size_of::<String>() && inner.source().is_none())
    };
    (is_nameless && is_text()) || number.is_some_and(|number| LOOKUP.contains(&number))
}

/// The kind of errors that have none, which cannot be named: that of a number that no system uses.
fn no_kind() -> ErrorKind {
    Error::from_raw_os_error(i32::MAX).kind()
}

/// The other side, or the way to it, is gone.
const fn lost(kind: ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::ConnectionRefused => "io_connection_refused",
        ErrorKind::ConnectionReset => "io_connection_reset",
        ErrorKind::ConnectionAborted => "io_connection_aborted",
        ErrorKind::NotConnected => "io_not_connected",
        ErrorKind::BrokenPipe => "io_broken_pipe",
        ErrorKind::HostUnreachable => "io_host_unreachable",
        ErrorKind::NetworkUnreachable => "io_network_unreachable",
        ErrorKind::NetworkDown => "io_network_down",
        ErrorKind::UnexpectedEof => "io_unexpected_eof",
        ErrorKind::Interrupted => "io_interrupted",
        ErrorKind::StaleNetworkFileHandle => "io_stale_network_file_handle",
        _ => return None,
    })
}

/// This machine's own trouble.
const fn local(kind: ErrorKind) -> Option<&'static str> {
    Some(match kind {
        ErrorKind::NotFound => "io_not_found",
        ErrorKind::PermissionDenied => "io_permission_denied",
        ErrorKind::AddrInUse => "io_addr_in_use",
        ErrorKind::AddrNotAvailable => "io_addr_not_available",
        ErrorKind::AlreadyExists => "io_already_exists",
        ErrorKind::NotADirectory => "io_not_a_directory",
        ErrorKind::IsADirectory => "io_is_a_directory",
        ErrorKind::DirectoryNotEmpty => "io_directory_not_empty",
        ErrorKind::ReadOnlyFilesystem => "io_read_only_filesystem",
        ErrorKind::InvalidInput => "io_invalid_input",
        ErrorKind::InvalidData => "io_invalid_data",
        ErrorKind::WriteZero => "io_write_zero",
        ErrorKind::StorageFull => "io_storage_full",
        ErrorKind::NotSeekable => "io_not_seekable",
        ErrorKind::QuotaExceeded => "io_quota_exceeded",
        ErrorKind::FileTooLarge => "io_file_too_large",
        ErrorKind::ResourceBusy => "io_resource_busy",
        ErrorKind::ExecutableFileBusy => "io_executable_file_busy",
        ErrorKind::Deadlock => "io_deadlock",
        ErrorKind::CrossesDevices => "io_crosses_devices",
        ErrorKind::TooManyLinks => "io_too_many_links",
        ErrorKind::InvalidFilename => "io_invalid_filename",
        ErrorKind::ArgumentListTooLong => "io_argument_list_too_long",
        ErrorKind::Unsupported => "io_unsupported",
        ErrorKind::OutOfMemory => "io_out_of_memory",
        _ => return None,
    })
}

/// Numbers to which the standard library gives no kind. They differ from system to system; where one is not listed, nothing is claimed.
fn by_number(number: i32) -> Option<Classification> {
    let lost = |reason| Classification::fixed(ErrorCode::UpstreamUnavailable, reason);
    let local = |reason| Classification::fixed(ErrorCode::InternalError, reason);
    let (host_down, network_reset, shut_down, files) = NUMBERS;
    if host_down.contains(&number) {
        Some(lost("io_host_down"))
    } else if network_reset.contains(&number) {
        Some(lost("io_network_reset"))
    } else if shut_down.contains(&number) {
        Some(lost("io_shut_down"))
    } else if files.contains(&number) {
        Some(local("io_too_many_open_files"))
    } else {
        None
    }
}

/// `EHOSTDOWN` and `ENONET`, `ENETRESET`, `ESHUTDOWN`, `EMFILE` and `ENFILE`.
type Numbers = (&'static [i32], &'static [i32], &'static [i32], &'static [i32]);

#[cfg(all(any(target_os = "linux", target_os = "android"), not(any(target_arch = "mips", target_arch = "mips64"))))]
const NUMBERS: Numbers = (&[112, 64], &[102], &[108], &[24, 23]);
#[cfg(target_vendor = "apple")]
const NUMBERS: Numbers = (&[64], &[52], &[58], &[24, 23]);
#[cfg(windows)]
const NUMBERS: Numbers = (&[10064], &[10052], &[10058], &[10024, 4]);
#[cfg(not(any(
    all(any(target_os = "linux", target_os = "android"), not(any(target_arch = "mips", target_arch = "mips64"))),
    target_vendor = "apple",
    windows
)))]
const NUMBERS: Numbers = (&[], &[], &[], &[]);

/// `WSAHOST_NOT_FOUND`, `WSATRY_AGAIN`, `WSANO_RECOVERY` and `WSANO_DATA`; elsewhere a failed lookup has no number.
const LOOKUP: &[i32] = if cfg!(windows) { &[11001, 11002, 11003, 11004] } else { &[] };
