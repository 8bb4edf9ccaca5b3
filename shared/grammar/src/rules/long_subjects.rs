//! Verbs and predicates whose subject stands far before them.

use super::clause_subject::{Group, extend, head, listed, verb_of};
use super::noun_phrase::{agreeing, is_adjective, opens_clause};
use super::verb_person::{in_person, reading};
use super::{Check, Rule};
use crate::finding::Kind::Grammar;
use crate::lexicon::Person::{P1, P3, S3};
use crate::lexicon::bits::{self, NOMINAL, PLURAL, SINGULAR};
use crate::lexicon::{Person, Tense};
use crate::sentence::{Hit, Sentence};
use crate::tokens::Token;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "concordancia-sujeito-longo",
        kind: Grammar,
        message: "O verbo concorda com o núcleo do sujeito, mesmo que complementos estejam entre os dois.",
        right: &[
            "Os imóveis construídos antes de 1980 têm prazo para mudar.",
            "A qualidade dos serviços prestados pelas empresas piorou.",
            "O diretor da escola, que viajou com os alunos, voltou ontem.",
        ],
        wrong: &[
            "Os imóveis construídos antes de 1980 {tem|têm} prazo para mudar.",
            "A qualidade dos serviços prestados pelas empresas {pioraram|piorou}.",
            "O diretor da escola, que viajou com os alunos, {voltaram|voltou} ontem.",
        ],
        check: Check::Sentence(verbs),
    },
    Rule {
        id: "concordancia-predicativo-longo",
        kind: Grammar,
        message: "O adjetivo ou o particípio concorda com o núcleo do sujeito, mesmo que complementos estejam entre os dois.",
        right: &[
            "As obras do novo hospital foram concluídas.",
            "O resultado das provas aplicadas em maio foi anulado.",
            "A reforma dos banheiros será paga pela prefeitura.",
            "Os atletas da equipe voltaram otimistas de Paris.",
            "As vacinas contra a dengue estão disponíveis.",
        ],
        wrong: &[
            "As obras do novo hospital no centro foram {concluída|concluídas}.",
            "O resultado das provas aplicadas em maio foi {anuladas|anulado}.",
            "A reforma dos banheiros da praça será {pago|paga} pela prefeitura.",
            "Os atletas da equipe voltaram {otimista|otimistas} de Paris.",
            "As vacinas contra a dengue estão {disponível|disponíveis}.",
        ],
        check: Check::Sentence(predicates),
    },
];

/// Verbs that commonly stand before their subject.
const EXISTENTIAL: &str = "haver existir faltar";

/// Every group that opens a clause, with its complements.
fn subjects(sentence: &Sentence<'_>) -> Vec<Group> {
    (0..sentence.tokens.len())
        .filter(|at| {
            opens_clause(sentence, *at) && !(*at > 1 && sentence.is_any(at - 1, &["como"]))
        })
        .filter_map(|at| {
            let mut group = head(sentence, at)?;
            extend(sentence, &mut group);
            Some(group)
        })
        .collect()
}

/// A verb of the other number than its subject.
fn verbs(sentence: &Sentence<'_>) -> Vec<Hit> {
    subjects(sentence)
        .iter()
        .filter_map(|group| {
            let (verb, inserted) = verb_of(sentence, group)?;
            mismatch(sentence, group, verb, inserted)
        })
        .collect()
}

/// Whether the token is a form of ser in the sense of `é que`.
fn is_emphatic(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.is_any(at, &["é", "foi", "era"]) && sentence.is_any(at + 1, &["que", "quem"])
}

fn mismatch(sentence: &Sentence<'_>, group: &Group, verb: usize, inserted: bool) -> Option<Hit> {
    let token = sentence.get(verb)?;
    let existential = EXISTENTIAL
        .split_ascii_whitespace()
        .any(|lemma| token.morphology.is_form_of(lemma));
    // `o problema são os outros`: ser may agree with a predicate in the other number.
    let number = if group.is_plural() { PLURAL } else { SINGULAR };
    let predicative = token.morphology.is_form_of("ser")
        && !sentence
            .get(past_degree(sentence, verb + 1))
            .is_some_and(|next| {
                next.morphology.has(bits::PARTICIPLE | bits::FLEX)
                    && !next.morphology.has(bits::CLOSED)
                    || next.morphology.determiner & number != 0
            });
    let future_subjunctive = token.morphology.verbs.iter().any(|reading| {
        reading.tense == Tense::FutureSubjunctive || reading.tense == Tense::Infinitive
    });
    if is_emphatic(sentence, verb) || existential || predicative || future_subjunctive {
        return None;
    }
    let (own, wanted): (Person, Person) = if group.is_plural() {
        (S3, P3)
    } else {
        (P3, S3)
    };
    if !group.is_plural() && (group.coordinated || group.named && group.bare)
        || inserted && is_shared(sentence, group)
        || inserted && is_saying(sentence, verb)
    {
        return None;
    }
    if token.morphology.has_person(wanted) {
        return None;
    }
    reading(token, own, &[wanted, P1])?;
    in_person(sentence, verb, own, wanted)
}

/// `o diretor, assim como os alunos,`: an insertion with which a singular subject may count as plural.
fn is_shared(sentence: &Sentence<'_>, group: &Group) -> bool {
    !group.is_plural()
        && !sentence.is_any(group.end + 2, &["apoio", "ajuda", "base", "sede"])
        && sentence.is_any(
            group.end + 1,
            &["assim", "bem", "como", "com", "além", "e", "junto", "ao"],
        )
}

