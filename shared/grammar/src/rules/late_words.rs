//! Agreement of words that stand apart: a verb before a span of time, a participle before or behind its noun,
//! colours of two words and millions below two.

use super::clause_subject::head;
use super::noun_phrase::{
    agreeing, determiner, is_adjective, is_contraction, is_plain_noun, opens_clause,
};
use super::{Check, Rule};
use crate::finding::Kind::Grammar;
use crate::lexicon::bits::{self, NOMINAL, PLURAL};
use crate::sentence::{Hit, Sentence};
use crate::tokens::TokenKind;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "concordancia-faltar-tempo",
        kind: Grammar,
        message: "“Faltar” e “restar” concordam com o tempo ou a quantidade que vem depois.",
        right: &[
            "Faltam apenas duas semanas para a prova.",
            "Falta apenas uma semana para a prova.",
            "Falta só o goleiro.",
        ],
        wrong: &[
            "{Falta|Faltam} apenas duas semanas para a prova.",
            "{Resta|Restam} só três dias de inscrição.",
            "Ainda {faltava|faltavam} apenas 15 minutos de jogo.",
        ],
        check: Check::Patterns(&[
            (
                "^|,|ainda|que|já [ falta ] apenas|só|somente dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|quinze|vinte|poucos|poucas|alguns|algumas",
                "faltam",
            ),
            (
                "^|,|ainda|que|já [ falta ] apenas|só|somente #digits dias|semanas|meses|anos|horas|minutos|segundos|vagas",
                "faltam",
            ),
            (
                "^|,|ainda|que|já [ faltava ] apenas|só|somente dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|quinze|vinte|poucos|poucas|alguns|algumas",
                "faltavam",
            ),
            (
                "^|,|ainda|que|já [ faltava ] apenas|só|somente #digits dias|semanas|meses|anos|horas|minutos|segundos|vagas",
                "faltavam",
            ),
            (
                "^|,|ainda|que|já [ resta ] apenas|só|somente dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|quinze|vinte|poucos|poucas|alguns|algumas",
                "restam",
            ),
            (
                "^|,|ainda|que|já [ resta ] apenas|só|somente #digits dias|semanas|meses|anos|horas|minutos|segundos|vagas",
                "restam",
            ),
        ]),
    },
    Rule {
        id: "cor-composta",
        kind: Grammar,
        message: "“Azul-marinho” e “azul-celeste” são invariáveis.",
        right: &[
            "As camisas azul-marinho acabaram.",
            "Usa calças azul-celeste.",
            "Os ternos azul-marinho são caros.",
        ],
        wrong: &[
            "As camisas {azuis-marinhos|azul-marinho} acabaram.",
            "Usa calças {azuis-celestes|azul-celeste}.",
            "Os ternos {azuis-marinho|azul-marinho} são caros.",
        ],
        check: Check::Patterns(&[
            (
                "[ azuis-marinhos|azuis-marinho|azul-marinhos|azuis-marinhas|azul-marinha ]",
                "azul-marinho",
            ),
            (
                "[ azuis-celestes|azuis-celeste|azul-celestes ]",
                "azul-celeste",
            ),
        ]),
    },
    Rule {
        id: "concordancia-participio-agente",
        kind: Grammar,
        message: "O particípio concorda com o nome a que se refere.",
        right: &[
            "As casas geminadas construídas pelo programa têm quintal.",
            "Os jovens atletas apoiados pela lei treinam aqui.",
            "A lista de casas construída pelo instituto tem erros.",
        ],
        wrong: &[
            "As casas geminadas {construída|construídas} pelo programa têm quintal.",
            "Os quadros antigos {comprado|comprados} pela prefeitura sumiram.",
            "As obras públicas {paralisada|paralisadas} por falta de verba preocupam.",
        ],
        check: Check::Sentence(participle_of_agent),
    },
    Rule {
        id: "concordancia-predicativo-objeto",
        kind: Grammar,
        message: "O predicativo concorda com o objeto que vem depois dele.",
        right: &[
            "A empresa considera encerradas as negociações.",
            "O juiz declarou encerrado o caso.",
            "A defesa considera correto que as partes falem.",
        ],
        wrong: &[
            "A empresa considera {encerrado|encerradas} as negociações.",
            "O juiz declarou {encerrado|encerradas} as audiências.",
            "O clube dá como {perdido|perdidos} os pontos.",
        ],
        check: Check::Sentence(predicate_of_object),
    },
    Rule {
        id: "milhao-singular",
        kind: Grammar,
        message: "Com número menor que dois, “milhão”, “bilhão” e “trilhão” ficam no singular.",
        right: &[
            "O filme teve 1,8 milhão de espectadores.",
            "Custa R$ 2,5 milhões.",
            "São 11,5 milhões de pessoas.",
        ],
        wrong: &[
            "O filme teve 1,8 {milhões|milhão} de espectadores.",
            "Custa R$ 1,2 {bilhões|bilhão}.",
            "São 0,5 {milhões|milhão} de pessoas.",
        ],
        check: Check::Sentence(below_two),
    },
];

