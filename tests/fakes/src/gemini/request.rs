//! Checks and reads a request for content. Members are in camel case only.

use serde_json::{Map, Value};

use crate::pictures::Picture;
use crate::prompt::Prompt;
use crate::strict::{Check, Problem, at_least, join, list, object, one_of, text, truth, without};

const ACCEPTED: [&str; 4] = [
    "systemInstruction",
    "contents",
    "generationConfig",
    "safetySettings",
];

const CONFIG: [&str; 10] = [
    "maxOutputTokens",
    "responseMimeType",
    "responseJsonSchema",
    "responseSchema",
    "responseModalities",
    "imageConfig",
    "thinkingConfig",
    "stopSequences",
    "candidateCount",
    "seed",
];

/// Deprecated members, which the service still accepts.
const SAMPLING: [&str; 3] = ["temperature", "topP", "topK"];

const RATIOS: [&str; 12] = [
    "1:1", "2:3", "3:2", "3:4", "4:3", "9:16", "16:9", "21:9", "1:4", "4:1", "1:8", "8:1",
];

const CATEGORIES: [&str; 5] = [
    "HARM_CATEGORY_HARASSMENT",
    "HARM_CATEGORY_HATE_SPEECH",
    "HARM_CATEGORY_SEXUALLY_EXPLICIT",
    "HARM_CATEGORY_DANGEROUS_CONTENT",
    "HARM_CATEGORY_CIVIC_INTEGRITY",
];

const THRESHOLDS: [&str; 5] = [
    "BLOCK_LOW_AND_ABOVE",
    "BLOCK_MEDIUM_AND_ABOVE",
    "BLOCK_ONLY_HIGH",
    "BLOCK_NONE",
    "OFF",
];

/// A request for content.
pub(super) struct Asked {
    pub(super) prompt: Prompt,
    pub(super) include_thoughts: bool,
    /// The image, if one is asked for.
    pub(super) image: Option<Image>,
    /// Whether a sampling parameter is sent.
    pub(super) samples: bool,
}

/// Proportions and size of an image.
pub(super) struct Image {
    pub(super) width: u32,
    pub(super) height: u32,
}

/// Reads a request for content.
pub(super) fn read(body: &Value) -> Check<Asked> {
    let members = object(body, "", &ACCEPTED)?;
    let mut asked = Asked {
        prompt: Prompt::default(),
        include_thoughts: false,
        image: None,
        samples: false,
    };
    if let Some(system) = members.get("systemInstruction") {
        let path = "systemInstruction";
        let members = object(system, path, &["role", "parts"])?;
        for (number, part) in list(members, path, "parts")?.iter().enumerate() {
            let path = format!("{path}.parts[{number}]");
            let members = object(part, &path, &["text"])?;
            let said = text(members, &path, "text")?;
            asked.prompt.instructions.push_str(said);
        }
    }
    contents(members, &mut asked.prompt)?;
    if let Some(config) = members.get("generationConfig") {
        generation_config(config, &mut asked)?;
    }
    if members.contains_key("safetySettings") {
        let settings = list(members, "", "safetySettings")?;
        for (number, setting) in settings.iter().enumerate() {
            let path = format!("safetySettings[{number}]");
            let members = object(setting, &path, &["category", "threshold"])?;
            one_of(members, &path, "category", &CATEGORIES)?
                .ok_or_else(|| Problem::missing(&join(&path, "category")))?;
            one_of(members, &path, "threshold", &THRESHOLDS)?
                .ok_or_else(|| Problem::missing(&join(&path, "threshold")))?;
        }
    }
    Ok(asked)
}

fn contents(members: &Map<String, Value>, prompt: &mut Prompt) -> Check {
    let contents = list(members, "", "contents")?;
    let last = contents.len() - 1;
    for (number, content) in contents.iter().enumerate() {
        let path = format!("contents[{number}]");
        let members = object(content, &path, &["role", "parts"])?;
        let role = one_of(members, &path, "role", &["user", "model"])?;
        if number == last && role == Some("model") {
            let message = "ensure that the last content has the role user";
            return Err(Problem::invalid(&join(&path, "role"), message));
        }
        for (number, part) in list(members, &path, "parts")?.iter().enumerate() {
            content_part(part, &format!("{path}.parts[{number}]"), prompt)?;
        }
    }
    Ok(())
}

