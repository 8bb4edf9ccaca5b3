//! Reads a noun phrase with everything that may stand between its head and its verb: complements, participle phrases,
//! brackets, insertions between commas and relative clauses.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::noun_phrase::is_contraction;
use super::subject_phrase::{is_quantity, past_adjectives};
use super::verb_person::is_verb;
use crate::lexicon::bits::{self, NOMINAL, PLURAL, SINGULAR};
use crate::lexicon::{Person, Tense};
use crate::pattern::class;
use crate::sentence::Sentence;
use crate::tokens::{Token, TokenKind};

/// A noun phrase whose head is known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group {
    /// Gender and number of the head as nominal bits; both genders where the head does not tell.
    pub features: u32,
    /// The index behind the phrase.
    pub end: usize,
    /// Whether `e` or `ou` stands within the phrase, so that a singular head may be half of a plural subject.
    pub coordinated: bool,
    /// Whether a complement follows the head.
    pub complemented: bool,
    /// Whether the head is a name.
    pub named: bool,
    /// Whether neither a determiner nor a number stands before the head.
    pub bare: bool,
}

impl Group {
    pub fn is_plural(&self) -> bool {
        self.features & SINGULAR == 0
    }
}

/// Prepositions that join a complement to a noun.
const LINKS: &str = "de do da dos das em no na nos nas num numa para com sem sobre sob entre contra por pelo pela pelos pelas a ao à aos às \
até desde após durante deste desta destes destas desse dessa desses dessas neste nesta nestes nestas nesse nessa nesses nessas daquele daquela daqueles daquelas naquele naquela perante mediante";

/// Words that stand before the noun within its phrase.
static BEFORE: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "novo nova novos novas primeiro primeira primeiros primeiras segundo segunda terceiro terceira último última últimos últimas outro outra outros outras seu sua seus suas \
meu minha meus minhas nosso nossa nossos nossas principal principais grande grandes pequeno pequena pequenos pequenas atual atuais próximo próxima próximos próximas mesmo mesma mesmos mesmas próprio própria próprios próprias \
demais antigo antiga antigos antigas futuro futura futuros futuras ex maior maiores melhor melhores pior piores menor menores dois duas três quatro cinco seis sete oito nove dez cem mil vários várias poucos poucas muitos muitas \
diversos diversas tais tal bom boa bons boas mau má jovem jovens velho velha velhos velhas único única únicos únicas recente recentes eventual eventuais possível possíveis simples inúmeros inúmeras verdadeiro verdadeira então".split_ascii_whitespace().collect()
});

pub(super) fn listed(list: &str, token: &Token<'_>) -> bool {
    list.split_ascii_whitespace().any(|word| token.is(word))
}

fn stands_before(token: &Token<'_>) -> bool {
    BEFORE.contains(token.lower.as_str())
}

/// Whether a token may be the head of a noun phrase.
fn is_noun(token: &Token<'_>) -> bool {
    let form = &token.morphology;
    token.is_word()
        && !token.marked
        && form.has(NOMINAL)
        && !form.has(bits::CLOSED | bits::INFINITIVE | bits::GERUND)
        && (form.has(bits::NOUN | bits::FLEX) || !form.has(bits::FINITE))
}

/// The index behind a name that begins at `at`.
pub(super) fn past_name(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let is_part = |place: usize| {
        sentence
            .get(place)
            .is_some_and(|token| token.is_word() && token.is_capitalised() && !token.marked)
    };
    if !is_part(at) {
        return None;
    }
    let mut place = at + 1;
    loop {
        if is_part(place) {
            place += 1;
        } else if sentence.is_any(place, &["de", "do", "da", "dos", "das"]) && is_part(place + 1) {
            place += 2;
        } else if sentence
            .get(place)
            .is_some_and(|token| token.kind == TokenKind::Number)
        {
            place += 1;
        } else {
            return Some(place);
        }
    }
}

