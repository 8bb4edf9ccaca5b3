//! Questions and answers about a post.

use std::collections::HashSet;

use ai_client::{Effort, JsonSchema, OutputFormat, TextRequest};
use analysis::question_key;
use domain::faq::{ANSWER_CHARS, FaqItem, QUESTION_CHARS};
use serde::Deserialize;
use serde_json::json as value;

use crate::material::Material;
use crate::site::SiteProfile;
use crate::{SHORT_TOKENS, Unreadable, json, short_text};

/// Most characters of the body that a model gets.
const BODY_CHARS: usize = 40_000;
/// Fewest words of an answer (docs/interface/platform/analysis.md#faq).
const ANSWER_WORDS: usize = 20;
/// Characters of an answer that is long enough in a language whose words are not separated by spaces.
const UNSPACED_CHARS: usize = 60;

/// What the questions and answers of a FAQ are asked to be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FaqBrief {
    /// Site.
    pub site: SiteProfile,
    /// Title of the post.
    pub title: String,
    /// Body of the post, plain text.
    pub body: String,
    /// What the person wants; may be empty.
    pub prompt: String,
    /// Number of questions, one of [`GENERATED_COUNTS`](domain::faq::GENERATED_COUNTS).
    pub count: usize,
    /// Questions that exist, which no new one may repeat.
    pub existing: Vec<String>,
}

/// Questions that were generated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaqAnswer {
    /// Questions with their answers: plain text, complete, each question once.
    pub items: Vec<FaqItem>,
    /// How many questions are missing from the number that was asked for.
    pub missing: usize,
}

#[derive(Deserialize)]
struct Item {
    question: String,
    answer: String,
}

impl FaqBrief {
    /// The request.
    pub fn request(&self) -> TextRequest {
        let material = Material::about(&self.site)
            .with("pedido", &self.prompt)
            .with("título", &self.title)
            .with("perguntas existentes", &self.existing.join("\n"))
            .with_beginning("texto", &self.body, BODY_CHARS)
            .delimited();
        let instructions = format!(
            "Você escreve perguntas frequentes para a página de um site. Escreva exatamente {count} {noun}, com resposta, sobre o \
             assunto do texto recebido, em {language}.\n\n{RULES}\n\n{rule}\n\n\
             ## Resposta\n\
             Responda só com o objeto JSON {{\"items\": [{{\"question\": \"…\", \"answer\": \"…\"}}]}}, com {count} {elements} em \
             items.",
            count = self.count,
            noun = if self.count == 1 {
                "pergunta"
            } else {
                "perguntas"
            },
            elements = if self.count == 1 {
                "elemento"
            } else {
                "elementos"
            },
            language = self.site.language_name(),
            rule = material.rule,
        );
        TextRequest {
            instructions,
            input: material.input,
            picture: None,
            output: OutputFormat::Json(schema()),
            effort: Effort::Low,
            max_output_tokens: SHORT_TOKENS,
        }
    }

    /// The brief of a second request, for questions that are missing after the first: none may repeat an existing question
    /// or one that was `taken` from the first answer.
    pub fn again(&self, missing: usize, taken: &[FaqItem]) -> Self {
        let mut again = self.clone();
        again.count = missing;
        let taken = taken.iter().map(|item| item.question.clone());
        again.existing.extend(taken);
        again
    }

    /// Reads the answer. Left out are questions that repeat an existing one or each other, whatever their case, accents,
    /// punctuation and spaces, items without a question or with an answer of fewer than 20 words, and items that are longer
    /// than a FAQ allows or exceed the number that was asked for.
    ///
    /// # Errors
    /// [`Unreadable`] if the answer holds no item.
    pub fn read(&self, answer: &str) -> Result<FaqAnswer, Unreadable> {
        let found = json::objects::<Item>(answer);
        if found.is_empty() {
            return Err(Unreadable);
        }
        let existing = self.existing.iter().map(|question| question_key(question));
        let mut known: HashSet<String> = existing.collect();
        let items: Vec<FaqItem> = found
            .iter()
            .filter_map(cleaned)
            .filter(|item| known.insert(question_key(&item.question)))
            .take(self.count)
            .collect();
        Ok(FaqAnswer {
            missing: self.count - items.len(),
            items,
        })
    }
}

