//! The chain of causes: comes in an error, go out its links, outermost first and never more than [`MAX_CHAIN`]. Not done here: what the
//! links mean.

use alloc::boxed::Box;
#[cfg(feature = "std")]
use alloc::sync::Arc;
use core::error::Error;
use core::iter;

use crate::disclosure::MAX_CHAIN;

/// An error in a chain.
pub(super) type Link<'e> = &'e (dyn Error + 'static);

/// A place of a chain: a link, or a report with the contexts that its links do not show.
#[derive(Clone, Copy)]
pub(crate) enum Node<'e> {
    /// An error.
    Link(Link<'e>),
    /// The top of a chain that anyhow holds. Its links stand below.
    #[cfg(feature = "anyhow")]
    Anyhow(&'e anyhow::Error),
    /// The top of a chain that eyre holds. Its links stand below.
    #[cfg(feature = "eyre")]
    Eyre(&'e eyre::Report),
}

impl<'e> Node<'e> {
    /// The error of a known type that stands here, be it boxed or shared.
    pub(crate) fn find<T: Error + Send + Sync + 'static>(self) -> Option<&'e T> {
        match self {
            Self::Link(link) => find(link),
            #[cfg(feature = "anyhow")]
            Self::Anyhow(report) => report.downcast_ref(),
            #[cfg(feature = "eyre")]
            Self::Eyre(report) => report.downcast_ref(),
        }
    }

    /// What stands below. Some errors hold one that their `source` passes over: it answers with the cause of what they hold.
    pub(super) fn below(self) -> Option<Link<'e>> {
        #[cfg(any(feature = "anyhow", feature = "eyre"))]
        if !matches!(self, Self::Link(_)) {
            return Some(self.link());
        }
        let link = self.link();
        #[cfg(feature = "std")]
        {
            if let Some(error) = find::<std::io::Error>(link) {
                return error.get_ref().map(|inner| inner as Link<'_>);
            }
            if let Some(error) = cast::<Arc<dyn Error + Send + Sync>>(link) {
                return Some(&**error);
            }
        }
        #[cfg(feature = "async-openai")]
        if let Some(hidden) = super::async_openai::hidden(link) {
            return Some(hidden);
        }
        #[cfg(feature = "rmcp")]
        if let Some(hidden) = super::rmcp::hidden(link) {
            return Some(hidden);
        }
        link.source()
    }

    /// The error as everybody sees it.
    pub(crate) fn link(self) -> Link<'e> {
        match self {
            Self::Link(link) => link,
            #[cfg(feature = "anyhow")]
            Self::Anyhow(report) => &**report,
            #[cfg(feature = "eyre")]
            Self::Eyre(report) => &**report,
        }
    }
}

/// A place and those below it.
pub(crate) fn nodes(top: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    // An error may be its own cause, so the walk needs an end.
    iter::successors(Some(top), |node| node.below().map(Node::Link)).take(MAX_CHAIN)
}

/// The error of a known type that a link is, be it boxed or shared.
pub(super) fn find<T: Error + 'static>(link: Link<'_>) -> Option<&T> {
    if let Some(error) = cast::<T>(link) {
        return Some(error);
    }
    if size_of_val(link) != size_of::<usize>() {
        return None;
    }
    let error = link.downcast_ref::<Box<T>>().map(|error| &**error);
    #[cfg(feature = "std")]
    let error = error.or_else(|| link.downcast_ref::<Arc<T>>().map(|error| &**error));
    error
}

/// `downcast_ref` that looks at the size first. The size stands beside the pointer and costs a load; to ask for the type costs a call, and
/// the table asks for many types.
pub(super) fn cast<T: Error + 'static>(link: Link<'_>) -> Option<&T> {
    if size_of_val(link) == size_of::<T>() { link.downcast_ref() } else { None }
}