/// `os juros, avalia Costa`: a verb of saying with a subject of its own.
pub(super) fn is_saying(sentence: &Sentence<'_>, verb: usize) -> bool {
    const SAYING: &str = "dizer afirmar explicar contar avaliar escrever lembrar informar completar responder ressaltar ver parecer";
    sentence.get(verb).is_some_and(|token| {
        SAYING
            .split_ascii_whitespace()
            .any(|lemma| token.morphology.is_form_of(lemma))
    }) && sentence.get(verb + 1).is_none_or(|next| {
        next.is_any(&["o", "a", "ele", "ela"]) || next.is_capitalised() || !next.is_word()
    })
}

/// Verbs that join a predicate to the subject.
const COPULAS: &str = "ser estar ficar permanecer continuar parecer";

/// Adjectives that are no names of persons.
const QUALITIES: &str = "pago paga pagos pagas aceito aceita gasto gasta gratuito gratuita gratuitos gratuitas necessário necessária necessários necessárias caro cara caros caras novo nova novos novas longo longa longos longas cheio cheia cheios cheias alto alta altos altas baixo baixa baixos baixas bonito bonita pequeno pequena pequenos pequenas ótimo ótima perfeito perfeita obrigatório obrigatória obrigatórios obrigatórias positivo positiva positivos positivas negativo negativa negativos negativas próximo próxima seguro segura seguros seguras rápido rápida claro clara claros claras público pública públicos públicas vazio vazia vazios vazias lento lenta aberto aberta disposto disposta pronto pronta prontos prontas lotado lotada grato grata satisfeito satisfeita ansioso ansiosa perigoso perigosa curto curta frio fria quente sério séria";

/// A predicate of another gender or number than its subject.
fn predicates(sentence: &Sentence<'_>) -> Vec<Hit> {
    subjects(sentence)
        .iter()
        .filter_map(|group| {
            let (verb, _) = verb_of(sentence, group)?;
            predicate(sentence, group, verb)
        })
        .collect()
}

fn predicate(sentence: &Sentence<'_>, group: &Group, verb: usize) -> Option<Hit> {
    let features = group.features & NOMINAL;
    if features.count_ones() != 1 || group.coordinated || group.named && features & PLURAL == 0 {
        return None;
    }
    let mut place = verb;
    // `poderá ser`, `vão ser`, `tem sido`
    if sentence.is_any(place + 1, &["ser", "estar", "ficar", "sido", "estado"]) {
        place += 1;
    } else if !is_copula(sentence.get(place)?) {
        return state(sentence, features, place);
    }
    let own = past_degree(sentence, place + 1);
    let token = sentence.get(own)?;
    let form = &token.morphology;
    let other_number = form.bits
        & NOMINAL
        & if features & PLURAL != 0 {
            PLURAL
        } else {
            SINGULAR
        }
        == 0;
    // Names of professions and roles keep their own gender: `as crianças podem ser biólogos`.
    let fits = (is_adjective(token) || listed(QUALITIES, token))
        && form.has(NOMINAL)
        && !token.is_any(&[
            "alvo", "alvos", "assunto", "fruto", "frutos", "credor", "motivo", "objeto", "palco",
        ])
        && (form.has(bits::PARTICIPLE)
            || other_number && form.has(bits::FLEX) && !token.lower.ends_with("or")
            || other_number && (token.lower.ends_with("vel") || token.lower.ends_with("veis"))
            || listed(QUALITIES, token));
    if !fits
        || token.morphology.bits & features != 0
        || sentence.is_any(own + 1, &["-", "o", "a", "os", "as", "que", "e"])
    {
        return None;
    }
    let form = agreeing(sentence, &token.lower, features)?;
    sentence.hit(own, own, [form])
}

/// States of persons in the singular that verbs of motion bring: `voltaram otimista`.
const STATES: &str = "otimista confiante contente feliz triste ileso ilesa satisfeito satisfeita animado animada cansado cansada exausto exausta frustrado frustrada decepcionado decepcionada \
aliviado aliviada preocupado preocupada eufórico eufórica invicto invicta derrotado derrotada ferido ferida vivo viva pessimista revoltado revoltada";

/// A state in the singular behind a verb of motion with a subject in the plural.
fn state(sentence: &Sentence<'_>, features: u32, verb: usize) -> Option<Hit> {
    let token = sentence.get(verb)?;
    let moves = [
        "voltar", "sair", "chegar", "retornar", "terminar", "partir", "acordar",
    ]
    .iter()
    .any(|lemma| token.morphology.is_form_of(lemma));
    let own = past_degree(sentence, verb + 1);
    let adjective = sentence.get(own)?;
    if features & PLURAL == 0
        || !moves
        || !token.morphology.has_person(P3)
        || !listed(STATES, adjective)
        || sentence.is_any(own + 1, &["-", "o", "a", "os", "as", "que", "e"])
    {
        return None;
    }
    let form = agreeing(sentence, &adjective.lower, features)?;
    sentence.hit(own, own, [form])
}

pub(super) fn is_copula(token: &Token<'_>) -> bool {
    COPULAS
        .split_ascii_whitespace()
        .any(|lemma| token.morphology.is_form_of(lemma))
        && !token.morphology.is_form_of("ir")
            | token.is_any(&["foi", "foram", "fosse", "fossem", "for", "forem"])
}

/// Skips adverbs of degree and time before an adjective.
fn past_degree(sentence: &Sentence<'_>, at: usize) -> usize {
    const DEGREES: &str = "muito mais bem tão bastante sempre quase já ainda menos totalmente completamente também agora sendo sido não ontem hoje novamente";
    let mut place = at;
    while place < at + 2
        && sentence
            .get(place)
            .is_some_and(|token| listed(DEGREES, token) || token.lower.ends_with("mente"))
    {
        place += 1;
    }
    place
}
