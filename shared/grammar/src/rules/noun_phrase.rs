//! Checks within noun phrases: a determiner, a noun and its adjectives.

use crate::lexicon::bits::{self, FEMININE, FP, FS, MASCULINE, MP, MS, NOMINAL, PLURAL, SINGULAR};
use crate::sentence::{Hit, Sentence};
use crate::tokens::Token;

/// Words behind a determiner that are no noun of its group.
const SKIPPED: [&str; 36] = [
    "que", "qual", "quais", "mais", "menos", "tal", "todo", "cada", "sim", "não", "bem", "mal",
    "melhor", "pior", "maior", "menor", "demais", "mil", "quase", "então", "ex", "vice", "pré",
    "pós", "segunda", "terça", "quarta", "quinta", "sexta", "anti", "grã", "super", "meio",
    "norte", "sul", "leste",
];

pub(super) fn is_plain_noun(token: &Token<'_>) -> bool {
    let form = &token.morphology;
    token.is_word()
        && !token.marked
        && !token.is_capitalised()
        && !token.lower.contains('-')
        && token.lower.chars().count() > 2
        && !form.has(bits::CLOSED | bits::INFINITIVE | bits::GERUND)
        && !SKIPPED.contains(&token.lower.as_str())
        && form.has(NOMINAL)
        && (form.has(bits::NOUN) || !form.has(bits::FINITE))
}

/// A determiner at `at` that opens a noun phrase.
pub(super) fn determiner<'a>(sentence: &Sentence<'a>, at: usize) -> Option<(&'a Token<'a>, u32)> {
    let token = sentence.get(at)?;
    let features = token.morphology.determiner;
    (features != 0 && !token.marked && !(token.is("a") && at > 0 && token.text == "A"))
        .then_some((token, features))
}

/// Whether the noun at `at` belongs to a coordination such as `as segunda e terceira fases` or a list.
fn is_coordinated(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.is_any(at + 1, &["e", "ou", ",", "/", "-", "–"])
        || sentence
            .before(at)
            .is_some_and(|before| before.is_any(&["e", "ou"]))
}

/// A singular noun behind a plural determiner, or the reverse.
pub(super) fn number_of_noun(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let plural_number = sentence.is_any(
            at,
            &[
                "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "quinze",
                "vinte", "trinta", "cem",
            ],
        );
        let features = determiner(sentence, at)
            .map_or(if plural_number { PLURAL } else { 0 }, |(_, features)| {
                features
            });
        hits.extend(adjective_before(sentence, at, features));
        let Some(noun) = sentence.get(at + 1).filter(|noun| is_plain_noun(noun)) else {
            continue;
        };
        let form = &noun.morphology;
        if features & PLURAL != 0
            && form.nominal_within(SINGULAR)
            && !is_coordinated(sentence, at + 1)
        {
            let sure = form.has(bits::NOUN)
                || (form.has(bits::FLEX) && !form.has(bits::PARTICIPLE | bits::FINITE));
            // The next noun carries the plural: `as ex-futuro campeãs`, `os então ministros`.
            let next_plural = sentence
                .get(at + 2)
                .is_some_and(|next| next.morphology.nominal_within(PLURAL));
            let pronoun = is_pronoun(sentence, at, form.has(bits::FINITE))
                || plural_number && form.has(bits::FINITE);
            if sure
                && !next_plural
                && !pronoun
                && let Some(plural) = sentence.lexicon.plural(&noun.lower)
            {
                hits.extend(sentence.hit(at + 1, at + 1, [plural]));
            }
        } else if features & SINGULAR != 0
            && form.nominal_within(PLURAL)
            && !form.has(bits::FINITE)
            && sentence.get(at).is_some_and(|own| {
                !own.is_any(&["o", "a", "à", "no", "nenhum"])
                    || (own.is("o") && form.has(bits::NOUN))
            })
            && !is_coordinated(sentence, at + 1)
            && let Some(single) = sentence.lexicon.singular(&noun.lower)
            && !sentence
                .get(at + 2)
                .is_some_and(|next| next.is_capitalised())
        {
            hits.extend(sentence.hit(at + 1, at + 1, [single]));
        }
    }
    hits
}

/// `os novo moradores`: an adjective in the singular before a noun in the plural.
fn adjective_before(sentence: &Sentence<'_>, at: usize, features: u32) -> Option<Hit> {
    const BEFORE: [&str; 14] = [
        "novo",
        "nova",
        "antigo",
        "antiga",
        "velho",
        "velha",
        "grande",
        "pequeno",
        "pequena",
        "principal",
        "próximo",
        "próxima",
        "jovem",
        "ótimo",
    ];
    let noun = sentence.get(at + 2)?;
    let wrong = features & PLURAL != 0
        && sentence.is_any(at + 1, &BEFORE)
        && noun.morphology.only_nominal()
        && noun.morphology.nominal_within(PLURAL)
        && noun.morphology.bits & features & NOMINAL != 0
        && !noun.is_capitalised();
    if !wrong {
        return None;
    }
    let plural = sentence.lexicon.plural(&sentence.get(at + 1)?.lower)?;
    sentence.hit(at + 1, at + 1, [plural])
}

