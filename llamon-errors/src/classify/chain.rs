//! The chain of causes: comes in an error, go out its links, outermost first and never more than [`MAX_CHAIN`].

use alloc::boxed::Box;
#[cfg(feature = "std")]
use alloc::sync::Arc;
use core::error::Error;
use core::iter;

use crate::disclosure::MAX_CHAIN;

type Link<'e> = &'e (dyn Error + 'static);

/// The error and its causes.
pub(super) fn links(error: Link<'_>) -> impl Iterator<Item = Link<'_>> {
    // An error may be its own cause, so the walk needs an end.
    iter::successors(Some(error), |link| next(*link)).take(MAX_CHAIN)
}

/// What stands below a link. Some errors hold one that their `source` passes over: it answers with the cause of what they hold.
fn next(link: Link<'_>) -> Option<Link<'_>> {
    #[cfg(feature = "std")]
    {
        if let Some(error) = find::<std::io::Error>(link) {
            return error.get_ref().map(|inner| inner as Link<'_>);
        }
        if let Some(error) = link.downcast_ref::<Arc<dyn Error + Send + Sync>>() {
            return Some(&**error);
        }
    }
    link.source()
}

/// The error of a known type that a link is, be it boxed or shared.
pub(super) fn find<T: Error + 'static>(link: Link<'_>) -> Option<&T> {
    let error = link.downcast_ref::<T>().or_else(|| link.downcast_ref::<Box<T>>().map(|error| &**error));
    #[cfg(feature = "std")]
    let error = error.or_else(|| link.downcast_ref::<Arc<T>>().map(|error| &**error));
    error
}
