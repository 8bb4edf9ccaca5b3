//! Fixers of the checks for search engines.

use analysis::Status;

use super::Fixer;
use super::ingredients::*;
use super::parts::{Part, Parts};
use super::prose::{self, words};

pub const KEYWORD: &str = "energia solar";
const ALT: &str = "Técnico monta a placa no telhado de uma casa";
const KEYWORD_ALT: &str = "Placa de energia solar no telhado de uma casa";
const DESCRIPTION: &str = "Veja como a energia solar reduz a conta de luz, o que o técnico olha no telhado e quanto tempo \
                           a obra leva em uma casa de família.";

pub const FIXERS: &[Fixer] = &[
    ("keyword_set", set_keyword),
    ("keyword_in_title", |article| set_title(article)),
    ("keyword_in_intro", |article| {
        open_with(article, "A energia solar reduz a conta de luz.")
    }),
    ("keyword_in_headings", keyword_in_headings),
    ("keyword_in_slug", |article| {
        article.fields.slug = "energia-solar-em-casa".to_owned()
    }),
    ("keyword_in_meta", |article| {
        article.fields.description = DESCRIPTION.to_owned()
    }),
    ("keyword_in_alt", keyword_in_alt),
    ("keyword_density", keyword_density),
    ("keyword_distribution", keyword_distribution),
    ("title_width", title_width),
    ("meta_length", |article| {
        article.fields.description = DESCRIPTION.to_owned()
    }),
    ("slug_form", |article| {
        article.fields.slug = "energia-solar-em-casa".to_owned()
    }),
    ("text_length", |article| prose::append(article, 500)),
    ("heading_structure", heading_structure),
    ("subheading_distribution", subheading_distribution),
    ("paragraph_length", paragraph_length),
    ("sentence_length", sentence_length),
    ("flesch", flesch),
    ("passive_voice", |article| replace_all(article, &PASSIVE)),
    ("transitions", transitions),
    ("sentence_beginnings", sentence_beginnings),
    ("internal_links", internal_links),
    ("external_links", |article| {
        add_sentence(
            article,
            "A regra está no site da <a href=\"https://www.gov.br/aneel\">agência do setor</a>.",
        );
    }),
    ("anchor_text", |article| {
        for sentence in article.sentences() {
            *sentence = sentence.replace("clique aqui", "o guia");
        }
        for part in &mut article.parts {
            if let Part::Quote(text) = part {
                *text = text.replace("clique aqui", "o guia");
            }
        }
    }),
    ("image_present", |article| {
        article.parts.push(Part::Image(ALT.to_owned()))
    }),
    ("image_alt", image_alt),
];

pub fn is(article: &Parts, id: &str, status: Status) -> bool {
    article.analyse().check(id).unwrap().status == status
}

/// Repeats a change until a check is good or does not apply, at most 80 times.
pub fn until_good(article: &mut Parts, id: &str, mut change: impl FnMut(&mut Parts, usize)) {
    for round in 0..80 {
        if is(article, id, Status::Good) || is(article, id, Status::Na) {
            return;
        }
        change(article, round);
    }
}

/// Fills the field. A text that stuffs the keyword gets synonyms for it.
fn set_keyword(article: &mut Parts) {
    article.fields.keyword = KEYWORD.to_owned();
    if !is(article, "stuffing", Status::Good) {
        replace_keyword(article, "stuffing");
    }
}

fn set_title(article: &mut Parts) {
    article.fields.seo_title = "Energia solar em casa: guia completo para o morador".to_owned();
}

fn title_width(article: &mut Parts) {
    if article.fields.title.is_empty() {
        article.fields.title = "Energia solar em casa: guia do morador".to_owned();
    }
    let own = if article.fields.seo_title.is_empty() {
        &article.fields.title
    } else {
        &article.fields.seo_title
    };
    article.fields.seo_title = own.clone();
    if words(&article.fields.seo_title) < 6 {
        article.fields.seo_title.push_str(" em casa: guia completo");
    }
    until_good(article, "title_width", |article, _| {
        let title = &mut article.fields.seo_title;
        title.truncate(title.rfind(' ').unwrap_or(0));
    });
}

