//! Generated images.

use serde_json::{Value, json};

use crate::generation::Account;
use crate::pictures::{self, Format};
use crate::prompt::tokens;
use crate::record::Record;
use crate::scenario::Scenario;
use crate::strict::{Check, Problem, at_least, object, one_of, text};

const ACCEPTED: [&str; 10] = [
    "model",
    "prompt",
    "n",
    "size",
    "quality",
    "output_format",
    "output_compression",
    "background",
    "moderation",
    "user",
];

/// Longest prompt in characters.
const MAX_PROMPT: usize = 32_000;

/// A wanted image.
pub(super) struct Wanted {
    pub(super) model: String,
    prompt: String,
    width: u32,
    height: u32,
    quality: String,
    format: String,
}

/// Reads a request for an image.
pub(super) fn read(body: &Value) -> Check<Wanted> {
    let members = object(body, "", &ACCEPTED)?;
    let model = text(members, "", "model")?;
    let prompt = text(members, "", "prompt")?;
    if prompt.chars().count() > MAX_PROMPT {
        return Err(Problem::invalid(
            "prompt",
            "expected at most 32000 characters",
        ));
    }
    if at_least(members, "", "n", 1)?.is_some_and(|count| count != 1) {
        return Err(Problem::invalid("n", "this fake makes one image"));
    }
    let qualities = ["low", "medium", "high", "auto"];
    let quality = one_of(members, "", "quality", &qualities)?;
    let format = one_of(members, "", "output_format", &["png", "jpeg", "webp"])?.unwrap_or("png");
    let backgrounds = ["transparent", "opaque", "auto"];
    let background = one_of(members, "", "background", &backgrounds)?;
    if background == Some("transparent") && format == "jpeg" {
        let message = "transparent backgrounds need png or webp";
        return Err(Problem::invalid("background", message));
    }
    one_of(members, "", "moderation", &["auto", "low"])?;
    if let Some(compression) = at_least(members, "", "output_compression", 0)? {
        if compression > 100 {
            return Err(Problem::invalid("output_compression", "expected 0 to 100"));
        }
        if format == "png" && compression != 100 {
            let message = "compression less than 100 is not supported for PNG output format";
            return Err(Problem::invalid("output_compression", message));
        }
    }
    let size = match members.get("size") {
        None => "auto",
        Some(Value::String(size)) => size,
        Some(_) => return Err(Problem::invalid("size", "expected a string")),
    };
    let (width, height) = dimensions(size, model)?;
    Ok(Wanted {
        model: model.to_owned(),
        prompt: prompt.to_owned(),
        width,
        height,
        quality: match quality {
            None | Some("auto") => "medium".to_owned(),
            Some(quality) => quality.to_owned(),
        },
        format: format.to_owned(),
    })
}

/// Width and height of a size that the model has.
fn dimensions(size: &str, model: &str) -> Check<(u32, u32)> {
    let wrong = |why: &str| Problem::invalid("size", format!("'{size}' {why}"));
    let (width, height) = match size {
        "auto" | "1024x1024" => return Ok((1024, 1024)),
        "1536x1024" => return Ok((1536, 1024)),
        "1024x1536" => return Ok((1024, 1536)),
        other => other
            .split_once('x')
            .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)))
            .ok_or_else(|| wrong("is not a size"))?,
    };
    let (width, height): (u32, u32) = (width, height);
    let pixels = u64::from(width) * u64::from(height);
    let (long, short) = (width.max(height), width.min(height));
    if !model.starts_with("gpt-image-2") {
        return Err(wrong("is not supported by the model"));
    }
    if width % 16 != 0 || height % 16 != 0 {
        return Err(wrong("is not divisible by 16"));
    }
    if u64::from(long) > u64::from(short) * 3 {
        return Err(wrong("has a ratio beyond 3:1"));
    }
    if long > 3840 || short > 2160 || pixels < 655_360 {
        return Err(wrong("is too large or too small"));
    }
    Ok((width, height))
}

/// Tokens of an image: those of the published prices at 1024x1024, in proportion to the pixels.
fn image_tokens(wanted: &Wanted) -> u64 {
    let square = match wanted.quality.as_str() {
        "low" => 200,
        "high" => 7_033,
        _ => 1_767,
    };
    square * u64::from(wanted.width) * u64::from(wanted.height) / (1024 * 1024)
}

/// Bills an image.
pub(super) fn bill(record: &Record, account: &Account, wanted: &Wanted) {
    let images = u64::from(account.scenario != Scenario::NoImage);
    record.bill(
        account.service,
        &account.key,
        tokens(&wanted.prompt),
        image_tokens(wanted) * images,
        images,
    );
}

/// The answer with the image.
pub(super) fn answer(wanted: &Wanted, scenario: Scenario) -> Value {
    let format = match wanted.format.as_str() {
        "jpeg" => Format::Jpeg,
        "webp" => Format::Webp,
        _ => Format::Png,
    };
    let seed = wanted.prompt.bytes().fold(0_u8, u8::wrapping_add) % 120;
    let mut file = pictures::make(wanted.width, wanted.height, seed, format);
    if scenario == Scenario::Huge {
        file = pictures::lengthen(file);
    }
    let mut base64 = pictures::base64(&file);
    if scenario == Scenario::BrokenBase64 {
        base64.insert_str(base64.len() / 2, "%%não é base64%%");
    }
    let none = scenario == Scenario::NoImage;
    let data = if none {
        json!([])
    } else {
        json!([{ "b64_json": base64 }])
    };
    let input = tokens(&wanted.prompt);
    let output = if none { 0 } else { image_tokens(wanted) };
    json!({
        "created": 1_795_000_000,
        "background": "opaque",
        "data": data,
        "output_format": wanted.format,
        "quality": wanted.quality,
        "size": format!("{}x{}", wanted.width, wanted.height),
        "usage": {
            "input_tokens": input,
            "input_tokens_details": { "image_tokens": 0, "text_tokens": input },
            "output_tokens": output,
            "total_tokens": input + output,
        },
    })
}
