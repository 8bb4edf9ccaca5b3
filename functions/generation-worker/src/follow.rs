//! Follows the calls of a generation: notes them, stores the text while it grows, and notices a cancellation.

use ai_client::{Progress, Stopped};
use async_trait::async_trait;
use domain::platform::generation::Generation;
use items::ItemsError;
use prompts::ArticleReader;
use settings::AiProvider;
use tokio::time::Instant;

use crate::Ports;

/// Why a call was stopped.
#[derive(Debug)]
pub(crate) enum StopReason {
    /// The generation ended meanwhile: a person canceled it, or its lease expired.
    Ended,
    /// The process is about to end.
    Stopping,
    /// The record could not be written.
    Store(ItemsError),
}

impl From<ItemsError> for StopReason {
    fn from(error: ItemsError) -> Self {
        Self::Store(error)
    }
}

/// The text of an answer that is read while it arrives.
pub(crate) struct Reading {
    begin: Box<dyn Fn() -> ArticleReader + Send + Sync>,
    reader: ArticleReader,
    /// Characters that the whole answer has, about.
    expected: usize,
    received: usize,
}

impl Reading {
    pub(crate) fn new(
        begin: impl Fn() -> ArticleReader + Send + Sync + 'static,
        expected: usize,
    ) -> Self {
        Self {
            reader: begin(),
            begin: Box::new(begin),
            expected: expected.max(1),
            received: 0,
        }
    }

    /// The reader of the last answer.
    pub(crate) fn into_reader(self) -> ArticleReader {
        self.reader
    }

    fn progress(&self) -> u8 {
        let percent = self.received * 100 / self.expected;
        u8::try_from(percent).unwrap_or(u8::MAX).min(99)
    }
}

/// Follows the calls of one generation.
pub(crate) struct Follower<'a> {
    pub(crate) ports: &'a Ports,
    /// The record as it was last written.
    pub(crate) generation: Generation,
    /// How texts are read; `None` for images.
    pub(crate) reading: Option<Reading>,
    /// Whether the text has more than the record.
    has_more: bool,
    /// Whether the last write failed, after which the record may be newer than `generation`.
    is_unsure: bool,
    /// When a write was last tried.
    tried: Instant,
    /// When a write last succeeded.
    written: Instant,
    /// Why the last call was stopped.
    pub(crate) stopped: Option<StopReason>,
}

impl<'a> Follower<'a> {
    pub(crate) fn new(ports: &'a Ports, generation: Generation, reading: Option<Reading>) -> Self {
        let now = Instant::now();
        Self {
            ports,
            generation,
            reading,
            has_more: false,
            is_unsure: false,
            tried: now,
            written: now,
            stopped: None,
        }
    }

    /// Reads the record again if the outcome of its last write is unknown.
    async fn refresh(&mut self) -> Result<(), StopReason> {
        if !self.is_unsure {
            return Ok(());
        }
        let (store, now) = (&self.ports.store, self.ports.clock.now());
        let stored = store.generation(self.generation.id, now).await?;
        let running = stored.filter(|generation| !generation.is_over());
        self.generation = running.ok_or(StopReason::Ended)?;
        self.is_unsure = false;
        Ok(())
    }

    async fn note(&mut self, provider: AiProvider, model: &str) -> Result<(), StopReason> {
        if self.ports.is_stopping() {
            return Err(StopReason::Stopping);
        }
        self.refresh().await?;
        let (store, now) = (&self.ports.store, self.ports.clock.now());
        let noted = store
            .note_generation_call(&self.generation, provider.name(), model, now)
            .await?;
        self.take(noted)
    }

    /// Stores the text that the record does not have, and the progress.
    async fn advance(&mut self) -> Result<(), StopReason> {
        self.tried = Instant::now();
        self.refresh().await?;
        let (text, progress) = match &self.reading {
            Some(reading) => {
                let stored = usize::try_from(self.generation.text_chars).unwrap_or(usize::MAX);
                (behind(reading.reader.body(), stored), reading.progress())
            }
            None => ("", self.generation.progress),
        };
        let (store, now) = (&self.ports.store, self.ports.clock.now());
        let advanced = store
            .advance_generation(&self.generation, text, progress, now)
            .await?;
        self.take(advanced)?;
        self.has_more = false;
        Ok(())
    }

    /// Takes over the record as it was written.
    fn take(&mut self, written: Option<Generation>) -> Result<(), StopReason> {
        self.generation = written.ok_or(StopReason::Ended)?;
        self.written = Instant::now();
        self.tried = self.written;
        Ok(())
    }

    fn stop(&mut self, reason: StopReason) -> Result<(), Stopped> {
        self.stopped = Some(reason);
        Err(Stopped)
    }
}

/// What `text` has behind its first `count` characters.
fn behind(text: &str, count: usize) -> &str {
    let place = text.char_indices().nth(count);
    place.and_then(|(at, _)| text.get(at..)).unwrap_or_default()
}

#[async_trait]
impl Progress for Follower<'_> {
    async fn call(&mut self, provider: AiProvider, model: &str) -> Result<(), Stopped> {
        self.has_more = false;
        if let Some(reading) = &mut self.reading {
            reading.reader = (reading.begin)();
            reading.received = 0;
        }
        match self.note(provider, model).await {
            Ok(()) => Ok(()),
            Err(reason) => self.stop(reason),
        }
    }

    async fn text(&mut self, piece: &str) -> Result<(), Stopped> {
        if self.ports.is_stopping() {
            return self.stop(StopReason::Stopping);
        }
        if let Some(reading) = &mut self.reading {
            self.has_more |= !reading.reader.feed(piece).is_empty();
            reading.received += piece.chars().count();
        }
        let times = &self.ports.times;
        let every = if self.has_more {
            times.text_every
        } else {
            times.pulse_every
        };
        if self.tried.elapsed() < every {
            return Ok(());
        }
        match self.advance().await {
            Ok(()) => Ok(()),
            // The call is paid for, and the lease is far from its end: a later write stores what this one did not.
            Err(StopReason::Store(error)) if self.written.elapsed() < times.patience => {
                tracing::warn!(target: "ai", id = %self.generation.id, %error, "the progress of a generation was not stored");
                self.is_unsure = true;
                Ok(())
            }
            Err(reason) => self.stop(reason),
        }
    }
}
