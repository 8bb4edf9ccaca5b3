//! Pairs of verbs of similar form, told apart by their objects.

use super::clause_subject::listed;
use super::{Check, Rule};
use crate::finding::Kind::Grammar;
use crate::lexicon::{Person, Tense, bits};
use crate::sentence::{Hit, Sentence};
use crate::tokens::Token;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "verbos-paronimos",
        kind: Grammar,
        message: "O verbo tem outro sentido: há um verbo de forma parecida que combina com o complemento.",
        right: &[
            "O juiz deferiu o pedido de liminar.",
            "A chuva infligiu prejuízos aos agricultores.",
            "O avião vai ascender a dez mil metros.",
            "Ela acendeu a vela.",
        ],
        wrong: &[
            "O juiz {diferiu|deferiu} o pedido de liminar.",
            "A chuva {infringiu|infligiu} prejuízos aos agricultores.",
            "O avião vai {acender|ascender} a dez mil metros.",
            "O pedido foi {diferido|deferido} ontem.",
        ],
        check: Check::Sentence(check),
    },
    Rule {
        id: "iminente-predicativo",
        kind: Grammar,
        message: "“Iminente” é o que está prestes a ocorrer; “eminente”, o que é ilustre.",
        right: &[
            "O risco de queda é iminente.",
            "O professor é eminente.",
            "A falência iminente preocupa.",
        ],
        wrong: &[
            "O risco de rompimento da barragem é {eminente|iminente}.",
            "A {eminente|iminente} falência da loja preocupa.",
            "A greve dos ônibus parece {eminente|iminente}.",
        ],
        check: Check::Sentence(imminent),
    },
    Rule {
        id: "vultoso-vultuoso",
        kind: Grammar,
        message: "“Vultoso” é volumoso ou de grande valor; “vultuoso” diz-se do rosto inchado.",
        right: &[
            "A quantia vultosa sumiu.",
            "O rosto vultuoso assusta.",
            "Fez vultosos gastos.",
        ],
        wrong: &[
            "A quantia {vultuosa|vultosa} sumiu.",
            "Fez {vultuosos|vultosos} gastos.",
            "O valor foi {vultuoso|vultoso}.",
        ],
        check: Check::Patterns(&[
            ("!rosto|face|semblante [ vultuoso ]", "vultoso"),
            ("!rosto|face|semblante [ vultuosa ]", "vultosa"),
            ("!rostos|faces [ vultuosos ]", "vultosos"),
            ("!rostos|faces [ vultuosas ]", "vultosas"),
        ]),
    },
    Rule {
        id: "infinitivo-flexionado",
        kind: Grammar,
        message: "Na locução verbal, só o auxiliar concorda com o sujeito: o infinitivo não varia.",
        right: &[
            "Os vereadores decidiram adiar a votação.",
            "Eles podem sair.",
            "Pediu para os alunos saírem.",
        ],
        wrong: &[
            "Os vereadores decidiram {adiarem|adiar} a votação.",
            "Eles podem {saírem|sair}.",
            "Os preços vão {caírem|cair} em maio.",
        ],
        check: Check::Sentence(inflected_infinitive),
    },
    Rule {
        id: "pronome-ele-objeto",
        kind: Grammar,
        message: "Como objeto direto, a norma culta pede “o”, “a”, “os”, “as”, não “ele”, “ela”.",
        right: &[
            "A atriz o encontrou por acaso.",
            "“Eu fui”, contou ele.",
            "Quando ela chegou, ele saiu.",
        ],
        wrong: &[
            "A atriz {encontrou ele|o encontrou} por acaso.",
            "O clube {contratou ela|a contratou} em maio.",
            "A polícia {prendeu eles|os prendeu} na fuga.",
        ],
        check: Check::Sentence(object_pronoun),
    },
];

/// A verb by its stem, the stem of the verb that is meant, and words that tell which.
struct Pair {
    from: &'static str,
    to: &'static str,
    /// Prepositions of which one follows the verb, empty where the object follows directly.
    links: &'static str,
    objects: &'static str,
}

const fn pair(
    from: &'static str,
    to: &'static str,
    links: &'static str,
    objects: &'static str,
) -> Pair {
    Pair {
        from,
        to,
        links,
        objects,
    }
}

