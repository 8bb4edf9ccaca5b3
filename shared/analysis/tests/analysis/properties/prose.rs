//! Prose that fixers add: active, at most 20 words a sentence, varied, mostly with connectors, one sourced number per 300
//! words and one name per 150.

use super::parts::{Part, Parts};

const CONNECTORS: [&str; 10] = [
    "Além disso",
    "No entanto",
    "Na prática",
    "Em seguida",
    "Por exemplo",
    "Desse modo",
    "Por fim",
    "Atualmente",
    "Primeiro",
    "Do mesmo modo",
];

const SUBJECTS: [&str; 9] = [
    "o síndico",
    "a padaria",
    "o comércio",
    "a vizinha",
    "o eletricista",
    "a fazenda",
    "o hospital",
    "a creche",
    "o clube",
];

const ACTIONS: [&str; 11] = [
    "guarda a nota fiscal em uma pasta",
    "compara três propostas com calma",
    "limpa o vidro duas vezes por semestre",
    "anota a leitura do relógio aos sábados",
    "pede uma visita no começo da tarde",
    "mostra o contrato para o gerente",
    "separa um quarto para as baterias",
    "reforça o suporte antes da chuva",
    "usa o ventilador ao meio-dia",
    "revisa os cabos depois do inverno",
    "troca a torneira elétrica por outra",
];

const SOURCED: [&str; 6] = [
    "Segundo o IBGE, 12% das casas do bairro já fizeram essa troca.",
    "De acordo com a USP, o ganho chega a 18% no verão.",
    "Conforme a Embrapa, 40 famílias do campo testaram o método.",
    "Segundo o Inmetro, 7% dos aparelhos falham no teste.",
    "Conforme a Fiesp, 22% das fábricas pensam na mudança.",
    "De acordo com o Sebrae, 9% das lojas fizeram a obra.",
];

const NAMED: [&str; 6] = [
    "Também em Curitiba, Paulo Reis ensina o caminho aos alunos.",
    "Já em Manaus, a equipe de Rita Alves visita as casas.",
    "Ainda em Goiânia, Davi Nunes abriu uma oficina.",
    "Também em Natal, Clara Dias cuida da cooperativa.",
    "Já em Porto Alegre, Hugo Prado aluga as ferramentas.",
    "Ainda em Belém, Lia Torres treina os jovens.",
];

/// The sentence with this number.
pub fn sentence(number: usize) -> String {
    if number % 24 == 11 {
        return SOURCED[number / 24 % SOURCED.len()].to_owned();
    }
    if number % 12 == 5 {
        return NAMED[number / 12 % NAMED.len()].to_owned();
    }
    format!(
        "{}, {} {}.",
        CONNECTORS[number % CONNECTORS.len()],
        SUBJECTS[number % SUBJECTS.len()],
        ACTIONS[number % ACTIONS.len()]
    )
}

/// Words of a text without its tags.
pub fn words(text: &str) -> usize {
    markup::text::words(text)
}

/// Puts the keyword's first word into a sentence now and then, so that added prose keeps to the subject.
fn mention(article: &Parts) -> Option<&'static str> {
    (!article.fields.keyword.is_empty()).then_some("Nesse caso, a energia também chega ao quintal.")
}

/// Appends sections of prose with informative headings until the text has this many words.
pub fn append(article: &mut Parts, target: usize) {
    const TITLES: [&str; 6] = [
        "Cuidados com o telhado da casa",
        "Contrato e garantia da obra",
        "Limpeza das placas no inverno",
        "Bateria e rede do bairro",
        "Visita do técnico em casa",
        "Conta de luz da família",
    ];
    let mut number = 0;
    while article.analyse().words < target {
        article.heading(TITLES[number / 12 % TITLES.len()]);
        for _ in 0..2 {
            let mut sentences: Vec<String> = (number..number + 6).map(sentence).collect();
            sentences.extend(mention(article).map(str::to_owned));
            number += 6;
            article.parts.push(Part::Paragraph(sentences));
        }
        if number == 12 {
            article.push(&["Antes da obra, o dono separa três papéis:"]);
            article.parts.push(list(false));
        }
    }
}

/// A list of short items.
pub fn list(ordered: bool) -> Part {
    let items = [
        "Conta de luz do mês",
        "Planta do telhado",
        "Contrato com a loja",
    ];
    Part::List(ordered, items.map(str::to_owned).to_vec())
}
