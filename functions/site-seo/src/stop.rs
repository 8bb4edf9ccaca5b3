//! Why a call of a service ended without what was asked for.

use seo::{ai, keywords};
use site_rest::RestError;

/// A failure that is answered, or a fault of the site.
pub enum Stop<F> {
    /// A failure that is answered.
    Answer(F),
    /// A fault of the site.
    Fault(RestError),
}

impl<F> From<RestError> for Stop<F> {
    fn from(error: RestError) -> Self {
        Self::Fault(error)
    }
}

impl From<ai::failure::Failure> for Stop<ai::failure::Failure> {
    fn from(failure: ai::failure::Failure) -> Self {
        Self::Answer(failure)
    }
}

impl From<keywords::failure::Failure> for Stop<keywords::failure::Failure> {
    fn from(failure: keywords::failure::Failure) -> Self {
        Self::Answer(failure)
    }
}
