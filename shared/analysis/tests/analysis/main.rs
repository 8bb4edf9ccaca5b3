//! Tests of the analysis through its public interface.

#![cfg(test)]

mod draft;
mod examples;
mod properties;