/// Puts a sentence at the start of the first paragraph, or of a new one when that has become long.
pub fn open_with(article: &mut Parts, sentence: &str) {
    let first = article
        .parts
        .iter_mut()
        .find(|part| matches!(part, Part::Paragraph(_) | Part::Quote(_)));
    match first {
        Some(Part::Paragraph(sentences)) if words(&sentences.join(" ")) < 25 => {
            sentences.insert(0, sentence.to_owned());
        }
        _ => article.parts.insert(
            0,
            Part::paragraph(&[
                sentence,
                "Além disso, o dono recupera o gasto em cinco anos e a placa pede pouco cuidado.",
            ]),
        ),
    }
}

/// Adds parts at the end, before headings without content, so that they answer no question of theirs.
pub fn add_parts(article: &mut Parts, parts: Vec<Part>) {
    let trailing = article.parts.iter().rev();
    let trailing = trailing
        .take_while(|part| matches!(part, Part::Heading(..) | Part::Image(_)))
        .count();
    let place = article.parts.len() - trailing;
    article.parts.splice(place..place, parts);
}

/// Adds a paragraph of one sentence.
pub fn add_sentence(article: &mut Parts, sentence: &str) {
    add_parts(article, vec![Part::paragraph(&[sentence])]);
}

fn keyword_in_headings(article: &mut Parts) {
    until_good(article, "keyword_in_headings", |article, round| {
        let message = article
            .analyse()
            .check("keyword_in_headings")
            .unwrap()
            .message
            .clone();
        let repeats =
            !message.starts_with('0') && !message.starts_with("1 de") && !message.starts_with('O');
        let title = if repeats {
            "Contrato e garantia da obra"
        } else {
            "Dúvidas sobre energia solar em casa"
        };
        article.heading(title);
        article.push(&[&prose::sentence(round)]);
    });
}

fn keyword_in_alt(article: &mut Parts) {
    let has = article.parts.contains(&Part::Image(KEYWORD_ALT.to_owned()));
    let repeats = article
        .parts
        .iter()
        .filter(|part| matches!(part, Part::Image(_)))
        .count()
        > 3
        && has;
    if !repeats {
        article.parts.push(Part::Image(KEYWORD_ALT.to_owned()));
    }
    until_good(article, "keyword_in_alt", |article, _| {
        article.parts.push(Part::Image(ALT.to_owned()))
    });
}

fn keyword_density(article: &mut Parts) {
    let high = article
        .analyse()
        .check("keyword_density")
        .unwrap()
        .message
        .contains("demais");
    if high {
        replace_keyword(article, "keyword_density");
        return;
    }
    const MORE: [&str; 4] = [
        "Também por isso, a energia solar atrai o comércio.",
        "Além disso, a energia solar valoriza o imóvel.",
        "Na prática, a energia solar pede pouco cuidado.",
        "Por fim, a energia solar reduz o gasto da família.",
    ];
    until_good(article, "keyword_density", |article, round| {
        add_sentence(article, MORE[round % MORE.len()])
    });
}

/// Replaces repeated mentions of the keyword by a synonym, from the end, until a check is good. The first mention of each
/// paragraph stays.
pub fn replace_keyword(article: &mut Parts, id: &str) {
    const STUFFED: &str =
        "Energia solar, energia solar e mais energia solar: o bairro só fala nisso.";
    for index in (0..article.parts.len()).rev() {
        let length = match &article.parts[index] {
            Part::Paragraph(sentences) => sentences.len(),
            Part::Quote(_) => 1,
            _ => 0,
        };
        for place in (0..length).rev() {
            if is(article, id, Status::Good) {
                return;
            }
            let sentence = match &mut article.parts[index] {
                Part::Paragraph(sentences) => {
                    let before = sentences[..place]
                        .iter()
                        .any(|one| one.contains("nergia solar"));
                    let sentence = &mut sentences[place];
                    if (!before || index < 3 || sentence.contains(" é ")) && sentence != STUFFED {
                        continue;
                    }
                    sentence
                }
                Part::Quote(text) => text,
                _ => continue,
            };
            *sentence = sentence
                .replace(
                    STUFFED,
                    "Energia solar, placas, vidro e mais telhado novo: o bairro só fala nisso.",
                )
                .replace("energia solar", "luz do telhado");
        }
    }
}

