//! Architecture tests: dependencies between crates, the files at the top level, and rules for source files.

mod arrows;
mod circles;
mod contract;
mod documented_tests;
mod features;
mod links;
mod log_words;
mod resources;
mod sources;
mod top_level;
mod words;
mod workspace;
