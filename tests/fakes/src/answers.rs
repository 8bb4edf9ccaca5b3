//! Default answers, in Portuguese: they fit the schema and mention what the prompt is about.

use serde_json::{Map, Value, json};

use crate::prompt::Prompt;

/// The article of requests for free text.
const ARTICLE: &str = include_str!("articles/cafe-no-escritorio.html");

/// Number of questions where the prompt states none.
const QUESTIONS: usize = 5;

/// Questions and answers; `{}` stands for the topic.
const PAIRS: [(&str, &str); 10] = [
    (
        "Qual é a ideia principal de {}?",
        "O texto {} mostra como decidir com base em critérios claros: necessidade, custo total e facilidade de \
         manutenção. Cada critério vem com um exemplo, para que a comparação seja simples.",
    ),
    (
        "Para quem {} é indicado?",
        "Para quem precisa decidir com segurança e não quer depender de tentativa e erro, mesmo sem experiência \
         no assunto. Equipes pequenas e grandes encontram exemplos próprios.",
    ),
    (
        "Por onde começar depois de ler {}?",
        "Comece por um levantamento simples: liste o que existe hoje, o que falta e quanto é possível investir por \
         mês. Com a lista pronta, compare duas ou três opções.",
    ),
    (
        "Quais erros {} ajuda a evitar?",
        "Os mais comuns são comparar só o preço de compra, ignorar a manutenção e decidir sem ouvir quem vai usar. \
         Uma conversa curta com a equipe evita os três.",
    ),
    (
        "Quanto tempo leva para aplicar o que {} recomenda?",
        "Em geral, uma semana basta para o levantamento e mais duas para comparar opções e testar a escolhida. \
         Mudanças maiores pedem um mês de acompanhamento.",
    ),
    (
        "Que custos {} considera?",
        "Além do valor inicial, entram na conta os insumos, a manutenção, o tempo da equipe e a reposição de peças. \
         Some tudo por mês antes de comparar.",
    ),
    (
        "Como medir o resultado do que {} propõe?",
        "Registre o consumo e a satisfação antes da mudança, repita a medição depois de trinta dias e compare. \
         Guarde os números, que servem de base para a próxima revisão.",
    ),
    (
        "É preciso contratar um especialista para seguir {}?",
        "Na maioria dos casos, não. Um especialista compensa quando há instalação elétrica, hidráulica ou contratos \
         longos. Nos demais casos, o guia do fabricante costuma ser suficiente.",
    ),
    (
        "Com que frequência convém rever as decisões de {}?",
        "Uma revisão a cada seis meses costuma bastar, ou antes, se o número de pessoas mudar de forma relevante. \
         Anote a data da próxima revisão ao terminar cada uma.",
    ),
    (
        "Onde encontrar mais informações sobre {}?",
        "Consulte as fontes citadas no próprio texto e as entidades do setor, que publicam dados atualizados. \
         Fornecedores sérios também informam a origem do que vendem.",
    ),
];

/// The default answer to `prompt`; with `wrong_count` it has fewer items than asked for.
pub(crate) fn default(prompt: &Prompt, wrong_count: bool) -> String {
    match &prompt.schema {
        Some(schema) => {
            let mut count = question_count(prompt);
            if wrong_count {
                count = (count - 1).max(1);
            }
            value(schema, "", prompt, count).to_string()
        }
        None if !prompt.pictures.is_empty() => alt_text(prompt),
        None => ARTICLE.trim().to_owned(),
    }
}

/// Damages an answer: with prose around it, with a Markdown fence, truncated; in turn.
pub(crate) fn damaged(text: &str, attempt: u64) -> String {
    match attempt % 3 {
        0 => format!("Claro! Aqui está o resultado:\n\n{text}\n\nPosso ajudar em algo mais?"),
        1 => format!("```json\n{text}\n```"),
        _ => {
            let half = text.chars().count() / 2;
            text.chars().take(half).collect()
        }
    }
}

