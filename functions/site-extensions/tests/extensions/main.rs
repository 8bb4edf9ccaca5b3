//! HTTP tests of the site's extension namespaces, over the embedded store.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may panic on an unexpected result"
)]

mod access;
mod contact_forms;
mod corrections;
mod deliveries;
mod feedback;
mod form_access;
mod form_entries;
mod fuzz;
mod mailbox;
mod mailbox_access;
mod mailbox_callback;
mod namespace;
mod snippets;
mod spam;
mod spam_access;
mod spam_webhook;
mod submissions;
mod support;
