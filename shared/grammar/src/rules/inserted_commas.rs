//! Commas of insertions, of relative clauses and of conditions, and the comma between a verb and its object.

use super::clause_subject::{
    Group, complement, extend, head, listed, past_adverbs, past_name, verb_of,
};
use super::long_subjects::is_saying;
use super::verb_person::is_verb;
use super::{Check, Rule};
use crate::finding::Kind::Grammar;
use crate::lexicon::Person::{P3, S3};
use crate::lexicon::Tense;
use crate::lexicon::bits::{self, NOMINAL};
use crate::sentence::{Hit, Sentence};
use crate::tokens::Token;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "virgula-relativa",
        kind: Grammar,
        message: "A oração com “que” fica entre duas vírgulas ou sem nenhuma: uma só separa o sujeito do verbo.",
        right: &[
            "Os alunos que perderam a prova poderão fazer outra.",
            "Os alunos, que perderam a prova, poderão fazer outra.",
            "O músico que tocou em Natal, Recife e Olinda voltou.",
            "A peça que estreia hoje, diz o autor, é curta.",
        ],
        wrong: &[
            "Os alunos que perderam a prova por causa da {chuva, poderão|chuva poderão} fazer outra.",
            "A lei que entrou em vigor em {maio, prevê|maio prevê} multa.",
            "A {Amazônia que|Amazônia, que} abriga a maior bacia do planeta, registrou a pior seca.",
        ],
        check: Check::Sentence(relative),
    },
    Rule {
        id: "virgula-verbo-complemento",
        kind: Grammar,
        message: "Não se separa por vírgula o verbo do seu objeto.",
        right: &[
            "O conselho aprovou o plano.",
            "O conselho aprovou, a pedido do governo, o plano.",
            "O conselho aprovou, o governo vetou e o plano parou.",
        ],
        wrong: &[
            "O conselho {aprovou, o|aprovou o} plano de recuperação da usina.",
            "A prefeitura {anunciou, a|anunciou a} contratação de médicos.",
            "O clube {apresentou, um|apresentou um} novo técnico.",
        ],
        check: Check::Sentence(object),
    },
    Rule {
        id: "virgula-aposto",
        kind: Grammar,
        message: "O aposto e a oração intercalada ficam entre duas vírgulas.",
        right: &[
            "Marina Couto, presidente da associação, disse que sai.",
            "O prefeito, segundo assessores, deve anunciar o vice.",
            "O prefeito, segundo o jornal informou ontem, deve sair.",
        ],
        wrong: &[
            "Marina Couto, presidente da {associação disse|associação, disse} que sai.",
            "O prefeito, segundo {assessores deve|assessores, deve} anunciar o vice.",
            "João Lima, diretor do {hospital afirmou|hospital, afirmou} que faltam leitos.",
        ],
        check: Check::Sentence(insertion),
    },
    Rule {
        id: "virgula-condicional",
        kind: Grammar,
        message: "A oração com “se” que vem antes da principal separa-se por vírgula.",
        right: &[
            "Se a greve continuar, os ônibus vão parar.",
            "Se o time vencer o jogo, vai à final.",
            "Se a empresa continuar o projeto, a cidade ganha.",
        ],
        wrong: &[
            "Se a greve {continuar os|continuar, os} ônibus vão parar.",
            "Se o preço {subir a|subir, a} empresa vai fechar.",
            "Se o serviço {piorar o|piorar, o} cliente vai reclamar.",
        ],
        check: Check::Sentence(condition),
    },
    Rule {
        id: "virgula-lista-alimentos",
        kind: Grammar,
        message: "Os termos de uma lista separam-se por vírgula.",
        right: &[
            "A cesta tem arroz, feijão, óleo, macarrão e leite.",
            "Comprou pão, leite de coco e café.",
            "Comprou café, leite condensado e pão.",
        ],
        wrong: &[
            "A cesta tem arroz, feijão, {óleo macarrão|óleo, macarrão} e leite.",
            "Comprou pão, {leite açúcar|leite, açúcar} e café.",
            "Leva farinha, {sal fermento|sal, fermento} e água.",
        ],
        check: Check::Patterns(&[(
            ", [ arroz|feijão|óleo|macarrão|açúcar|sal|café|leite|farinha|fubá|sabão|sabonete|manteiga|ovos|carne|frango|queijo|presunto arroz|feijão|óleo|macarrão|açúcar|sal|leite|farinha|fubá|sabão|sabonete|manteiga|fermento|frango|presunto|detergente ] e|,",
            "$2, $3",
        )]),
    },
];

