//! A step of a publication, as the checklist shows it.

use domain::platform::publication::{ATTEMPTS, Job, JobState, Step, StepState};
use domain::platform::search_field::SearchField;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

/// State of a step.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StepWord {
    /// Not begun.
    Queued,
    /// Failed and will be tried again.
    Retrying,
    /// Done.
    Success,
    /// Failed; waits for a person.
    Failed,
}

/// Step of a publication.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct StepItem {
    /// Step, such as `media`, `create`, `update`, `confirm` or `notify`.
    #[schema(value_type = String)]
    pub step: Step,
    /// Label, in Portuguese.
    pub label: &'static str,
    /// State.
    pub state: StepWord,
    /// Number of attempts so far, while `retrying`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<u32>,
    /// Maximum number of attempts, while `retrying`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempts: Option<u32>,
    /// Time of the next attempt, while `retrying`.
    #[serde(
        with = "platform_http::instant::optional",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub next_attempt_at: Option<Timestamp>,
    /// Time of completion, for `success`.
    #[serde(
        with = "platform_http::instant::optional",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub at: Option<Timestamp>,
    /// Error, with the site's message if there is one; for `retrying` and `failed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Note on a completed or running step, in Portuguese: for `notify`, why the client is notified on one
    /// channel only or not at all; for `update` and `settle`, fields for search engines that the site does
    /// not accept; for `confirm`, that the site did not keep the FAQ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

const fn label(step: Step) -> &'static str {
    match step {
        Step::Media => "Enviar a imagem de destaque",
        Step::MediaTexts => "Enviar os textos da imagem",
        Step::Create => "Criar o conteúdo no site",
        Step::Update => "Enviar o conteúdo",
        Step::Confirm => "Conferir no site",
        Step::Settle => "Conferir a publicação agendada",
        Step::Withdraw => "Retirar o agendamento do site",
        Step::Record => "Registrar o resultado",
        Step::Notify => "Avisar o cliente",
    }
}

impl StepItem {
    pub(super) fn of(job: &Job, step: Step, state: &StepState) -> Self {
        let mut item = Self {
            step,
            label: label(step),
            state: StepWord::Queued,
            attempt: None,
            attempts: None,
            next_attempt_at: None,
            at: None,
            error: None,
            note: None,
        };
        match state {
            StepState::Queued => {}
            StepState::Retrying { attempt, error } => {
                item.state = StepWord::Retrying;
                item.attempt = Some(*attempt);
                item.attempts = Some(ATTEMPTS);
                item.next_attempt_at = next_attempt(job);
                item.error = Some(error.clone());
            }
            StepState::Success { at } => {
                item.state = StepWord::Success;
                item.at = Some(*at);
                item.note = note(job, step);
            }
            StepState::Failed { error } => {
                item.state = StepWord::Failed;
                item.error = Some(error.clone());
            }
        }
        item
    }
}

/// Note on a completed step.
fn note(job: &Job, step: Step) -> Option<String> {
    if step == Step::Confirm && !job.findings.faq_fields_lost.is_empty() {
        return Some(
            "O site não guardou o FAQ como foi enviado. Confira no site a extensão de FAQ e a extensão de integração."
                .to_owned(),
        );
    }
    let missing = &job.findings.search_fields_not_taken;
    if !matches!(step, Step::Update | Step::Settle) || missing.is_empty() {
        return None;
    }
    let names: Vec<_> = missing.iter().map(|field| search_field(*field)).collect();
    Some(format!(
        "O site não tem onde guardar estes campos para buscadores, que não foram enviados: {}.",
        names.join(", ")
    ))
}

const fn search_field(field: SearchField) -> &'static str {
    match field {
        SearchField::Title => "título de SEO",
        SearchField::Description => "meta descrição",
        SearchField::Keyword => "palavra-chave de foco",
    }
}

/// Time of the next attempt of a publication that waits for one.
pub(super) fn next_attempt(job: &Job) -> Option<Timestamp> {
    job.next_at.filter(|_| job.state == JobState::Waiting)
}