/// `as casas geminadas construída pelo programa`.
fn participle_of_agent(sentence: &Sentence<'_>) -> Vec<Hit> {
    (0..sentence.tokens.len())
        .filter(|at| opens_clause(sentence, *at))
        .filter_map(|at| {
            let group = head(sentence, at)?;
            let own = sentence.get(group.end)?;
            let agent = sentence.is_any(group.end + 1, &["pelo", "pela", "pelos", "pelas", "por"]);
            let features = group.features & NOMINAL;
            if !agent
                || !group.is_plural()
                || group.named
                || features.count_ones() != 1
                || !own.morphology.has(bits::PARTICIPLE)
                || !is_adjective(own)
                || own.morphology.has(PLURAL)
            {
                return None;
            }
            let form = agreeing(sentence, &own.lower, features)?;
            sentence.hit(group.end, group.end, [form])
        })
        .collect()
}

/// Verbs with an object and its predicate.
const JUDGING: [&str; 4] = ["considerar", "declarar", "julgar", "manter"];

/// `considera encerrado as negociações`.
fn predicate_of_object(sentence: &Sentence<'_>) -> Vec<Hit> {
    (1..sentence.tokens.len())
        .filter_map(|at| {
            let verb = sentence.before(at)?;
            let own = sentence.get(at)?;
            let judged = JUDGING
                .iter()
                .any(|lemma| verb.morphology.is_form_of(lemma))
                || verb.is("como")
                    && sentence
                        .before(at - 1)
                        .is_some_and(|give| give.morphology.is_form_of("dar"));
            let (article, determined) = determiner(sentence, at + 1)?;
            let noun = sentence.get(at + 2).filter(|noun| is_plain_noun(noun))?;
            let features = noun.morphology.bits & determined & PLURAL;
            if !judged
                || is_contraction(&article.lower)
                || features.count_ones() != 1
                || !own.morphology.has(bits::PARTICIPLE)
                || !is_adjective(own)
                || own.morphology.bits & features != 0
                || own.morphology.has(PLURAL)
            {
                return None;
            }
            let form = agreeing(sentence, &own.lower, features)?;
            sentence.hit(at, at, [form])
        })
        .collect()
}

/// `1,8 milhões`.
fn below_two(sentence: &Sentence<'_>) -> Vec<Hit> {
    (1..sentence.tokens.len())
        .filter_map(|at| {
            let number = sentence
                .before(at)
                .filter(|token| token.kind == TokenKind::Number)?;
            let singular = match sentence.get(at)?.lower.as_str() {
                "milhões" => "milhão",
                "bilhões" => "bilhão",
                "trilhões" => "trilhão",
                _ => return None,
            };
            let (whole, decimals) = number.lower.split_once(',')?;
            let small =
                matches!(whole, "0" | "1") && decimals.bytes().all(|byte| byte.is_ascii_digit());
            small
                .then(|| sentence.hit(at, at, [singular.to_owned()]))
                .flatten()
        })
        .collect()
}
