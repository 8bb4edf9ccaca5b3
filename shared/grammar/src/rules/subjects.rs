//! Checks of verbs against simple subjects.

use super::noun_phrase::{is_contraction, opens_clause};
use crate::lexicon::bits::{self, NOMINAL, PLURAL, SINGULAR};
use crate::lexicon::{Person, Tense, VerbReading};
use crate::pattern::class;
use crate::sentence::{Hit, Sentence};
use crate::tokens::Token;

/// Finite forms that are also nouns or function words, but whose reading as verb is certain behind a subject.
const SURE_VERBS: [&str; 46] = [
    "foi", "é", "vai", "tem", "está", "era", "fez", "faz", "quer", "pode", "deve", "disse",
    "ficou", "estava", "sabe", "gosta", "vem", "vê", "dá", "chega", "começa", "fala", "precisa",
    "entra", "custa", "vale", "conta", "trabalha", "usa", "mora", "joga", "compra", "venda",
    "gostam", "são", "vão", "têm", "estão", "foram", "eram", "saem", "sai", "cai", "entram",
    "passa", "prefere",
];

fn is_verb(token: &Token<'_>) -> bool {
    token.is_word()
        && !token.marked
        && !token.is_capitalised()
        && (token.morphology.only_finite() || SURE_VERBS.contains(&token.lower.as_str()))
}

/// The reading of `token` that every tense of `person` gives, when no reading has one of `excluded`.
fn reading<'t>(
    token: &'t Token<'_>,
    person: Person,
    excluded: &[Person],
) -> Option<&'t VerbReading> {
    let verbs = &token.morphology.verbs;
    let conflict = verbs
        .iter()
        .any(|reading| reading.person.is_some_and(|own| excluded.contains(&own)));
    (!conflict)
        .then(|| {
            verbs.iter().find(|reading| {
                reading.person == Some(person) && reading.tense != Tense::Infinitive
            })
        })
        .flatten()
}

/// A hit on the verb at `at` with its form in another person. Tenses that only look alike are tried in the order of the readings.
fn in_person(sentence: &Sentence<'_>, at: usize, own: Person, wanted: Person) -> Option<Hit> {
    let token = sentence.get(at)?;
    // `gostamos` is present and past; in the third person the past comes first, because `vieram` is also pluperfect.
    let (first, second) = if own == Person::P1 {
        (Tense::Present, Tense::Past)
    } else {
        (Tense::Past, Tense::Present)
    };
    let order = [
        first,
        second,
        Tense::Imperfect,
        Tense::Future,
        Tense::Conditional,
        Tense::Subjunctive,
        Tense::PastSubjunctive,
    ];
    let reading = order.iter().find_map(|tense| {
        token
            .morphology
            .verbs
            .iter()
            .find(|reading| reading.tense == *tense && reading.person == Some(own))
    })?;
    let form = sentence
        .lexicon
        .conjugate(&reading.lemma, reading.tense, wanted)?;
    (form != token.lower)
        .then(|| sentence.hit(at, at, [form]))
        .flatten()
}

/// The index of the verb at or behind `at`, past adverbs and unstressed pronouns.
fn verb_after(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let mut place = at;
    while sentence.is_any(
        place,
        &[
            "não", "já", "também", "ainda", "sempre", "nunca", "se", "me", "nos", "lhe", "só",
            "quase", "hoje", "agora", "mesmo", "mesmos", "mesmas",
        ],
    ) && place < at + 3
    {
        place += 1;
    }
    sentence
        .get(place)
        .filter(|token| is_verb(token))
        .map(|_| place)
}

/// `a gente vamos`.
pub(super) fn a_gente(sentence: &Sentence<'_>) -> Vec<Hit> {
    (0..sentence.tokens.len())
        .filter(|at| sentence.is_any(*at, &["a"]) && sentence.is_any(at + 1, &["gente"]))
        .filter_map(|at| {
            let verb = verb_after(sentence, at + 2)?;
            reading(sentence.get(verb)?, Person::P1, &[Person::S3])?;
            in_person(sentence, verb, Person::P1, Person::S3)
        })
        .collect()
}

