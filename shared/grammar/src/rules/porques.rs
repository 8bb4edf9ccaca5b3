//! The four forms: por que, por quê, porque, porquê.

use super::{Check, Rule};
use crate::finding::Kind::Grammar;
use crate::sentence::{Hit, Sentence};
use crate::tokens::TokenKind;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "porque-substantivo",
        kind: Grammar,
        message: "O substantivo que significa motivo escreve-se “porquê”.",
        right: &[
            "Ninguém sabe o porquê da demora.",
            "Quero entender os porquês da lei.",
            "Ele não disse o porquê.",
        ],
        wrong: &[
            "Ninguém sabe o {porque|porquê} da demora.",
            "Explique o {por quê|porquê} dessa escolha.",
            "Não disse o {por que|porquê} da mudança.",
            "São muitos os {porques|porquês}.",
        ],
        check: Check::Patterns(&[
            (
                "o|um|do|no|ao|seu|meu|verdadeiro|qual [ porque ] de|da|do|das|dos|dessa|desse|desta|deste|disso|$|,|ela|ele",
                "porquê",
            ),
            (
                "o|um|do|ao|seu|verdadeiro [ por que|quê ] de|da|do|das|dos|dessa|desse|desta|deste|disso|$|,",
                "porquê",
            ),
            ("os|dos|seus [ porques ]", "porquês"),
        ]),
    },
    Rule {
        id: "por-que-pergunta",
        kind: Grammar,
        message: "Em perguntas diretas, escreve-se “por que”, separado.",
        right: &[
            "Por que você saiu?",
            "Mas por que isso importa?",
            "Você saiu porque choveu?",
        ],
        wrong: &[
            "{Porque|Por que} você saiu?",
            "Mas {porque|por que} isso importa?",
            "Então, {porque|por que} o preço subiu?",
        ],
        check: Check::Sentence(question),
    },
    Rule {
        id: "por-que-fim",
        kind: Grammar,
        message: "No fim da frase ou antes de pausa, escreve-se “por quê”, com acento.",
        right: &[
            "Você saiu por quê?",
            "Ele foi embora e não disse por quê.",
            "Você não veio. Por quê?",
        ],
        wrong: &[
            "Você saiu {por que|por quê}?",
            "Ele foi embora e não disse {por que|por quê}.",
            "Você não veio {porque|por quê}?",
            "Saiu sem dizer {porque|por quê}.",
        ],
        check: Check::Patterns(&[
            ("!^|o|um [ por que ] $", "por quê"),
            ("^ [ por que ] ?", "por quê"),
            ("!^|o|um|do|seu [ porque|porquê ] $", "por quê"),
            (
                "~saber|~dizer|~entender|~explicar|~perguntar|e [ porque|porquê ] ,",
                "por quê",
            ),
        ]),
    },
    Rule {
        id: "por-que-indireto",
        kind: Grammar,
        message: "Quando equivale a “por qual motivo”, escreve-se “por que”, separado.",
        right: &[
            "Não sei por que ele saiu.",
            "Explicou por que a loja fechou.",
            "Não fui porque estava doente.",
        ],
        wrong: &[
            "Não sei {porque|por que} ele saiu.",
            "Explicou {porque|por que} a loja fechou.",
            "Eis o motivo {porque|por que} ele saiu.",
            "A rua {porque|por que} passa o desfile será fechada.",
            "Entenda {porque|por que} o preço subiu.",
        ],
        check: Check::Patterns(&[
            (
                "~saber|~perguntar|~explicar|~entender|~questionar|~descobrir|~investigar|~compreender|~esclarecer|~revelar|~mostrar|~contar|~indagar [ porque|porquê ] !$|,",
                "por que",
            ),
            (
                "~saber|~perguntar|~explicar|~entender|~questionar|~descobrir|~investigar|~compreender|~esclarecer [ por quê ] #word",
                "por que",
            ),
            (
                "motivo|razão|razões|motivos|eis [ porque|porquê ] !$|,",
                "por que",
            ),
            (
                "entenda|saiba|veja|descubra|conheça|confira [ porque|porquê ] !$|,",
                "por que",
            ),
            // The relative of the way: `a rua por que passa o desfile`.
            (
                "^ o|a|os|as túnel|rua|ruas|estrada|estradas|caminho|caminhos|ponte|pontes|avenida|rodovia|via|porta|corredor|canal|trilho|trecho [ porque ] passa|passam|passou|passaram|passava|circula|circulam|trafega|trafegam|transita|transitam",
                "por que",
            ),
        ]),
    },
    Rule {
        id: "porque-causa",
        kind: Grammar,
        message: "Quando introduz causa ou explicação, escreve-se “porque”, junto.",
        right: &[
            "Saiu porque estava cansado.",
            "Fique, porque vai chover.",
            "Quero saber por que faltou luz.",
            "Os produtores anseiam por que chova.",
            "A torcida clama por que o técnico fique.",
        ],
        wrong: &[
            "Saiu {por que|porque} estava cansado.",
            "Fique aqui, {por que|porque} vai chover.",
            "Não veio {porquê|porque} choveu muito.",
        ],
        check: Check::Sentence(cause),
    },
];

