//! Fixers of the checks for generative and answer engines.

use analysis::{ContentDate, Status};

use super::Fixer;
use super::fix_seo::*;
use super::ingredients::*;
use super::parts::{Part, Parts};
use super::prose;
use crate::draft::{TODAY, item};

const DEFINITION: &str = "Energia solar é a eletricidade gerada pela luz do sol.";

pub const GEO: &[Fixer] = &[
    ("quotations", |article| {
        const QUOTES: [&str; 2] = [
            "“O gasto da loja caiu pela metade em um ano”, disse Carlos Pinto, dono de um mercado.",
            "“A placa venceu a chuva de pedra sem um risco”, afirma Joana Melo, engenheira.",
        ];
        until_good(article, "quotations", |article, round| {
            add_sentence(article, QUOTES[round % 2])
        });
    }),
    ("statistics", |article| {
        until_good(article, "statistics", |article, round| {
            add_sentence(article, SOURCED[round % SOURCED.len()])
        });
    }),
    ("sourced_statistics", |article| {
        replace_all(article, &NUMBERS);
        until_good(article, "sourced_statistics", |article, round| {
            add_sentence(article, SOURCED[round % SOURCED.len()]);
        });
    }),
    ("cited_sources", |article| {
        until_good(article, "cited_sources", |article, round| {
            add_sentence(article, LINKED[round % LINKED.len()])
        });
    }),
    ("answer_first", |article| {
        open_with(
            article,
            "A energia solar reduz a conta de luz em poucos meses.",
        )
    }),
    ("definition_early", |article| open_with(article, DEFINITION)),
    ("heading_match", heading_match),
    ("self_contained", |article| replace_all(article, &DEPENDENT)),
    ("lists_tables", |article| {
        until_good(article, "lists_tables", |article, _| {
            add_list(article, false)
        })
    }),
    ("entities", |article| {
        const NAMED: [&str; 6] = [
            "Também em Curitiba, Paulo Reis ensina o caminho.",
            "Já em Manaus, a equipe de Rita Alves visita casas.",
            "Ainda em Goiânia, Davi Nunes abriu uma oficina.",
            "Também em Natal, Clara Dias cuida da cooperativa.",
            "Já em Porto Alegre, Hugo Prado aluga ferramentas.",
            "Ainda em Belém, Lia Torres treina os jovens.",
        ];
        until_good(article, "entities", |article, round| {
            add_sentence(article, NAMED[round % NAMED.len()])
        });
    }),
    ("fluency", |article| {
        sentence_length(article);
        paragraph_length(article);
        sentence_beginnings(article);
        replace_all(article, &HARD);
    }),
    ("vague_language", |article| {
        replace_all(article, &VAGUE);
        for sentence in article.sentences() {
            *sentence = sentence.replace("Muita gente", "O vizinho");
        }
    }),
    ("stuffing", |article| {
        replace_keyword(article, "stuffing");
        vary_words(article);
    }),
    ("freshness", |article| {
        article.fields.date = ContentDate::On(TODAY)
    }),
    ("authorship", |article| article.fields.author = Some(true)),
];

/// Adds prose with other words until no word is too frequent.
fn vary_words(article: &mut Parts) {
    until_good(article, "stuffing", |article, round| {
        add_sentence(article, &prose::sentence(round * 5))
    });
}

const SOURCED: [&str; 6] = [
    "Segundo o IBGE, 12% das casas do bairro fizeram a troca.",
    "De acordo com a USP, o ganho chega a 18% no verão.",
    "Conforme a Embrapa, 40 famílias do campo testaram o método.",
    "Já segundo o Inmetro, 7% dos aparelhos falham no teste.",
    "Ainda conforme a Fiesp, 22% das fábricas pensam na mudança.",
    "Também de acordo com o Sebrae, 9% das lojas fizeram a obra.",
];

const LINKED: [&str; 3] = [
    "Segundo o <a href=\"https://www.ibge.gov.br/casas\">censo do IBGE</a>, o número de casas cresceu.",
    "De acordo com a <a href=\"https://www.usp.br/estudo\">pesquisa da USP</a>, o método funciona.",
    "Conforme a <a href=\"https://www.embrapa.br\">nota da Embrapa</a>, o campo ganha com a mudança.",
];

fn heading_match(article: &mut Parts) {
    const TITLES: [&str; 3] = [
        "Cuidados com o telhado da casa",
        "Contrato e garantia da obra",
        "Bateria e rede do bairro",
    ];
    for (index, part) in article.parts.iter_mut().enumerate() {
        if let Part::Heading(2 | 3, text) = part {
            match text.as_str() {
                "" | "Conclusão" | "Introdução" => *text = TITLES[index % 3].to_owned(),
                "Energia solar" => *text = "Energia solar no telhado de casa".to_owned(),
                _ => {}
            }
        }
    }
    until_good(article, "heading_match", |article, round| {
        article.heading(TITLES[round % 3]);
        article.push(&[&prose::sentence(round)]);
    });
}

fn add_list(article: &mut Parts, ordered: bool) {
    let lead = Part::paragraph(&["Antes da obra, o dono segue três passos:"]);
    add_parts(article, vec![lead, prose::list(ordered)]);
}