const RULES: &str = "## Regras\n\
    - Cada pergunta é uma dúvida real do leitor, na forma em que ele a digitaria ou diria em voz alta: de 5 a 15 palavras, uma linha, \
    com ponto de interrogação no fim. Comece-as de modos diferentes: o que, como, quanto, quando, qual, por que, preciso, posso, vale a \
    pena.\n\
    - Cada resposta tem de 30 a 60 palavras, em duas ou três frases curtas. A primeira frase responde de forma direta, em até 25 \
    palavras, e se entende sem a pergunta. Não comece com “sim” ou “não” isolados, nem com “isso”, “ele” ou “ela”.\n\
    - Responda com o que está no material ou é conhecimento geral e seguro. Nunca invente números, preços, prazos, fontes, nomes ou \
    citações.\n\
    - Não repita, nem com outras palavras, as perguntas do bloco “perguntas existentes” e as que o texto já faz em intertítulos. \
    Complete o texto com o que ele deixa em aberto.\n\
    - Texto puro: sem HTML, sem Markdown, sem numeração, sem links, sem emoji.";

fn schema() -> JsonSchema {
    JsonSchema {
        name: "faq",
        schema: value!({
            "type": "object",
            "properties": {
                "items": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "question": {"type": "string"},
                            "answer": {"type": "string"},
                        },
                        "required": ["question", "answer"],
                        "additionalProperties": false,
                    },
                },
            },
            "required": ["items"],
            "additionalProperties": false,
        }),
    }
}

/// The item in plain text, if it is complete and within the limits.
fn cleaned(item: &Item) -> Option<FaqItem> {
    let question = question(&item.question)?;
    let answer = answer(&item.answer)?;
    Some(FaqItem { question, answer })
}

/// The question on one line, without a number before it, with one question mark at the end.
fn question(source: &str) -> Option<String> {
    let line = short_text::one_line(source);
    let unnumbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let line = match unnumbered.strip_prefix(['.', ')']) {
        Some(rest) if unnumbered.len() < line.len() && rest.starts_with(' ') => rest.trim_start(),
        _ => line.as_str(),
    };
    let body = line.trim_end_matches(|c: char| c.is_whitespace() || ".!?:;…".contains(c));
    if !body.contains(char::is_alphanumeric) {
        return None;
    }
    let question = format!("{body}?");
    (question.chars().count() <= QUESTION_CHARS).then_some(question)
}

