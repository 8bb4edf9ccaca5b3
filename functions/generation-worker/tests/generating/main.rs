//! Generations, for each way in which providers, people and the store behave.
#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may stop at the first surprise"
)]

mod answers;
mod app;
mod articles;
mod canceling;
mod crashes;
mod ending_early;
mod failing;
mod fallback;
mod file_faults;
mod growing;
mod image_faults;
mod images;
mod improvements;
mod injection;
mod log;
mod refusals;
mod store_faults;
mod work;
