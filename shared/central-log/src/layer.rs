//! The layer that turns events into entries.

use std::fmt::Write as _;

use domain::platform::log::{LogLevel, MESSAGE_LIMIT};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::layer::{Context, Layer};
use tracing_subscriber::registry::LookupSpan;

use crate::channel::channel_of;
use crate::collector::Collector;
use crate::fields::{Fields, MAX_FIELDS, cut};
use crate::flush::FLUSH_SPAN;
use crate::verbosity::targets;

/// Captures warnings and errors for a [`Collector`]. It costs a few microseconds per event and does no I/O.
#[derive(Debug, Clone)]
pub struct Capture {
    collector: Collector,
}

impl Capture {
    /// A layer that fills `collector`, whatever level is logged elsewhere.
    pub fn layer<S>(collector: Collector) -> impl Layer<S> + Send + Sync
    where
        S: Subscriber + for<'lookup> LookupSpan<'lookup>,
    {
        // Spans of requests are of level INFO; they name the request.
        Self { collector }.with_filter(targets(LevelFilter::INFO))
    }
}

/// Fields of a span, stored with it.
struct SpanFields(Fields);

fn level_of(metadata: &Metadata<'_>, critical: bool) -> Option<LogLevel> {
    match *metadata.level() {
        Level::ERROR if critical => Some(LogLevel::Critical),
        Level::ERROR => Some(LogLevel::Error),
        Level::WARN => Some(LogLevel::Warning),
        _ => None,
    }
}

fn source_of(metadata: &Metadata<'_>) -> Option<String> {
    // A panic in a dependency's source has an absolute path; the registry's folder says nothing.
    let file = metadata.file()?;
    let mut source = file
        .rsplit_once("/registry/src/")
        .and_then(|(_, file)| file.split_once('/'))
        .map_or(file, |(_, file)| file)
        .to_owned();
    if let Some(line) = metadata.line() {
        let _ = write!(source, ":{line}");
    }
    Some(source)
}

impl<S> Layer<S> for Capture
where
    S: Subscriber + for<'lookup> LookupSpan<'lookup>,
{
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if let Some(span) = context.span(id) {
            let mut fields = Fields::default();
            attributes.record(&mut fields);
            span.extensions_mut().insert(SpanFields(fields));
        }
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, context: Context<'_, S>) {
        if let Some(span) = context.span(id)
            && let Some(SpanFields(fields)) = span.extensions_mut().get_mut()
        {
            values.record(fields);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let metadata = event.metadata();
        if *metadata.level() > Level::WARN {
            return;
        }
        let mut fields = Fields::default();
        event.record(&mut fields);
        let Some(level) = level_of(metadata, fields.critical) else {
            return;
        };
        // From the innermost span outwards; a field that is set already stays.
        for span in context.event_scope(event).into_iter().flatten() {
            if span.name() == FLUSH_SPAN {
                return;
            }
            let extensions = span.extensions();
            let Some(SpanFields(outer)) = extensions.get::<SpanFields>() else {
                continue;
            };
            for (name, value) in &outer.others {
                if fields.others.len() < MAX_FIELDS && !fields.others.contains_key(name) {
                    fields.others.insert(name.clone(), value.clone());
                }
            }
            if fields.channel.is_none() {
                fields.channel.clone_from(&outer.channel);
            }
        }
        let channel = fields
            .channel
            .take()
            .map_or_else(|| channel_of(metadata.target()), |name| channel_of(&name));
        let message = fields.message.take().unwrap_or_default();
        let message = match cut(message.trim(), MESSAGE_LIMIT) {
            // An event without a message is named after its place.
            "" => metadata.name().to_owned(),
            text => text.to_owned(),
        };
        if fields.source_ref.is_none() {
            fields.source_ref = source_of(metadata);
        }
        self.collector.add(level, channel, message, fields);
    }
}