/// A hit from token `first` to token `last` with their texts joined by `link`.
fn joined(sentence: &Sentence<'_>, first: usize, last: usize, link: &str) -> Option<Hit> {
    let (start, end) = (sentence.get(first)?, sentence.get(last)?);
    Some(Hit {
        start: start.start,
        end: end.end,
        suggestions: vec![format!("{}{link}{}", start.text, end.text)],
    })
}

/// Whether `token` is a finite verb of the number of the group.
fn fits(group: &Group, token: &Token<'_>) -> bool {
    let wanted = if group.is_plural() { P3 } else { S3 };
    is_verb(token) && token.morphology.has_person(wanted) && !token.morphology.has(NOMINAL)
}

/// `os alunos que perderam a prova, poderão`.
fn relative(sentence: &Sentence<'_>) -> Vec<Hit> {
    one_comma(sentence).into_iter().collect()
}

fn one_comma(sentence: &Sentence<'_>) -> Option<Hit> {
    let mut group = head(sentence, 0).filter(|group| !group.bare)?;
    if !group.named {
        extend(sentence, &mut group);
    }
    let que = group.end;
    if !sentence.is_any(que, &["que"]) || group.coordinated {
        return None;
    }
    let comma = (que + 3..sentence.tokens.len()).find(|at| sentence.is_any(*at, &[","]))?;
    let verb = past_adverbs(sentence, comma + 1);
    let token = sentence.get(verb)?;
    // One verb for each `que`: the main verb has not come yet.
    let inside = || (que..comma).filter_map(|at| sentence.get(at));
    let verbs = inside().filter(|token| is_verb(token)).count();
    let clauses = inside().filter(|token| token.is("que")).count();
    let only_words = inside().all(Token::is_word)
        || inside().all(|token| {
            token.is_word() || token.text == "-" || token.kind == crate::tokens::TokenKind::Number
        });
    // A list or a second insertion: `que tocou em Natal, cantou em Recife e`.
    let listed_verbs = (verb + 1..verb + 9)
        .take_while(|at| !sentence.is_any(*at, &["que"]))
        .any(|at| {
            sentence.is_any(at, &["e", ","])
                && sentence
                    .get(past_adverbs(sentence, at + 1))
                    .is_some_and(is_verb)
        });
    if verbs != clauses
        || !only_words
        || listed_verbs
        || !fits(&group, token)
        || is_saying(sentence, verb)
        || sentence
            .get(verb + 1)
            .is_some_and(|next| next.is_capitalised() || next.text == ",")
        || ["haver", "existir", "faltar", "parecer"]
            .iter()
            .any(|lemma| token.morphology.is_form_of(lemma))
    {
        return None;
    }
    if group.named {
        return joined(sentence, que - 1, que, ", ");
    }
    joined(sentence, comma - 1, comma + 1, " ")
}

/// Verbs that ask for an object.
const TRANSITIVE: &str = "aprovar anunciar publicar comprar vender lançar apresentar assinar divulgar rejeitar vetar adiar cancelar ampliar reduzir inaugurar entregar contratar prender encontrar \
suspender autorizar proibir assumir conquistar derrotar adotar criar abrir fechar construir defender recebeu receber";

/// `o conselho aprovou, o plano`.
fn object(sentence: &Sentence<'_>) -> Vec<Hit> {
    between(sentence).into_iter().collect()
}

fn between(sentence: &Sentence<'_>) -> Option<Hit> {
    let mut group = head(sentence, 0)?;
    extend(sentence, &mut group);
    let (verb, inserted) = verb_of(sentence, &group)?;
    let token = sentence.get(verb)?;
    let transitive = TRANSITIVE
        .split_ascii_whitespace()
        .any(|lemma| token.morphology.is_form_of(lemma));
    let comma = verb + 1;
    if inserted || !transitive || !fits(&group, token) || !sentence.is_any(comma, &[","]) {
        return None;
    }
    let article = sentence.get(comma + 1)?;
    if !article.is_any(&["o", "a", "os", "as", "um", "uma"]) {
        return None;
    }
    let mut object = head(sentence, comma + 1).filter(|object| !object.named)?;
    extend(sentence, &mut object);
    // An insertion closed by a comma, or another clause with a subject of its own.
    let closed = sentence.is_any(object.end, &[","])
        || verb_of(sentence, &object).is_some()
        || sentence.is_any(object.end, &["que"])
        // `aprovou, a pedido do governo`, `anunciou, a partir de maio`
        || article.is("a") && object.features & bits::FS == 0;
    (!closed)
        .then(|| joined(sentence, verb, comma + 1, " "))
        .flatten()
}

/// Roles that explain a name.
const ROLES: &str = "presidente diretor diretora gerente professor professora coordenador coordenadora prefeito prefeita ministro ministra secretário secretária autor autora advogado advogada dono dona \
morador moradora fundador fundadora líder porta-voz técnico técnica chefe delegado delegada médico médica pesquisador pesquisadora economista analista sócio sócia reitor reitora superintendente assessor assessora";

