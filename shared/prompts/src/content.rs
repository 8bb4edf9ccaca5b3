//! Articles.

use ai_client::{Effort, OutputFormat, TextRequest};

use crate::article::ArticleReader;
use crate::material::Material;
use crate::site::SiteProfile;

/// Fewest words that an article may be asked to have.
pub const MINIMUM_WORDS: u32 = 300;
/// Most words that an article may be asked to have.
pub const MAXIMUM_WORDS: u32 = 3_000;
/// Words of an article where no length is given.
pub const DEFAULT_WORDS: u32 = 1_000;

/// Output tokens for thoughts, and for what stands around the words.
const BASE_TOKENS: u32 = 10_000;
/// Output tokens of a word with its markup, with a margin: languages other than English need two to three.
const TOKENS_PER_WORD: u32 = 6;
/// Most output tokens of a long text.
const MOST_TOKENS: u32 = 48_000;

/// The most output tokens of a text of this many words.
pub(crate) fn tokens_for(words: u32) -> u32 {
    words
        .saturating_mul(TOKENS_PER_WORD)
        .saturating_add(BASE_TOKENS)
        .min(MOST_TOKENS)
}

/// What an article is asked to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentBrief {
    /// Site.
    pub site: SiteProfile,
    /// What the person wants: subject, facts, figures, quotations and sources.
    pub prompt: String,
    /// Tone; empty for a clear and close one.
    pub tone: String,
    /// Focus keyword; empty if none is set.
    pub keyword: String,
    /// Length in words, brought within [`MINIMUM_WORDS`] and [`MAXIMUM_WORDS`].
    pub words: u32,
}

impl Default for ContentBrief {
    fn default() -> Self {
        Self {
            site: SiteProfile::default(),
            prompt: String::new(),
            tone: String::new(),
            keyword: String::new(),
            words: DEFAULT_WORDS,
        }
    }
}

impl ContentBrief {
    fn words(&self) -> u32 {
        self.words.clamp(MINIMUM_WORDS, MAXIMUM_WORDS)
    }

    /// The request. The answer is HTML, which [`ContentBrief::reader`] reads.
    pub fn request(&self) -> TextRequest {
        let material = Material::about(&self.site)
            .with("pedido", &self.prompt)
            .with("palavra-chave", &self.keyword)
            .with("tom", &self.tone)
            .delimited();
        let words = self.words();
        let instructions = [
            introduction(&self.site.language_name(), words),
            OPENING.to_owned(),
            sections(words),
            LANGUAGE.to_owned(),
            FACTS.to_owned(),
            FORMAT.to_owned(),
            material.rule,
        ]
        .join("\n\n");
        TextRequest {
            instructions,
            input: material.input,
            picture: None,
            output: OutputFormat::Text,
            effort: Effort::Medium,
            max_output_tokens: tokens_for(words),
        }
    }

    /// A reader of the answer. Links are kept if their address is in the prompt.
    pub fn reader(&self) -> ArticleReader {
        ArticleReader::for_article(&self.prompt)
    }
}

fn introduction(language: &str, words: u32) -> String {
    format!(
        "Você é redator sênior de uma agência brasileira de conteúdo. Escreva um artigo completo, pronto para publicar no site \
         descrito no material, sobre o que pede o bloco “pedido”. O artigo serve a leitores, a buscadores e a assistentes que \
         citam textos.\n\n\
         - Escreva tudo em {language}, com ortografia e gramática impecáveis.\n\
         - O artigo tem cerca de {words} palavras, com tolerância de 10 %, sem contar o título. Não encha o texto: se faltar \
         assunto, aprofunde com explicações, critérios, exemplos e passos.\n\
         - Use o tom do bloco “tom”. Sem ele, escreva de modo claro e próximo, e trate o leitor por “você”.\n\
         - Escolha vocabulário e exemplos adequados ao público descrito.\n\
         - As regras abaixo falam da palavra-chave do bloco “palavra-chave”. Sem ele, use como palavra-chave a expressão de duas a \
         quatro palavras que o leitor digitaria para encontrar este artigo."
    )
}

