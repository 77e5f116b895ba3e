//! A cause of any shape as a `&dyn Error`: an error, or a box of one, which is none itself. Generated code calls it with a method call, so
//! that a box is looked through by itself.

use core::error::Error;

/// Something that is, or holds, an error.
pub trait AsDynError {
    /// The error.
    fn as_dyn_error(&self) -> &(dyn Error + 'static);
}

impl<E: Error + 'static> AsDynError for E {
    fn as_dyn_error(&self) -> &(dyn Error + 'static) {
        self
    }
}

impl AsDynError for dyn Error + 'static {
    fn as_dyn_error(&self) -> &(dyn Error + 'static) {
        self
    }
}

impl AsDynError for dyn Error + Send + 'static {
    fn as_dyn_error(&self) -> &(dyn Error + 'static) {
        self
    }
}

impl AsDynError for dyn Error + Sync + 'static {
    fn as_dyn_error(&self) -> &(dyn Error + 'static) {
        self
    }
}

impl AsDynError for dyn Error + Send + Sync + 'static {
    fn as_dyn_error(&self) -> &(dyn Error + 'static) {
        self
    }
}
