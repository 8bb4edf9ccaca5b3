//! Checks of crase that need more than a phrase.

use crate::lexicon::bits;
use crate::pattern::class;
use crate::sentence::{Hit, Sentence};
use crate::tokens::TokenKind;

/// The preposition and an article or a pronoun with the same vowel.
pub(super) const FUSIONS: &[(&str, &str)] = &[
    ("[ a aquela ]", "àquela"),
    ("[ a aquele ]", "àquele"),
    ("[ a aquelas ]", "àquelas"),
    ("[ a aqueles ]", "àqueles"),
    ("[ a aquilo ]", "àquilo"),
    (
        "~referir|~assistir|~comparecer|~obedecer|~pertencer|~aludir|~aderir|~recorrer|~resistir|graças|devido|relação|superior|inferior|semelhante|igual|anterior|favorável|contrário|contrária|alheio|indiferente [ aquela ]",
        "àquela",
    ),
    (
        "~referir|~assistir|~comparecer|~obedecer|~pertencer|~aludir|~aderir|~recorrer|~resistir|graças|devido|relação|superior|inferior|semelhante|igual|anterior|favorável|contrário|contrária|alheio|indiferente [ aquele ]",
        "àquele",
    ),
    (
        "~referir|~assistir|~comparecer|~obedecer|~pertencer|~aludir|~aderir|~recorrer|~resistir|graças|devido|relação|semelhante|igual|favorável|alheio|indiferente [ aquilo ]",
        "àquilo",
    ),
    (
        "~referir|~obedecer|~pertencer|~aludir|~aderir|~recorrer|superior|superiores|inferior|inferiores|semelhante|semelhantes|similar|similares|igual|iguais|favoráveis|contrários|contrárias|idêntico|idêntica|idênticos|idênticas|análogo|análoga [ aqueles ]",
        "àqueles",
    ),
    (
        "~referir|~obedecer|~pertencer|~aludir|~aderir|~recorrer|superior|superiores|inferior|inferiores|semelhante|semelhantes|similar|similares|igual|iguais|favoráveis|contrários|contrárias|idêntico|idêntica|idênticos|idênticas|análogo|análoga [ aquelas ]",
        "àquelas",
    ),
    (
        "~ir|~voltar|~chegar|~retornar [ aquela ] cidade|praia|loja|escola|igreja|casa|festa|rua|região|sala|ilha|vila|praça",
        "àquela",
    ),
    (
        "~ir|~voltar|~chegar|~retornar [ aquele ] lugar|bairro|hospital|restaurante|país|mercado|teatro|clube|local|ponto|parque",
        "àquele",
    ),
    ("[ a as ]", "às"),
    ("[ a os ] #nom", "aos"),
];

/// The same noun before and behind `à`.
pub(super) fn repeated(sentence: &Sentence<'_>) -> Vec<Hit> {
    (1..sentence.tokens.len())
        .filter(|at| sentence.is_any(*at, &["à"]))
        .filter(|at| {
            let (before, after) = (sentence.before(*at), sentence.get(at + 1));
            before.is_some_and(|before| {
                before.is_word() && after.is_some_and(|after| after.lower == before.lower)
            })
        })
        .filter_map(|at| sentence.hit(at, at, ["a".to_owned()]))
        .collect()
}

/// Words after which hours have an article without crase.
const BEFORE_ARTICLE: [&str; 22] = [
    "desde", "após", "até", "entre", "para", "por", "com", "durante", "todas", "são", "eram",
    "sobre", "perto", "e", "ou", "nas", "das", "pelas", "de", "em", "ante", "contra",
];

