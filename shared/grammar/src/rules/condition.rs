//! Expressions whose form depends on the clause: se não and senão, em vez and ao invés, ao encontro and de encontro.

use crate::lexicon::{Tense, bits};
use crate::sentence::{Hit, Sentence};

/// `senão` before a condition, `se não` before a consequence.
pub(super) fn if_not(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let conditional = |index: usize| {
            sentence.get(index).is_some_and(|token| {
                token.morphology.verbs.iter().any(|reading| {
                    matches!(
                        reading.tense,
                        Tense::FutureSubjunctive | Tense::PastSubjunctive
                    ) && reading.person.is_some()
                })
            })
        };
        if sentence.is_any(at, &["senão"]) {
            let irregular = sentence
                .get(at + 1)
                .is_some_and(|token| !token.morphology.has(bits::INFINITIVE));
            let opens = at == 0
                || sentence
                    .before(at)
                    .is_some_and(|before| before.is_any(&[",", "que", "e", "mas"]));
            let subject = sentence.is_any(
                at + 1,
                &[
                    "eu", "você", "ele", "ela", "eles", "elas", "nós", "a", "o", "houver", "me",
                    "se",
                ],
            );
            if opens
                && (conditional(at + 1) && (at == 0 || irregular)
                    || (subject && (conditional(at + 2) || conditional(at + 3))))
            {
                hits.extend(sentence.hit(at, at, ["se não".to_owned()]));
            }
        }
        if sentence.is_any(at, &["se"]) && sentence.is_any(at + 1, &["não"]) {
            hits.extend(otherwise(sentence, at));
        }
    }
    hits
}

/// `se não` in the sense of `do contrário` or `a não ser`.
fn otherwise(sentence: &Sentence<'_>, at: usize) -> Option<Hit> {
    let before = sentence.before(at)?;
    let next = sentence.get(at + 2)?;
    let other = (1..4).any(|back| {
        at >= back && sentence.is_any(at - back, &["outra", "outro", "nada", "ninguém"])
    });
    let nothing =
        other && next.morphology.has(bits::INFINITIVE) && !sentence.is_any(at + 3, &["se"])
            || before.is_any(&["nada", "ninguém", "outro", "outra", "coisa"])
                && !sentence.is_any(at + 3, &["se"])
                && (next.morphology.has(bits::INFINITIVE) || next.is_any(&["o", "a", "um", "uma"]));
    let purpose = (before.morphology.has(bits::NOUN) || before.is_any(&["nada", "ninguém"]))
        && (0..at).any(|place| sentence.is_any(place, &["não", "nada"]))
        && !comma_within(sentence, at)
        && (next.morphology.has(bits::INFINITIVE)
            && next.morphology.verbs.iter().all(|reading| {
                reading.tense != Tense::FutureSubjunctive || next.lower.ends_with("ar")
            })
            || next.is("para")
                && sentence
                    .get(at + 3)
                    .is_some_and(|verb| verb.morphology.has(bits::INFINITIVE)));
    // `ninguém, se não o próprio fundador, sabia`
    let exception = before.text == ","
        && sentence.is_any(
            at.wrapping_sub(2),
            &["ninguém", "nada", "nenhum", "nenhuma", "outro", "outra"],
        )
        && next.morphology.determiner != 0
        && sentence.is_any(
            at + 3,
            &["próprio", "própria", "próprios", "próprias", "mesmo"],
        );
    if nothing || purpose || exception {
        return sentence.hit(at, at + 1, ["senão".to_owned()]);
    }
    // A comma before and a clause in the indicative without a following main clause.
    let comma_behind = (at + 2..sentence.tokens.len()).any(|index| sentence.is_any(index, &[","]));
    let indicative = |index: usize| {
        sentence.get(index).is_some_and(|token| {
            token.morphology.only_finite()
                && token.morphology.verbs.iter().all(|reading| {
                    matches!(
                        reading.tense,
                        Tense::Present | Tense::Future | Tense::Conditional
                    )
                })
        })
    };
    let noun_phrase = next.morphology.determiner != 0
        && (at + 3..at + 8).any(|index| {
            indicative(index) || sentence.is_any(index, &["pode", "vai", "fica", "será"])
        });
    let direct = indicative(at + 2) || next.is_any(&["vai", "você", "ele", "ela", "não"]);
    (before.text == "," && !comma_behind && (direct || noun_phrase))
        .then(|| sentence.hit(at, at + 1, ["senão".to_owned()]))
        .flatten()
}

/// Whether a comma follows, behind which a main clause may stand.
fn comma_within(sentence: &Sentence<'_>, at: usize) -> bool {
    (at..sentence.tokens.len()).any(|place| sentence.is_any(place, &[","]))
}