/// Whether the pronoun at `at` is a subject: nothing before it governs it.
fn is_subject_pronoun(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.before(at).is_none_or(|before| {
        before.is_any(&[
            ",", "que", "e", "quando", "se", "mas", "porque", "como", "onde", "enquanto", "“",
            "\"", ";", ":", "hoje", "ontem", "então", "agora", "depois", "aonde", "embora",
            "também", "só", "porém", "(", "—", "–",
        ])
    }) && !(sentence
        .before(at)
        .is_some_and(|before| before.is_any(&["e", "que", "como", "só"]))
        && sentence.get(at.wrapping_sub(2)).is_some_and(|token| {
            token.morphology.has(NOMINAL)
                || token.is_any(&["eu", "você", "ela", "ele", "do", "mais", "menos"])
                || token.is_capitalised()
        }))
}

/// Personal pronouns with a verb in another person.
pub(super) fn pronouns(sentence: &Sentence<'_>) -> Vec<Hit> {
    use Person::{P1, P3, S1, S2, S3};
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let (own, others): (Person, &[Person]) =
            match sentence.get(at).map(|token| token.lower.as_str()) {
                Some("eles" | "elas" | "vocês") => (P3, &[S3, S1, P1]),
                Some("nós") => (P1, &[S3, P3]),
                Some("ele" | "ela" | "você") => (S3, &[P3, P1]),
                Some("eu") => (S1, &[S3, P1, P3]),
                Some("tu") => (S2, &[S3]),
                _ => continue,
            };
        let relative = sentence.before(at).is_some_and(|before| before.is("que"));
        if !is_subject_pronoun(sentence, at) && !relative
            || sentence.is_any(at + 1, &["e", "ou", "que", "mesmo", ","])
        {
            continue;
        }
        let Some(verb) = verb_after(sentence, at + 1) else {
            continue;
        };
        // `nos` and `me` between pronoun and verb keep the subject; `eu me` too.
        let Some(token) = sentence.get(verb) else {
            continue;
        };
        if token
            .morphology
            .verbs
            .iter()
            .any(|reading| reading.person == Some(own) || reading.person.is_none())
        {
            continue;
        }
        let found = others
            .iter()
            .find(|other| token.morphology.has_person(**other));
        // The first and the third person share their form in most tenses.
        let shared = own == S1
            && token.morphology.verbs.iter().any(|reading| {
                !matches!(reading.tense, Tense::Present | Tense::Past | Tense::Future)
            });
        if let Some(other) = found.filter(|_| !shared) {
            hits.extend(in_person(sentence, verb, *other, own));
        }
    }
    hits
}

/// A noun phrase as subject: whether it is plural, and the index of the verb behind it.
struct Subject {
    plural: bool,
    verb: usize,
    /// Whether a complement with `de` stands between.
    extended: bool,
}

/// Nouns of quantity, with which both numbers are in use.
const QUANTITIES: &str = "maioria parte metade minoria grupo série conjunto número total multidão porcentagem percentual dezena centena milhar terço quarto dupla trio bando par monte infinidade variedade \
maior resto restante porção quantidade punhado média totalidade gama leva vezes terça dúzia um uma fração quinto";

/// Reads a noun phrase that opens a clause.
fn subject(sentence: &Sentence<'_>, at: usize) -> Option<Subject> {
    if !opens_clause(sentence, at) {
        return None;
    }
    let first = sentence.get(at)?;
    let determined = first.morphology.determiner;
    if determined == 0 || is_contraction(&first.lower) || first.marked {
        return None;
    }
    let mut place = at + 1;
    // A possessive, numeral or adjective before the noun.
    while sentence.is_any(
        place,
        &[
            "novas",
            "novos",
            "nova",
            "novo",
            "primeiros",
            "primeiras",
            "últimos",
            "últimas",
            "dois",
            "duas",
            "três",
            "quatro",
            "cinco",
            "outros",
            "outras",
            "seus",
            "suas",
            "seu",
            "sua",
            "meus",
            "minhas",
            "nossos",
            "nossas",
            "principais",
            "grandes",
            "pequenos",
            "pequenas",
            "atuais",
            "próximos",
            "próximas",
            "mesmos",
            "mesmas",
            "demais",
            "antigos",
            "antigas",
            "primeiro",
            "primeira",
            "último",
            "última",
            "grande",
            "próprio",
            "própria",
            "futuro",
            "antigo",
            "antiga",
            "próxima",
            "próximo",
        ],
    ) && place < at + 4
    {
        place += 1;
    }
    let noun = sentence.get(place)?;
    let form = &noun.morphology;
    let plural = determined & PLURAL != 0;
    let number = if plural { PLURAL } else { SINGULAR };
    let nominal = form.has(NOMINAL)
        && form.nominal_within(number)
        && !form.has(bits::CLOSED | bits::INFINITIVE)
        && (form.has(bits::NOUN | bits::FLEX) || form.only_nominal());
    if !nominal
        || noun.marked
        || noun.is_capitalised()
        || QUANTITIES
            .split_ascii_whitespace()
            .any(|word| noun.is(word))
    {
        return None;
    }
    place += 1;
    place = past_adjectives(sentence, place, number);
    let mut extended = false;
    for _ in 0..2 {
        if let Some(end) = past_complement(sentence, place) {
            extended = true;
            place = end;
        }
    }
    (!sentence.is_any(place, &["e", "ou", ",", "nem", "com", "como"])).then_some(())?;
    Some(Subject {
        plural,
        verb: place,
        extended,
    })
}

