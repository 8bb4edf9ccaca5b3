//! The navigation that a navigation block without one of its own shows
//! (docs/interface/site/navigation.md#the-fallback).

mod converted;
pub mod permissions;
pub mod read;
