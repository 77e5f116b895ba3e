//! What is static in a catalog is not copied: allocations, counted.

use std::alloc::System;

use llamon_errors::a2a::v0_3::{Part, TaskIds, TaskStatusUpdateEvent};
use llamon_errors::data::Text;
use llamon_errors::{ApplicationError, ErrorCode};
use llamon_errors_tests::vectors::DocumentError;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn allocations<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let region = Region::new(ALLOCATOR);
    let value = work();
    let stats = region.change();
    (value, stats.allocations + stats.reallocations)
}

// One test, since the allocator counts for all threads.
#[test]
fn static_parts_are_not_allocated() {
    let (error, count) =
        allocations(|| ApplicationError::new(ErrorCode::NotFound, "document_not_found").message("gone"));
    assert_eq!(count, 1, "the one pointer");
    let ((), count) = allocations(|| drop(error));
    assert_eq!(count, 0);

    let (error, count) = allocations(|| ApplicationError::from(DocumentError::IndexDown));
    assert_eq!(count, 2, "the one pointer, and the error behind it");
    let task = TaskIds::new("task-1", "context-1");
    let (event, count) = allocations(|| TaskStatusUpdateEvent::failed(&error, &task));
    let message = event.status.message.as_ref().expect("a message");
    assert!(matches!(&message.parts[0], Part::Text { text: Text::Borrowed(_), .. }));
    // Two ids twice, the message's id (once for its text, once for more room), the time, the parts: what differs from task to task.
    assert!(count <= 9, "{count}");

    let mut line = Vec::with_capacity(4096);
    let (result, count) = allocations(|| serde_json::to_writer(&mut line, &event));
    assert!(result.is_ok());
    assert_eq!(count, 0, "writing allocates nothing but room in the buffer");
}
