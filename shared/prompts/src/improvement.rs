//! Improvements of a body.

use ai_client::{Effort, OutputFormat, TextRequest};

use crate::article::{ArticleReader, MissingAddresses, missing_addresses};
use crate::content::tokens_for;
use crate::material::Material;
use crate::site::SiteProfile;

/// What an improved body is asked to be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImprovementBrief {
    /// Site.
    pub site: SiteProfile,
    /// Title of the post; may be empty.
    pub title: String,
    /// The body, HTML.
    pub body: String,
    /// What to improve; empty for clarity, correctness and structure.
    pub instruction: String,
    /// Tone; empty to keep the one of the body.
    pub tone: String,
    /// Focus keyword; empty if none is set.
    pub keyword: String,
}

impl ImprovementBrief {
    /// The request. The answer is HTML, which [`ImprovementBrief::reader`] reads.
    pub fn request(&self) -> TextRequest {
        let material = Material::about(&self.site)
            .with("pedido", &self.instruction)
            .with("palavra-chave", &self.keyword)
            .with("tom", &self.tone)
            .with("título", &self.title)
            .with("texto", &self.body)
            .delimited();
        let instructions = format!(
            "Você é editor sênior de uma agência brasileira de conteúdo. Melhore o texto do bloco “texto”, que é HTML, como pede o \
             bloco “pedido”, e devolva o texto inteiro.\n\n\
             {RULES}\n\n{LANGUAGE}\n\n{FORMAT}\n\n\
             O texto melhorado fica em {language}, a não ser que o pedido seja uma tradução.\n\n\
             {rule}",
            language = self.site.language_name(),
            rule = material.rule,
        );
        let words = u32::try_from(markup::text::words(&self.body)).unwrap_or(u32::MAX);
        TextRequest {
            instructions,
            input: material.input,
            picture: None,
            output: OutputFormat::Text,
            effort: Effort::Medium,
            max_output_tokens: tokens_for(words),
        }
    }

    /// A reader of the answer. Links and pictures of the body are kept, and links whose address is in the instruction.
    pub fn reader(&self) -> ArticleReader {
        ArticleReader::for_improvement(&self.body, &self.instruction)
    }

    /// Links and pictures of the body that the `improved` one does not have, so that a person can be told.
    pub fn missing_addresses(&self, improved: &str) -> MissingAddresses {
        missing_addresses(&self.body, improved)
    }
}

const RULES: &str = "## Regras\n\
    - Faça o que o pedido diz e nada além. Sem pedido, corrija erros de português, encurte frases longas, torne a estrutura mais \
    clara e o texto mais direto.\n\
    - Devolva o texto completo, do início ao fim, e não um resumo nem só os trechos mudados. Deixe igual o que o pedido não toca.\n\
    - Mantenha o sentido, os fatos, os números, os nomes, as fontes e as citações. Nunca invente nenhum deles. Não altere a fala \
    de ninguém.\n\
    - Mantenha todos os links (<a href>) e todas as imagens (<img>), com os mesmos endereços e no lugar que lhes cabe. Não crie \
    links nem imagens, a não ser links para endereços do pedido.\n\
    - Mantenha os códigos entre colchetes, como [galeria id=\"3\"], sem mudança.\n\
    - Se houver palavra-chave, use-a de modo natural: no primeiro parágrafo, em um ou dois intertítulos e uma a duas vezes a cada \
    150 palavras, sem forçar.";

const LANGUAGE: &str = "## Linguagem\n\
    - Onde você reescreve: frases de até 20 palavras, parágrafos de até 70, voz ativa, palavras comuns, conectores variados e \
    nenhuma expressão vaga ou promocional (“diversos”, “incrível”, “vale ressaltar”).\n\
    - Intertítulos informativos. Uma pergunta em intertítulo é respondida no parágrafo seguinte, em 40 a 60 palavras.\n\
    - Use o tom do bloco “tom”. Sem ele, mantenha o do texto.";

const FORMAT: &str = "## Formato da resposta\n\
    - Responda só com o HTML do corpo, do primeiro ao último caractere. Sem título (<h1>), sem comentários seus, sem bloco de \
    código, sem <html>, <head> ou <body>. Não use Markdown.\n\
    - Elementos permitidos: h2, h3, h4, p, ul, ol, li, table, caption, thead, tbody, tr, th, td, blockquote, figure, figcaption, \
    img, strong, em, a, br, code, sub, sup. Os níveis de intertítulo não saltam.\n\
    - Todo texto fica dentro de um desses elementos, e todo elemento é fechado.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_pictures_that_an_improvement_dropped_are_named() {
        let brief = ImprovementBrief {
            body: "<p><a href=\"/a\">a</a> <a href=\"https://b.example/\">b</a> https://c.example</p><img src=\"/d.png\">"
                .to_owned(),
            ..ImprovementBrief::default()
        };
        let missing = brief.missing_addresses("<p><a href=\"http://b.example\">b</a></p>");
        assert_eq!(missing.links, ["/a"]);
        assert_eq!(missing.pictures, ["/d.png"]);
        assert_eq!(
            brief.missing_addresses(&brief.body),
            MissingAddresses::default()
        );
    }

    #[test]
    fn the_whole_body_is_sent() {
        let body = "<p>palavra <a href=\"https://a.example/\">link</a></p>\n".repeat(2_000);
        let brief = ImprovementBrief {
            body: body.clone(),
            instruction: "Encurte".to_owned(),
            ..ImprovementBrief::default()
        };
        let request = brief.request();
        assert!(request.input.contains(body.trim()));
        assert_eq!(request.max_output_tokens, 10_000 + 6 * 4_000);
        assert!(!request.instructions.contains("Encurte"));
    }
}