/// Whether a part holds a number or a quotation, which must stay beside its source.
fn is_evidence(part: &Part) -> bool {
    let Part::Paragraph(sentences) = part else {
        return matches!(part, Part::Quote(_));
    };
    sentences
        .iter()
        .any(|one| one.contains(['“', '%']) || one.contains(|digit: char| digit.is_ascii_digit()))
}

fn keyword_distribution(article: &mut Parts) {
    for index in (4..article.parts.len()).rev() {
        if is(article, "keyword_distribution", Status::Good) {
            return;
        }
        if let Part::Paragraph(sentences) = &article.parts[index]
            && !sentences.join(" ").to_lowercase().contains("energia")
            && !article.parts[index..].iter().take(3).any(is_evidence)
        {
            let mention = Part::paragraph(&["Nesse caso, a energia também ajuda."]);
            article.parts.insert(index + 1, mention);
        }
    }
}

pub fn heading_structure(article: &mut Parts) {
    if article.fields.title.is_empty() {
        article.fields.title = "Energia solar em casa: guia do morador".to_owned();
    }
    let mut previous = 1;
    for part in &mut article.parts {
        if let Part::Heading(level, text) = part {
            if text.is_empty() {
                "Cuidados com o telhado da casa".clone_into(text);
            }
            *level = (*level).clamp(2, previous + 1);
            previous = *level;
        }
    }
}

pub fn subheading_distribution(article: &mut Parts) {
    const TITLES: [&str; 3] = [
        "Cuidados com o telhado da casa",
        "Contrato e garantia da obra",
        "Bateria e rede do bairro",
    ];
    let parts = std::mem::take(&mut article.parts);
    let mut run = 0;
    for part in parts {
        let length = match &part {
            Part::Heading(..) => 0,
            Part::Paragraph(sentences) => words(&sentences.join(" ")),
            Part::Quote(text) => words(text),
            Part::List(_, items) => words(&items.join(" ")),
            Part::Table(rows) => rows * 5,
            Part::Image(_) => 0,
        };
        if matches!(&part, Part::Heading(_, text) if !text.is_empty()) {
            run = 0;
        }
        if run > 0 && run + length > 240 && length > 0 {
            let title = TITLES[article.parts.len() % TITLES.len()];
            article.heading(title);
            run = 0;
        }
        run += length;
        article.parts.push(part);
    }
}

pub fn paragraph_length(article: &mut Parts) {
    let parts = std::mem::take(&mut article.parts);
    for part in parts {
        match part {
            Part::Paragraph(sentences) if words(&sentences.join(" ")) > 150 => {
                let mut own: Vec<String> = Vec::new();
                for sentence in sentences {
                    if !own.is_empty() && words(&own.join(" ")) + words(&sentence) > 100 {
                        article
                            .parts
                            .push(Part::Paragraph(std::mem::take(&mut own)));
                    }
                    own.push(sentence);
                }
                article.parts.push(Part::Paragraph(own));
            }
            other => article.parts.push(other),
        }
    }
}

pub fn sentence_length(article: &mut Parts) {
    for part in &mut article.parts {
        match part {
            Part::Paragraph(sentences) => {
                let split = |sentence: String| match LONG.iter().find(|(long, _)| *long == sentence)
                {
                    Some((_, parts)) => parts.map(str::to_owned).to_vec(),
                    None => vec![sentence],
                };
                *sentences = std::mem::take(sentences)
                    .into_iter()
                    .flat_map(split)
                    .collect();
            }
            Part::Quote(text) => {
                if let Some((_, parts)) = LONG.iter().find(|(long, _)| long == text) {
                    *text = parts.join(" ");
                }
            }
            _ => {}
        }
    }
}

