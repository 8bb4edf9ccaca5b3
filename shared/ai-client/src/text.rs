//! A call for a text: sends the request and reads the streamed answer.

use std::pin::pin;

use futures_util::{StreamExt, stream};
use http::{HeaderValue, header};
use outbound::{Outbound, OutboundError, Request, StreamedResponse};
use serde_json::Value;
use settings::{AiProvider, ProviderAddresses};
use sse_stream::{Error as FrameError, Sse, SseByteStream};
use tokio::time::Instant;

use crate::answer::{GeneratedText, Usage};
use crate::call::{self, CallError};
use crate::candidates::Work;
use crate::draft::{Draft, End};
use crate::error_body::ErrorBody;
use crate::failure::FailureKind;
use crate::progress::PULSE;
use crate::rejection;
use crate::request::{Candidate, TextRequest};
use crate::watch::{Halt, Watch};
use crate::{anthropic, gemini, openai};

/// Most bytes of a streamed answer. An event repeats much around each piece of the text.
const MOST_BYTES: usize = 16 * 1024 * 1024;
/// What some gateways send behind the last event.
const NO_MORE: &str = "[DONE]";

/// Texts are generated for this request.
pub(crate) struct TextWork<'a> {
    pub outbound: &'a Outbound,
    pub addresses: &'a ProviderAddresses,
    pub request: &'a TextRequest,
}

/// Why the reading of a stream ended early.
enum Break {
    Halt(Halt),
    Transport(OutboundError),
    /// An event that is none of the interface.
    Garbled,
}

impl From<Halt> for Break {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

impl Work for TextWork<'_> {
    type Output = GeneratedText;
    const REPEATED_IN_DOUBT: bool = true;

    fn request(&self, candidate: &Candidate) -> Result<Request, CallError> {
        let (model, asked) = (candidate.model.as_str(), self.request);
        let method;
        let (path, query, body): (&[&str], &[(&str, &str)], Value) = match candidate.provider {
            AiProvider::OpenAi => (&["v1", "responses"], &[], openai::body(model, asked)),
            AiProvider::Anthropic => (&["v1", "messages"], &[], anthropic::body(model, asked)),
            AiProvider::Gemini => {
                method = gemini::method(model, "streamGenerateContent");
                let body = gemini::body(model, asked);
                (&["v1beta", "models", &method], &[("alt", "sse")], body)
            }
        };
        let request = call::request(self.addresses, candidate, path, query, body)?;
        let accepted = HeaderValue::from_static("text/event-stream");
        Ok(request
            .header(header::ACCEPT, accepted)
            .max_bytes(MOST_BYTES))
    }

    async fn call(
        &self,
        request: Request,
        provider: AiProvider,
        watch: &mut Watch<'_>,
    ) -> Result<(GeneratedText, Usage), CallError> {
        let mut draft = Draft::default();
        let opened = watch.until(watch.begin_by, self.outbound.open(request));
        let response = match opened.await {
            Ok(Ok(response)) => response,
            Ok(Err(error)) => {
                return Err(CallError::of_transport(&error, draft.usage(self.request)));
            }
            Err(halt) => return Err(halted(halt, draft.usage(self.request))),
        };
        if !is_stream(&response) {
            return Err(self.refused(provider, response, watch).await);
        }
        let read = read(provider, response, &mut draft, watch).await;
        self.outcome(read, draft)
    }
}

