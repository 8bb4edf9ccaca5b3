//! The functions that read texts of people: of the editors and clients of the platform, of the authors and visitors of the
//! site, and of the services that both ask.

mod forms;
mod interfaces;
mod mails;
mod readers;
mod renderers;
mod sanitisers;
mod services;

use std::hint::black_box;

/// The number of bytes of the shorter text of most functions.
const BYTES: usize = 2_048;

/// A function under measurement.
#[derive(Debug, Clone, Copy)]
pub struct Work {
    /// Its path.
    pub name: &'static str,
    /// Bytes of the shorter text; the longer one has four times as many.
    pub bytes: usize,
    /// Calls the function with a text.
    pub call: fn(&str),
}

impl Work {
    /// With a shorter text of this many bytes: fewer for what takes many instructions for each.
    const fn bytes(self, bytes: usize) -> Self {
        Self { bytes, ..self }
    }
}

const fn work(name: &'static str, call: fn(&str)) -> Work {
    Work {
        name,
        bytes: BYTES,
        call,
    }
}

/// Takes a result, so that the compiler does not leave out what made it.
fn done<T>(result: T) {
    drop(black_box(result));
}

/// Every function.
pub fn all() -> impl Iterator<Item = Work> {
    [
        sanitisers::ALL,
        renderers::ALL,
        readers::ALL,
        forms::ALL,
        mails::ALL,
        services::ALL,
        interfaces::ALL,
    ]
    .into_iter()
    .flatten()
    .copied()
}