pub fn flesch(article: &mut Parts) {
    replace_all(article, &HARD);
    let id = "flesch";
    until_good(article, id, |article, round| {
        add_sentence(article, PLAIN[round % PLAIN.len()])
    });
}

/// Replaces sentences, also where they are quoted.
pub fn replace_all(article: &mut Parts, pairs: &[(&str, &str)]) {
    let replace = |sentence: &mut String| {
        if let Some((_, new)) = pairs.iter().find(|(old, _)| old == sentence) {
            *sentence = (*new).to_owned();
        }
    };
    for part in &mut article.parts {
        match part {
            Part::Paragraph(sentences) => sentences.iter_mut().for_each(replace),
            Part::Quote(text) => replace(text),
            _ => {}
        }
    }
}

const LINKS: [&str; 7] = [
    "Na prática",
    "Atualmente",
    "Por exemplo",
    "Do mesmo modo",
    "Por outro lado",
    "Ao mesmo tempo",
    "De fato",
];

/// Puts a connector before a sentence that begins with an article and defines nothing.
fn connect(sentence: &mut String, number: usize) {
    let begins = sentence.starts_with("O ") || sentence.starts_with("A ");
    if begins && !sentence.contains(" é ") && words(sentence) < 20 {
        let rest = sentence.split_off(1);
        *sentence = format!(
            "{}, {}{rest}",
            LINKS[number % LINKS.len()],
            sentence.to_lowercase()
        );
    }
}

/// Connects sentences from the end of the text, and not in paragraphs that answer a heading or open the text.
fn transitions(article: &mut Parts) {
    for index in (4..article.parts.len()).rev() {
        if is(article, "transitions", Status::Good) {
            return;
        }
        let follows_heading = article.parts[index - 2..index]
            .iter()
            .any(|part| matches!(part, Part::Heading(..)));
        if let Part::Paragraph(sentences) = &mut article.parts[index]
            && !follows_heading
            && !sentences.join(" ").contains("nergia solar")
        {
            sentences
                .iter_mut()
                .enumerate()
                .for_each(|(place, sentence)| connect(sentence, index + place));
        }
    }
    until_good(article, "transitions", |article, round| {
        add_sentence(article, &prose::sentence(round));
    });
}

pub fn sentence_beginnings(article: &mut Parts) {
    let first = |sentence: &str| {
        let mut words = sentence.split([' ', ',']).map(str::to_lowercase);
        let first = words.next().unwrap_or_default();
        if ["o", "a"].contains(&first.as_str()) {
            words.next().unwrap_or_default()
        } else {
            first
        }
    };
    let mut before = String::new();
    for (index, part) in article.parts.iter_mut().enumerate() {
        let Part::Paragraph(sentences) = part else {
            continue;
        };
        // A paragraph about the subject may be an answer, whose length counts.
        let is_answer = sentences.join(" ").contains("nergia solar");
        for (place, sentence) in sentences.iter_mut().enumerate() {
            let own = first(sentence);
            if own == before && !is_answer {
                connect(sentence, index + place);
            }
            before = own;
        }
    }
}

fn internal_links(article: &mut Parts) {
    const LINKS: [&str; 2] = [
        "Veja também <a href=\"/guia\">o guia de instalação</a> do nosso site.",
        "Leia ainda <a href=\"/contrato\">o modelo de contrato</a> da obra.",
    ];
    until_good(article, "internal_links", |article, round| {
        add_sentence(article, LINKS[round % 2])
    });
}

fn image_alt(article: &mut Parts) {
    let poor = |alt: &str| alt.is_empty() || alt.contains(".jpg");
    if let Some(alt) = &mut article.fields.featured
        && poor(alt)
    {
        *alt = ALT.to_owned();
    }
    let mut has = article.fields.featured.is_some();
    for part in &mut article.parts {
        if let Part::Image(alt) = part {
            has = true;
            if poor(alt) {
                *alt = ALT.to_owned();
            }
        }
    }
    if !has {
        article.parts.push(Part::Image(ALT.to_owned()));
    }
}
