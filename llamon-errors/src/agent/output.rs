//! What the agent gives out while it works (SPEC S1): text, data and files, piece by piece.
//!
//! Comes in: pieces, from any number of places at once. Goes out: one ordered queue. A place that is full makes the agent wait. Nothing
//! that was written is lost: what does not fit is kept until there is room, or until the task ends and all of it is told. Not done here:
//! events.

use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::future::poll_fn;
use core::pin::pin;

use std::sync::{Mutex, MutexGuard, PoisonError};

use futures_core::Stream;
use tokio::sync::mpsc;

use super::events::{Piece, push_part};
use super::trace::FlowTrace;
use crate::a2a::v0_3::{Artifact, FileContent, Part};
use crate::data::{Object, Text};

/// The artifact that a stream writes to unless it says another.
pub const ANSWER: &str = "answer";

/// Where an agent writes what it makes. Its clones write to the same task, in the order in which they write.
///
/// Writing waits while the client reads more slowly than the agent writes. A task that ends drops the agent's future where it waits; a
/// handle that is kept longer writes to nobody.
#[derive(Clone, Debug)]
pub struct Output {
    shared: Arc<Shared>,
    artifact_id: Arc<str>,
}

#[derive(Debug)]
struct Shared {
    buffer: Mutex<Buffer>,
    queue: mpsc::Sender<Piece>,
    trace: FlowTrace,
    /// How many bytes of text are gathered before they go; 0 sends each piece as it comes.
    gather: usize,
}

#[derive(Debug, Default)]
struct Buffer {
    pieces: VecDeque<Piece>,
    /// Bytes of text among them.
    bytes: usize,
    is_begun: bool,
    is_closed: bool,
}

impl Output {
    /// An output and the queue behind it, which holds so many pieces.
    pub(super) fn new(capacity: usize, gather: usize, trace: FlowTrace) -> (Self, mpsc::Receiver<Piece>) {
        let (queue, pieces) = mpsc::channel(capacity);
        let shared = Arc::new(Shared { buffer: Mutex::default(), queue, trace, gather });
        (Self { shared, artifact_id: ANSWER.into() }, pieces)
    }

    /// The same output, writing to another artifact.
    #[must_use]
    pub fn to(&self, artifact_id: impl Into<Arc<str>>) -> Self {
        Self { shared: self.shared.clone(), artifact_id: artifact_id.into() }
    }

    /// More text.
    pub async fn text(&self, text: impl Into<Text>) {
        self.part(Part::text(text)).await;
    }

    /// Data for programs.
    pub async fn data(&self, data: Object) {
        self.part(Part::data(data)).await;
    }

    /// A file.
    pub async fn file(&self, file: FileContent) {
        self.part(Part::file(file)).await;
    }

    /// Any part. Text is gathered up to the runner's measure; anything else goes at once, with the text before it.
    pub async fn part(&self, part: Part) {
        let is_enough = {
            let mut buffer = self.lock();
            let Buffer { pieces, bytes, .. } = &mut *buffer;
            let size = if let Part::Text { text, .. } = &part { Some(text.len()) } else { None };
            *bytes += size.unwrap_or_default();
            match pieces.back_mut() {
                Some(Piece::Parts { artifact_id, parts }) if **artifact_id == *self.artifact_id => {
                    push_part(parts, part);
                }
                _ => {
                    pieces.push_back(Piece::Parts { artifact_id: String::from(&*self.artifact_id), parts: vec![part] });
                }
            }
            let is_enough = size.is_none() || *bytes >= self.shared.gather;
            buffer.begun();
            is_enough
        };
        if is_enough {
            self.flush().await;
        }
    }

    /// A whole artifact.
    pub async fn artifact(&self, artifact: Artifact) {
        {
            let mut buffer = self.lock();
            buffer.pieces.push_back(Piece::Whole(artifact));
            buffer.begun();
        }
        self.flush().await;
    }

    /// What the finished nodes of the flow made and has not been published yet.
    pub async fn publish_finished(&self) {
        let made = self.shared.trace.take_unpublished();
        if made.is_empty() {
            return;
        }
        {
            let mut buffer = self.lock();
            buffer.pieces.extend(made.into_iter().map(Piece::Whole));
            buffer.begun();
        }
        self.flush().await;
    }

    /// Everything a stream gives, until it ends or fails.
    ///
    /// # Errors
    /// The stream's first.
    pub async fn forward<T: Into<Text>, E>(&self, stream: impl Stream<Item = Result<T, E>>) -> Result<(), E> {
        let mut stream = pin!(stream);
        while let Some(text) = poll_fn(|cx| stream.as_mut().poll_next(cx)).await {
            self.text(text?).await;
        }
        Ok(())
    }

    /// Sends what is gathered.
    pub async fn flush(&self) {
        loop {
            if self.lock().pieces.is_empty() {
                return;
            }
            // A place first, then the piece: who is dropped while it waits has taken nothing.
            let Ok(place) = self.shared.queue.reserve().await else { return };
            let mut buffer = self.lock();
            let Some(piece) = buffer.pieces.pop_front() else { return };
            if buffer.pieces.is_empty() {
                buffer.bytes = 0;
            }
            // Still locked: two who flush must not change places.
            place.send(piece);
        }
    }

    /// The trace of the flow that runs, for engines other than [`Flow`](super::Flow).
    #[must_use]
    pub fn trace(&self) -> &FlowTrace {
        &self.shared.trace
    }

    /// Whether anything was written, or made by a node. From then on a failure is a partial one (SPEC S1, S2).
    #[must_use]
    pub fn is_begun(&self) -> bool {
        self.lock().is_begun || self.shared.trace.has_unpublished()
    }

    /// Ends the writing, and gives what did not get into the queue.
    pub(super) fn close(&self) -> Vec<Piece> {
        let mut buffer = self.lock();
        buffer.is_closed = true;
        core::mem::take(&mut buffer.pieces).into()
    }

    /// Nothing that runs while it is locked leaves it half changed.
    fn lock(&self) -> MutexGuard<'_, Buffer> {
        self.shared.buffer.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Buffer {
    /// Behind the end nothing is kept.
    fn begun(&mut self) {
        self.is_begun = true;
        if self.is_closed {
            self.pieces.clear();
        }
    }
}