/// The gender and number that a determiner or a number at `at` allows, and the index behind it.
fn opening(sentence: &Sentence<'_>, at: usize) -> Option<(Option<u32>, usize)> {
    let mut place = at;
    if sentence.is_any(place, &["nem"]) && sentence.is_any(place + 1, &["todos", "todas"]) {
        place += 1;
    }
    if sentence.is_any(place, &["todos", "todas", "ambos", "ambas", "todo", "toda"])
        && sentence.is_any(
            place + 1,
            &["os", "as", "o", "a", "esses", "essas", "estes", "estas"],
        )
    {
        place += 1;
    }
    // `cerca de 200 funcionários`
    let about = (sentence.is_any(place, &["cerca", "mais", "menos"])
        && sentence.is_any(place + 1, &["de"])
        || sentence.is_any(place, &["ao", "pelo"]) && sentence.is_any(place + 1, &["menos"]))
        && sentence
            .get(place + 2)
            .is_some_and(|number| class(number, "num") && !number.is_any(&["um", "uma"]));
    if about {
        place += 2;
    }
    let first = sentence.get(place).filter(|first| !first.marked)?;
    let determined = first.morphology.determiner;
    if determined != 0 && !is_contraction(&first.lower) {
        return Some((Some(determined), place + 1));
    }
    let digits = |text: &str| {
        text.chars()
            .all(|letter| letter.is_ascii_digit() || letter == '.')
    };
    if class(first, "num")
        && !first.is_any(&["um", "uma", "1", "0"])
        && (first.is_word() || digits(&first.lower))
        && !sentence.get(place + 1).is_some_and(Token::is_capitalised)
    {
        return Some((
            Some(PLURAL),
            place + 1 + usize::from(sentence.is_any(place + 1, &["mil"])),
        ));
    }
    Some((None, place))
}

/// Whether a plural noun without a determiner opens the sentence as its subject: `moradores do bairro`.
fn is_bare_subject(sentence: &Sentence<'_>, at: usize) -> bool {
    const ROLES: [&str; 10] = [
        "ores", "ntes", "eiros", "istas", "ários", "ados", "idos", "ções", "idas", "adas",
    ];
    let (Some(noun), Some(next)) = (sentence.get(at), sentence.get(at + 1)) else {
        return false;
    };
    let form = &noun.morphology;
    let role = ROLES.iter().any(|ending| noun.lower.ends_with(ending));
    let joined = next.is_any(&["de", "do", "da", "dos", "das"])
        && (role || !sentence.get(at + 2).is_some_and(Token::is_capitalised))
        || !next.is_capitalised()
            && next.morphology.only_nominal()
            && next.morphology.bits & form.bits & PLURAL != 0;
    at == 0 && joined && form.only_nominal() && form.nominal_within(PLURAL)
}

/// The head of a noun phrase at `at`, with its determiner and adjectives.
pub(super) fn head(sentence: &Sentence<'_>, at: usize) -> Option<Group> {
    let (determined, mut place) = opening(sentence, at)?;
    while place < at + 5
        && sentence
            .get(place)
            .is_some_and(|token| stands_before(token))
        && sentence
            .get(place + 1)
            .is_some_and(|next| is_noun(next) || stands_before(next) || next.is_capitalised())
    {
        place += 1;
    }
    let noun = sentence.get(place)?;
    let bare = determined.is_none();
    if noun.is_capitalised() && place > 0 {
        let end = past_name(sentence, place)?;
        return Some(Group {
            features: determined.unwrap_or(SINGULAR),
            end,
            coordinated: false,
            complemented: end > place + 1,
            named: true,
            bare,
        });
    }
    let allowed = determined.unwrap_or(PLURAL);
    let number = if allowed & PLURAL != 0 {
        PLURAL
    } else {
        SINGULAR
    };
    let features = if is_noun(noun) {
        let form = &noun.morphology;
        let excluded = is_quantity(sentence, place)
            || class(noun, "time")
            || noun.is_any(&["gente", "vezes", "vez", "dia", "noite", "manhã", "tarde"])
            || bare && !is_bare_subject(sentence, place)
            // `os ônibus`: one form for both numbers.
            || !(form.nominal_within(number)
                || !bare
                    && noun.lower.ends_with('s')
                    && form.has(number)
                    && form.has(bits::NOUN));
        if excluded {
            0
        } else {
            form.bits & allowed & NOMINAL
        }
    } else if !bare && noun.is_word() && noun.morphology.bits == 0 && noun.lower.chars().count() > 3
    {
        // A word without a reading: its ending tells the number.
        if noun.lower.ends_with('s') == (number == PLURAL) {
            allowed
        } else {
            0
        }
    } else {
        0
    };
    (features != 0).then(|| Group {
        features,
        end: past_adjectives(sentence, place + 1, number),
        coordinated: false,
        complemented: false,
        named: false,
        bare,
    })
}