/// Verbs of what a person does, which are no part of the description of the role.
const ACTS: &str = "dizer afirmar explicar contar avaliar informar lembrar ressaltar anunciar defender criticar prometer negar confirmar declarar dever ir poder querer pretender esperar assinar pedir";

fn acts(token: &Token<'_>) -> bool {
    is_verb(token)
        && ACTS
            .split_ascii_whitespace()
            .any(|lemma| token.morphology.is_form_of(lemma))
}

/// `Marina Couto, presidente da associação disse`, `o prefeito, segundo assessores deve`.
fn insertion(sentence: &Sentence<'_>) -> Vec<Hit> {
    role_of_name(sentence)
        .into_iter()
        .chain(source_of_news(sentence))
        .collect()
}

fn role_of_name(sentence: &Sentence<'_>) -> Option<Hit> {
    let comma = past_name(sentence, 0)?;
    let role = sentence.get(comma + 1)?;
    if comma < 2 || !sentence.is_any(comma, &[","]) || !listed(ROLES, role) {
        return None;
    }
    let mut end = comma + 2;
    while let Some(next) = complement(sentence, end) {
        end = next;
    }
    let verb = sentence.get(end)?;
    let fits = end > comma + 2
        && acts(verb)
        && verb.morphology.has_person(S3)
        && !verb.morphology.has(NOMINAL);
    fits.then(|| joined(sentence, end - 1, end, ", ")).flatten()
}

fn source_of_news(sentence: &Sentence<'_>) -> Option<Hit> {
    let mut group = head(sentence, 0)?;
    extend(sentence, &mut group);
    let comma = group.end;
    if !sentence.is_any(comma, &[","]) || !sentence.is_any(comma + 1, &["segundo", "conforme"]) {
        return None;
    }
    let source = complement_of(sentence, comma + 2)?;
    let verb = sentence.get(source)?;
    // `segundo o jornal informou ontem, deve`: a clause, closed by a comma.
    let closed = (source..sentence.tokens.len()).any(|at| sentence.is_any(at, &[","]));
    let future = verb.is_any(&[
        "deve", "devem", "vai", "vão", "pode", "podem", "será", "serão",
    ]);
    (!closed && future && fits(&group, verb))
        .then(|| joined(sentence, source - 1, source, ", "))
        .flatten()
}

/// The index behind the source of news at `at`: a group, a bare plural or a name.
fn complement_of(sentence: &Sentence<'_>, at: usize) -> Option<usize> {
    if let Some(mut group) = head(sentence, at) {
        extend(sentence, &mut group);
        return Some(group.end);
    }
    let noun = sentence.get(at)?;
    let mut end = if noun.morphology.only_nominal() && noun.morphology.has(bits::NOUN | bits::FLEX)
    {
        at + 1
    } else {
        past_name(sentence, at)?
    };
    while let Some(next) = complement(sentence, end) {
        end = next;
    }
    Some(end)
}

/// Verbs without an object, so that what follows them opens the main clause.
const INTRANSITIVE: &str = "continuar chover subir cair piorar melhorar persistir falhar atrasar aumentar diminuir crescer acontecer ocorrer morrer voltar parar acabar vencer";

/// `se a greve continuar os ônibus vão`.
fn condition(sentence: &Sentence<'_>) -> Vec<Hit> {
    missing_comma(sentence).into_iter().collect()
}

fn missing_comma(sentence: &Sentence<'_>) -> Option<Hit> {
    if !sentence.is_any(0, &["se"]) {
        return None;
    }
    let mut subject = head(sentence, 1)?;
    extend(sentence, &mut subject);
    let verb = past_adverbs(sentence, subject.end);
    let token = sentence.get(verb)?;
    let intransitive = token.morphology.verbs.iter().any(|reading| {
        reading.tense == Tense::FutureSubjunctive
            && INTRANSITIVE
                .split_ascii_whitespace()
                .any(|lemma| lemma == reading.lemma)
    });
    if !intransitive || !sentence.is_any(verb + 1, &["o", "a", "os", "as"]) {
        return None;
    }
    let mut main = head(sentence, verb + 1)?;
    extend(sentence, &mut main);
    let (act, inserted) = verb_of(sentence, &main)?;
    let indicative = sentence.get(act)?.morphology.verbs.iter().any(|reading| {
        matches!(
            reading.tense,
            Tense::Present | Tense::Future | Tense::Conditional
        )
    });
    (indicative && !inserted)
        .then(|| joined(sentence, verb, verb + 1, ", "))
        .flatten()
}
