//! Titles for search engines.

use ai_client::{Effort, TextRequest};

use crate::material::Material;
use crate::short_text::{self, ShortText};
use crate::{SHORT_TOKENS, SiteProfile, Unreadable};

/// Most characters of a title.
const TITLE_CHARS: usize = 60;
/// Most pixels of a title that search results show whole (docs/interface/platform/analysis.md#seo, `title_width`).
const TITLE_PIXELS: u32 = 580;
/// Most characters of the body that a model gets.
const BODY_CHARS: usize = 12_000;

/// What a title for search engines is asked to be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeoTitleBrief {
    /// Site.
    pub site: SiteProfile,
    /// Title of the post.
    pub title: String,
    /// Body of the post, plain text.
    pub body: String,
    /// Focus keyword; empty if none is set.
    pub keyword: String,
    /// What the person wants; may be empty.
    pub prompt: String,
}

impl SeoTitleBrief {
    /// The request.
    pub fn request(&self) -> TextRequest {
        let material = Material::about(&self.site)
            .with("pedido", &self.prompt)
            .with("palavra-chave", &self.keyword)
            .with("título atual", &self.title)
            .with_beginning("texto", &self.body, BODY_CHARS)
            .delimited();
        let instructions = format!(
            "Você escreve títulos de páginas para os resultados de buscadores. Escreva um título (title tag) para o texto \
             recebido, em {language}.\n\n\
             ## Regras\n\
             - De 40 a 58 caracteres, contando espaços. Nunca passe de 60.\n\
             - A palavra-chave aparece inteira, na ordem dada, e começa entre as cinco primeiras palavras. Se não houver \
             palavra-chave, comece pelo assunto.\n\
             - Diga o que o leitor encontra na página: a resposta, o benefício ou o recorte. Prometa só o que o texto cumpre.\n\
             - Maiúscula apenas no início e em nomes próprios. Sem emoji, sem aspas, sem ponto final, sem palavras em caixa \
             alta, sem o nome do site.\n\
             - Não use números, anos, preços ou nomes que não estejam no material.\n\
             - Evite fórmulas gastas, como “tudo o que você precisa saber” e “guia definitivo”.\n\n\
             {rule}\n\n\
             ## Resposta\n\
             Responda só com o objeto JSON {{\"text\": \"…\"}}, em que text é o título em uma linha de texto puro.",
            language = self.site.language_name(),
            rule = material.rule,
        );
        TextRequest {
            instructions,
            input: material.input,
            picture: None,
            output: short_text::output(),
            effort: Effort::Low,
            max_output_tokens: SHORT_TOKENS,
        }
    }

    /// Reads the answer: at most 60 characters and 580 pixels, longer titles are shortened at a word.
    ///
    /// # Errors
    /// [`Unreadable`] without a title.
    pub fn read(answer: &str) -> Result<ShortText, Unreadable> {
        Ok(fitted(&short_text::read(answer)?))
    }
}

/// A title of one line, shortened to what search results show.
pub(crate) fn fitted(line: &str) -> ShortText {
    let title = line.strip_suffix('.').unwrap_or(line);
    short_text::shortened(title, "", |title| {
        title.chars().count() <= TITLE_CHARS && analysis::title_pixels(title) <= TITLE_PIXELS
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_fit_search_results() {
        let short =
            SeoTitleBrief::read(r#"{"text":"Café coado: como acertar a proporção de água e pó."}"#);
        assert_eq!(
            short,
            Ok(ShortText {
                text: "Café coado: como acertar a proporção de água e pó".to_owned(),
                shortened: false
            })
        );
        let long =
            "Energia solar residencial: quanto custa instalar e em quanto tempo o valor volta";
        let title = SeoTitleBrief::read(long).unwrap();
        assert_eq!(
            title.text,
            "Energia solar residencial: quanto custa instalar"
        );
        assert!(title.shortened);
        let wide = SeoTitleBrief::read(&"MWM ".repeat(14)).unwrap();
        assert!(analysis::title_pixels(&wide.text) <= 580 && wide.shortened);
    }

    #[test]
    fn what_people_write_stands_in_the_input_only() {
        let brief = SeoTitleBrief {
            title: "Título-canário".to_owned(),
            body: "Corpo-canário".to_owned(),
            keyword: "palavra-canário".to_owned(),
            prompt: "Pedido-canário".to_owned(),
            site: SiteProfile {
                name: "Site-canário".to_owned(),
                audience: "Público-canário".to_owned(),
                ..SiteProfile::default()
            },
        };
        let request = brief.request();
        assert!(!request.instructions.contains("canário"));
        assert_eq!(request.input.matches("canário").count(), 6);
    }
}
