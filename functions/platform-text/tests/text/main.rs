//! The routes of text checks, over HTTP in process.

mod app;
mod grammar;
mod scores;