/// A value that fits `schema`.
fn value(schema: &Value, name: &str, prompt: &Prompt, count: usize) -> Value {
    if let Some(first) = schema
        .get("enum")
        .and_then(Value::as_array)
        .and_then(|values| values.first())
    {
        return first.clone();
    }
    if let Some(only) = schema.get("const") {
        return only.clone();
    }
    if let Some(variants) = schema.get("anyOf").and_then(Value::as_array) {
        let first = variants
            .iter()
            .find(|variant| kind(variant) != Some("null"));
        return first.map_or(Value::Null, |variant| value(variant, name, prompt, count));
    }
    let properties = schema.get("properties").and_then(Value::as_object);
    match kind(schema) {
        Some("object") => {
            let members: Map<String, Value> = properties
                .into_iter()
                .flatten()
                .map(|(name, schema)| (name.clone(), value(schema, name, prompt, count)))
                .collect();
            Value::Object(members)
        }
        Some("array") => {
            let items = schema.get("items").unwrap_or(&Value::Null);
            (0..count)
                .map(|number| item(items, name, prompt, number))
                .collect()
        }
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(true),
        Some("null") => Value::Null,
        _ => json!(sentence(name, prompt)),
    }
}

fn kind(schema: &Value) -> Option<&str> {
    match schema.get("type")? {
        Value::String(kind) => Some(kind),
        Value::Array(kinds) => kinds
            .iter()
            .filter_map(Value::as_str)
            .find(|kind| *kind != "null"),
        _ => None,
    }
}

/// An item of a list: a question with its answer, or another value that fits.
fn item(schema: &Value, name: &str, prompt: &Prompt, number: usize) -> Value {
    let is_pair = schema
        .get("properties")
        .is_some_and(|properties| properties.get("question").is_some());
    if !is_pair {
        return match value(schema, name, prompt, 1) {
            Value::String(text) => json!(format!("{text} ({})", number + 1)),
            other => other,
        };
    }
    let topic = quoted(prompt, 80);
    let (question, answer) = PAIRS.get(number % PAIRS.len()).copied().unwrap_or_default();
    let again = match number / PAIRS.len() {
        0 => String::new(),
        round => format!(" (parte {})", round + 1),
    };
    json!({
        "question": question.replace("{}", &topic).replace('?', &format!("{again}?")),
        "answer": answer.replace("{}", &topic),
    })
}

/// A sentence for a member of a structured answer.
fn sentence(name: &str, prompt: &Prompt) -> String {
    if !prompt.pictures.is_empty() {
        return alt_text(prompt);
    }
    let wanted = format!("{name} {}", prompt.instructions).to_lowercase();
    let place = |words: &[&str]| words.iter().filter_map(|word| wanted.find(word)).min();
    let meta = place(&["meta descri", "meta-descri", "metadescri", "meta_descri"]);
    let title = place(&["título", "titulo", "title"]);
    let alt = place(&["texto alternativo", "alt_text", "atributo alt"]);
    let first = [meta, title, alt].into_iter().flatten().min();
    match first {
        Some(_) if first == meta => format!(
            "Veja {} e descubra critérios claros, custos e cuidados para decidir bem.",
            quoted(prompt, 60)
        ),
        Some(_) if first == title => format!("Guia prático: {}", topic(prompt, 45)),
        Some(_) => format!("Imagem que ilustra {}", quoted(prompt, 60)),
        None => format!("O texto trata de {} de forma direta.", quoted(prompt, 80)),
    }
}

/// Describes the first picture by its form and its prevailing colour.
fn alt_text(prompt: &Prompt) -> String {
    prompt
        .pictures
        .first()
        .map(|picture| picture.describe())
        .unwrap_or_default()
}

fn quoted(prompt: &Prompt, characters: usize) -> String {
    format!("“{}”", topic(prompt, characters))
}

/// Labels before the topic in prompts.
const LABELS: [&str; 7] = [
    "<h1>", "título:", "titulo:", "tema:", "assunto:", "pauta:", "title:",
];

/// Ends of lines that announce the topic on the next line.
const HEADS: [&str; 3] = ["título]", "título atual]", "pedido]"];

/// The line after one of [`HEADS`].
fn announced(text: &str) -> Option<&str> {
    let lines = || text.lines().zip(text.lines().skip(1));
    HEADS.iter().find_map(|head| {
        let mut found = lines().filter(|(line, _)| line.to_lowercase().ends_with(head));
        found.next().map(|(_, topic)| topic)
    })
}

