//! Mas and mais.

use crate::lexicon::bits;
use crate::pattern::class;
use crate::sentence::{Hit, Sentence};

/// `mais` for the conjunction, `mas` for the adverb.
pub(super) fn check(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        if sentence.is_any(at, &["mais", "más"]) && is_conjunction(sentence, at) {
            hits.extend(sentence.hit(at, at, ["mas".to_owned()]));
        } else if sentence.is_any(at, &["mas"]) {
            // `R$ 400 a mas que o anterior`
            let surplus = sentence.before(at).is_some_and(|before| before.is("a"))
                && sentence.is_any(at + 1, &["que", "do", "de", "por"]);
            if surplus || is_adverb(sentence, at) {
                hits.extend(sentence.hit(at, at, ["mais".to_owned()]));
            } else if sentence.is_any(
                at + 1,
                &[
                    "notícias",
                    "condições",
                    "companhias",
                    "línguas",
                    "intenções",
                    "influências",
                    "ações",
                    "práticas",
                ],
            ) && sentence
                .before(at)
                .is_some_and(|before| before.is_word() && !before.is_any(&["não"]))
            {
                hits.extend(sentence.hit(at, at, ["más".to_owned()]));
            }
        }
    }
    hits
}

/// Whether a finite verb stands within the next tokens, before the end of the clause.
fn verb_follows(sentence: &Sentence<'_>, at: usize, reach: usize) -> bool {
    for index in at..at + reach {
        let Some(token) = sentence.get(index) else {
            return false;
        };
        if !token.is_word() {
            return false;
        }
        if token.morphology.only_finite()
            || token.is_any(&[
                "é", "está", "foi", "vai", "tem", "há", "são", "era", "pode", "deve",
            ])
        {
            return true;
        }
        if token.is_any(&["que", "e", "ou", "de", "do", "da", "dos", "das"]) && index == at {
            return false;
        }
    }
    false
}

/// `, mais` before a clause of its own.
fn is_conjunction(sentence: &Sentence<'_>, at: usize) -> bool {
    // `quanto mais …, mais …`
    if (0..at).any(|place| sentence.is_any(place, &["mais", "quanto", "menos"])) {
        return false;
    }
    let Some(next) = sentence.get(at + 1) else {
        return false;
    };
    if sentence.before(at).is_none_or(|before| before.text != ",") {
        return at == 0
            && sentence.is_any(at, &["mais"])
            && next.is_any(&["não", "nem", "nunca", "eu", "ele", "ela", "isso", "o", "a"])
            && verb_follows(sentence, at + 1, 4);
    }
    if next.is_any(&[
        "de",
        "do",
        "que",
        "um",
        "uma",
        "cedo",
        "tarde",
        "adiante",
        "especificamente",
        "precisamente",
        "recentemente",
    ]) {
        return false;
    }
    if next.is_any(&[
        "não", "nem", "nunca", "nada", "ninguém", "ainda", "também", "sem", "só", "eu", "quando",
        "se", "há", "é",
    ]) {
        return next.is_any(&["é", "há", "não", "nunca"]) || verb_follows(sentence, at + 1, 5);
    }
    if next.morphology.only_finite() {
        return true;
    }
    // `mais leva apenas`: a verb that is a noun too, with its complement.
    if next.morphology.has(bits::FINITE)
        && !next.morphology.has(bits::CLOSED)
        && sentence.get(at + 2).is_some_and(|after| {
            after.is_any(&["apenas", "só", "muito", "pouco", "bem"])
                || after.morphology.determiner != 0
                    && !super::noun_phrase::is_contraction(&after.lower)
        })
    {
        return true;
    }
    if next.is_any(&[
        "o", "a", "os", "as", "seu", "sua", "ele", "ela", "eles", "elas", "isso", "esse", "essa",
        "este", "esta", "nós", "você", "todos", "muitos", "meu", "minha",
    ]) {
        return verb_follows(sentence, at + 2, 4);
    }
    false
}

/// `mas` where a degree is meant.
fn is_adverb(sentence: &Sentence<'_>, at: usize) -> bool {
    let Some(next) = sentence.get(at + 1) else {
        return false;
    };
    let Some(before) = sentence.before(at).filter(|before| before.is_word()) else {
        return false;
    };
    if sentence.is_any(at + 1, &["ou"]) && sentence.is_any(at + 2, &["menos"]) {
        return true;
    }
    // `a que mas pesou`
    if before.is("que") && (next.morphology.only_finite() || next.is_any(&["se", "me", "tem", "é"]))
    {
        return true;
    }
    if next.is_any(&["menos"])
        || (next.is_any(&["de"])
            && sentence
                .get(at + 2)
                .is_some_and(|token| class(token, "num")))
    {
        return true;
    }
    if next.is_any(&["do"]) && sentence.is_any(at + 2, &["que"]) {
        return true;
    }
    if before.is_any(&[
        "vez", "muito", "bem", "ainda", "nada", "pouco", "quanto", "bastante", "três", "dois",
        "duas", "nunca",
    ]) {
        let quality = next.morphology.has(bits::NOMINAL)
            || next.is_any(&["de", "cedo", "tarde", "perto", "longe", "que"]);
        if next.is_any(&["cedo", "tarde", "perto", "longe"]) {
            return true;
        }
        return quality
            && !next.morphology.only_finite()
            && !next.morphology.has(bits::CLOSED & !bits::NOMINAL)
            || (before.is_any(&["vez"]) && next.is_word());
    }
    let article = before.is_any(&["o", "a", "os", "as"])
        || before.is_any(&[
            "é", "são", "foi", "era", "parece", "ficou", "está", "estão", "sou", "um", "uma",
            "estava", "estavam", "fica", "parecia", "continua",
        ]);
    if article {
        return next.morphology.has(bits::NOMINAL) && !next.morphology.has(bits::FINITE);
    }
    // `o modelo mas vendido`: a participle or adjective closes the group.
    before.morphology.only_nominal()
        && next.morphology.has(bits::FLEX)
        && next.morphology.has(bits::PARTICIPLE)
        && !sentence
            .before(at)
            .is_some_and(|before| before.morphology.has(bits::FLEX))
        && sentence.is_any(
            at + 2,
            &[
                "da", "do", "de", "dos", "das", "no", "na", "por", "pelos", "pelas",
            ],
        )
}
