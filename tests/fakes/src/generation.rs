//! What is generated for a prompt, as the scenario and the queued answers decide.

use std::sync::Arc;

use crate::answers;
use crate::delivery::Delivery;
use crate::prompt::{Prompt, tokens};
use crate::record::Record;
use crate::scenario::Scenario;
use crate::service::Service;

/// Why an answer ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Finish {
    /// It is complete.
    Complete,
    /// The limit of tokens is reached.
    MaxTokens,
    /// A filter stopped it after some text.
    Filtered,
    /// The model declines; the text is its explanation.
    Refused,
    /// The service failed while it generated.
    Failed,
}

/// A generated answer.
#[derive(Debug, Clone)]
pub(crate) struct Generated {
    pub(crate) text: String,
    pub(crate) thoughts: &'static str,
    pub(crate) finish: Finish,
    pub(crate) input_tokens: u64,
    pub(crate) text_tokens: u64,
    pub(crate) thought_tokens: u64,
    pub(crate) delivery: Delivery,
}

/// What the model thinks before it answers.
const THOUGHTS: &str = "O pedido define o formato e o idioma. Vou responder em português do Brasil, com frases \
                        curtas, e começar pela resposta direta.";

/// The text of a model that declines.
const REFUSAL: &str = "Não posso ajudar com esse pedido.";

/// A key and what it chooses.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    pub(crate) service: Service,
    pub(crate) key: String,
    pub(crate) scenario: Scenario,
    /// Number of the attempt, from 0.
    pub(crate) attempt: u64,
}

impl Account {
    /// Counts an attempt of `key`.
    pub(crate) fn attempt(record: &Record, service: Service, key: &str) -> Self {
        Self {
            service,
            key: key.to_owned(),
            scenario: Scenario::of(key),
            attempt: record.attempt(service, key),
        }
    }

    /// Bills a call for a text.
    pub(crate) fn bill(&self, record: &Record, input: u64, output: u64) {
        record.bill(self.service, &self.key, input, output, 0);
    }
}

/// Generates the answer to `prompt` and bills it.
pub(crate) fn generate(record: &Arc<Record>, account: &Account, prompt: &Prompt) -> Generated {
    let scenario = account.scenario;
    let text = match scenario {
        Scenario::Refusal => REFUSAL.to_owned(),
        Scenario::Empty => String::new(),
        _ => record
            .next_answer(account.service)
            .unwrap_or_else(|| answers::default(prompt, scenario == Scenario::WrongCount)),
    };
    let (text, finish) = match scenario {
        Scenario::BadJson => (answers::damaged(&text, account.attempt), Finish::Complete),
        Scenario::Truncated => (part(&text, 2), Finish::MaxTokens),
        Scenario::FilterAnswer => (part(&text, 3), Finish::Filtered),
        Scenario::Failed => (part(&text, 3), Finish::Failed),
        Scenario::Refusal => (text, Finish::Refused),
        _ => (text, Finish::Complete),
    };
    let thought_tokens = tokens(THOUGHTS);
    let (text, finish) = limited(text, finish, prompt, thought_tokens);
    let generated = Generated {
        input_tokens: prompt.input_tokens(),
        text_tokens: tokens(&text),
        thought_tokens,
        text,
        thoughts: THOUGHTS,
        finish,
        delivery: scenario.delivery(),
    };
    if finish != Finish::Failed {
        account.bill(
            record,
            generated.input_tokens,
            generated.text_tokens + generated.thought_tokens,
        );
    }
    generated
}

/// The first of `parts` equal parts of a text.
fn part(text: &str, parts: usize) -> String {
    text.chars()
        .take(text.chars().count().div_ceil(parts))
        .collect()
}

/// Ends a text at the prompt's limit of tokens.
fn limited(text: String, finish: Finish, prompt: &Prompt, thoughts: u64) -> (String, Finish) {
    let Some(limit) = prompt.max_tokens else {
        return (text, finish);
    };
    let left = limit.saturating_sub(thoughts);
    if tokens(&text) <= left {
        return (text, finish);
    }
    let characters = usize::try_from(left.saturating_mul(4)).unwrap_or(usize::MAX);
    (text.chars().take(characters).collect(), Finish::MaxTokens)
}
