//! Site store on the embedded DynamoDB engine.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

mod content;
mod damage;
mod dates;
mod erasure;
mod erasure_equivalence;
mod evidence;
mod index_counts;
mod kept_formats;
mod large_texts;
mod later_release;
mod limits;
mod listing;
mod listing_by_filter;
mod listing_by_kind;
mod media;
mod operations;
mod previous_format;
mod rated;
mod readable;
mod revisions;
mod sample_site;
mod snapshot_equivalence;
mod snapshots;
mod snippets;
mod support;
mod taken_ids;
mod terms;
mod users;
mod writers;