impl TextWork<'_> {
    /// What a response means that is no streamed answer.
    async fn refused(
        &self,
        provider: AiProvider,
        response: StreamedResponse,
        watch: &mut Watch<'_>,
    ) -> CallError {
        let (status, headers) = (response.status, response.headers.clone());
        let read = watch.until(watch.next_part_by(), call::beginning(response));
        let body = read.await.unwrap_or_default();
        if !status.is_success() {
            return rejection::of_response(provider, status.as_u16(), &headers, &body);
        }
        let message = ErrorBody::of_response(&body).message;
        let usage = Draft::default().usage(self.request);
        CallError::billed(FailureKind::BadPayload, message, usage)
    }

    /// What was generated, or why nothing was, after the stream was read as far as possible.
    fn outcome(
        &self,
        read: Result<(), Break>,
        draft: Draft,
    ) -> Result<(GeneratedText, Usage), CallError> {
        let usage = draft.usage(self.request);
        let billed = |kind, words| Err(CallError::billed(kind, words, usage));
        let failed = matches!(draft.end, Some(End::Failed(_)));
        let stopped = matches!(read, Err(Break::Halt(Halt::Stopped)));
        let ended = draft.terminal || failed;
        let (Some(end), true, false) = (draft.end, ended, stopped) else {
            return Err(match read {
                Err(Break::Halt(halt)) => halted(halt, usage),
                Err(Break::Transport(error)) => CallError::of_transport(&error, usage),
                Err(Break::Garbled) => CallError::billed(FailureKind::BadPayload, None, usage),
                Ok(()) => CallError::billed(FailureKind::Interrupted, None, usage),
            });
        };
        match end {
            End::Complete | End::Truncated if !draft.text.trim().is_empty() => {
                let text = GeneratedText {
                    text: draft.text,
                    truncated: end == End::Truncated,
                };
                Ok((text, usage))
            }
            End::Complete | End::Truncated => billed(FailureKind::BadPayload, None),
            End::Refused(words) => billed(FailureKind::ContentRefused, words),
            End::Unusable(words) => billed(FailureKind::BadPayload, words),
            End::Failed(error) if !draft.begun && draft.output_tokens.is_none() => Err(error),
            End::Failed(error) => Err(CallError {
                again: false,
                usage: Some(usage),
                ..error
            }),
        }
    }
}

/// Whether a response is a streamed answer. A gateway may leave the type out.
fn is_stream(response: &StreamedResponse) -> bool {
    let kind = response
        .header("content-type")
        .unwrap_or("text/event-stream");
    let essence = kind.split(';').next().unwrap_or_default().trim();
    response.status.is_success() && essence.eq_ignore_ascii_case("text/event-stream")
}

fn halted(halt: Halt, usage: Usage) -> CallError {
    let kind = match halt {
        Halt::Silent => FailureKind::Timeout,
        Halt::Stopped => FailureKind::Stopped,
    };
    CallError::billed(kind, None, usage)
}

/// Reads the events of a stream into `draft`, until its end.
async fn read(
    provider: AiProvider,
    response: StreamedResponse,
    draft: &mut Draft,
    watch: &mut Watch<'_>,
) -> Result<(), Break> {
    let pieces = stream::try_unfold(response, |mut response| async {
        let piece = response.chunk().await?;
        Ok::<_, OutboundError>(piece.map(|piece| (piece, response)))
    });
    let mut events = pin!(SseByteStream::new(pieces));
    let mut limit = watch.begin_by;
    loop {
        let event = match watch.until(limit, events.next()).await? {
            None => return Ok(()),
            Some(Ok(event)) => event,
            Some(Err(error)) => return Err(broken(&error)),
        };
        let before = draft.text.len();
        take(provider, &event, draft).ok_or(Break::Garbled)?;
        let piece = draft.text.get(before..).unwrap_or_default();
        watch.text(piece).await.map_err(Halt::from)?;
        if draft.is_over() {
            return Ok(());
        }
        limit = watch.next_part_by();
        if draft.terminal {
            // Only the number of tokens may still come.
            limit = limit.min(Instant::now() + PULSE);
        }
    }
}

fn broken(error: &FrameError) -> Break {
    let FrameError::Body(cause) = error else {
        return Break::Garbled;
    };
    match cause.downcast_ref::<OutboundError>() {
        Some(error) => Break::Transport(error.clone()),
        None => Break::Garbled,
    }
}