/// Title and introduction. Each rule serves checks of docs/interface/platform/analysis.md.
const OPENING: &str = "## Título e abertura\n\
    - O título tem de 35 a 58 caracteres, em cerca de oito palavras, e diz o que o leitor encontra. A palavra-chave aparece \
    inteira, na ordem dada, e começa entre as cinco primeiras palavras. Se o título promete passos (“como fazer”), preço ou comparação, o artigo traz a \
    lista numerada ou a tabela que responde a isso.\n\
    - O primeiro parágrafo responde logo à pergunta central, em 40 a 60 palavras. Uma de suas frases, com até 25 palavras, \
    contém a palavra-chave inteira e afirma algo com um verbo como é, serve, permite, custa, reduz, exige, funciona, depende.\n\
    - A primeira frase do artigo, ou a primeira depois de um dos primeiros intertítulos, define o assunto em até 25 palavras, na \
    forma “[palavra-chave] é um(a) …” ou “[palavra-chave] significa …”. Escreva a palavra-chave como sujeito da frase, no início.\n\
    - Não abra com “neste artigo”, “hoje em dia”, “você sabia”, “confira” ou “descubra”.";

fn sections(words: u32) -> String {
    let heads = (words / 170).clamp(3, 12);
    let keyword_heads = if heads > 4 {
        "dois ou três"
    } else {
        "um ou dois"
    };
    let lists = if words > 900 {
        "ao menos duas listas, ou uma lista e uma tabela"
    } else {
        "ao menos uma lista"
    };
    format!(
        "## Seções\n\
         - Divida o texto em cerca de {heads} seções com <h2>. Use <h3> só dentro de uma seção longa. Nenhuma seção passa de 250 \
         palavras sem intertítulo.\n\
         - Cada intertítulo tem três palavras ou mais e diz do que a seção trata. Proibidos: “Introdução”, “Conclusão”, \
         “Considerações finais”, “Saiba mais”.\n\
         - Ao menos três intertítulos são perguntas reais do leitor e terminam com ponto de interrogação. A resposta vem no \
         primeiro parágrafo depois da pergunta: de 40 a 60 palavras, com a primeira frase direta, de até 25 palavras.\n\
         - Comece cada seção com o nome do assunto, não com “isso”, “esse”, “essa”, “ele”, “ela”, “tal” ou “o mesmo”. Cada seção se \
         entende sozinha.\n\
         - A palavra-chave, inteira ou no plural, aparece em {keyword_heads} intertítulos, nunca em mais da metade deles.\n\
         - No corpo, ela aparece de modo natural ao menos uma vez em cada seção, e no máximo duas vezes a cada 120 palavras. Não passe \
         de 15 frases seguidas sem ela. Entre uma vez e outra, use sinônimos e pronomes.\n\
         - Traga {lists}, com três itens ou mais, de até 18 palavras por item. Antes da lista vem uma frase que termina em \
         dois-pontos. Passos em ordem vão em lista numerada (<ol>).\n\
         - Quando houver o que comparar (opções, faixas, prazos, características), faça uma tabela com cabeçalho, três linhas \
         ou mais e duas colunas ou mais.\n\
         - A última seção tem um intertítulo informativo, resume a resposta e indica ao leitor o próximo passo. Não faça perguntas \
         frequentes no fim: elas são escritas à parte."
    )
}

