//! Questions and answers for the FAQ of a post.

use axum::extract::State;
use domain::faq::{ANSWER_CHARS, FaqItem, GENERATED_COUNTS, QUESTION_CHARS};
use domain::platform::access::Permission;
use domain::platform::limits::TEXT_PROMPT_CHARS;
use markup::text::plain;
use platform_http::{ApiError, Issues, Json, blocking};
use platform_session::Caller;
use prompts::FaqBrief;
use serde::{Deserialize, Serialize};
use settings::AiProvider;
use utoipa::ToSchema;

use crate::answered::UsageBody;
use crate::ask::{Asking, asking};
use crate::material::{LINE_CHARS, check_body, site_profile};
use crate::{Ports, errors};

/// Most questions of a FAQ, as of a saved post.
const QUESTIONS: usize = 100;

/// Question with its answer.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[schema(as = GeneratedFaqItem)]
#[serde(default)]
pub(crate) struct ItemBody {
    /// Question, one line of plain text.
    #[schema(max_length = 500)]
    question: String,
    /// Answer, plain text.
    #[schema(max_length = 5000)]
    answer: String,
}

impl From<FaqItem> for ItemBody {
    fn from(item: FaqItem) -> Self {
        Self {
            question: item.question,
            answer: item.answer,
        }
    }
}

/// What the questions are about: unsaved fields of a post. At least one of title, body and prompt has a text.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = FaqRequest)]
pub(crate) struct FaqInput {
    /// Site of the post, which names language and audience.
    #[schema(minimum = 1)]
    site_id: u64,
    /// Number of questions: 3, 5, 7 or 10.
    #[schema(minimum = 3, maximum = 10)]
    count: usize,
    /// What the questions are asked to be about.
    #[serde(default)]
    #[schema(max_length = 10000)]
    prompt: String,
    /// Title of the post.
    #[serde(default)]
    #[schema(max_length = 1000)]
    title: String,
    /// HTML of the post, at most 900 KB.
    #[serde(default)]
    #[schema(max_length = 900_000)]
    body: String,
    /// Questions that are there. New ones are appended, and none repeats one of these, whatever its accents and case.
    #[serde(default)]
    #[schema(max_items = 100)]
    items: Vec<ItemBody>,
}

impl FaqInput {
    fn check(&self) -> Result<(), ApiError> {
        let mut issues = Issues::default();
        if !GENERATED_COUNTS.contains(&self.count) {
            issues.add("invalid_value", "count", "Peça 3, 5, 7 ou 10 perguntas.");
        }
        issues.check_length(&self.title, LINE_CHARS, "title");
        issues.check_length(&self.prompt, TEXT_PROMPT_CHARS, "prompt");
        check_body(&mut issues, &self.body, "body");
        if self.items.len() > QUESTIONS {
            let message = format!("Use até {QUESTIONS} perguntas.");
            issues.add("too_many", "items", message);
        }
        let long = |item: &ItemBody| {
            item.question.chars().count() > QUESTION_CHARS
                || item.answer.chars().count() > ANSWER_CHARS
        };
        if self.items.iter().any(long) {
            let message = format!(
                "Use até {QUESTION_CHARS} caracteres por pergunta e {ANSWER_CHARS} por resposta."
            );
            issues.add("too_long", "items", message);
        }
        let texts = [&self.title, &self.body, &self.prompt];
        if texts.iter().all(|text| text.trim().is_empty()) {
            issues.add(
                "required",
                "prompt",
                "Informe o título, o texto ou um pedido.",
            );
        }
        issues.refuse()
    }
}

/// Generated questions.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GeneratedFaq)]
pub(crate) struct FaqBody {
    /// All questions: those that were sent, then the new ones.
    items: Vec<ItemBody>,
    /// Number of new questions, the last ones of `items`.
    generated: usize,
    /// Number of questions that are missing from `count`, because the provider repeated others.
    missing: usize,
    /// Provider that answered: `openai`, `anthropic` or `gemini`.
    #[schema(value_type = String)]
    provider: &'static str,
    /// Model that answered.
    model: String,
    /// Tokens.
    usage: UsageBody,
}

/// New questions, how many are missing, and who answered.
type Questions = (Vec<FaqItem>, usize, (AiProvider, String));

/// Asks for the questions, and once more for those that repeat others.
async fn questions(asking: &mut Asking, brief: &FaqBrief) -> Result<Questions, ApiError> {
    let first = asking
        .ask(&brief.request(), |text| brief.read(text))
        .await?;
    let (mut items, mut missing, by) = (first.read.items, first.read.missing, first.by);
    if missing > 0 && asking.has_time() {
        let again = brief.again(missing, &items);
        // What the first answer holds is kept when the second one fails.
        if let Ok(second) = asking.ask(&again.request(), |text| again.read(text)).await {
            items.extend(second.read.items);
            missing = second.read.missing;
        }
    }
    Ok((items, missing, by))
}

/// Generate questions and answers.
///
/// The new questions follow those that were sent. A question that repeats another is left out and asked for again
/// once. Answers within 25 seconds. Nothing is stored but the tokens used.
#[utoipa::path(
    post,
    path = "/api/v1/posts/generate-faq",
    tag = "ai",
    request_body = FaqInput,
    responses((status = 200, description = "Questions", body = FaqBody), errors::GenerateShortText),
    security(("bearer" = [])),
    extensions(("x-permission" = json!("posts.create")), ("x-object" = json!("site"))),
)]
pub(crate) async fn generate_faq(
    State(ports): State<Ports>,
    caller: Caller,
    input: Result<Json<FaqInput>, ApiError>,
) -> Result<Json<FaqBody>, ApiError> {
    caller.actor.may(Permission::PostsCreate)?;
    let Json(input) = input?;
    let site = site_profile(&ports, &caller, input.site_id).await?;
    input.check()?;
    let html = input.body;
    let brief = FaqBrief {
        site,
        title: input.title,
        body: blocking(move || plain(&html)).await?,
        prompt: input.prompt,
        count: input.count,
        existing: input
            .items
            .iter()
            .map(|item| item.question.clone())
            .collect(),
    };
    let work = move |mut asking: Asking| async move {
        let done = questions(&mut asking, &brief).await;
        (asking, done)
    };
    let ((new, missing, (provider, model)), calls) = asking(&ports, work).await?;
    let generated = new.len();
    let mut items = input.items;
    items.extend(new.into_iter().map(Into::into));
    Ok(Json(FaqBody {
        items,
        generated,
        missing,
        provider: provider.name(),
        model,
        usage: UsageBody::of(&calls),
    }))
}
