//! A call for an image. It is billed even if the answer is not waited for, so a call that may have arrived is not repeated,
//! neither here nor at another provider.

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use bytes::Bytes;
use outbound::{Outbound, Request, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use settings::{AiProvider, ProviderAddresses};

use crate::answer::{GeneratedImage, Usage};
use crate::call::{self, CallError};
use crate::candidates::Work;
use crate::draft::End;
use crate::error_body::ErrorBody;
use crate::failure::FailureKind;
use crate::request::{Candidate, ImageRequest};
use crate::watch::{Halt, Watch};
use crate::{estimate, gemini, rejection, wire};

/// Most bytes of an image.
const MOST_IMAGE_BYTES: usize = 25 * 1024 * 1024;
/// Most bytes of a response: the image as Base64, and what is said about it.
const MOST_BYTES: usize = MOST_IMAGE_BYTES / 3 * 4 + 1024 * 1024;

/// Statuses after which the provider has certainly not begun to work, and may soon.
const NOT_BEGUN: [u16; 3] = [429, 503, 529];
/// Statuses of a gateway that did not wait any longer for the provider, which may go on working.
const NOT_AWAITED: [u16; 3] = [408, 504, 524];

/// Padding is optional, as in RFC 4648 section 3.2.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Images are generated for this request.
pub(crate) struct ImageWork<'a> {
    pub outbound: &'a Outbound,
    pub addresses: &'a ProviderAddresses,
    pub request: &'a ImageRequest,
}

/// What a response holds: the image as Base64, and its tokens.
struct Found {
    data: Result<String, (FailureKind, Option<String>)>,
    usage: Option<(u64, u64)>,
}

impl Work for ImageWork<'_> {
    type Output = GeneratedImage;
    const REPEATED_IN_DOUBT: bool = false;

    fn request(&self, candidate: &Candidate) -> Result<Request, CallError> {
        let model = candidate.model.as_str();
        let prompt = self.request.prompt.as_str();
        let request = if candidate.provider == AiProvider::Gemini {
            let method = gemini::method(model, "generateContent");
            let path = ["v1beta", "models", &method];
            let body = gemini_body(prompt);
            call::request(self.addresses, candidate, &path, &[], body)?
        } else {
            let path = ["v1", "images", "generations"];
            let body = openai_body(model, prompt);
            call::request(self.addresses, candidate, &path, &[], body)?
        };
        Ok(request.max_bytes(MOST_BYTES))
    }

    async fn call(
        &self,
        request: Request,
        provider: AiProvider,
        watch: &mut Watch<'_>,
    ) -> Result<(GeneratedImage, Usage), CallError> {
        let estimate = estimate::image(provider, self.request);
        let billed = |kind, words| Err(CallError::billed(kind, words, estimate));
        let sent = watch.until(watch.deadline, self.outbound.send(request));
        let response = match sent.await {
            Ok(Ok(response)) => response,
            Ok(Err(error)) => return Err(CallError::of_transport(&error, estimate)),
            Err(Halt::Silent) => return billed(FailureKind::Timeout, None),
            Err(Halt::Stopped) => return billed(FailureKind::Stopped, None),
        };
        if !response.status.is_success() {
            return Err(refused(provider, &response, estimate));
        }
        let found = match provider {
            AiProvider::Gemini => gemini_answer(&response),
            AiProvider::OpenAi | AiProvider::Anthropic => openai_answer(&response),
        };
        let Some(found) = found else {
            let words = ErrorBody::of_response(&response.body).message;
            return billed(FailureKind::BadPayload, words);
        };
        let usage = found.usage.map_or(estimate, |(input, output)| Usage {
            input_tokens: input,
            output_tokens: output,
            estimated: false,
        });
        let data = found
            .data
            .map_err(|(kind, words)| CallError::billed(kind, words, usage))?;
        match decoded(&data) {
            Some(bytes) => Ok((GeneratedImage { bytes }, usage)),
            None => Err(CallError::billed(FailureKind::BadPayload, None, usage)),
        }
    }
}

fn refused(provider: AiProvider, response: &Response, estimate: Usage) -> CallError {
    let status = response.status.as_u16();
    let error = rejection::of_response(provider, status, &response.headers, &response.body);
    CallError {
        again: error.again && NOT_BEGUN.contains(&status),
        usage: NOT_AWAITED.contains(&status).then_some(estimate),
        ..error
    }
}

/// The file that `data` encodes; `None` if it encodes none, or one that is too large.
fn decoded(data: &str) -> Option<Bytes> {
    let bytes = BASE64.decode(data.trim()).ok()?;
    (!bytes.is_empty() && bytes.len() <= MOST_IMAGE_BYTES).then(|| bytes.into())
}

/// The body of a request to the [OpenAI Images API](https://platform.openai.com/docs/api-reference/images). Its models
/// always answer with the file, and reject a parameter that asks for it.
fn openai_body(model: &str, prompt: &str) -> Value {
    json!({
        "model": model,
        "prompt": prompt,
        "n": 1,
        "size": "1536x1024",
        "quality": "medium",
        "output_format": "jpeg",
    })
}

fn openai_answer(response: &Response) -> Option<Found> {
    #[derive(Deserialize)]
    struct Answer {
        data: Vec<Item>,
        usage: Option<Value>,
    }
    #[derive(Deserialize)]
    struct Item {
        b64_json: Option<String>,
    }
    let answer: Answer = response.json().ok()?;
    let usage = answer.usage.as_ref().and_then(|usage| {
        Some((
            wire::number(usage, "/input_tokens")?,
            wire::number(usage, "/output_tokens")?,
        ))
    });
    let data = answer.data.into_iter().find_map(|item| item.b64_json);
    Some(Found {
        data: data.ok_or((FailureKind::BadPayload, None)),
        usage,
    })
}

/// The body of a request to a Gemini model that generates images.
fn gemini_body(prompt: &str) -> Value {
    json!({
        "contents": [{ "role": "user", "parts": [{ "text": prompt }] }],
        "generationConfig": {
            "responseModalities": ["IMAGE"],
            "imageConfig": { "aspectRatio": "16:9", "imageSize": "1K" },
        },
    })
}

fn gemini_answer(response: &Response) -> Option<Found> {
    let answer: Value = response.json().ok()?;
    let blocked = wire::text(&answer, "/promptFeedback/blockReason");
    let candidate = answer.pointer("/candidates/0");
    let parts = candidate.map(|candidate| wire::array(candidate, "/content/parts"));
    let data = parts.unwrap_or_default().iter().find_map(|part| {
        let thought = part.get("thought").and_then(Value::as_bool);
        wire::text(part, "/inlineData/data").filter(|_| thought != Some(true))
    });
    let failure = || match (blocked, candidate.and_then(gemini::end)) {
        (Some(reason), _) => (FailureKind::ContentRefused, Some(reason.to_owned())),
        (None, Some(End::Refused(words))) => (FailureKind::ContentRefused, words),
        (None, Some(End::Unusable(words))) => (FailureKind::BadPayload, words),
        _ => (FailureKind::BadPayload, None),
    };
    Some(Found {
        data: data.map(str::to_owned).ok_or_else(failure),
        usage: gemini::usage(&answer),
    })
}