/// Whether `os`, `as`, `nos` at `at` may be a pronoun before a verb.
fn is_pronoun(sentence: &Sentence<'_>, at: usize, verb: bool) -> bool {
    verb && sentence.is_any(at, &["os", "as", "nos", "a", "o"])
        && sentence.before(at).is_some_and(|before| {
            before.is_any(&[
                "que", "não", "quem", "se", "já", "também", "ele", "ela", "ainda", "onde", "como",
                "nunca", "só", "sempre", "eles", "me", "quando", "isso",
            ]) || before.morphology.has(bits::NOMINAL | bits::FINITE)
        })
}

/// A determiner of the other gender before a noun of one gender.
pub(super) fn gender_of_determiner(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let Some((own, features)) = determiner(sentence, at) else {
            continue;
        };
        let Some(noun) = sentence
            .get(at + 1)
            .filter(|noun| is_plain_noun(noun) && noun.morphology.has(bits::NOUN))
        else {
            continue;
        };
        let form = &noun.morphology;
        let wrong = (features & MASCULINE != 0 && form.nominal_within(FEMININE))
            || (features & FEMININE != 0 && form.nominal_within(MASCULINE));
        if !wrong
            || own.is_any(&["a", "as", "à", "às", "nos", "primeira", "segunda"])
            || (form.has(bits::FINITE) && !is_contraction(&own.lower))
            || is_pronoun(sentence, at, form.has(bits::FINITE))
        {
            continue;
        }
        // `o` before a plural, and `o mais`, `um tanto`: other constructions.
        if form.has(bits::FLEX) || is_of_name(sentence, at + 1) {
            continue;
        }
        let number = if features & SINGULAR != 0 {
            form.has(SINGULAR)
        } else {
            form.has(PLURAL)
        };
        if let Some(other) = other_determiner(&own.lower)
            && number
        {
            hits.extend(sentence.hit(at, at, [other.to_owned()]));
        }
    }
    hits
}

/// `o banda larga`: a feminine noun within a group of masculine head follows rarely; a capital marks a name.
fn is_of_name(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.get(at + 1).is_some_and(|next| {
        next.is_word() && next.is_capitalised()
                // `o camisa 10`
                || next.kind == crate::tokens::TokenKind::Number
    }) || sentence.is_any(at + 1, &["-", "–", "/"])
}

fn other_determiner(word: &str) -> Option<&'static str> {
    const PAIRS: [(&str, &str); 42] = [
        ("um", "uma"),
        ("uns", "umas"),
        ("este", "esta"),
        ("estes", "estas"),
        ("esse", "essa"),
        ("esses", "essas"),
        ("aquele", "aquela"),
        ("aqueles", "aquelas"),
        ("do", "da"),
        ("dos", "das"),
        ("no", "na"),
        ("ao", "à"),
        ("aos", "às"),
        ("pelo", "pela"),
        ("pelos", "pelas"),
        ("deste", "desta"),
        ("destes", "destas"),
        ("desse", "dessa"),
        ("desses", "dessas"),
        ("daquele", "daquela"),
        ("neste", "nesta"),
        ("nestes", "nestas"),
        ("nesse", "nessa"),
        ("nesses", "nessas"),
        ("naquele", "naquela"),
        ("num", "numa"),
        ("meu", "minha"),
        ("meus", "minhas"),
        ("seu", "sua"),
        ("seus", "suas"),
        ("nosso", "nossa"),
        ("nossos", "nossas"),
        ("algum", "alguma"),
        ("alguns", "algumas"),
        ("nenhum", "nenhuma"),
        ("muitos", "muitas"),
        ("poucos", "poucas"),
        ("vários", "várias"),
        ("dois", "duas"),
        ("o", "a"),
        ("os", "as"),
        ("outro", "outra"),
    ];
    PAIRS.iter().find_map(|(masculine, feminine)| {
        if *masculine == word {
            Some(*feminine)
        } else if *feminine == word {
            Some(*masculine)
        } else {
            None
        }
    })
}