/// The index behind a complement at `at`: a preposition with its noun phrase, name, number or infinitive.
pub(super) fn complement(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let link = sentence.get(at)?;
    // `este ano a dose`: an article rather than the preposition.
    let article = link.is("a")
        && sentence
            .get(at + 1)
            .is_some_and(|next| next.morphology.has(bits::FS) || stands_before(next));
    if !listed(LINKS, link) || article {
        return None;
    }
    phrase(sentence, at + 1)
}

/// The index behind the noun phrase at `at` within a complement.
fn phrase(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let mut place = at;
    if sentence.is_any(
        place,
        &[
            "todo",
            "toda",
            "todos",
            "todas",
            "cada",
            "qualquer",
            "quaisquer",
            "ambos",
            "ambas",
        ],
    ) {
        place += 1;
    }
    if sentence
        .get(place)
        .is_some_and(|token| token.morphology.determiner != 0 && !is_contraction(&token.lower))
    {
        place += 1;
    }
    let mut numbered = false;
    if sentence.is_any(place, &["r", "us"])
        && sentence.get(place + 1).is_some_and(|sign| sign.text == "$")
    {
        place += 2;
    }
    while sentence.get(place).is_some_and(|token| {
        class(token, "num")
            || token.is_any(&["milhão", "milhões", "bilhão", "bilhões", "%"])
            || numbered && token.is("de")
    }) {
        numbered = true;
        place += 1;
    }
    while place < at + 5
        && sentence
            .get(place)
            .is_some_and(|token| stands_before(token))
        && sentence.get(place + 1).is_some_and(is_noun)
    {
        place += 1;
    }
    let Some(noun) = sentence.get(place) else {
        return numbered.then_some(place);
    };
    if let Some(end) = past_name(sentence, place) {
        return Some(end);
    }
    if noun.is_any(&[
        "ele", "ela", "eles", "elas", "nós", "você", "hoje", "ontem", "lá", "aqui", "si", "mim",
        "volta",
    ]) {
        return Some(place + 1);
    }
    // A word without a reading, for example a foreign one, is taken for a noun too.
    if is_noun(noun)
        || noun.is_word() && noun.morphology.bits == 0 && noun.morphology.determiner == 0
    {
        let number = if noun.morphology.nominal_within(PLURAL) {
            PLURAL
        } else {
            SINGULAR
        };
        return Some(past_adjectives(sentence, place + 1, number));
    }
    if class(noun, "inf") && !numbered {
        // `a decisão de transferir a entrega`
        return phrase(sentence, place + 1)
            .filter(|_| {
                sentence.get(place + 1).is_some_and(|next| {
                    next.morphology.determiner != 0 && !is_contraction(&next.lower)
                })
            })
            .or(Some(place + 1));
    }
    numbered.then_some(place)
}

/// Words with which an insertion between commas may begin.
const INSERTED: &str = "que para de do da dos das com sem em no na nos nas segundo conforme ex por pelo pela ainda também porém entretanto aliás portanto afinal inclusive entre cujo cuja cujos cujas onde a o um uma além como após desde \
contudo todavia assim enfim sobretudo principalmente hoje ontem agora nesta neste nessa nesse à ao atual apesar durante até quando embora dos às";