pub const AEO: &[Fixer] = &[
    ("faq_structured", faq_structured),
    ("question_coverage", |article| {
        until_good(article, "question_coverage", add_pair)
    }),
    ("direct_answers", answer_questions),
    ("snippet_paragraph", |article| {
        article.heading("Resumo sobre a luz do telhado");
        article.push(&[
            "A energia solar reduz a conta de luz porque a casa gera parte do que gasta.",
            "O preço depende do telhado, do consumo e da loja.",
            "Em geral, a família recupera o gasto em cinco anos.",
            "Depois, a luz sai quase de graça por muitos anos de uso.",
        ]);
    }),
    ("definition_snippet", |article| {
        article.heading("O que é energia solar?");
        article.push(&[
            DEFINITION,
            "Por exemplo, uma casa com placas gera parte do que gasta no mês.",
        ]);
    }),
    ("intro_answer", |article| {
        let answer = [
            "A energia solar reduz a conta de luz da casa em poucos meses.",
            "Além disso, o dono recupera o gasto em cinco anos e a placa pede pouco cuidado.",
            "Em geral, o técnico monta tudo em um dia e a loja responde pela garantia.",
        ];
        article.parts.insert(0, Part::paragraph(&answer));
    }),
    ("list_snippet", |article| add_list(article, false)),
    ("format_fits_intent", |article| {
        if article
            .analyse()
            .check("format_fits_intent")
            .unwrap()
            .message
            .contains("passos")
        {
            add_list(article, true);
        } else {
            let lead = Part::paragraph(&["Por exemplo, a tabela mostra o preço:"]);
            add_parts(article, vec![lead, Part::Table(4)]);
        }
    }),
    ("voice_answer", answer_questions),
    ("faq_answers", |article| {
        for (index, item) in article.fields.faq.items.iter_mut().enumerate() {
            if !(20..=80).contains(&prose::words(&item.answer)) {
                item.answer = answer(index);
            }
        }
        until_good(article, "faq_answers", |article, round| {
            article
                .fields
                .faq
                .items
                .push(item(&question(round), &answer(round)));
        });
    }),
    ("faq_questions", |article| {
        fix_questions(article);
        until_good(article, "faq_questions", |article, round| {
            article
                .fields
                .faq
                .items
                .push(item(&question(round), &answer(round)));
        });
    }),
    ("plain_language", flesch),
    ("outline_clean", |article| {
        heading_structure(article);
        until_good(article, "outline_clean", |article, round| {
            article.heading(
                [
                    "Cuidados com o telhado da casa",
                    "Contrato e garantia da obra",
                ][round % 2],
            );
            article.push(&[&prose::sentence(round)]);
        });
    }),
];

fn question(number: usize) -> String {
    let subjects = [
        "o cabo",
        "a bateria",
        "o suporte",
        "a escada",
        "o relógio",
        "a tomada",
        "o disjuntor",
        "a rede",
    ];
    format!(
        "Quanto tempo dura {} da casa{}?",
        subjects[number % 8],
        " nova".repeat(number / 8)
    )
}

fn answer(number: usize) -> String {
    let years = number % 7 + 4;
    format!(
        "A peça dura {years} anos quando o técnico faz a revisão. Além disso, a loja troca o que falha no prazo do contrato."
    )
}

fn add_pair(article: &mut Parts, round: usize) {
    article.heading(&question(round));
    article.parts.push(Part::Paragraph(vec![answer(round)]));
}

/// Corrects the questions and makes them distinct. A new question gets an answer of its own.
fn fix_questions(article: &mut Parts) {
    let mut known = Vec::new();
    for (index, item) in article.fields.faq.items.iter_mut().enumerate() {
        if item.question.is_empty() || known.contains(&item.question) {
            item.question = question(index + 3);
            item.answer = answer(index);
        }
        if !item.question.ends_with('?') {
            item.question.push('?');
        }
        known.push(item.question.clone());
    }
}

fn faq_structured(article: &mut Parts) {
    article.fields.faq.enabled = true;
    article.fields.faq.schema_enabled = true;
    for (index, item) in article.fields.faq.items.iter_mut().enumerate() {
        if item.question.is_empty() {
            item.question = question(index);
        }
        if item.answer.is_empty() {
            item.answer = answer(index);
        }
    }
    until_good(article, "faq_structured", |article, round| {
        article
            .fields
            .faq
            .items
            .push(item(&question(round), &answer(round)));
    });
}

/// Puts a direct answer under each question that has none, and into the FAQ.
fn answer_questions(article: &mut Parts) {
    let parts = std::mem::take(&mut article.parts);
    let mut parts = parts.into_iter().enumerate().peekable();
    while let Some((index, part)) = parts.next() {
        let asks = matches!(&part, Part::Heading(2.., text) if text.ends_with('?') || text.starts_with("Quanto"));
        let is_answered = parts.peek().is_some_and(|(_, next)| match next {
            Part::Paragraph(sentences) => {
                let dependent = DEPENDENT.iter().any(|(one, _)| *one == sentences[0]);
                let long = prose::words(&sentences[0]) > 30 || sentences[0].ends_with('?');
                let length = prose::words(&sentences.join(" "));
                (15..=60).contains(&length) && !dependent && !long
            }
            _ => false,
        });
        article.parts.push(part);
        if asks && !is_answered {
            let own = answer(index).replacen("A peça", "A placa de energia solar", 1);
            article.parts.push(Part::Paragraph(vec![own]));
        }
    }
    for (index, item) in article.fields.faq.items.iter_mut().enumerate() {
        if !item.answer.is_empty() {
            item.answer = answer(index);
        }
    }
    if article.analyse().check("direct_answers").unwrap().status == Status::Bad {
        add_pair(article, 0);
    }
}