fn content_part(part: &Value, path: &str, prompt: &mut Prompt) -> Check {
    let members = object(part, path, &["text", "inlineData"])?;
    let Some(data) = members.get("inlineData") else {
        prompt.texts.push(text(members, path, "text")?.to_owned());
        return Ok(());
    };
    if members.contains_key("text") {
        let message = "oneof field 'data' is already set";
        return Err(Problem::invalid(path, message));
    }
    let path = join(path, "inlineData");
    let members = object(data, &path, &["mimeType", "data"])?;
    let types = ["image/jpeg", "image/png", "image/webp"];
    let media_type = one_of(members, &path, "mimeType", &types)?
        .ok_or_else(|| Problem::missing(&join(&path, "mimeType")))?;
    let picture = Picture::decode(media_type, text(members, &path, "data")?).ok_or_else(|| {
        let message = "Unable to process input image";
        Problem::invalid(&join(&path, "data"), message)
    })?;
    prompt.pictures.push(picture);
    Ok(())
}

fn generation_config(config: &Value, asked: &mut Asked) -> Check {
    let path = "generationConfig";
    let accepted: Vec<&str> = CONFIG.into_iter().chain(SAMPLING).collect();
    let members = object(config, path, &accepted)?;
    asked.samples = SAMPLING.iter().any(|name| members.contains_key(*name));
    asked.prompt.max_tokens = at_least(members, path, "maxOutputTokens", 1)?;
    let types = ["text/plain", "application/json"];
    let media_type = one_of(members, path, "responseMimeType", &types)?;
    let schemas = [
        members.get("responseJsonSchema"),
        members.get("responseSchema"),
    ];
    asked.prompt.schema = match schemas {
        [None, None] => None,
        [Some(_), Some(_)] => {
            let message = "only one of responseSchema and responseJsonSchema can be set";
            return Err(Problem::invalid(path, message));
        }
        [Some(schema), None] | [None, Some(schema)] => {
            if media_type != Some("application/json") {
                let message = "a response schema needs responseMimeType application/json";
                return Err(Problem::invalid(path, message));
            }
            if schema.get("type").and_then(Value::as_str).is_none() {
                let message = "the schema must have a type";
                return Err(Problem::invalid(path, message));
            }
            Some(schema.clone())
        }
    };
    if let Some(thinking) = members.get("thinkingConfig") {
        asked.include_thoughts = thinking_config(thinking)?;
    }
    asked.image = image(members)?;
    Ok(())
}

fn thinking_config(value: &Value) -> Check<bool> {
    let path = "generationConfig.thinkingConfig";
    without(value, path, &["thinkingBudget"])?;
    let members = object(value, path, &["thinkingLevel", "includeThoughts"])?;
    let levels = ["minimal", "low", "medium", "high"];
    one_of(members, path, "thinkingLevel", &levels)?;
    truth(members, path, "includeThoughts")
}

fn image(members: &Map<String, Value>) -> Check<Option<Image>> {
    let path = "generationConfig";
    let wanted = if members.contains_key("responseModalities") {
        let modalities = list(members, path, "responseModalities")?;
        let known = |value: &Value| matches!(value.as_str(), Some("TEXT" | "IMAGE"));
        if !modalities.iter().all(known) {
            let path = join(path, "responseModalities");
            return Err(Problem::invalid(&path, "expected TEXT or IMAGE"));
        }
        modalities.iter().any(|value| value == "IMAGE")
    } else {
        false
    };
    let path = "generationConfig.imageConfig";
    let (mut ratio, mut size) = ("1:1", "1K");
    if let Some(config) = members.get("imageConfig") {
        if !wanted {
            let message = "responseModalities must have IMAGE";
            return Err(Problem::invalid(path, message));
        }
        let members = object(config, path, &["aspectRatio", "imageSize"])?;
        ratio = one_of(members, path, "aspectRatio", &RATIOS)?.unwrap_or(ratio);
        size = one_of(members, path, "imageSize", &["1K", "2K", "4K"])?.unwrap_or(size);
    }
    Ok(wanted.then(|| dimensions(ratio, size)))
}

/// Pixels of an image: about one megapixel for `1K`, with multiples of 16.
fn dimensions(ratio: &str, size: &str) -> Image {
    let (width, height) = match ratio {
        "2:3" => (832, 1248),
        "3:2" => (1248, 832),
        "3:4" => (864, 1184),
        "4:3" => (1184, 864),
        "9:16" => (768, 1344),
        "16:9" => (1344, 768),
        "21:9" => (1536, 672),
        "1:4" => (512, 2048),
        "4:1" => (2048, 512),
        "1:8" => (368, 2944),
        "8:1" => (2944, 368),
        _ => (1024, 1024),
    };
    let factor = match size {
        "2K" => 2,
        "4K" => 4,
        _ => 1,
    };
    Image {
        width: width * factor,
        height: height * factor,
    }
}
