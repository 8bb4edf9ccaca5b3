//! Messages by template.

use axum::response::Response;
use serde_json::{Map, Value};

use super::errors::error;
use super::message::{Read, picture};
use crate::messages::{MessageTemplate, SentMessage, SentPicture, TemplateStatus};
use crate::record::Record;
use crate::strict;

/// Longest parameter in characters.
const MAX_PARAMETER: usize = 1024;

/// Reads a template with its parameters into `message`.
pub(super) fn read(
    record: &Record,
    content: &Value,
    sender: &str,
    message: &mut SentMessage,
) -> Read<()> {
    let members = strict::object(content, "template", &["name", "language", "components"])?;
    let name = strict::text(members, "template", "name")?;
    let language = members.get("language").unwrap_or(&Value::Null);
    let language = strict::object(language, "template.language", &["code", "policy"])?;
    strict::one_of(language, "template.language", "policy", &["deterministic"])?;
    let language = strict::text(language, "template.language", "code")?;
    let templates = record.messages.templates();
    let template = templates
        .iter()
        .find(|template| template.name == name && template.language == language)
        .filter(|template| template.status != TemplateStatus::Pending)
        .ok_or_else(|| {
            let details = format!("template name ({name}) does not exist in {language}");
            Box::new(error(132_001, &details))
        })?;
    let found = components(record, members.get("components"), sender)?;
    check(template, &found)?;
    match template.status {
        TemplateStatus::Paused => return Err(refused(132_015, "The template is paused.")),
        TemplateStatus::Disabled => return Err(refused(132_016, "The template is disabled.")),
        TemplateStatus::Approved | TemplateStatus::Pending => {}
    }
    message.template = Some(name.to_owned());
    message.text = found.body.join("\n");
    message.button = found.button;
    message.picture = found.picture;
    Ok(())
}

fn refused(code: u32, details: &str) -> Box<Response> {
    Box::new(error(code, details))
}

/// Parameters of a message.
#[derive(Default)]
struct Components {
    picture: Option<SentPicture>,
    body: Vec<String>,
    button: Option<String>,
}

fn check(template: &MessageTemplate, found: &Components) -> Read<()> {
    if template.parameters != found.body.len() {
        let details = format!(
            "body: number of localizable_params ({}) does not match the expected number of params ({})",
            found.body.len(),
            template.parameters
        );
        return Err(refused(132_000, &details));
    }
    if template.picture != found.picture.is_some() {
        let details = "header: Format mismatch, expected IMAGE";
        return Err(refused(132_012, details));
    }
    if template.button != found.button.is_some() {
        let details = "buttons: Button at index 0 of type Url requires a parameter";
        return Err(refused(131_008, details));
    }
    Ok(())
}

fn components(record: &Record, value: Option<&Value>, sender: &str) -> Read<Components> {
    let mut found = Components::default();
    let Some(value) = value else {
        return Ok(found);
    };
    let Some(list) = value.as_array() else {
        return Err(refused(100, "template['components'] must be an array"));
    };
    for component in list {
        let path = "template.components";
        let accepted = ["type", "sub_type", "index", "parameters"];
        let members = strict::object(component, path, &accepted)?;
        let parameters = strict::list(members, path, "parameters")?;
        match strict::text(members, path, "type")? {
            "header" => found.picture = Some(header(record, parameters, sender)?),
            "body" => found.body = texts(parameters)?,
            "button" => found.button = Some(button(members, parameters)?),
            other => {
                let details = format!("{other} is not a type of a component");
                return Err(refused(131_009, &details));
            }
        }
    }
    Ok(found)
}

fn header(record: &Record, parameters: &[Value], sender: &str) -> Read<SentPicture> {
    let path = "template.components.parameters";
    let [parameter] = parameters else {
        return Err(refused(132_000, "header: expected one parameter"));
    };
    let members = strict::object(parameter, path, &["type", "image"])?;
    if strict::text(members, path, "type")? != "image" {
        return Err(refused(132_012, "header: Format mismatch, expected IMAGE"));
    }
    let image = members.get("image").unwrap_or(&Value::Null);
    let image = strict::object(image, "image", &["id", "link"])?;
    picture(record, image, "image", sender)
}

fn texts(parameters: &[Value]) -> Read<Vec<String>> {
    parameters.iter().map(text).collect()
}

/// A text of a template: no line breaks or tabs, and no more than four spaces in a row.
fn text(parameter: &Value) -> Read<String> {
    let path = "template.components.parameters";
    let members = strict::object(parameter, path, &["type", "text"])?;
    if strict::text(members, path, "type")? != "text" {
        return Err(refused(132_012, "body: Format mismatch, expected text"));
    }
    let text = strict::text(members, path, "text")?;
    if text.contains(['\n', '\r', '\t']) || text.contains("     ") {
        let details =
            "Param text cannot have new-line/tab characters or more than 4 consecutive spaces";
        return Err(refused(100, details));
    }
    if text.chars().count() > MAX_PARAMETER {
        return Err(refused(132_005, "body: the parameter is too long"));
    }
    Ok(text.to_owned())
}

fn button(members: &Map<String, Value>, parameters: &[Value]) -> Read<String> {
    let path = "template.components";
    strict::one_of(members, path, "sub_type", &["url"])?;
    strict::text(members, path, "sub_type")?;
    let index = members.get("index");
    if !index.is_some_and(|index| index == "0" || *index == 0) {
        return Err(refused(131_009, "button: index is not valid"));
    }
    let [parameter] = parameters else {
        return Err(refused(132_000, "button: expected one parameter"));
    };
    let found = text(parameter)?;
    if found.contains(char::is_whitespace) {
        return Err(refused(
            132_012,
            "button: the parameter is not part of an address",
        ));
    }
    Ok(found)
}
