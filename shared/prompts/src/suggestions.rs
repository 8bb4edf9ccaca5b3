//! Several titles or descriptions for a page, to choose one from.

use ai_client::{Effort, JsonSchema, OutputFormat, TextRequest};
use serde::Deserialize;
use serde_json::json;

use crate::material::Material;
use crate::short_text::one_line;
use crate::{SHORT_TOKENS, SiteProfile, Unreadable, json, meta_description, seo_title};

/// How many texts are asked for.
pub const SUGGESTIONS: usize = 5;
/// Most characters of the body that a model gets.
const BODY_CHARS: usize = 12_000;

/// What is suggested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuggestedText {
    /// A title.
    Title,
    /// A description.
    Description,
}

/// Titles or descriptions that a person chooses from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuggestionsBrief {
    /// What is suggested.
    pub kind: SuggestedText,
    /// Site, with the language of the texts.
    pub site: SiteProfile,
    /// Text of the page, plain.
    pub body: String,
    /// Focus keyword; empty if none is set.
    pub keyword: String,
    /// Whether the texts are for social networks, otherwise for search results.
    pub social: bool,
}

#[derive(Deserialize)]
struct Answer {
    texts: Vec<String>,
}

impl SuggestionsBrief {
    /// The request.
    pub fn request(&self) -> TextRequest {
        let material = Material::about(&self.site)
            .with("palavra-chave", &self.keyword)
            .with_beginning("texto", &self.body, BODY_CHARS)
            .delimited();
        let place = if self.social {
            "publicações em redes sociais que levam à página"
        } else {
            "resultados de buscadores"
        };
        let rules = match self.kind {
            SuggestedText::Title => {
                "- Cada título tem de 40 a 58 caracteres, contando espaços. Nunca passe de 60.\n\
                 - A palavra-chave aparece inteira, na ordem dada, e começa entre as cinco primeiras palavras. Sem \
                 palavra-chave, comece pelo assunto.\n\
                 - Maiúscula apenas no início e em nomes próprios. Sem ponto final, sem o nome do site."
            }
            SuggestedText::Description => {
                "- Cada descrição tem de 125 a 150 caracteres, contando espaços. Nunca passe de 156.\n\
                 - A palavra-chave aparece inteira uma vez, de preferência na primeira metade.\n\
                 - Uma ou duas frases completas, na voz ativa, terminadas com ponto."
            }
        };
        let noun = match self.kind {
            SuggestedText::Title => "títulos",
            SuggestedText::Description => "descrições",
        };
        let instructions = format!(
            "Você escreve {noun} de páginas para {place}. Escreva {SUGGESTIONS} {noun} diferentes para o texto recebido, em \
             {language}.\n\n\
             ## Regras\n\
             {rules}\n\
             - As opções diferem no recorte, não só na ordem das palavras.\n\
             - Prometa só o que o texto cumpre. Não use números, anos, preços ou nomes que não estejam no material.\n\
             - Sem emoji, sem aspas, sem palavras em caixa alta.\n\n\
             {rule}\n\n\
             ## Resposta\n\
             Responda só com o objeto JSON {{\"texts\": [\"…\"]}}, em que texts são as {SUGGESTIONS} opções, cada uma em uma \
             linha de texto puro.",
            language = self.site.language_name(),
            rule = material.rule,
        );
        TextRequest {
            instructions,
            input: material.input,
            picture: None,
            output: output(),
            effort: Effort::Low,
            max_output_tokens: SHORT_TOKENS,
        }
    }

    /// Reads the answer: at most [`SUGGESTIONS`] different texts, each shortened as a single title or description is.
    ///
    /// # Errors
    /// [`Unreadable`] without a text.
    pub fn read(&self, answer: &str) -> Result<Vec<String>, Unreadable> {
        let found = json::objects::<Answer>(answer).into_iter().next();
        let mut texts: Vec<String> = Vec::new();
        for text in found.ok_or(Unreadable)?.texts {
            let line = one_line(&text);
            let text = match self.kind {
                SuggestedText::Title => seo_title::fitted(&line).text,
                SuggestedText::Description => meta_description::fitted(&line).text,
            };
            if text.contains(char::is_alphanumeric) && !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts.truncate(SUGGESTIONS);
        if texts.is_empty() {
            return Err(Unreadable);
        }
        Ok(texts)
    }
}

/// The form of the answer: `{"texts": […]}`.
fn output() -> OutputFormat {
    OutputFormat::Json(JsonSchema {
        name: "suggestions",
        schema: json!({
            "type": "object",
            "properties": {"texts": {"type": "array", "items": {"type": "string"}}},
            "required": ["texts"],
            "additionalProperties": false,
        }),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn brief(kind: SuggestedText) -> SuggestionsBrief {
        SuggestionsBrief {
            kind,
            site: SiteProfile {
                name: "Site-canário".to_owned(),
                language: "pt_BR".to_owned(),
                ..SiteProfile::default()
            },
            body: "Corpo-canário".to_owned(),
            keyword: "palavra-canário".to_owned(),
            social: false,
        }
    }

    #[test]
    fn five_texts_are_asked_for_in_the_language_of_the_page() {
        for kind in [SuggestedText::Title, SuggestedText::Description] {
            let request = brief(kind).request();
            assert!(request.instructions.contains("Escreva 5 "), "{kind:?}");
            assert!(request.instructions.contains("português do Brasil (pt-BR)"));
            assert!(!request.instructions.contains("canário"));
            assert_eq!(request.input.matches("canário").count(), 3);
        }
    }

    #[test]
    fn an_answer_is_cleaned_and_shortened() {
        let answer = json!({"texts": [
            " “Café coado em casa.” ", "Café coado em casa", "…", "Água e café: <b>a proporção</b>",
            "Energia solar residencial: quanto custa instalar e em quanto tempo o valor volta", "Um", "Dois", "Três",
        ]});
        let read = brief(SuggestedText::Title)
            .read(&answer.to_string())
            .unwrap();
        assert_eq!(
            read,
            [
                "Café coado em casa",
                "Água e café: a proporção",
                "Energia solar residencial: quanto custa instalar",
                "Um",
                "Dois",
            ]
        );
        let long = "Veja como coar café. ".repeat(30);
        let answer = json!({"texts": [long]}).to_string();
        let read = brief(SuggestedText::Description).read(&answer).unwrap();
        assert!(read[0].chars().count() <= 156, "{read:?}");
    }

    #[test]
    fn other_answers_are_unreadable() {
        for answer in [
            "",
            "{}",
            r#"{"texts":[]}"#,
            r#"{"texts":["…"]}"#,
            r#"{"texts":"a"}"#,
        ] {
            assert_eq!(
                brief(SuggestedText::Title).read(answer),
                Err(Unreadable),
                "{answer}"
            );
        }
    }

    proptest! {
        #[test]
        fn any_answer_is_read(answer in "(\\PC|[{}\\[\\]\":,]){0,60}") {
            if let Ok(texts) = brief(SuggestedText::Description).read(&answer) {
                prop_assert!(!texts.is_empty());
            }
        }
    }
}