/// `as` before an hour.
pub(super) fn hours(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 1..sentence.tokens.len() {
        let (Some(before), Some(number)) = (sentence.before(at), sentence.get(at + 1)) else {
            continue;
        };
        if !sentence.is_any(at, &["as"]) || before.is_any(&BEFORE_ARTICLE) {
            continue;
        }
        let digits = number.kind == TokenKind::Number;
        let hour = digits && (number.lower.contains('h') || is_clock(&number.lower));
        let spelt = class(number, "num") && sentence.is_any(at + 2, &["horas", "hora", "h"]);
        let part_of_day = class(number, "num")
            && (sentence.is_any(at + 2, &["da"])
                && sentence.is_any(at + 3, &["manhã", "tarde", "noite", "madrugada"])
                || sentence.is_any(at + 2, &["em"]) && sentence.is_any(at + 3, &["ponto"])
                || sentence.is_any(at + 2, &["e"])
                    && sentence.is_any(at + 3, &["meia", "quinze", "trinta"]));
        let value = number.lower.parse::<u32>().unwrap_or(0);
        let behind = sentence.is_any(
            at + 3,
            &[
                "seguintes",
                "do",
                "de",
                "que",
                "anteriores",
                "semanais",
                "iniciais",
                "trabalhadas",
            ],
        ) && !sentence.is_any(
            at + 4,
            &["dia", "sábado", "domingo", "hoje", "amanhã", "ontem"],
        );
        if hour || part_of_day || (spelt && value < 24 && !behind) {
            hits.extend(sentence.hit(at, at, ["às".to_owned()]));
        }
    }
    hits
}

