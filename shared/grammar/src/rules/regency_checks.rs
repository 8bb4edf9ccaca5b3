//! Checks of regência that need more than a phrase.

use super::figures::MONTHS;
use crate::lexicon::bits;
use crate::sentence::{Hit, Sentence};
use crate::tokens::Token;

/// `prefiro X do que Y`, `prefere mais`.
pub(super) fn prefer(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let Some(verb) = sentence
            .get(at)
            .filter(|token| token.morphology.is_form_of("preferir"))
        else {
            continue;
        };
        if sentence.is_any(at + 1, &["mais"]) {
            hits.extend(sentence.hit(at, at + 1, [verb.lower.clone()]));
        }
        let place = (at + 2..at + 9)
            .take_while(|place| sentence.get(*place).is_some_and(Token::is_word))
            .find(|place| sentence.is_any(*place, &["do"]) && sentence.is_any(place + 1, &["que"]));
        let compared = |place: usize| {
            (at + 1..place).any(|index| {
                sentence.is_any(
                    index,
                    &["mais", "menos", "melhor", "pior", "maior", "menor"],
                )
            })
        };
        if let Some(place) =
            place.filter(|place| !compared(*place) || sentence.is_any(at + 1, &["mais"]))
        {
            let article = sentence.get(place + 2).map(|next| next.lower.as_str());
            hits.extend(match article {
                Some("o") => sentence.hit(place, place + 2, ["ao".to_owned()]),
                Some("a") => sentence.hit(place, place + 2, ["à".to_owned()]),
                Some("os") => sentence.hit(place, place + 2, ["aos".to_owned()]),
                Some("as") => sentence.hit(place, place + 2, ["às".to_owned()]),
                _ => sentence.hit(place, place + 1, ["a".to_owned()]),
            });
        }
    }
    hits
}

/// Places of arrival.
const PLACES: &str = "banco escola trabalho casa aeroporto cidade hospital estádio local mercado supermercado shopping praia festa igreja rodoviária delegacia clube parque médico dentista cinema teatro hotel país brasil \
prédio escritório restaurante loja farmácia padaria bar centro fórum topo capital bairro rua estação porto terminal museu acampamento sítio fazenda lugar município região estado universidade faculdade empresa fila posto \
cabeleireiro salão apartamento quarto sala cozinha banheiro fórum quartel presídio palácio congresso senado câmara prefeitura ponto";

/// Destination of chegar, ir and voltar with `em`.
pub(super) fn arrive(sentence: &Sentence<'_>) -> Vec<Hit> {
    const GO: [&str; 12] = [
        "vou", "vai", "vamos", "vão", "fui", "ia", "iam", "irei", "irá", "fomos", "iremos", "irão",
    ];
    let mut hits = Vec::new();
    for at in 1..sentence.tokens.len() {
        let to = match sentence.get(at).map(|token| token.lower.as_str()) {
            Some("em") => "a",
            Some("no") => "ao",
            Some("na") => "à",
            Some("nos") => "aos",
            Some("nas") => "às",
            _ => continue,
        };
        let Some(verb) = sentence.before(at) else {
            continue;
        };
        let Some(place) = sentence.get(at + 1) else {
            continue;
        };
        let arrives = verb.morphology.is_form_of("chegar")
            || (verb.is_any(&["cedo", "tarde", "ontem", "hoje", "atrasado"])
                && sentence
                    .get(at.wrapping_sub(2))
                    .is_some_and(|token| token.morphology.is_form_of("chegar")));
        let goes = verb.is_any(&GO);
        let listed = PLACES.split_ascii_whitespace().any(|own| place.is(own));
        let name = to == "a" && place.is_word() && place.is_capitalised() && !place.is_any(&MONTHS);
        let country = to != "a"
            && place.is_word()
            && place.is_capitalised()
            && place.is_any(&[
                "brasil",
                "japão",
                "chile",
                "rio",
                "recife",
                "argentina",
                "bahia",
                "europa",
                "itália",
                "frança",
                "alemanha",
                "espanha",
                "paraná",
                "canadá",
                "méxico",
                "uruguai",
                "paraguai",
                "portugal",
                "estados",
            ]);
        if (arrives || goes)
            && ((listed && to != "a") || name || country)
            && !(goes && (name || place.is("local")))
        {
            hits.extend(sentence.hit(at, at, [to.to_owned()]));
        }
    }
    hits
}

