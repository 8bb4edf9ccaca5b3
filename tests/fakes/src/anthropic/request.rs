//! Checks and reads the request of a message.

use serde_json::{Map, Value};

use crate::pictures::Picture;
use crate::prompt::Prompt;
use crate::schema;
use crate::strict::{Check, Problem, at_least, join, list, object, one_of, text, truth, without};

const ACCEPTED: [&str; 11] = [
    "model",
    "max_tokens",
    "system",
    "messages",
    "output_config",
    "thinking",
    "metadata",
    "stop_sequences",
    "service_tier",
    "stream",
    "cache_control",
];

/// Largest `max_tokens`.
const MAX_TOKENS: u64 = 128_000;

/// A request for a message.
pub(super) struct Asked {
    pub(super) prompt: Prompt,
    /// Whether the system text is cached.
    pub(super) cached_system: bool,
}

/// Reads a request for a message.
pub(super) fn read(body: &Value) -> Check<Asked> {
    without(body, "", &["temperature", "top_p", "top_k"])?;
    let members = object(body, "", &ACCEPTED)?;
    let model = text(members, "", "model")?.to_owned();
    let limit =
        at_least(members, "", "max_tokens", 1)?.ok_or_else(|| Problem::missing("max_tokens"))?;
    if limit > MAX_TOKENS {
        let message = format!("{limit} > {MAX_TOKENS}, which is the maximum allowed");
        return Err(Problem::invalid("max_tokens", message));
    }
    thinking(members)?;
    let mut asked = Asked {
        prompt: Prompt {
            model,
            max_tokens: Some(limit),
            stream: truth(members, "", "stream")?,
            ..Prompt::default()
        },
        cached_system: false,
    };
    system(members, &mut asked)?;
    if let Some(config) = members.get("output_config") {
        asked.prompt.schema = output_config(config)?;
    }
    if let Some(metadata) = members.get("metadata") {
        object(metadata, "metadata", &["user_id"])?;
    }
    one_of(members, "", "service_tier", &["auto", "standard_only"])?;
    messages(members, &mut asked.prompt)?;
    Ok(asked)
}

/// Only adaptive thinking is accepted: no budget, and no switching off.
fn thinking(members: &Map<String, Value>) -> Check {
    let Some(value) = members.get("thinking") else {
        return Ok(());
    };
    without(value, "thinking", &["budget_tokens"])?;
    let members = object(value, "thinking", &["type", "display"])?;
    one_of(members, "thinking", "type", &["adaptive"])?
        .ok_or_else(|| Problem::missing("thinking.type"))?;
    one_of(members, "thinking", "display", &["summarized", "omitted"])?;
    Ok(())
}

fn system(members: &Map<String, Value>, asked: &mut Asked) -> Check {
    match members.get("system") {
        None => Ok(()),
        Some(Value::String(_)) => {
            text(members, "", "system")?.clone_into(&mut asked.prompt.instructions);
            Ok(())
        }
        Some(_) => {
            for (number, block) in list(members, "", "system")?.iter().enumerate() {
                let path = format!("system.{number}");
                let members = object(block, &path, &["type", "text", "cache_control"])?;
                one_of(members, &path, "type", &["text"])?
                    .ok_or_else(|| Problem::missing(&join(&path, "type")))?;
                let said = text(members, &path, "text")?;
                asked.prompt.instructions.push_str(said);
                asked.cached_system |= members.contains_key("cache_control");
            }
            Ok(())
        }
    }
}

fn output_config(value: &Value) -> Check<Option<Value>> {
    let path = "output_config";
    let members = object(value, path, &["effort", "format"])?;
    let efforts = ["low", "medium", "high", "xhigh", "max"];
    one_of(members, path, "effort", &efforts)?;
    let Some(format) = members.get("format") else {
        return Ok(None);
    };
    let path = "output_config.format";
    let members = object(format, path, &["type", "schema"])?;
    one_of(members, path, "type", &["json_schema"])?
        .ok_or_else(|| Problem::missing("output_config.format.type"))?;
    let wanted = members
        .get("schema")
        .ok_or_else(|| Problem::missing("output_config.format.schema"))?;
    schema::check(wanted, "output_config.format.schema")?;
    Ok(Some(wanted.clone()))
}

fn messages(members: &Map<String, Value>, prompt: &mut Prompt) -> Check {
    let messages = list(members, "", "messages")?;
    let last = messages.len() - 1;
    for (number, message) in messages.iter().enumerate() {
        let path = format!("messages.{number}");
        let members = object(message, &path, &["role", "content"])?;
        let role = one_of(members, &path, "role", &["user", "assistant"])?
            .ok_or_else(|| Problem::missing(&join(&path, "role")))?;
        if number == 0 && role != "user" {
            let message = "the first message must use the \"user\" role";
            return Err(Problem::invalid(&join(&path, "role"), message));
        }
        if number == last && role == "assistant" {
            let message = "this model does not support assistant message prefill; the conversation must end with a \
                           user message";
            return Err(Problem::invalid(&join(&path, "role"), message));
        }
        if let Some(Value::String(_)) = members.get("content") {
            prompt
                .texts
                .push(text(members, &path, "content")?.to_owned());
            continue;
        }
        for (number, block) in list(members, &path, "content")?.iter().enumerate() {
            content(block, &format!("{path}.content.{number}"), prompt)?;
        }
    }
    Ok(())
}

fn content(block: &Value, path: &str, prompt: &mut Prompt) -> Check {
    match block.get("type").and_then(Value::as_str) {
        Some("text") => {
            let members = object(block, path, &["type", "text", "cache_control"])?;
            prompt.texts.push(text(members, path, "text")?.to_owned());
        }
        Some("image") => {
            let members = object(block, path, &["type", "source", "cache_control"])?;
            let path = join(path, "source");
            let source = members
                .get("source")
                .ok_or_else(|| Problem::missing(&path))?;
            let members = object(source, &path, &["type", "media_type", "data"])?;
            one_of(members, &path, "type", &["base64"])?
                .ok_or_else(|| Problem::missing(&join(&path, "type")))?;
            let types = ["image/jpeg", "image/png", "image/gif", "image/webp"];
            let media_type = one_of(members, &path, "media_type", &types)?
                .ok_or_else(|| Problem::missing(&join(&path, "media_type")))?;
            let data = text(members, &path, "data")?;
            let picture = Picture::decode(media_type, data)
                .ok_or_else(|| Problem::invalid(&join(&path, "data"), "Could not process image"))?;
            prompt.pictures.push(picture);
        }
        Some(other) => {
            let message = format!("'{other}' is not supported");
            return Err(Problem::invalid(&join(path, "type"), message));
        }
        None => return Err(Problem::missing(&join(path, "type"))),
    }
    Ok(())
}
