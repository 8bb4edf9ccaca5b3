//! Checks and reads the request of a text.

use serde_json::{Map, Value};

use crate::pictures::Picture;
use crate::prompt::Prompt;
use crate::schema;
use crate::strict::{Check, Problem, at_least, join, list, object, one_of, text, truth, without};

const ACCEPTED: [&str; 15] = [
    "model",
    "instructions",
    "input",
    "max_output_tokens",
    "reasoning",
    "text",
    "store",
    "stream",
    "stream_options",
    "include",
    "metadata",
    "prompt_cache_key",
    "safety_identifier",
    "service_tier",
    "truncation",
];

const EFFORTS: [&str; 7] = ["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/// Least `max_output_tokens`.
const LEAST_TOKENS: u64 = 16;

/// Reads a request for a text.
pub(super) fn read(body: &Value) -> Check<Prompt> {
    without(body, "", &["temperature", "top_p", "top_logprobs"])?;
    let members = object(body, "", &ACCEPTED)?;
    let mut prompt = Prompt {
        model: text(members, "", "model")?.to_owned(),
        max_tokens: at_least(members, "", "max_output_tokens", LEAST_TOKENS)?,
        stream: truth(members, "", "stream")?,
        ..Prompt::default()
    };
    truth(members, "", "store")?;
    if members.contains_key("instructions") {
        text(members, "", "instructions")?.clone_into(&mut prompt.instructions);
    }
    if let Some(reasoning) = members.get("reasoning") {
        let members = object(reasoning, "reasoning", &["effort", "summary"])?;
        one_of(members, "reasoning", "effort", &EFFORTS)?;
        let summaries = ["auto", "concise", "detailed"];
        one_of(members, "reasoning", "summary", &summaries)?;
    }
    if let Some(format) = members.get("text") {
        prompt.schema = text_format(format)?;
    }
    input(members, &mut prompt)?;
    Ok(prompt)
}

fn text_format(value: &Value) -> Check<Option<Value>> {
    let members = object(value, "text", &["format", "verbosity"])?;
    one_of(members, "text", "verbosity", &["low", "medium", "high"])?;
    let Some(format) = members.get("format") else {
        return Ok(None);
    };
    let path = "text.format";
    let accepted = ["type", "name", "schema", "strict", "description"];
    let members = object(format, path, &accepted)?;
    let kinds = ["text", "json_schema", "json_object"];
    match one_of(members, path, "type", &kinds)? {
        None => Err(Problem::missing("text.format.type")),
        Some("json_schema") => {
            schema::check_name(text(members, path, "name")?, "text.format.name")?;
            let wanted = members
                .get("schema")
                .ok_or_else(|| Problem::missing("text.format.schema"))?;
            if members.get("strict") != Some(&Value::Bool(true)) {
                return Err(Problem::invalid("text.format.strict", "expected true"));
            }
            schema::check(wanted, "text.format.schema")?;
            Ok(Some(wanted.clone()))
        }
        Some(_) => Ok(None),
    }
}

fn input(members: &Map<String, Value>, prompt: &mut Prompt) -> Check {
    if let Some(Value::String(_)) = members.get("input") {
        prompt.texts.push(text(members, "", "input")?.to_owned());
        return Ok(());
    }
    for (number, item) in list(members, "", "input")?.iter().enumerate() {
        let path = format!("input[{number}]");
        let members = object(item, &path, &["type", "role", "content"])?;
        one_of(members, &path, "type", &["message"])?;
        let roles = ["user", "system", "developer", "assistant"];
        let role = one_of(members, &path, "role", &roles)?
            .ok_or_else(|| Problem::missing(&join(&path, "role")))?;
        let mut said = Vec::new();
        if let Some(Value::String(_)) = members.get("content") {
            said.push(text(members, &path, "content")?.to_owned());
        } else {
            for (number, part) in list(members, &path, "content")?.iter().enumerate() {
                let path = format!("{path}.content[{number}]");
                content(part, &path, prompt, &mut said)?;
            }
        }
        if matches!(role, "system" | "developer") {
            prompt.instructions.push_str(&said.concat());
        } else {
            prompt.texts.append(&mut said);
        }
    }
    Ok(())
}

fn content(part: &Value, path: &str, prompt: &mut Prompt, said: &mut Vec<String>) -> Check {
    match part.get("type").and_then(Value::as_str) {
        Some("input_text") => {
            let members = object(part, path, &["type", "text"])?;
            said.push(text(members, path, "text")?.to_owned());
        }
        Some("input_image") => {
            let members = object(part, path, &["type", "image_url", "detail"])?;
            let details = ["low", "high", "auto", "original"];
            one_of(members, path, "detail", &details)?;
            let url = text(members, path, "image_url")?;
            let picture = Picture::of_data_url(url).ok_or_else(|| {
                let message = "expected a valid base64-encoded data URL with an image MIME type";
                Problem::invalid(&join(path, "image_url"), message)
            })?;
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
