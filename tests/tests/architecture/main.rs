//! The house keeps its shape: which crate may know which, what stands at the top level, and what no
//! source file may contain.

mod arrows;
mod contract;
mod features;
mod links;
mod resources;
mod sources;
mod top_level;
mod workspace;
