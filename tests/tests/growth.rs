//! How the work of routes grows with what they are sent: each handler of both interfaces with one parameter of every type, and
//! what is shown of stored texts, at one length and at four times that length. The work is counted in allocations, in the
//! bytes of these, and in what is read of the store; none of it depends on the machine's load. A factor above 6 fails.
//!
//! The table of docs/growth.md is renewed by `UPDATE_GROWTH=1 cargo test -p pauta-tests --test growth`. This is the only test of
//! its binary, because the allocator's counts belong to the process. Functions are counted in instructions by
//! `tests/growth/run.sh`.

use std::alloc::System;

use pauta_tests::prepared_app::PreparedApp;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[path = "growth/counts.rs"]
mod counts;
#[path = "growth/platform.rs"]
mod platform;
#[path = "growth/shapes.rs"]
mod shapes;
#[path = "growth/site.rs"]
mod site;
#[path = "growth/stored.rs"]
mod stored;
#[path = "growth/table.rs"]
mod table;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[tokio::test]
async fn no_route_works_more_than_its_input_grows() {
    let prepared = PreparedApp::new().await;
    let mut found = site::walk(&prepared.app).await;
    found.extend(stored::walk(&prepared.app).await);
    found.extend(platform::walk(&prepared).await);
    table::compare(&found);
}