/// What the prompt is about: the labelled topic or its first words, at most `characters` characters.
fn topic(prompt: &Prompt, characters: usize) -> String {
    let text = prompt.texts.join("\n");
    let labelled = text.lines().find_map(|line| {
        LABELS.iter().find_map(|label| {
            let (before, after) = line.split_at_checked(line.to_lowercase().find(label)?)?;
            // Only where lowering did not change the length of what precedes the label.
            (before.len() <= line.len()).then(|| after.get(label.len()..))?
        })
    });
    let labelled = labelled.map(|after| after.split("</h1>").next().unwrap_or_default());
    let source = labelled.or_else(|| announced(&text)).unwrap_or(&text);
    let words = without_tags(source);
    let mut topic = String::new();
    for word in words.split_whitespace().take(12) {
        if topic.chars().count() + word.chars().count() >= characters {
            break;
        }
        if !topic.is_empty() {
            topic.push(' ');
        }
        topic.push_str(word);
    }
    let topic = topic.trim_matches(|c: char| !c.is_alphanumeric());
    if topic.is_empty() {
        "o tema".to_owned()
    } else {
        topic.to_owned()
    }
}

fn without_tags(text: &str) -> String {
    let mut plain = String::new();
    let mut in_tag = false;
    for character in text.chars() {
        match character {
            '<' => in_tag = true,
            '>' if in_tag => {
                in_tag = false;
                plain.push(' ');
            }
            _ if !in_tag => plain.push(character),
            _ => {}
        }
    }
    plain
}

/// The number of questions that the prompt states, such as `7 perguntas`.
fn question_count(prompt: &Prompt) -> usize {
    let text = format!("{} {}", prompt.instructions, prompt.texts.join(" ")).to_lowercase();
    let words: Vec<&str> = text
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let pairs = || words.iter().zip(words.iter().skip(1));
    let before = pairs().find_map(|(number, noun)| is_noun(noun).then(|| count(number))?);
    let after = || pairs().find_map(|(noun, number)| is_noun(noun).then(|| count(number))?);
    before.or_else(after).unwrap_or(QUESTIONS)
}

fn is_noun(word: &str) -> bool {
    [
        "pergunta", "quest", "item", "itens", "items", "par", "pares",
    ]
    .iter()
    .any(|noun| word == *noun || (noun.len() > 4 && word.starts_with(noun)))
}

fn count(word: &str) -> Option<usize> {
    match word {
        "três" => Some(3),
        "cinco" => Some(5),
        "sete" => Some(7),
        "dez" => Some(10),
        _ => word.parse().ok().filter(|count| (1..=50).contains(count)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompt(instructions: &str, text: &str) -> Prompt {
        Prompt {
            instructions: instructions.to_owned(),
            texts: vec![text.to_owned()],
            ..Prompt::default()
        }
    }

    #[test]
    fn the_count_of_questions_is_read_from_the_prompt() {
        for (text, expected) in [
            ("Escreva exatamente 7 perguntas em 3 linhas", 7),
            ("Escreva dez perguntas", 10),
            ("Perguntas: 3", 3),
            ("Escreva um FAQ", 5),
        ] {
            assert_eq!(question_count(&prompt(text, "")), expected, "{text}");
        }
    }

    #[test]
    fn the_topic_is_the_title() {
        let found = topic(
            &prompt("", "<h1>Café na <b>empresa</b></h1><p>Texto</p>"),
            80,
        );
        assert_eq!(found, "Café na empresa");
        let blocks = "[site]\nHorta\n\n[pedido]\nCite fontes\n\n[título]\nCafé na empresa\n";
        assert_eq!(topic(&prompt("", blocks), 80), "Café na empresa");
        assert_eq!(topic(&prompt("", ""), 80), "o tema");
    }

    #[test]
    fn a_description_fits_its_length() {
        let prompt = prompt(
            "Escreva a meta description para o título",
            &"palavra ".repeat(50),
        );
        let text = sentence("text", &prompt);
        assert!((70..=155).contains(&text.chars().count()), "{text}");
    }
}