const LANGUAGE: &str = "## Linguagem\n\
    - Frases curtas: em média de 12 a 16 palavras. Quase nenhuma passa de 22, nenhuma passa de 30.\n\
    - Parágrafos de duas a quatro frases, com até 70 palavras.\n\
    - Palavras comuns e curtas: “usar” em vez de “utilizar”, “fazer” em vez de “realizar”, “começar” em vez de “iniciar”. Explique \
    um termo técnico na primeira vez em que aparece.\n\
    - Voz ativa: diga quem faz. Evite “foi feito”, “são realizados”, “deve ser usado”.\n\
    - Ligue as ideias: ao menos uma em cada três frases traz um conector, como além disso, por isso, porém, no entanto, porque, já \
    que, por exemplo, ou seja, também, enquanto, quando, antes, depois, em seguida, por fim. Varie-os.\n\
    - Não comece três frases seguidas com a mesma palavra.\n\
    - Nada de linguagem vaga ou promocional: evite “vários”, “diversos”, “coisa”, “algo”, “cada vez mais”, “vale ressaltar”, “é \
    importante destacar”, “incrível”, “revolucionário”, “entre outros”, “especialistas dizem”, “estudos mostram”.\n\
    - Seja concreto: nomeie lugares, órgãos, leis, normas, produtos, materiais e medidas que você conhece com certeza.";

const FACTS: &str = "## Fatos e fontes\n\
    - Nunca invente fatos, dados, preços, pesquisas, leis, nomes, fontes, links ou citações. Se não tiver certeza, não escreva.\n\
    - Números de pesquisas, preços, estatísticas e falas de pessoas vêm somente do bloco “pedido”. Ao usar um deles, diga a fonte na \
    mesma frase, com o nome que o pedido traz (“segundo o …”, “de acordo com a …”). Se o pedido não diz a fonte de um número, use o \
    número sem atribuí-lo a ninguém.\n\
    - Use todos os dados, fontes e falas que o pedido traz e que servem ao assunto. Fala de uma pessoa: literal, entre aspas “ ” ou \
    em <blockquote>, com quem falou na mesma frase ou na seguinte. Não altere a fala.\n\
    - Medidas, prazos e quantidades práticas de conhecimento geral e seguro (“de 10 a 15 minutos”, “2 colheres”) são bem-vindas, \
    sem fonte.\n\
    - Links: somente para endereços que estão no pedido, copiados sem mudança, com texto que diga aonde levam. Sem endereços no \
    pedido, não há links.\n\
    - Em saúde, direito e finanças, não prometa resultado e indique o profissional a procurar quando for o caso.";

const FORMAT: &str = "## Formato da resposta\n\
    - Responda só com HTML, do primeiro ao último caractere: primeiro <h1> com o título, depois o corpo. Sem comentários seus, sem \
    bloco de código, sem <html>, <head> ou <body>.\n\
    - Elementos permitidos: h1 (uma vez), h2, h3, p, ul, ol, li, table, thead, tbody, tr, th, td, blockquote, strong, em, a. Sem \
    atributos, a não ser href. Sem imagens, scripts, estilos, formulários ou vídeos.\n\
    - Todo texto fica dentro de um desses elementos, e todo elemento é fechado. Use <strong> com economia, no que o leitor precisa \
    achar depressa, e nunca em intertítulos. Não use Markdown.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_articles_may_take_more_tokens() {
        let tokens = |words| {
            let brief = ContentBrief {
                words,
                ..ContentBrief::default()
            };
            brief.request().max_output_tokens
        };
        assert_eq!(tokens(1_000), 16_000);
        assert_eq!(tokens(0), tokens(MINIMUM_WORDS));
        assert_eq!(tokens(u32::MAX), tokens(MAXIMUM_WORDS));
        assert_eq!(tokens(MAXIMUM_WORDS), 28_000);
    }

    #[test]
    fn the_instructions_state_length_and_language_and_nothing_that_a_person_wrote() {
        let brief = ContentBrief {
            site: SiteProfile {
                name: "Site-canário".to_owned(),
                language: "es-419".to_owned(),
                audience: "Público-canário".to_owned(),
            },
            prompt: "Pedido-canário".to_owned(),
            tone: "tom-canário".to_owned(),
            keyword: "palavra-canário".to_owned(),
            words: 1_500,
        };
        let request = brief.request();
        assert!(request.instructions.contains("cerca de 1500 palavras"));
        assert!(request.instructions.contains("espanhol (es-419)"));
        assert!(!request.instructions.contains("canário"));
        assert_eq!(request.input.matches("canário").count(), 5);
        assert_eq!(request.output, OutputFormat::Text);
    }
}
