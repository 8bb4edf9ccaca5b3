//! Generated questions and answers of the demonstration.

use serde_json::{Value, json};

use super::browser::Browser;
use super::expected::{at, expect, number, text};
use super::{DemoError, article};

/// What the stand-in answers.
pub(super) const ANSWER: &str = include_str!("faq.json");

/// Number of questions that are generated.
const COUNT: usize = 3;

/// A key of the stand-ins, which accept any.
const KEY: &str = "sk-demonstracao";

/// Saves a key, and appends generated questions to those of the post.
pub(super) async fn generate(
    desk: &Browser,
    v1: &str,
    site: u64,
    post: u64,
    say: &mut impl FnMut(&str),
) -> Result<(), DemoError> {
    let keys = json!({ "OPENAI_API_KEY": KEY });
    desk.put(&format!("{v1}/settings/api-keys"), keys).await?;
    let mut faq = article::faq();
    let wanted = json!({
        "site_id": site,
        "count": COUNT,
        "title": article::TITLE,
        "body": article::BODY,
        "items": at(&faq, "/items"),
    });
    let generated = format!("{v1}/posts/generate-faq");
    let generated = desk.post(&generated, wanted).await?;
    expect(
        "three new questions",
        at(&generated, "/generated") == COUNT,
        &generated,
    )?;
    if let Some(items) = faq.get_mut("items") {
        *items = at(&generated, "/items").clone();
    }
    let saved = json!({ "faq_data": faq });
    desk.put(&format!("{v1}/posts/{post}"), saved).await?;
    say(&format!(
        "   Its FAQ gets {COUNT} generated questions more: by {} ({}), {} tokens. Here a stand-in on this machine answers; with",
        text(&generated, "/provider")?,
        text(&generated, "/model")?,
        number(&generated, "/usage/input_tokens")? + number(&generated, "/usage/output_tokens")?,
    ));
    say("   an API key of yours in the settings, the provider itself does.");
    let items = at(&generated, "/items").as_array();
    let new = items.into_iter().flatten().rev().take(COUNT);
    let new: Vec<&Value> = new.collect();
    for item in new.into_iter().rev() {
        say(&format!("   · {}", text(item, "/question")?));
        say(&format!("     {}", text(item, "/answer")?));
    }
    Ok(())
}