/// The answer as lines of plain text.
fn answer(source: &str) -> Option<String> {
    let lines: Vec<String> = source
        .lines()
        .map(short_text::one_line)
        .filter(|line| !line.is_empty())
        .collect();
    let answer = lines.join("\n");
    let characters = answer.chars().count();
    let words = answer.split_whitespace().count();
    let is_unspaced = characters >= UNSPACED_CHARS && characters > 15 * words;
    let is_long_enough = words >= ANSWER_WORDS || is_unspaced;
    (is_long_enough && characters <= ANSWER_CHARS).then_some(answer)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LONG: &str = "A água para o café fica entre 90 e 96 graus. Ferva, espere um minuto e despeje devagar, em círculos, \
                        para molhar todo o pó por igual.";

    fn answered(questions: &[&str]) -> String {
        let items: Vec<_> = questions
            .iter()
            .map(|question| value!({"question": question, "answer": LONG}))
            .collect();
        value!({"items": items}).to_string()
    }

    fn brief(count: usize, existing: &[&str]) -> FaqBrief {
        FaqBrief {
            count,
            existing: existing.iter().map(|text| (*text).to_owned()).collect(),
            ..FaqBrief::default()
        }
    }

    fn questions(read: &FaqAnswer) -> Vec<&str> {
        read.items
            .iter()
            .map(|item| item.question.as_str())
            .collect()
    }

    #[test]
    fn questions_end_with_a_question_mark_and_are_plain() {
        let answer = answered(&[
            "Qual é a temperatura da água",
            "2. **Posso** ferver a água duas vezes?!",
            "<b>Qual</b> moagem\nusar?",
        ]);
        let read = brief(3, &[])
            .read(&format!("Aqui está:\n```json\n{answer}\n```"))
            .unwrap();
        assert_eq!(
            questions(&read),
            [
                "Qual é a temperatura da água?",
                "Posso ferver a água duas vezes?",
                "Qual moagem usar?",
            ]
        );
        assert_eq!(read.missing, 0);
    }

    #[test]
    fn repeated_questions_are_left_out_and_counted_as_missing() {
        let answer = answered(&[
            "Qual é a temperatura da água?",
            "qual e a  TEMPERATURA, da agua",
            "Quanto pó usar?",
            "Que filtro usar?",
        ]);
        let read = brief(3, &["QUANTO PO USAR"]).read(&answer).unwrap();
        assert_eq!(
            questions(&read),
            ["Qual é a temperatura da água?", "Que filtro usar?"]
        );
        assert_eq!(read.missing, 1);
    }

    #[test]
    fn a_second_request_names_all_taken_questions() {
        let first = brief(5, &["Qual moagem usar?"]);
        let read = first.read(&answered(&["Que filtro usar?"])).unwrap();
        let again = first.again(read.missing, &read.items);
        assert_eq!(again.count, 4);
        let request = again.request();
        assert!(request.instructions.contains("exatamente 4 perguntas"));
        assert!(
            request
                .input
                .contains("Qual moagem usar?\nQue filtro usar?\n")
        );
        let second = again
            .read(&answered(&["que filtro usar", "Quanto custa?"]))
            .unwrap();
        assert_eq!(questions(&second), ["Quanto custa?"]);
    }

    #[test]
    fn short_long_and_surplus_items_are_left_out() {
        let answer = value!({"items": [
            {"question": "Curta?", "answer": "Sim."},
            {"question": "?", "answer": LONG},
            {"question": "a".repeat(500), "answer": LONG},
            {"question": "Longa?", "answer": "palavra ".repeat(700)},
            {"question": "Um?", "answer": format!("<p>{LONG}</p>\n\n- **Dois**")},
            {"question": "Dois?", "answer": LONG},
        ]});
        let read = brief(1, &[]).read(&answer.to_string()).unwrap();
        assert_eq!(questions(&read), ["Um?"]);
        assert_eq!(read.items[0].answer, format!("{LONG}\n- Dois"));
    }

    #[test]
    fn an_answer_that_was_cut_off_gives_its_complete_items() {
        let whole = answered(&["Um?", "Dois?"]);
        let cut = whole.get(..whole.len() - 20).unwrap();
        let read = brief(3, &[]).read(cut).unwrap();
        assert_eq!((questions(&read), read.missing), (vec!["Um?"], 2));
        assert_eq!(brief(3, &[]).read("Não posso."), Err(Unreadable));
    }

    proptest! {
        #[test]
        fn items_keep_the_rules(
            questions in proptest::collection::vec("(\\PC|<[a-z]>|\n| ){0,30}", 0..8),
            count in 1usize..10,
        ) {
            let questions: Vec<&str> = questions.iter().map(String::as_str).collect();
            if let Ok(read) = brief(count, &[]).read(&answered(&questions)) {
                prop_assert_eq!(read.items.len() + read.missing, count);
                let keys: HashSet<_> = read.items.iter().map(|item| question_key(&item.question)).collect();
                prop_assert_eq!(keys.len(), read.items.len());
                for item in &read.items {
                    prop_assert!(item.question.ends_with('?') && !item.question.contains('\n'));
                    prop_assert!(item.is_complete());
                }
            }
        }
    }
}
