//! Code snippets: HTML, CSS, JavaScript and PHP that administrators keep (docs/interface/site/code-snippets.md).

mod activate;
mod code_error;
mod export;
mod list;
mod params;
mod permissions;
mod php;
mod read;
pub mod routes;
mod view;
mod write;