/// Skips adjectives of this number.
fn past_adjectives(sentence: &Sentence<'_>, at: usize, number: u32) -> usize {
    let mut place = at;
    while let Some(token) = sentence.get(place) {
        let form = &token.morphology;
        let adjective = form.only_nominal()
            && form.nominal_within(number)
            && !form.has(bits::NOUN)
            && !token.is_capitalised()
            && !token.marked;
        let adverb = token.is_any(&["mais", "muito", "bem", "pouco", "menos"])
            && sentence
                .get(place + 1)
                .is_some_and(|next| next.morphology.has(bits::FLEX));
        if place > at + 2 || !(adjective || adverb) {
            break;
        }
        place += 1;
    }
    place
}

/// Skips `de` with its noun phrase; `None` without one.
fn past_complement(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    let link = sentence.get(at)?;
    if !link.is_any(&[
        "de", "do", "da", "dos", "das", "no", "na", "nos", "nas", "para", "sobre", "em", "contra",
        "pela", "pelo", "deste", "desta", "dessa", "desse", "sem", "com",
    ]) {
        return None;
    }
    let mut place = at + 1;
    if sentence.get(place)?.morphology.determiner != 0
        && !is_contraction(&sentence.get(place)?.lower)
    {
        place += 1;
    }
    while sentence.is_any(
        place,
        &["novas", "novos", "nova", "novo", "dois", "duas", "três"],
    ) {
        place += 1;
    }
    let noun = sentence.get(place)?;
    if noun.is_capitalised() && noun.is_word() {
        while sentence.get(place).is_some_and(|token| {
            token.is_word()
                && (token.is_capitalised()
                    || (token.is_any(&["de", "do", "da", "dos", "e"])
                        && sentence
                            .get(place + 1)
                            .is_some_and(|next| next.is_capitalised())))
        }) {
            place += 1;
        }
        return Some(place);
    }
    let form = &noun.morphology;
    let nominal = form.has(NOMINAL)
        && !form.has(bits::CLOSED | bits::INFINITIVE)
        && (!form.has(bits::FINITE) || form.has(bits::NOUN));
    if !nominal || noun.marked {
        return None;
    }
    place += 1;
    let number = if form.nominal_within(PLURAL) {
        PLURAL
    } else {
        SINGULAR
    };
    Some(past_adjectives(sentence, place, number))
}

/// Whether the verb is part of an emphatic `é que`, or followed by what would be its own clause.
fn is_inverted(sentence: &Sentence<'_>, verb: usize) -> bool {
    sentence.is_any(verb + 1, &["que"])
        && !sentence.get(verb).is_some_and(|token| token.is("disse"))
}

/// Adverbs between the subject and its verb.
fn skip_adverbs(sentence: &Sentence<'_>, at: usize) -> usize {
    let mut place = at;
    while sentence.is_any(
        place,
        &[
            "não", "já", "também", "ainda", "sempre", "nunca", "se", "só", "quase", "hoje",
            "agora", "ontem", "lhe", "me", "nos",
        ],
    ) && place < at + 3
    {
        place += 1;
    }
    place
}

/// A plural subject with a verb in the singular.
pub(super) fn plural(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let Some(found) = subject(sentence, at).filter(|found| found.plural) else {
            continue;
        };
        let verb = skip_adverbs(sentence, found.verb);
        let Some(token) = sentence.get(verb).filter(|token| is_verb(token)) else {
            continue;
        };
        if token.morphology.has_person(Person::P3)
            || is_inverted(sentence, verb)
            || sentence
                .get(at)
                .is_some_and(|own| own.is_any(&["ambos", "todos"]))
        {
            continue;
        }
        if reading(token, Person::S3, &[Person::P3, Person::P1]).is_some() {
            hits.extend(in_person(sentence, verb, Person::S3, Person::P3));
        }
    }
    hits
}