/// Extends a group by its complements, up to its verb.
pub(super) fn extend(sentence: &Sentence<'_>, group: &mut Group) {
    for _ in 0..8 {
        let place = group.end;
        let Some(token) = sentence.get(place) else {
            return;
        };
        if let Some(end) = complement(sentence, place) {
            group.end = end;
            group.complemented = true;
        } else if token.is_any(&["e", "ou"]) {
            let next = place + 1;
            let determined = sentence
                .get(next)
                .is_some_and(|next| next.morphology.determiner != 0 || next.is_capitalised());
            let Some(end) = complement(sentence, next).or_else(|| phrase(sentence, next)) else {
                return;
            };
            group.coordinated = group.coordinated || determined || !group.complemented;
            group.end = end;
        } else if token.is_any(&[
            "antes",
            "depois",
            "além",
            "perto",
            "longe",
            "dentro",
            "fora",
            "cerca",
            "diante",
            "acima",
            "abaixo",
            "através",
            "contrário",
            "contrária",
            "contrários",
            "ligado",
        ]) && complement(sentence, place + 1).is_some()
        {
            group.end = place + 1;
        } else if token.text == "(" {
            let Some(close) = (place + 1..place + 14).find(|at| sentence.is_any(*at, &[")"]))
            else {
                return;
            };
            group.end = close + 1;
            group.complemented = true;
        } else if token.is_any(&[
            "já", "mais", "muito", "ainda", "recém", "bem", "menos", "não",
        ]) || token.lower.ends_with("mente")
        {
            let participle = sentence.get(place + 1).is_some_and(|next| {
                next.morphology.has(bits::FLEX)
                    && next.morphology.only_nominal()
                    && next.morphology.bits & group.features & NOMINAL != 0
            });
            if !participle {
                return;
            }
            group.end = place + 2;
            group.complemented = true;
        } else if token.morphology.has(bits::PARTICIPLE)
            && token.morphology.only_nominal()
            && !token.is_capitalised()
            && sentence.before(place).is_some_and(Token::is_word)
        {
            group.end = place + 1;
            group.complemented = true;
        } else if !group.bare
            && (token.kind == TokenKind::Number || token.is_capitalised() && token.is_word())
            && sentence.before(place).is_some_and(Token::is_word)
        {
            // `a rua 25`, `o ministro Paulo Guedes`, `a série Ozark`
            group.end = past_name(sentence, place).unwrap_or(place + 1);
            group.complemented = true;
        } else {
            return;
        }
    }
}

/// The index behind an insertion between commas at `at`, or `at`.
fn past_insertion(sentence: &Sentence<'_>, at: usize) -> usize {
    if !sentence.is_any(at, &[","]) {
        return at;
    }
    let opens = sentence.get(at + 1).is_some_and(|next| {
        listed(INSERTED, next)
            || next.lower.starts_with("ex-")
            || next.morphology.has(bits::PARTICIPLE | bits::GERUND)
            || next.is_capitalised()
            || is_noun(next) && next.morphology.nominal_within(SINGULAR)
    });
    if !opens {
        return at;
    }
    (at + 2..at + 26)
        .take_while(|place| {
            sentence.get(*place).is_some_and(|token| {
                !matches!(token.text, ";" | ":" | "." | "(" | "—" | "“" | "”" | "\"")
            })
        })
        .find(|place| sentence.is_any(*place, &[","]))
        .map_or(at, |close| close + 1)
}

/// Adverbs and unstressed pronouns before a verb.
const ADVERBS: &str = "não já também ainda sempre nunca se só quase hoje agora ontem lhe lhes me nos apenas então atualmente normalmente geralmente praticamente simplesmente frequentemente nem jamais mais";

pub(super) fn past_adverbs(sentence: &Sentence<'_>, at: usize) -> usize {
    let mut place = at;
    while place < at + 3
        && sentence.get(place).is_some_and(|token| {
            listed(ADVERBS, token) || token.lower.len() > 7 && token.lower.ends_with("mente")
        })
    {
        place += 1;
    }
    place
}

/// The verb of a group, and whether an insertion stands before it.
pub(super) fn verb_of(sentence: &Sentence<'_>, group: &Group) -> Option<(usize, bool)> {
    let behind = past_insertion(sentence, group.end);
    let inserted = behind > group.end;
    let verb = past_adverbs(sentence, behind);
    let token = sentence.get(verb)?;
    (is_verb(token) || !inserted && is_weak_verb(sentence, verb)).then_some((verb, inserted))
}

/// A finite verb that is a noun too, where no noun may stand: behind a noun and before a determiner or a preposition.
fn is_weak_verb(sentence: &Sentence<'_>, at: usize) -> bool {
    let (Some(token), Some(before), Some(next)) =
        (sentence.get(at), sentence.before(at), sentence.get(at + 1))
    else {
        return false;
    };
    let form = &token.morphology;
    form.has(bits::FINITE)
        && !form.has(bits::CLOSED | bits::FLEX | bits::PARTICIPLE | bits::INFINITIVE)
        && !token.is_capitalised()
        && !token.marked
        && form.verbs.iter().any(|reading| {
            reading.tense == Tense::Present && matches!(reading.person, Some(Person::S3))
        })
        && (before.morphology.only_nominal() && !before.is_capitalised()
            // `os dados do IBGE mostra que`
            || before.is_capitalised() && next.is("que"))
        && (next.morphology.determiner != 0 && !next.is_any(&["do", "da", "dos", "das"])
            || next.is_any(&["que", "por", "em", "com", "para", "mais", "até"]))
}