/// `Porque` that opens a question.
fn question(sentence: &Sentence<'_>) -> Vec<Hit> {
    // The question may be quoted: “Porque ele saiu?”, perguntou.
    let quoted = sentence.is_any(0, &["“", "\""])
        && (1..sentence.tokens.len()).any(|at| {
            sentence
                .get(at)
                .is_some_and(|token| token.text.starts_with('?'))
                && sentence.is_any(at + 1, &["”", "\""])
        });
    if !sentence.is_question() && !quoted {
        return Vec::new();
    }
    let openers = [
        "mas", "e", "então", "afinal", ",", "“", "\"", "—", "–", "-", "ora", "agora",
    ];
    let opens =
        (0..sentence.tokens.len().min(4)).find(|at| sentence.is_any(*at, &["porque", "porquê"]));
    let Some(at) = opens else { return Vec::new() };
    if !(0..at).all(|before| sentence.is_any(before, &openers))
        || sentence.get(at + 1).is_none_or(|next| !next.is_word())
    {
        return Vec::new();
    }
    sentence
        .hit(at, at, ["por que".to_owned()])
        .into_iter()
        .collect()
}

/// Words before `por que` that introduce an indirect question or a relative clause.
const ASKING: [&str; 31] = [
    "saber",
    "entender",
    "explicar",
    "perguntar",
    "descobrir",
    "questionar",
    "compreender",
    "dizer",
    "esclarecer",
    "investigar",
    "mostrar",
    "ver",
    "contar",
    "revelar",
    "indagar",
    "lembrar",
    "discutir",
    "debater",
    "detalhar",
    "analisar",
    "imaginar",
    "justificar",
    "decidir",
    "apontar",
    "apurar",
    "ignorar",
    "refletir",
    "pensar",
    "relatar",
    "listar",
    "estudar",
];

/// Verbs with the preposition `por`, behind which `que` opens what is wished: `anseiam por que chova`.
const WISHING: [&str; 8] = [
    "ansiar", "torcer", "zelar", "clamar", "lutar", "rezar", "suspirar", "primar",
];

/// `por que` and `porquê` that give a cause.
fn cause(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    if sentence.is_question() {
        return hits;
    }
    let clause = |at: usize| {
        sentence.get(at).is_some_and(|next| {
            next.morphology.only_finite()
                || next.is_any(&[
                    "não", "o", "a", "os", "as", "ele", "ela", "eles", "elas", "eu", "nós", "já",
                    "também", "seu", "sua", "ninguém", "vai", "há", "é", "está", "estava", "quer",
                    "isso", "você",
                ])
        })
    };
    for at in 1..sentence.tokens.len() {
        let Some(before) = sentence.before(at) else {
            continue;
        };
        if sentence.is_any(at, &["porquê"]) {
            if clause(at + 1)
                && !before.is_any(&["o", "um", "do", "ao", "no", "os"])
                && before.morphology.determiner == 0
            {
                hits.extend(sentence.hit(at, at, ["porque".to_owned()]));
            }
            continue;
        }
        if !sentence.is_any(at, &["por"]) || !sentence.is_any(at + 1, &["que"]) || !clause(at + 2) {
            continue;
        }
        let asks = (0..at).any(|place| {
            sentence.get(place).is_some_and(|token| {
                token
                    .morphology
                    .verbs
                    .iter()
                    .any(|reading| ASKING.contains(&reading.lemma.as_str()))
                    || token.is_any(&[
                        "motivo",
                        "razão",
                        "razões",
                        "motivos",
                        "causa",
                        "questão",
                        "pergunta",
                        "eis",
                        "explicação",
                        "dúvida",
                        "entenda",
                        "saiba",
                        "claro",
                        "óbvio",
                    ])
            })
        });
        let nominal = before.morphology.has(crate::lexicon::bits::NOMINAL)
            && !before.morphology.has(crate::lexicon::bits::PARTICIPLE);
        let before_not = sentence.is_any(at + 2, &["não"]) && before.text == ",";
        let relative = nominal
            && before.morphology.has(crate::lexicon::bits::NOUN)
            && !before.morphology.has(crate::lexicon::bits::CLOSED);
        let plural_noun = before_not
            || relative
            || before.is("sobre")
            || nominal && before.morphology.has(crate::lexicon::bits::PLURAL);
        if !asks
            && !plural_noun
            && (before.is_word() || before.text == ",")
            && before.kind != TokenKind::Number
            && !WISHING
                .iter()
                .any(|lemma| before.morphology.is_form_of(lemma))
            && !before.is_any(&["e", "ou", "mas", "optou", "opção", "passam", "luta"])
        {
            hits.extend(sentence.hit(at, at + 1, ["porque".to_owned()]));
        }
    }
    hits
}
