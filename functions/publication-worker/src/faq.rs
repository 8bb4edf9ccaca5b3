//! The FAQ as custom fields of the host's post.

use domain::faq::{FaqData, FaqItem};
use domain::platform::post::Post;
use host_client::{FAQ_DATA_KEY, FAQ_ENABLED_KEY, encode};
use markup::text::plain;
use serde_json::{Map, Value};

use crate::failure::{Failure, StepError};

/// The FAQ as hosts keep it: its texts are HTML there.
fn faq_for_host(faq: &FaqData) -> FaqData {
    let items = faq.items.iter().map(|item| FaqItem {
        question: encode::faq_line(&item.question),
        answer: encode::faq_text(&item.answer),
    });
    FaqData {
        title: encode::faq_line(&faq.title),
        description: encode::faq_text(&faq.description),
        items: items.collect(),
        ..faq.clone()
    }
}

/// The custom fields of the FAQ.
pub(crate) fn meta(post: &Post) -> Result<Map<String, Value>, StepError> {
    let faq = &post.fields.faq_data;
    let data = serde_json::to_string(&faq_for_host(faq)).map_err(|error| {
        tracing::error!(target: "publication", %error, "a FAQ could not be serialised");
        Failure::lasting("O FAQ do conteúdo não pôde ser enviado.")
    })?;
    Ok(Map::from_iter([
        (FAQ_ENABLED_KEY.to_owned(), Value::from(faq.enabled)),
        (FAQ_DATA_KEY.to_owned(), Value::from(data)),
    ]))
}

/// The custom fields that a host does not show with the values that were sent. Hosts drop unregistered fields, and may
/// write a text in another way, so that texts are compared as they read.
pub(crate) fn lost(post: &Post, shown: &Map<String, Value>) -> Vec<String> {
    let faq = &post.fields.faq_data;
    if !faq.enabled {
        return Vec::new();
    }
    let mut lost = Vec::new();
    if !shown.get(FAQ_ENABLED_KEY).is_some_and(is_on) {
        lost.push(FAQ_ENABLED_KEY.to_owned());
    }
    let data = shown.get(FAQ_DATA_KEY).and_then(read);
    if data.map(as_read) != Some(as_read(faq_for_host(faq))) {
        lost.push(FAQ_DATA_KEY.to_owned());
    }
    lost
}

/// Whether a custom field is on, in the forms that hosts give a boolean.
fn is_on(value: &Value) -> bool {
    match value {
        Value::Bool(on) => *on,
        Value::Number(number) => number.as_u64() == Some(1),
        Value::String(text) => matches!(text.as_str(), "1" | "true"),
        _ => false,
    }
}

/// The FAQ in a custom field: JSON in a text, or an object.
fn read(value: &Value) -> Option<FaqData> {
    match value {
        Value::String(text) => serde_json::from_str(text).ok(),
        object => serde_json::from_value(object.clone()).ok(),
    }
}

/// The FAQ with its texts as they read.
fn as_read(faq: FaqData) -> FaqData {
    let items = faq.items.iter().map(|item| FaqItem {
        question: plain(&item.question),
        answer: plain(&item.answer),
    });
    FaqData {
        title: plain(&faq.title),
        description: plain(&faq.description),
        items: items.collect(),
        ..faq
    }
}

#[cfg(test)]
mod tests {
    use domain::platform::id::{PostId, SiteId, UserId};
    use domain::platform::post::PostFields;
    use serde_json::json;

    use super::*;

    fn post() -> Post {
        let item = FaqItem {
            question: "Custa < R$ 10 & vale?".to_owned(),
            answer: "Sim.\nVeja “aqui”.".to_owned(),
        };
        let fields = PostFields {
            faq_data: FaqData {
                enabled: true,
                title: "Dúvidas".to_owned(),
                items: vec![item],
                ..FaqData::default()
            },
            ..PostFields::default()
        };
        let now = "2027-01-15T08:00:00Z".parse().unwrap();
        Post::draft(PostId(1), UserId(1), SiteId(1), fields, 0, now)
    }

    #[test]
    fn what_the_host_shows_as_it_was_sent_is_not_lost() {
        let post = post();
        let sent = meta(&post).unwrap();
        assert_eq!(lost(&post, &sent), Vec::<String>::new());
        let mut other_form = sent.clone();
        let data: Value = serde_json::from_str(sent[FAQ_DATA_KEY].as_str().unwrap()).unwrap();
        other_form.insert(FAQ_DATA_KEY.to_owned(), data);
        other_form.insert(FAQ_ENABLED_KEY.to_owned(), json!("1"));
        assert_eq!(lost(&post, &other_form), Vec::<String>::new());
        let text = sent[FAQ_DATA_KEY].as_str().unwrap();
        let encoded = text.replace('“', "&#8220;");
        other_form.insert(FAQ_DATA_KEY.to_owned(), json!(encoded));
        assert_eq!(lost(&post, &other_form), Vec::<String>::new());
    }

    #[test]
    fn a_field_with_another_value_is_lost() {
        let post = post();
        let sent = meta(&post).unwrap();
        let other = sent[FAQ_DATA_KEY].as_str().unwrap().replace("Sim", "Não");
        for (key, value) in [
            (FAQ_ENABLED_KEY, json!(false)),
            (FAQ_ENABLED_KEY, json!("")),
            (FAQ_ENABLED_KEY, Value::Null),
            (FAQ_DATA_KEY, json!("")),
            (FAQ_DATA_KEY, json!({})),
            (FAQ_DATA_KEY, json!(other)),
        ] {
            let mut shown = sent.clone();
            shown.insert(key.to_owned(), value);
            assert_eq!(lost(&post, &shown), [key]);
        }
        assert_eq!(lost(&post, &Map::new()).len(), 2);
        let mut hidden = post;
        hidden.fields.faq_data.enabled = false;
        assert!(lost(&hidden, &Map::new()).is_empty());
    }
}
