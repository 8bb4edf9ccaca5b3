//! Following a call while it runs.

use std::time::Duration;

use async_trait::async_trait;
use settings::AiProvider;

/// The caller stopped the call. No further call is made; the one that runs is dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the call was stopped")]
pub struct Stopped;

/// Longest time between two calls of [`Progress::text`] while a provider works.
pub const PULSE: Duration = Duration::from_millis(500);

/// Follows the calls to providers. [`()`] follows nothing.
#[async_trait]
pub trait Progress: Send {
    /// Called before each request is sent, so that an intent can be stored. The text of an earlier call is void.
    ///
    /// # Errors
    /// [`Stopped`]: the request is not sent.
    async fn call(&mut self, provider: AiProvider, model: &str) -> Result<(), Stopped>;

    /// Called with each further piece of the text, and with an empty one when nothing came for [`PULSE`].
    ///
    /// # Errors
    /// [`Stopped`]: the call is dropped.
    async fn text(&mut self, piece: &str) -> Result<(), Stopped>;
}

#[async_trait]
impl Progress for () {
    async fn call(&mut self, _: AiProvider, _: &str) -> Result<(), Stopped> {
        Ok(())
    }

    async fn text(&mut self, _: &str) -> Result<(), Stopped> {
        Ok(())
    }
}