/// Takes an event in; `None` if it is not JSON.
pub(crate) fn take(provider: AiProvider, event: &Sse, draft: &mut Draft) -> Option<()> {
    let data = event.data.as_deref().unwrap_or_default().trim();
    if data.is_empty() || data == NO_MORE {
        return Some(());
    }
    let value: Value = serde_json::from_str(data).ok()?;
    let stated = value.get("type").and_then(Value::as_str);
    let kind = stated.or(event.event.as_deref()).unwrap_or_default();
    match provider {
        AiProvider::OpenAi => openai::take(kind, &value, draft),
        AiProvider::Anthropic => anthropic::take(kind, &value, draft),
        AiProvider::Gemini => gemini::take(&value, draft),
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use futures_util::FutureExt;
    use proptest::prelude::*;

    use super::*;

    /// What is read of a stream whose bytes come in these pieces.
    fn drafted(provider: AiProvider, pieces: Vec<Bytes>) -> Draft {
        let pieces = stream::iter(pieces.into_iter().map(Ok::<_, OutboundError>));
        let mut draft = Draft::default();
        let events = SseByteStream::new(pieces).collect::<Vec<_>>();
        for event in events.now_or_never().unwrap().into_iter().flatten() {
            let _ = take(provider, &event, &mut draft);
        }
        draft
    }

    /// Splits bytes at places that are given as parts of 255.
    fn split(bytes: &[u8], places: &[u8]) -> Vec<Bytes> {
        let mut places: Vec<usize> = places
            .iter()
            .map(|place| usize::from(*place) * bytes.len() / 255)
            .collect();
        places.extend([0, bytes.len()]);
        places.sort_unstable();
        let pieces = places.windows(2).map(|two| &bytes[two[0]..two[1]]);
        pieces.map(Bytes::copy_from_slice).collect()
    }

    /// A stream with these pieces of text, in the form of the provider, with this line end.
    fn streamed(provider: AiProvider, texts: &[String], line_end: &str) -> Vec<u8> {
        let events = texts.iter().map(|text| {
            let event = match provider {
                AiProvider::OpenAi => {
                    serde_json::json!({ "type": "response.output_text.delta", "delta": text })
                }
                AiProvider::Anthropic => serde_json::json!({
                    "type": "content_block_delta", "delta": { "type": "text_delta", "text": text },
                }),
                AiProvider::Gemini => {
                    serde_json::json!({ "candidates": [{ "content": { "parts": [{ "text": text }] } }] })
                }
            };
            let kind = event["type"].as_str().unwrap_or("message");
            format!(": comment{line_end}event: {kind}{line_end}data: {event}{line_end}{line_end}")
        });
        events.collect::<String>().into_bytes()
    }

    fn providers() -> impl Strategy<Value = AiProvider> {
        prop::sample::select(AiProvider::ALL.as_slice())
    }

    proptest! {
        #[test]
        fn the_pieces_of_the_network_do_not_matter(
            provider in providers(),
            texts in prop::collection::vec("[aéñ漢🦀 \\n\"]{0,12}", 0..6),
            line_end in prop::sample::select(["\n", "\r\n", "\r"].as_slice()),
            places in prop::collection::vec(any::<u8>(), 0..24),
        ) {
            let bytes = streamed(provider, &texts, line_end);
            let draft = drafted(provider, split(&bytes, &places));
            prop_assert_eq!(draft.text, texts.concat());
        }

        #[test]
        fn every_byte_can_come_alone(provider in providers(), texts in prop::collection::vec("\\PC{0,8}", 0..4)) {
            let bytes = streamed(provider, &texts, "\r\n");
            let pieces = bytes.chunks(1).map(Bytes::copy_from_slice).collect();
            prop_assert_eq!(drafted(provider, pieces).text, texts.concat());
        }

        #[test]
        fn no_bytes_stop_the_reading(provider in providers(), bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            drafted(provider, vec![bytes.into()]);
        }

        #[test]
        fn no_event_stops_the_reading(
            provider in providers(),
            kind in prop::sample::select([
                "response.completed", "response.failed", "response.output_text.delta", "error", "message_start",
                "content_block_start", "content_block_delta", "message_delta", "message_stop", "ping",
            ].as_slice()),
            fields in prop::collection::vec((prop::sample::select([
                "response", "usage", "delta", "message", "error", "candidates", "promptFeedback", "usageMetadata", "content_block",
            ].as_slice()), prop::sample::select([
                "null", "1", "-1", "\"x\"", "[]", "[[]]", "{}", "[{\"content\":{\"parts\":[{\"text\":1}]}}]",
                "{\"usage\":{\"input_tokens\":18446744073709551615,\"output_tokens\":1.5}}",
                "{\"input_tokens\":18446744073709551615,\"cache_read_input_tokens\":9}",
                "{\"promptTokenCount\":18446744073709551615,\"toolUsePromptTokenCount\":2}",
                "{\"type\":\"text_delta\",\"stop_reason\":\"refusal\"}",
            ].as_slice())), 0..4),
        ) {
            let fields: String = fields.iter().map(|(name, value)| format!(",\"{name}\":{value}")).collect();
            let event = format!("event: {kind}\ndata: {{\"x\":0{fields}}}\n\n");
            drafted(provider, vec![event.into_bytes().into()]);
        }
    }
}