/// A singular subject with a verb in the plural.
pub(super) fn singular(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let Some(found) = subject(sentence, at).filter(|found| !found.plural) else {
            continue;
        };
        if sentence.is_any(at, &["a", "o"])
            && sentence
                .before(at)
                .is_some_and(|before| before.is_any(&["que", "como"]))
            && found.extended
        {
            continue;
        }
        let verb = skip_adverbs(sentence, found.verb);
        let Some(token) = sentence.get(verb).filter(|token| is_verb(token)) else {
            continue;
        };
        if token.morphology.has_person(Person::S3) || is_inverted(sentence, verb) {
            continue;
        }
        if let Some(own) = reading(token, Person::P3, &[Person::S3]) {
            // `a lista … foram divulgadas`: the participle follows the verb.
            let passive = (own.lemma == "ser" || own.lemma == "ir")
                .then(|| {
                    sentence.get(verb + 1).filter(|next| {
                        next.morphology.has(bits::PARTICIPLE)
                            && next.morphology.nominal_within(PLURAL)
                    })
                })
                .flatten();
            // `o problema são os outros`: ser agrees with the predicate.
            if own.lemma == "ser"
                && !sentence
                    .get(verb + 1)
                    .is_some_and(|next| next.morphology.has(bits::PARTICIPLE))
            {
                continue;
            }
            hits.extend(match passive {
                Some(participle) => both(sentence, at, verb, participle),
                None => in_person(sentence, verb, Person::P3, Person::S3),
            });
        }
    }
    hits
}

/// The verb and its participle in the singular.
fn both(sentence: &Sentence<'_>, at: usize, verb: usize, participle: &Token<'_>) -> Option<Hit> {
    let single = in_person(sentence, verb, Person::P3, Person::S3)?
        .suggestions
        .into_iter()
        .next()?;
    let gender = sentence.get(at)?.morphology.determiner;
    let wanted = if gender & bits::FEMININE != 0 {
        bits::FS
    } else {
        bits::MS
    };
    let form = super::noun_phrase::agreeing(sentence, &participle.lower, wanted)?;
    sentence.hit(verb, verb + 1, [format!("{single} {form}")])
}

/// Verbs whose subject usually follows.
const BEHIND: [&str; 9] = [
    "existir",
    "faltar",
    "ocorrer",
    "acontecer",
    "sobrar",
    "restar",
    "surgir",
    "bastar",
    "caber",
];

/// `existe muitos`, `falta dois`.
pub(super) fn behind(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let Some(token) = sentence.get(at) else {
            continue;
        };
        if token.morphology.has(bits::CLOSED)
            || !BEHIND
                .iter()
                .any(|lemma| token.morphology.is_form_of(lemma))
            || !token.morphology.has_person(Person::S3)
            || token.morphology.has_person(Person::P3)
        {
            continue;
        }
        let opens = sentence.before(at).is_none_or(|before| {
            before.is_any(&[
                ",", "não", "ainda", "já", "também", "que", "onde", "e", "mas", "só", "se",
                "quando", "aqui", "lá", "ontem", "hoje", "sempre",
            ]) || (!before.is_word())
        });
        // `que` after a singular noun is the subject itself: `o que falta`.
        let relative = sentence
            .before(at)
            .is_some_and(|before| before.is_any(&["que", "e"]))
            && at > 1;
        let plural = |index: usize| {
            sentence.get(index).is_some_and(|next| {
                (next.morphology.determiner & PLURAL != 0
                    && !is_contraction(&next.lower)
                    && !next.is_any(&["as", "os"]))
                    || next.is_any(&[
                        "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "muitas",
                        "muitos",
                    ])
                    || next.lower.parse::<u32>().is_ok_and(|number| number > 1)
                    || (class(next, "plur") && next.morphology.has(bits::NOUN))
            })
        };
        let measure = sentence.is_any(at + 2, &["minutos", "horas"])
            && token.morphology.is_form_of("faltar")
            && sentence.is_any(at + 1, &["pouco"]);
        if opens
            && !relative
            && plural(at + 1)
            && !measure
            && !(token.morphology.is_form_of("bastar") || token.morphology.is_form_of("caber"))
        {
            hits.extend(in_person(sentence, at, Person::S3, Person::P3));
        }
    }
    hits
}