/// Adjective forms that follow nouns without agreeing: adverbs, prepositions, nouns in apposition.
const INVARIABLE: &str = "indígena indígenas alfa beta sido tido ido vindo noutro noutra noutros noutras direito sozinho sozinha sozinhos sozinhas segundo conforme junto quanto tanto muito pouco mesmo próprio só meio exceto salvo mediante durante menos mais bastante alto baixo caro barato rápido direto claro fundo duro firme \
forte sério certo errado demais inclusive tudo todo nada dado visto devido referente quase melhor pior maior menor chave modelo padrão limite extra alerta rosa laranja cinza vinho creme gelo monstro relâmpago \
surpresa piloto fantasma mirim recorde tipo estilo sede sex seg ter qua qui pós pré anti ex membro cor livre contra simples bem mal tarde cedo hoje ontem agora sempre aí vivo ano dia mês real líquido bruto pronto primeiro sul norte leste oeste centro nordeste sudeste noroeste \
direita esquerda fora dentro presente passado passada próximo seguinte anterior base teto médio média final geral federal estadual municipal popular internacional nacional afora adentro abaixo acima atrás adiante";

/// An adjective behind a determined noun that agrees in neither reading.
pub(super) fn adjective(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let opened = determiner(sentence, at).is_some() || sentence.is_any(at, &["de"]);
        let Some(noun) = sentence.get(at + 1).filter(|noun| is_plain_noun(noun)) else {
            continue;
        };
        let mut place = at + 2;
        if sentence.is_any(place, &["muito", "mais", "menos", "bem", "tão", "bastante"]) {
            place += 1;
        }
        if sentence.is_any(at + 1, &["vez", "vezes", "séculos", "anos", "parte"]) {
            continue;
        }
        let Some(own) = sentence.get(place) else {
            continue;
        };
        let Some(noun_bits) = head_features(sentence, at, noun) else {
            continue;
        };
        if !opened
            || !is_adjective(own)
            || is_coordinated(sentence, at + 1)
            || sentence.is_any(place + 1, &["-", "/"])
        {
            continue;
        }
        let prepositional = determiner(sentence, at).is_none();
        // `os telescópio amadores`: the noun disagrees with both.
        let with_determiner = determiner(sentence, at).is_some_and(|(_, determined)| {
            determined & own.morphology.bits & PLURAL != 0 && noun_bits & PLURAL == 0
        });
        let clash = noun_bits & own.morphology.bits & NOMINAL == 0;
        // Behind a preposition, the adjective may belong to the head before it: `produtores de leite insatisfeitos`.
        // `os cursos primário e secundário`: adjectives in the singular share a noun in the plural.
        let shared = noun_bits & PLURAL != 0
            && own.morphology.nominal_within(SINGULAR)
            && sentence.is_any(place + 1, &["e", ",", "ou"])
            && sentence.get(place + 2).is_some_and(|other| {
                other.morphology.has(bits::SINGULAR) && !other.morphology.has(bits::CLOSED)
                    || other.lower.ends_with("ar")
                    || sentence.is_any(place + 2, &["de", "da", "do"])
            });
        // `escapou pela direita acompanhado`: the participle belongs to the subject of the clause.
        let apart = own.morphology.has(bits::PARTICIPLE)
            && noun_bits & own.morphology.bits & bits::NOMINAL == 0
            && (is_complement(sentence, at) || prepositional)
            && own.morphology.has(SINGULAR)
            && noun_bits & SINGULAR != 0
            || sentence.is_any(at + 1, &["dia", "semana", "ano", "noite", "tarde", "tempo"])
                && own.morphology.has(bits::PARTICIPLE);
        if !clash
            || with_determiner
            || shared
            || apart
            || (prepositional || is_complement(sentence, at)) && belongs_to_head(sentence, at, own)
        {
            continue;
        }
        if let Some(form) = agreeing(sentence, &own.lower, noun_bits) {
            hits.extend(sentence.hit(place, place, [form]));
        }
    }
    hits
}

/// Gender and number of the noun, by itself and by its determiner.
fn head_features(sentence: &Sentence<'_>, at: usize, noun: &Token<'_>) -> Option<u32> {
    let mut features = noun.morphology.bits & NOMINAL;
    if let Some((own, determined)) = determiner(sentence, at)
        && features & determined != 0
        && !own.is("a")
    {
        features &= determined;
    }
    matches!(features, MS | FS | MP | FP).then_some(features)
}

/// An adjective whose gender and number are clear.
pub(super) fn is_adjective(token: &Token<'_>) -> bool {
    let form = &token.morphology;
    let inflects = form.has(bits::FLEX);
    let two_gender = form.only_nominal()
        && !form.has(bits::NOUN)
        && (token.lower.ends_with("al")
            || token.lower.ends_with("ais")
            || token.lower.ends_with("vel")
            || token.lower.ends_with("veis")
            || token.lower.ends_with("ar")
            || token.lower.ends_with("ares")
            || [
                "il", "eis", "ul", "uis", "az", "azes", "oz", "ozes", "ense", "enses",
            ]
            .iter()
            .any(|ending| token.lower.ends_with(ending)));
    token.is_word()
        && !token.marked
        && !token.lower.ends_with("inho")
        && !token.lower.starts_with("anti")
        && !token.is_capitalised()
        && !form.has(bits::FINITE | bits::CLOSED | bits::NOUN | bits::GERUND | bits::INFINITIVE)
        && (inflects || two_gender)
        && !INVARIABLE
            .split_ascii_whitespace()
            .any(|word| token.is(word))
}