const PAIRS: [Pair; 17] = [
    pair(
        "difer",
        "defer",
        "",
        "pedido pedidos liminar recurso recursos requerimento requerimentos solicitação registro candidatura habeas petição",
    ),
    pair(
        "inflig",
        "infring",
        "",
        "lei leis regra regras regimento regulamento norma normas código artigo direito direitos estatuto constituição contrato legislação",
    ),
    pair(
        "infring",
        "inflig",
        "",
        "derrota derrotas castigo castigos punição pena penas dano danos prejuízo prejuízos sofrimento dor dores perdas baixas revés golpe ferimentos tortura torturas",
    ),
    pair(
        "imerg",
        "emerg",
        "da do das dos",
        "água águas mar fundo profundezas crise sombras lago rio escombros",
    ),
    pair(
        "emerg",
        "imerg",
        "na no nas nos em numa num",
        "água águas lago mar rio piscina tanque leitura silêncio banheira",
    ),
    pair(
        "acend",
        "ascend",
        "ao à a aos às",
        "poder cargo cargos trono presidência posto postos diretoria elite liderança metros comando série primeira divisão céu céus",
    ),
    pair(
        "ascend",
        "acend",
        "",
        "luz luzes vela velas fogo fogueira lâmpada lâmpadas cigarro cigarros farol faróis fósforo tocha pira churrasqueira lareira alerta forno",
    ),
    pair(
        "tach",
        "tax",
        "",
        "compras importações fortunas dividendos lucros importados remessas exportações super-ricos milionários bilionários exportação importação renda",
    ),
    pair(
        "retific",
        "ratific",
        "",
        "acordo acordos tratado tratados convênio protocolo convenção compromisso apoio indicação",
    ),
    pair(
        "ratific",
        "retific",
        "",
        "erro erros equívoco equívocos engano falha motor incorreção",
    ),
    pair(
        "caç",
        "cass",
        "",
        "mandato mandatos licença licenças registro diploma alvará alvarás liminar concessão candidatura candidaturas aposentadoria passaporte chapa",
    ),
    pair(
        "cass",
        "caç",
        "",
        "javali javalis animais onça onças pássaros borboletas capivara capivaras bruxas talentos tesouro tesouros jacarés",
    ),
    pair(
        "concert",
        "consert",
        "",
        "carro carros telhado motor máquina relógio geladeira celular vazamento defeito estragos erro bicicleta computador cano aparelho",
    ),
    pair(
        "comprimen",
        "cumprimen",
        "",
        "eleitores fãs amigos público torcedores convidados jogadores colegas vizinhos presentes adversário vencedor",
    ),
    pair(
        "descrimin",
        "discrimin",
        "",
        "pessoas mulheres negros homossexuais clientes candidatos funcionários trabalhadores idosos imigrantes gastos valores itens",
    ),
    pair(
        "despens",
        "dispens",
        "",
        "apresentações comentários funcionários jogador técnico aluno alunos ajuda",
    ),
    pair("sort", "surt", "", "efeito efeitos"),
];

fn check(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for (at, token) in sentence.tokens.iter().enumerate() {
        if !token.is_word() || token.marked || token.lower.len() < 5 {
            continue;
        }
        for pair in PAIRS
            .iter()
            .filter(|pair| token.lower.starts_with(pair.from))
        {
            let form = &token.morphology;
            if form.verbs.is_empty() && !form.has(bits::PARTICIPLE) {
                continue;
            }
            let Some(rest) = token.lower.strip_prefix(pair.from) else {
                continue;
            };
            let right = format!("{}{rest}", pair.to);
            let known = sentence.lexicon.analyse(&right);
            if (!known.verbs.is_empty() || known.has(bits::PARTICIPLE)) && fits(sentence, at, pair)
            {
                hits.extend(sentence.hit(at, at, [right]));
            }
        }
    }
    hits
}

/// Whether the object behind the verb, or the subject of its passive, belongs to the other verb.
fn fits(sentence: &Sentence<'_>, at: usize, pair: &Pair) -> bool {
    let linked = pair.links.is_empty()
        || sentence
            .get(at + 1)
            .is_some_and(|link| listed(pair.links, link));
    let behind = linked
        && (at + 1..at + 5)
            .take_while(|place| {
                sentence.get(*place).is_some_and(|token| {
                    token.is_word() && !token.morphology.only_finite() || class_number(token)
                })
            })
            .take_while(|place| {
                *place == at + 1 || !sentence.is_any(*place, &["e", "que", "de", "por", "com"])
            })
            .any(|place| {
                sentence
                    .get(place)
                    .is_some_and(|token| listed(pair.objects, token))
            });
    let token = sentence.get(at);
    let passive = pair.links.is_empty()
        && token.is_some_and(|token| token.morphology.has(bits::PARTICIPLE))
        && sentence.before(at).is_some_and(|before| {
            before.is_any(&[
                "foi", "foram", "ser", "será", "serão", "sido", "é", "são", "seja", "ter", "teve",
                "tiveram",
            ]) || listed(pair.objects, before)
        })
        && (at.saturating_sub(4)..at).any(|place| {
            sentence
                .get(place)
                .is_some_and(|token| listed(pair.objects, token))
        });
    behind || passive
}