/// `eu esqueci do livro`.
pub(super) fn forget(sentence: &Sentence<'_>) -> Vec<Hit> {
    const FORMS: [(&str, &str); 16] = [
        ("esqueci", "me"),
        ("esqueceu", "se"),
        ("esqueceram", "se"),
        ("esquecemos", "nos"),
        ("esqueço", "me"),
        ("esquece", "se"),
        ("esquecem", "se"),
        ("lembrei", "me"),
        ("lembrou", "se"),
        ("lembraram", "se"),
        ("lembramos", "nos"),
        ("lembro", "me"),
        ("lembra", "se"),
        ("lembram", "se"),
        ("recordo", "me"),
        ("recordou", "se"),
    ];
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let Some((verb, pronoun)) = FORMS.iter().find(|(verb, _)| sentence.is_any(at, &[verb]))
        else {
            continue;
        };
        let pronominal = sentence
            .before(at)
            .is_some_and(|before| before.is_any(&["me", "se", "nos", "te", "lhe"]));
        let object = sentence.is_any(at + 1, &["do", "da", "dos", "das", "disso", "dele", "dela"])
            || (sentence.is_any(at + 1, &["de"])
                && sentence.get(at + 2).is_some_and(|next| {
                    next.morphology.has(bits::INFINITIVE) || next.is_any(&["que", "um", "uma"])
                }));
        if !pronominal && object {
            let suggestion = if at == 0 {
                format!("{verb}-{pronoun}")
            } else {
                format!("{pronoun} {verb}")
            };
            hits.extend(sentence.hit(at, at, [suggestion]));
        }
    }
    hits
}

/// Verbs with the preposition of their complement.
const COMPLEMENTS: [(&str, &str); 19] = [
    ("votar", "em"),
    ("participar", "de"),
    ("simpatizar", "com"),
    ("concordar", "com"),
    ("recorrer", "a"),
    ("gostar", "de"),
    ("precisar", "de"),
    ("necessitar", "de"),
    ("depender", "de"),
    ("confiar", "em"),
    ("acreditar", "em"),
    ("morar", "em"),
    ("nascer", "em"),
    ("assistir", "a"),
    ("obedecer", "a"),
    ("aspirar", "a"),
    ("discordar", "de"),
    ("desistir", "de"),
    ("residir", "em"),
];

/// A relative `que` without the preposition of its verb.
pub(super) fn relative(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 1..sentence.tokens.len() {
        if !sentence.is_any(at, &["que"]) {
            continue;
        }
        let noun = sentence.before(at).is_some_and(|before| {
            (before.morphology.has(bits::NOMINAL)
                && !before.morphology.has(bits::CLOSED | bits::INFINITIVE)
                && (!before.morphology.has(bits::FINITE) || before.morphology.has(bits::NOUN)))
                || before.is_any(&["tudo"])
        });
        let governed = sentence
            .before(at.wrapping_sub(1))
            .is_some_and(|before| before.morphology.determiner != 0 || before.is("tudo"))
            || sentence.is_any(at - 1, &["tudo"]);
        if !noun || !governed {
            continue;
        }
        let mut place = at + 1;
        if sentence.is_any(
            place,
            &["eu", "ele", "ela", "você", "nós", "eles", "elas", "vocês"],
        ) {
            place += 1;
        } else if sentence.is_any(place, &["a"]) && sentence.is_any(place + 1, &["gente"]) {
            place += 2;
        } else if let Some((_, end)) = super::predicate::simple_subject(sentence, place) {
            place = end;
        }
        let subject = place > at + 1;
        if sentence.is_any(
            place,
            &[
                "mais", "não", "tanto", "sempre", "muito", "menos", "tanto", "já",
            ],
        ) {
            place += 1;
        }
        let Some(verb) = sentence.get(place) else {
            continue;
        };
        let Some((lemma, preposition)) = COMPLEMENTS.iter().find(|(lemma, _)| {
            verb.morphology.is_form_of(lemma) && !verb.morphology.has(bits::NOMINAL & !bits::MS)
        }) else {
            continue;
        };
        // Without a pronoun only the first person is certain: `as pessoas que gostam` has the relative as subject.
        let first_person = verb.morphology.verbs.iter().any(|reading| {
            reading.lemma == *lemma
                && matches!(
                    reading.person,
                    Some(crate::lexicon::Person::S1 | crate::lexicon::Person::P1)
                )
        }) && !verb
            .morphology
            .verbs
            .iter()
            .any(|reading| reading.person == Some(crate::lexicon::Person::S3));
        let closed = sentence.get(place + 1).is_none_or(|next| {
            !next.is_any(&[
                "de", "do", "da", "dos", "das", "em", "no", "na", "nos", "nas", "a", "ao", "à",
                "aos", "às", "que", "disso", "dele", "dela", "nele", "nela", "neste", "nessa",
            ]) && !next.morphology.has(bits::INFINITIVE)
        });
        if (subject || first_person) && closed {
            hits.extend(sentence.hit(at, at, [format!("{preposition} que")]));
        }
    }
    hits
}