/// `tão pouco` for `tampouco` behind a negation, and the reverse without one.
pub(super) fn neither(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let negated = || {
            (0..at).any(|place| {
                sentence.is_any(
                    place,
                    &[
                        "não", "nem", "nunca", "ninguém", "nada", "sem", "nenhum", "nenhuma",
                        "jamais",
                    ],
                )
            })
        };
        if sentence.is_any(at, &["tão"]) && sentence.is_any(at + 1, &["pouco"]) && negated() {
            let next = sentence.get(at + 2);
            let clause = next.is_some_and(|next| {
                next.morphology.only_finite()
                    || next.morphology.determiner != 0
                    || next.is_any(&[
                        "se", "para", "quis", "foi", "ele", "ela", "pode", "tem", "é", "me",
                        "quer", "deve",
                    ])
            });
            if clause
                && sentence
                    .before(at)
                    .is_some_and(|before| before.is_any(&[",", "e", "nem"]) || before.text == ";")
                || sentence.before(at).is_some_and(|before| before.text == ",")
                    && next.is_some_and(|next| {
                        next.morphology.only_nominal()
                            || next.is_any(&["em", "no", "na", "com", "de", "por", "de"])
                    })
            {
                hits.extend(sentence.hit(at, at + 1, ["tampouco".to_owned()]));
            }
        } else if sentence.is_any(at, &["tampouco"]) && !negated() && at > 0 {
            let amount = sentence
                .get(at + 1)
                .is_some_and(|next| next.morphology.has(bits::NOUN) || next.is("que"));
            if amount {
                hits.extend(sentence.hit(at, at, ["tão pouco".to_owned()]));
            }
        }
    }
    hits
}

/// Verbs and nouns whose contrary may stand behind `ao invés de`.
const CONTRARIES: &str = "subir descer cair aumentar diminuir reduzir crescer encolher avançar recuar ganhar perder entrar sair abrir fechar melhorar piorar acelerar frear rir chorar \
ajudar atrapalhar esquentar esfriar ligar desligar acender apagar construir destruir unir separar elogiar criticar aproximar afastar falar calar engordar emagrecer dormir acordar frio calor \
dividir somar atacar defender alta baixa baixar elevar facilitar dificultar encurtar alongar esvaziar encher proteger prejudicar resolver agravar incentivar inibir fortalecer enfraquecer \
amar odiar queda lucro prejuízo vencer";

/// `ao invés de` without an opposition.
pub(super) fn instead(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        if sentence.is_any(at, &["em"])
            && sentence.is_any(at + 1, &["vez"])
            && sentence.is_any(at + 2, &["que"])
        {
            hits.extend(sentence.hit(at, at + 2, ["em vez de".to_owned()]));
        }
        if !(sentence.is_any(at, &["ao"])
            && sentence.is_any(at + 1, &["invés"])
            && sentence.is_any(at + 2, &["de", "do", "da", "dos", "das"]))
        {
            continue;
        }
        let contrary = sentence.get(at + 3).is_some_and(|token| {
            CONTRARIES
                .split_ascii_whitespace()
                .any(|word| token.is(word) || token.morphology.is_form_of(word))
        });
        if !contrary {
            hits.extend(sentence.hit(at, at + 1, ["em vez".to_owned()]));
        }
    }
    hits
}

/// What one crashes into.
const OBSTACLES: &str = "muro poste árvore parede carro caminhão ônibus barranco guard-rail mureta cerca hidrante outdoor semáforo coqueiro palmeira viaduto carreta barco navio ponte portão veículo moto trem cerca árvores calçada fachada grade porta vitrine canteiro rochedo rocha";
/// What one may agree with.
const WISHES: &str = "desejos desejo interesses interesse expectativas expectativa anseios anseio necessidades necessidade aspirações demandas demanda vontade pedidos reivindicações";

/// Words of a sentence that praises something.
const PRAISE: &str = "aprovada aprovado elogiada elogiado agradou comemorada comemoraram aplaudida apoiada apoiado satisfeitos festejada celebrada bem-vinda";
/// Words of a sentence that rejects something.
const REJECTION: &str =
    "contra contraria criticada rejeitada desagradou não protesto protestos irritou choque";

/// `ao encontro de` and `de encontro a` by what follows.
pub(super) fn meeting(sentence: &Sentence<'_>) -> Vec<Hit> {
    let listed = |list: &str, index: usize| {
        sentence
            .get(index)
            .is_some_and(|token| list.split_ascii_whitespace().any(|word| token.is(word)))
    };
    let mut hits = Vec::new();
    for at in 1..sentence.tokens.len() {
        if !sentence.is_any(at, &["encontro"]) {
            continue;
        }
        let Some(link) = sentence.get(at + 1) else {
            continue;
        };
        let fused = |pairs: &[(&str, &str)]| {
            pairs
                .iter()
                .find(|(from, _)| link.is(from))
                .map(|(_, to)| (*to).to_owned())
        };
        if sentence.is_any(at - 1, &["ao"])
            && listed(
                OBSTACLES,
                at + 2 + usize::from(sentence.is_any(at + 2, &["um", "uma", "outro", "outra"])),
            )
        {
            let to = fused(&[
                ("do", "ao"),
                ("da", "à"),
                ("dos", "aos"),
                ("das", "às"),
                ("de", "a"),
            ]);
            hits.extend(
                to.and_then(|to| sentence.hit(at - 1, at + 1, [format!("de encontro {to}")])),
            );
        } else if sentence.is_any(at - 1, &["de"]) {
            let any = |list: &str| {
                sentence
                    .tokens
                    .iter()
                    .any(|token| list.split_ascii_whitespace().any(|word| token.is(word)))
            };
            let (praised, negative) = (any(PRAISE), any(REJECTION));
            if (listed(WISHES, at + 2) || (praised && link.is_any(&["ao", "à", "aos", "às"])))
                && (!negative || praised)
            {
                let to = fused(&[
                    ("ao", "do"),
                    ("à", "da"),
                    ("aos", "dos"),
                    ("às", "das"),
                    ("a", "de"),
                ]);
                hits.extend(
                    to.and_then(|to| sentence.hit(at - 1, at + 1, [format!("ao encontro {to}")])),
                );
            }
        }
    }
    hits
}