fn class_number(token: &Token<'_>) -> bool {
    crate::pattern::class(token, "num")
}

/// What may be about to happen.
const THREATS: &str = "risco perigo queda colapso ataque morte desabamento ameaça invasão crise guerra rompimento falência prisão acidente conflito greve desastre tragédia catástrofe saída demissão derrota venda chegada \
retorno lançamento anúncio fim extinção despejo separação deslizamento explosão enchente erupção confronto escassez apagão fechamento demolição";

/// `o risco é eminente`, `a eminente falência`.
fn imminent(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let right = match sentence.get(at).map(|token| token.lower.as_str()) {
            Some("eminente") => "iminente",
            Some("eminentes") => "iminentes",
            _ => continue,
        };
        let threat = |place: usize| {
            sentence
                .get(place)
                .is_some_and(|token| listed(THREATS, token))
        };
        let copula = (at.saturating_sub(2)..at).any(|place| {
            sentence.is_any(
                place,
                &[
                    "é", "era", "está", "estava", "parece", "parecia", "seria", "tornou", "como",
                ],
            )
        });
        if threat(at + 1)
            || at > 0 && threat(at - 1)
            || copula && (at.saturating_sub(9)..at).any(threat)
        {
            hits.extend(sentence.hit(at, at, [right.to_owned()]));
        }
    }
    hits
}

/// Transitive verbs whose pronoun behind them is an object.
const TRANSITIVE: &str = "encontrar conhecer levar chamar convidar ajudar abraçar beijar prender matar deixar trazer demitir elogiar criticar contratar visitar acompanhar procurar pegar agredir atropelar socorrer salvar ver \
receber colocar tirar empurrar atacar defender escolher indicar nomear impedir proteger vender comprar usar";

/// `encontrou ele`.
fn object_pronoun(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 1..sentence.tokens.len() {
        let clitic = match sentence.get(at + 1).map(|token| token.lower.as_str()) {
            Some("ele") => "o",
            Some("ela") => "a",
            Some("eles") => "os",
            Some("elas") => "as",
            _ => continue,
        };
        let Some(verb) = sentence
            .get(at)
            .filter(|verb| verb.morphology.only_finite() && !verb.is_capitalised() && !verb.marked)
        else {
            continue;
        };
        let transitive = TRANSITIVE
            .split_ascii_whitespace()
            .any(|lemma| verb.morphology.is_form_of(lemma));
        let closed = sentence.get(at + 2).is_none_or(|next| {
            next.is_any(&[
                ".",
                "por",
                "no",
                "na",
                "em",
                "para",
                "ontem",
                "hoje",
                "com",
                "de",
                "sair",
                "durante",
                "depois",
                "pela",
                "pelo",
                "nos",
                "nas",
                "pessoalmente",
                "até",
                "ao",
                "aos",
                "à",
                "quando",
            ])
        });
        // `quando viu, ele saiu` has a comma; `como fez ele` is a question.
        let asked = sentence.before(at).is_some_and(|before| {
            before.is_any(&[
                "como", "onde", "quando", "quanto", "aonde", "se", ",", "”", "\"",
            ])
        }) || sentence.is_question();
        if transitive && closed && !asked {
            hits.extend(sentence.hit(at, at + 1, [format!("{clitic} {}", verb.lower)]));
        }
    }
    hits
}

/// Verbs whose infinitive has their own subject.
const AUXILIARIES: &str = "decidir resolver querer poder dever conseguir tentar pretender preferir costumar precisar ir saber ousar desejar evitar planejar prometer";

/// `decidiram adiarem`.
fn inflected_infinitive(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 1..sentence.tokens.len() {
        let (Some(before), Some(token)) = (sentence.before(at), sentence.get(at)) else {
            continue;
        };
        let auxiliary = before.morphology.has_person(Person::P3)
            && AUXILIARIES
                .split_ascii_whitespace()
                .any(|lemma| before.morphology.is_form_of(lemma));
        if !auxiliary || !token.lower.ends_with("rem") || token.marked {
            continue;
        }
        let lemma = token.morphology.verbs.iter().find(|reading| {
            reading.person == Some(Person::P3)
                && matches!(reading.tense, Tense::Infinitive | Tense::FutureSubjunctive)
        });
        if let Some(reading) = lemma {
            hits.extend(sentence.hit(at, at, [reading.lemma.clone()]));
        }
    }
    hits
}
