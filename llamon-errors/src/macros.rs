//! Raising an error in one line (SPEC A1, P8).

/// An [`ApplicationError`](crate::ApplicationError) in one expression.
///
/// Behind the code and the reason come the setters of `ApplicationError` as `name = value`; a name that is no setter does not compile
/// (SPEC A2). A reason, a domain, a domain code and an error source that are literals are checked by the compiler (SPEC V1 to V3).
///
/// ```
/// use llamon_errors::{ErrorCode, application_error};
///
/// let error = application_error!(
///     ErrorCode::RateLimited,
///     "classifier_quota_exceeded",
///     message = "the classifier's daily quota is used up",
///     retriable = true,
///     retry_after_ms = 60_000,
///     error_source = "llm:classifier",
/// );
/// assert_eq!(error.data().retry_after_ms, Some(60_000));
/// ```
///
/// ```compile_fail,E0599
/// # use llamon_errors::{ErrorCode, application_error};
/// let error = application_error!(ErrorCode::NotFound, "document_not_found", severity = "high");
/// ```
///
/// ```compile_fail,E0080
/// # use llamon_errors::{ErrorCode, application_error};
/// let error = application_error!(ErrorCode::NotFound, "documentNotFound");
/// ```
#[macro_export]
macro_rules! application_error {
    (@with $error:expr;) => { $error };
    (@with $error:expr; domain = $value:literal $(, $($rest:tt)*)?) => {
        $crate::application_error!(@with $error.domain($crate::domain!($value)); $($($rest)*)?)
    };
    (@with $error:expr; domain_code = $value:literal $(, $($rest:tt)*)?) => {
        $crate::application_error!(@with $error.domain_code($crate::domain_code!($value)); $($($rest)*)?)
    };
    (@with $error:expr; error_source = $value:literal $(, $($rest:tt)*)?) => {
        $crate::application_error!(@with $error.error_source($crate::error_source!($value)); $($($rest)*)?)
    };
    (@with $error:expr; $setter:ident = $value:expr $(, $($rest:tt)*)?) => {
        $crate::application_error!(@with $error.$setter($value); $($($rest)*)?)
    };
    ($code:expr, $reason:literal $(, $($rest:tt)*)?) => {
        $crate::application_error!(
            @with $crate::ApplicationError::new($code, $crate::reason!($reason)); $($($rest)*)?
        )
    };
    ($code:expr, $reason:expr $(, $($rest:tt)*)?) => {
        $crate::application_error!(@with $crate::ApplicationError::new($code, $reason); $($($rest)*)?)
    };
}

/// Returns an [`ApplicationError`](crate::ApplicationError) as the `Err` of the function: `raise_application_error` of S1.
///
/// Takes what [`application_error!`](crate::application_error!) takes. The function's error type is `ApplicationError` or anything
/// that is made `From` it.
///
/// ```
/// use llamon_errors::{ApplicationError, ErrorCode, bail_application};
///
/// fn classify(query: &str) -> Result<(), ApplicationError> {
///     if query.is_empty() {
///         bail_application!(ErrorCode::InvalidInput, "query_empty", message = "질의 본문이 비어있습니다.", retriable = false);
///     }
///     Ok(())
/// }
///
/// assert_eq!(classify("").unwrap_err().data().error_reason, "query_empty");
/// ```
#[macro_export]
macro_rules! bail_application {
    ($($error:tt)*) => {
        return ::core::result::Result::Err(::core::convert::From::from($crate::application_error!($($error)*)))
    };
}
