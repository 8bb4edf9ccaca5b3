//! Descriptions for search engines.

use ai_client::{Effort, TextRequest};

use crate::material::Material;
use crate::short_text::{self, ShortText};
use crate::{SHORT_TOKENS, SiteProfile, Unreadable};

/// Characters of a good description (docs/interface/platform/analysis.md#seo, `meta_length`).
const DESCRIPTION_CHARS: std::ops::RangeInclusive<usize> = 120..=156;
/// Most pixels of a description that search results show whole.
const DESCRIPTION_PIXELS: u32 = 960;
/// Most characters of the body that a model gets.
const BODY_CHARS: usize = 12_000;

/// What a description for search engines is asked to be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MetaDescriptionBrief {
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

impl MetaDescriptionBrief {
    /// The request.
    pub fn request(&self) -> TextRequest {
        let material = Material::about(&self.site)
            .with("pedido", &self.prompt)
            .with("palavra-chave", &self.keyword)
            .with("título", &self.title)
            .with_beginning("texto", &self.body, BODY_CHARS)
            .delimited();
        let instructions = format!(
            "Você escreve descrições de páginas para os resultados de buscadores. Escreva a meta descrição do texto recebido, \
             em {language}.\n\n\
             ## Regras\n\
             - De 125 a 150 caracteres, contando espaços. Nunca passe de 156.\n\
             - A palavra-chave aparece inteira uma vez, de preferência na primeira metade.\n\
             - Uma ou duas frases completas, na voz ativa, que digam o que o leitor resolve ou aprende na página. Termine com \
             ponto.\n\
             - Prometa só o que o texto cumpre. Não use números, preços ou nomes que não estejam no material.\n\
             - Não repita o título. Sem emoji, sem aspas, sem caixa alta, sem “clique aqui” nem “neste artigo”.\n\n\
             {rule}\n\n\
             ## Resposta\n\
             Responda só com o objeto JSON {{\"text\": \"…\"}}, em que text é a descrição em uma linha de texto puro.",
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

    /// Reads the answer: at most 156 characters and 960 pixels. Longer descriptions end after a sentence if that leaves 120
    /// characters, otherwise at a word, with an ellipsis.
    ///
    /// # Errors
    /// [`Unreadable`] without a description.
    pub fn read(answer: &str) -> Result<ShortText, Unreadable> {
        Ok(fitted(&short_text::read(answer)?))
    }
}

/// A description of one line, shortened to what search results show.
pub(crate) fn fitted(line: &str) -> ShortText {
    let fits = |text: &str| {
        text.chars().count() <= *DESCRIPTION_CHARS.end()
            && analysis::description_pixels(text) <= DESCRIPTION_PIXELS
    };
    if !fits(line)
        && let Some(sentences) = whole_sentences(line, fits)
    {
        return ShortText {
            text: sentences.to_owned(),
            shortened: true,
        };
    }
    short_text::shortened(line, "…", fits)
}

/// The longest run of first sentences that fits, if it is long enough.
fn whole_sentences(line: &str, fits: impl Fn(&str) -> bool) -> Option<&str> {
    let ends = line
        .match_indices(['.', '!', '?'])
        .map(|(at, mark)| line.split_at(at + mark.len()))
        .filter(|(_, behind)| behind.starts_with(' '))
        .map(|(sentences, _)| sentences);
    let fitting = ends.take_while(|sentences| fits(sentences));
    fitting
        .last()
        .filter(|sentences| sentences.chars().count() >= *DESCRIPTION_CHARS.start())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "Veja quanto custa instalar energia solar em casa, como funciona o financiamento e em quanto tempo o \
                         valor investido volta.";

    #[test]
    fn a_description_that_fits_stays() {
        let read = MetaDescriptionBrief::read(&format!("{{\"text\":\"{FIRST}\"}}")).unwrap();
        assert_eq!((read.text.as_str(), read.shortened), (FIRST, false));
    }

    #[test]
    fn a_long_description_ends_after_a_sentence_or_at_a_word() {
        let two = format!("{FIRST} Compare os preços por faixa de consumo.");
        let read = MetaDescriptionBrief::read(&two).unwrap();
        assert_eq!((read.text.as_str(), read.shortened), (FIRST, true));

        let long = FIRST.replace(
            "volta.",
            "volta para o bolso de quem paga a conta de luz todos os meses",
        );
        let read = MetaDescriptionBrief::read(&long).unwrap();
        assert!(read.text.ends_with("quem paga…"), "{}", read.text);
        assert!(read.text.chars().count() <= 156 && read.shortened);
    }
}