/// `19:30`.
fn is_clock(number: &str) -> bool {
    number.split_once(':').is_some_and(|(hour, minute)| {
        hour.len() <= 2 && minute.len() == 2 && minute.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Forms of ir that are not forms of ser.
const GO: [&str; 17] = [
    "vou", "vai", "vamos", "vão", "ia", "iam", "irá", "irão", "iria", "iriam", "fui", "fomos",
    "ir", "indo", "vá", "volta", "retorna",
];

/// Places to which one goes.
const PLACES: &str = "praia escola igreja festa feira cidade academia biblioteca farmácia delegacia prefeitura universidade faculdade loja fazenda missa reunião sala reitoria ouvidoria corregedoria embaixada catedral capela maternidade emergência enfermaria ponte avenida praça beira esquina serra represa \
cachoeira lagoa mata trilha montanha exposição mostra palestra formatura manifestação passeata inauguração estreia partida periferia garagem recepção portaria roça granja paróquia entrevista \
pizzaria sorveteria churrascaria lavanderia confeitaria barbearia concessionária corretora imobiliária editora galeria pinacoteca mesquita sinagoga \
justiça câmara padaria rua cozinha piscina clínica empresa capital final semifinal sede polícia europa bahia argentina itália frança alemanha espanha inglaterra rússia china índia áfrica \
ásia américa consulta aula cerimônia assembleia audiência redação emissora tribuna presidência prisão cadeia base superfície terra lua estação rodoviária plataforma creche secretaria floresta fronteira \
região vila aldeia ilha margem varanda quadra pista arena oficina fábrica lanchonete cafeteria livraria papelaria mesa porta janela";

fn is_place(word: &str) -> bool {
    PLACES.split_ascii_whitespace().any(|place| place == word)
}

/// Verbs that ask for the preposition before any complement.
const WITH_A: [&str; 16] = [
    "renunciar",
    "ascender",
    "corresponder",
    "comparecer",
    "recorrer",
    "aderir",
    "obedecer",
    "desobedecer",
    "pertencer",
    "referir",
    "assistir",
    "aludir",
    "sobreviver",
    "retornar",
    "equivaler",
    "resistir",
];

/// Verbs that ask for the preposition where they are reflexive.
const REFLEXIVE: [&str; 20] = [
    "referir",
    "dirigir",
    "dedicar",
    "limitar",
    "opor",
    "juntar",
    "unir",
    "aliar",
    "filiar",
    "candidatar",
    "adaptar",
    "submeter",
    "sujeitar",
    "acostumar",
    "habituar",
    "resumir",
    "ater",
    "render",
    "associar",
    "equiparar",
];

/// Verbs whose indirect object is a person or a group.
const GIVE: [&str; 12] = [
    "pedir",
    "agradecer",
    "entregar",
    "solicitar",
    "enviar",
    "responder",
    "dedicar",
    "apresentar",
    "oferecer",
    "encaminhar",
    "recomendar",
    "perguntar",
];

/// Persons and groups to which something is given.
const RECEIVERS: &str = "equipe família comunidade população torcida direção professora diretora imprensa polícia prefeitura câmara justiça empresa escola plateia mãe \
irmã avó filha esposa médica secretária vizinha cliente ministra presidenta sociedade categoria oposição";

/// Groups in the plural.
const RECEIVERS_PLURAL: &str = "famílias crianças mulheres escolas empresas autoridades equipes comunidades pessoas alunas professoras prefeituras vítimas meninas mães lojas secretarias";

/// A verb of motion or of indirect object before `a` and a feminine noun.
pub(super) fn verbs(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 1..sentence.tokens.len() {
        let (Some(verb), Some(noun)) = (sentence.before(at), sentence.get(at + 1)) else {
            continue;
        };
        let single = sentence.is_any(at, &["a"]);
        if !single && !sentence.is_any(at, &["as"]) || noun.marked {
            continue;
        }
        let form = &noun.morphology;
        let feminine = if single {
            form.only_nominal() && form.nominal_within(bits::FS) && form.has(bits::NOUN)
        } else {
            class(noun, "fp")
        };
        let clitic = verb.lower.split('-').next().unwrap_or_default();
        let of = |lemmas: &[&str]| lemmas.iter().any(|lemma| verb.morphology.is_form_of(lemma));
        let refers = matches!(
            clitic,
            "refere"
                | "referem"
                | "referiu"
                | "dirigiu"
                | "refiro"
                | "dedica"
                | "dedicou"
                | "dirige"
                | "limita"
                | "opõe"
                | "juntou"
                | "uniu"
                | "aliou"
        ) && (verb.lower.contains('-')
            || sentence.is_any(at.wrapping_sub(2), &["se", "me", "nos"]));
        let refers = refers
            || feminine
                && single
                && (verb.lower.ends_with("-se")
                    || sentence.is_any(at.wrapping_sub(2), &["se", "me", "nos"]))
                && {
                    let form = sentence.lexicon.analyse(clitic);
                    REFLEXIVE.iter().any(|lemma| form.is_form_of(lemma))
                };
        let fire = (feminine && (of(&WITH_A) || refers) && !verb.morphology.has(bits::NOMINAL))
            || (single
                && (verb.is_any(&GO) || of(&["voltar", "chegar", "comparecer", "retornar"]))
                && is_place(&noun.lower)
                && !is_dry_land(sentence, at + 1))
            || (single
                && verb.is_any(&["foi", "foram", "fosse", "for"])
                && is_place(&noun.lower)
                && ends_soon(sentence, at + 2))
            || (of(&GIVE)
                && !verb.morphology.has(bits::NOMINAL)
                && (receiver(single, &noun.lower))
                && (sentence.is_any(at + 2, &["que"]) || !has_object(sentence, at + 2)));
        if fire {
            hits.extend(sentence.hit(
                at,
                at,
                [if single {
                    "à".to_owned()
                } else {
                    "às".to_owned()
                }],
            ));
        }
    }
    hits
}

/// `voltaram a terra`, `chegou a terra firme`: land in contrast with the sea has no article.
fn is_dry_land(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence
        .get(at)
        .is_some_and(|noun| noun.is("terra") && !noun.is_capitalised())
        && !sentence.is_any(at + 1, &["natal", "de", "da", "do", "das", "dos", "onde"])
}

fn receiver(single: bool, word: &str) -> bool {
    let list = if single { RECEIVERS } else { RECEIVERS_PLURAL };
    list.split_ascii_whitespace().any(|own| own == word)
}

/// Whether `a`/`ao` follows, so that the noun before it is the direct object.
fn has_object(sentence: &Sentence<'_>, at: usize) -> bool {
    (at..at + 4).any(|place| {
        sentence.is_any(
            place,
            &["a", "à", "ao", "aos", "às", "para", "pelo", "pela"],
        )
    })
}

/// Whether the clause goes on as after a place: `foi a praia no feriado`.
fn ends_soon(sentence: &Sentence<'_>, at: usize) -> bool {
    sentence.get(at).is_none_or(|token| {
        token.kind == TokenKind::Mark
            || token.is_any(&[
                "com", "ontem", "hoje", "para", "no", "na", "neste", "nesta", "sem", "e", "em",
                "pela", "pelo",
            ])
    })
}