/// Whether the phrase at `at` depends on a noun before it.
fn is_complement(sentence: &Sentence<'_>, at: usize) -> bool {
    const PREPOSITIONS: [&str; 34] = [
        "do", "da", "dos", "das", "no", "na", "nos", "nas", "ao", "à", "aos", "às", "pelo", "pela",
        "pelos", "pelas", "num", "numa", "deste", "desta", "desse", "dessa", "neste", "nesta",
        "nesse", "nessa", "destes", "destas", "nestes", "nestas", "desses", "dessas", "daquele",
        "daquela",
    ];
    sentence.is_any(at, &PREPOSITIONS)
        || sentence.before(at).is_some_and(|before| {
            before.is_any(&[
                "de", "com", "em", "por", "para", "sobre", "entre", "sem", "sob", "contra", "e",
                "ou", ",", "a", "até", "desde", "como",
            ])
        })
}

/// Whether a noun earlier in the sentence agrees with the adjective.
fn belongs_to_head(sentence: &Sentence<'_>, at: usize, own: &Token<'_>) -> bool {
    let clause = |place: &usize| {
        !sentence
            .get(*place)
            .is_some_and(|token| token.morphology.only_finite())
    };
    (0..at).rev().take(10).take_while(clause).any(|place| {
        sentence.get(place).is_some_and(|token| {
            let form = &token.morphology;
            (form.has(NOMINAL) && form.bits & own.morphology.bits & NOMINAL != 0)
                || form.determiner & own.morphology.bits != 0
                || token.is_capitalised() && place > 0
        })
    })
}

/// The form of an adjective with the wanted gender and number.
pub(super) fn agreeing(sentence: &Sentence<'_>, word: &str, wanted: u32) -> Option<String> {
    let lexicon = sentence.lexicon;
    let has = |form: &str, mask: u32| lexicon.analyse(form).bits & mask & NOMINAL != 0;
    let number = if wanted & SINGULAR != 0 {
        SINGULAR
    } else {
        PLURAL
    };
    let with_number = if has(word, number) {
        word.to_owned()
    } else if number == SINGULAR {
        lexicon.singular(word)?
    } else {
        lexicon.plural(word)?
    };
    if has(&with_number, wanted) {
        return Some(with_number);
    }
    lexicon
        .other_gender(&with_number)
        .filter(|form| has(form, wanted))
}

/// Whether a clause may begin at `at`.
pub(super) fn opens_clause(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.before(at).is_none_or(|before| {
        before.is_any(&[
            "que", "quando", "se", "porque", "enquanto", "mas", "“", "\"", "embora", "como", ";",
            ":", "—", "–",
        ]) && !sentence.is_any(at.wrapping_sub(2), &["do", "mais", "menos", "tal"])
    }) || follows_adverbial(sentence, at)
}

/// `Segundo a polícia, os suspeitos`: whether the first comma before `at` closes an adverbial that opens the sentence.
fn follows_adverbial(sentence: &Sentence<'_>, at: usize) -> bool {
    const OPENERS: &str = "segundo conforme em no na nos nas neste nesta nesse nessa após durante depois antes ontem hoje agora atualmente apesar devido \
        além por pela pelo para com sem desde até de infelizmente felizmente amanhã";
    (2..12).contains(&at)
        && sentence.is_any(at - 1, &[","])
        && sentence
            .get(0)
            .is_some_and(|first| OPENERS.split_ascii_whitespace().any(|word| first.is(word)))
        && (1..at - 1).all(|place| {
            sentence.get(place).is_some_and(|token| {
                token.text != "," && !token.morphology.only_finite() && !token.is("que")
            })
        })
}

/// Contractions with a preposition open no subject.
pub(super) fn is_contraction(word: &str) -> bool {
    word.starts_with(['d', 'p'])
        && !matches!(
            word,
            "dois" | "duas" | "diversos" | "diversas" | "poucos" | "poucas"
        )
        || matches!(
            word,
            "no" | "na"
                | "nos"
                | "nas"
                | "num"
                | "numa"
                | "ao"
                | "à"
                | "aos"
                | "às"
                | "neste"
                | "nesta"
                | "nesse"
                | "nessa"
                | "nestes"
                | "nestas"
                | "nesses"
                | "nessas"
                | "naquele"
                | "naquela"
                | "naqueles"
                | "naquelas"
                | "nuns"
                | "numas"
        )
}
