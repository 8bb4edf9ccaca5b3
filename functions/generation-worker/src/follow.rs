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
    pending: String,
    written: Instant,
    /// Why the last call was stopped.
    pub(crate) stopped: Option<StopReason>,
}

impl<'a> Follower<'a> {
    pub(crate) fn new(ports: &'a Ports, generation: Generation, reading: Option<Reading>) -> Self {
        Self {
            ports,
            generation,
            reading,
            pending: String::new(),
            written: Instant::now(),
            stopped: None,
        }
    }

    /// Takes over the record as it was written, or stops.
    fn take(&mut self, written: Result<Option<Generation>, ItemsError>) -> Result<(), Stopped> {
        self.written = Instant::now();
        let reason = match written {
            Ok(Some(generation)) => {
                self.generation = generation;
                return Ok(());
            }
            Ok(None) => StopReason::Ended,
            Err(error) => StopReason::Store(error),
        };
        self.stopped = Some(reason);
        Err(Stopped)
    }
}

#[async_trait]
impl Progress for Follower<'_> {
    async fn call(&mut self, provider: AiProvider, model: &str) -> Result<(), Stopped> {
        if self.ports.is_stopping() {
            self.stopped = Some(StopReason::Stopping);
            return Err(Stopped);
        }
        self.pending.clear();
        if let Some(reading) = &mut self.reading {
            reading.reader = (reading.begin)();
            reading.received = 0;
        }
        let (store, now) = (&self.ports.store, self.ports.clock.now());
        let noted = store
            .note_generation_call(&self.generation, provider.name(), model, now)
            .await;
        self.take(noted)
    }

    async fn text(&mut self, piece: &str) -> Result<(), Stopped> {
        if self.ports.is_stopping() {
            self.stopped = Some(StopReason::Stopping);
            return Err(Stopped);
        }
        let mut progress = self.generation.progress;
        if let Some(reading) = &mut self.reading {
            self.pending.push_str(reading.reader.feed(piece));
            reading.received += piece.chars().count();
            progress = reading.progress();
        }
        let every = if self.pending.is_empty() {
            self.ports.times.pulse_every
        } else {
            self.ports.times.text_every
        };
        if self.written.elapsed() < every {
            return Ok(());
        }
        let text = std::mem::take(&mut self.pending);
        let (store, now) = (&self.ports.store, self.ports.clock.now());
        let advanced = store
            .advance_generation(&self.generation, &text, progress, now)
            .await;
        self.take(advanced)
    }
}