/// Transitive verbs in advertisements and instructions.
const TRANSITIVE: &str = "vender alugar comprar consertar fazer procurar aceitar contratar oferecer dar reformar lavar cortar trocar perder encontrar plastificar fabricar ministrar ensinar doar \
entregar servir produzir exigir realizar observar notar ouvir ver construir plantar criar abrir fechar registrar verificar adotar evitar esperar divulgar apresentar usar utilizar discutir";

/// `vende-se casas`.
pub(super) fn passive(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let Some(token) = sentence.get(at) else {
            continue;
        };
        let Some(verb) = token.lower.strip_suffix("-se") else {
            continue;
        };
        let form = sentence.lexicon.analyse(verb);
        let Some(reading) = form.verbs.iter().find(|reading| {
            reading.person == Some(Person::S3)
                && TRANSITIVE
                    .split_ascii_whitespace()
                    .any(|own| own == reading.lemma)
        }) else {
            continue;
        };
        let next = |index: usize| {
            sentence.get(index).is_some_and(|next| {
                (class(next, "plur") && !next.is_capitalised())
                    || next.morphology.determiner & PLURAL != 0
                        && !is_contraction(&next.lower)
                        && !next.is_any(&["os", "as", "nos"])
            })
        };
        let behind_plural = next(at + 1)
            || (sentence.is_any(at + 1, &["muitos", "muitas", "novos", "novas"]) && next(at + 2));
        let names_subject = sentence.before(at).is_some_and(|before| {
            before.morphology.has(bits::SINGULAR) && !before.is_any(&["não"])
                || before.is_capitalised()
        });
        if behind_plural
            && !names_subject
            && let Some(form) =
                sentence
                    .lexicon
                    .conjugate(&reading.lemma, reading.tense, Person::P3)
        {
            hits.extend(sentence.hit(at, at, [format!("{form}-se")]));
        }
    }
    hits
}

/// `fui eu que fez`.
pub(super) fn relative(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 1..sentence.tokens.len() {
        let person = match sentence.get(at).map(|token| token.lower.as_str()) {
            Some("eu") => Person::S1,
            Some("nós") => Person::P1,
            _ => continue,
        };
        let emphatic = sentence.before(at).is_some_and(|before| {
            before.is_any(&["fui", "sou", "fomos", "somos", "era", "foi", "é", "serei"])
        });
        if !emphatic || !sentence.is_any(at + 1, &["que"]) {
            continue;
        }
        if let Some(verb) = verb_after(sentence, at + 2)
            && sentence
                .get(verb)
                .is_some_and(|token| !token.morphology.has_person(person))
        {
            hits.extend(in_person(sentence, verb, Person::S3, person));
        }
    }
    hits
}

/// `Os Estados Unidos anunciou`.
pub(super) fn united_states(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        if !sentence.is_any(at, &["os"]) || !opens_clause(sentence, at) {
            continue;
        }
        let name = if sentence.is_any(at + 1, &["estados"]) && sentence.is_any(at + 2, &["unidos"])
        {
            at + 3
        } else if sentence.is_any(at + 1, &["eua"]) {
            at + 2
        } else {
            continue;
        };
        if let Some(verb) = verb_after(sentence, name)
            && sentence
                .get(verb)
                .is_some_and(|token| reading(token, Person::S3, &[Person::P3]).is_some())
        {
            hits.extend(in_person(sentence, verb, Person::S3, Person::P3));
        }
    }
    hits
}

/// `mais de um … faltaram`, `cada um sabem`, `nenhum deles vieram`.
pub(super) fn singular_expression(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let end = if sentence.is_any(at, &["mais"])
            && sentence.is_any(at + 1, &["de"])
            && sentence.is_any(at + 2, &["um", "uma"])
        {
            at + 4
        } else if sentence.is_any(at, &["cada", "nenhum", "nenhuma"]) {
            let mut end = if sentence.is_any(at + 1, &["um", "uma"]) {
                at + 2
            } else {
                at + 1
            };
            if sentence.is_any(end, &["deles", "delas"]) {
                end += 1;
            } else if sentence.is_any(end, &["dos", "das"]) {
                end += 2;
            }
            end
        } else {
            continue;
        };
        if end == at + 1 {
            continue;
        }
        if let Some(verb) = verb_after(sentence, end)
            && sentence
                .get(verb)
                .is_some_and(|token| reading(token, Person::P3, &[Person::S3]).is_some())
        {
            hits.extend(in_person(sentence, verb, Person::P3, Person::S3));
        }
    }
    hits
}
