//! Forms of verbs: future subjunctive, participles, irregular forms, infinitives.

use super::moods;
use super::{Check, Rule};
use crate::finding::Kind::{Grammar, Style};
use crate::lexicon::{Tense, bits};
use crate::sentence::{Hit, Sentence};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "futuro-subjuntivo",
        kind: Grammar,
        message: "Depois de “quando”, “se” e semelhantes, o verbo irregular vai para o futuro do subjuntivo.",
        right: &[
            "Quando eu vir o chefe, aviso.",
            "Se ele mantiver o ritmo, vence.",
            "Se eu puder, vou.",
            "Quando chegar, ligue.",
        ],
        wrong: &[
            "Quando eu {ver|vir} o chefe, aviso.",
            "Se ele {manter|mantiver} o ritmo, vence.",
            "Se você {fazer|fizer} tudo, ganha.",
            "Quando o preço {caber|couber} no bolso, compro.",
        ],
        check: Check::Sentence(moods::future_subjunctive),
    },
    Rule {
        id: "caso-subjuntivo",
        kind: Grammar,
        message: "Depois de “caso”, usa-se o presente ou o imperfeito do subjuntivo.",
        right: &[
            "Caso ele venha, avise.",
            "Caso haja vagas, ligo.",
            "No caso de chover, fico.",
        ],
        wrong: &[
            "Caso ele {vier|venha}, avise.",
            "Caso {houver|haja} vagas, ligo.",
            "Caso você {quiser|queira}, entre.",
        ],
        check: Check::Sentence(moods::after_caso),
    },
    Rule {
        id: "talvez-subjuntivo",
        kind: Grammar,
        message: "Depois de “talvez” e “embora”, usa-se o subjuntivo.",
        right: &[
            "Talvez ele seja o melhor.",
            "Embora esteja frio, saí.",
            "É, talvez, o melhor.",
        ],
        wrong: &[
            "Talvez ele {é|seja} o melhor.",
            "Embora {está|esteja} frio, saí.",
            "Talvez ela {tem|tenha} razão.",
        ],
        check: Check::Sentence(moods::after_talvez),
    },
    Rule {
        id: "pediu-que-subjuntivo",
        kind: Grammar,
        message: "Depois de verbos de pedido e de vontade com “que”, usa-se o subjuntivo.",
        right: &[
            "Ela pediu que todos venham.",
            "Quero que ele esteja aqui.",
            "Espero que dê certo.",
        ],
        wrong: &[
            "Ela pediu que todos {vêm|venham}.",
            "Quero que ele {está|esteja} aqui.",
            "Espero que {dá|dê} certo.",
        ],
        check: Check::Sentence(moods::after_wish),
    },
    Rule {
        id: "participio-irregular",
        kind: Grammar,
        message: "O particípio desse verbo tem outra forma na norma culta.",
        right: &[
            "Ela tinha chegado cedo.",
            "Ele havia trazido o livro.",
            "A porta foi aberta.",
        ],
        wrong: &[
            "Ela tinha {chego|chegado} cedo.",
            "Ele havia {trago|trazido} o livro.",
            "Ela tinha {abrido|aberto} a porta.",
            "O livro foi {escrevido|escrito} em 1950.",
        ],
        check: Check::Patterns(&[
            ("~ter|~haver já|não|nos|me|se? [ chego ]", "chegado"),
            ("~ter|~haver já|não|nos|me|se? [ trago ]", "trazido"),
            ("~ter|~haver|~ser [ abrido ]", "aberto"),
            ("~ter|~haver|~ser [ escrevido ]", "escrito"),
            ("~ter|~haver|~ser [ cobrido ]", "coberto"),
            ("~ter|~haver|~ser [ fazido ]", "feito"),
            ("~ter|~haver|~ser [ dizido ]", "dito"),
            ("~ter|~haver [ compro ]", "comprado"),
            ("~ter|~haver [ perco ]", "perdido"),
            ("~ter|~haver [ peço ]", "pedido"),
            ("~ter|~haver [ falo ]", "falado"),
            ("~ter|~haver|~ser [ descobrido ]", "descoberto"),
            ("~ter|~haver|~ser [ ponhado ]", "posto"),
            ("~ter|~haver [ mando ]", "mandado"),
            ("foi|é|será|ser|sido|sendo [ expulsado ]", "expulso"),
            ("foi|é|será|ser|sido|sendo [ elegido ]", "eleito"),
            ("foi|é|será|ser|sido|sendo [ suspendido ]", "suspenso"),
            ("foi|é|será|ser|sido|sendo [ prendido ]", "preso"),
            ("foi|é|será|ser|sido|sendo [ imprimido ]", "impresso"),
            ("foram|são|serão [ elegidos ]", "eleitos"),
            ("foram|são|serão [ prendidos ]", "presos"),
        ]),
    },
    Rule {
        id: "para-eu-fazer",
        kind: Grammar,
        message: "Antes de infinitivo, o pronome sujeito é “eu”, não “mim”.",
        right: &[
            "Pediu para eu fazer o bolo.",
            "Foi difícil para mim entender isso.",
            "Trouxe o livro para mim.",
        ],
        wrong: &[
            "Pediu para {mim|eu} fazer o bolo.",
            "Deixou as contas para {mim|eu} pagar.",
            "Mandou o texto para {mim|eu} revisar.",
        ],
        check: Check::Patterns(&[
            (
                "isso|isto|tarefa|trabalho|livro|texto ~ser para [ mim ] #inf",
                "eu",
            ),
            (
                "para|pra|de|com|por|sobre|contra|sem [ eu ] $|,|e|ou|nem|mesmo",
                "mim",
            ),
            (
                "!difícil|fácil|importante|impossível|bom|melhor|ruim|possível|duro|natural|complicado|é|foi|essencial|fundamental|prazer|honra|novo|normal|~sobrar|~restar|~significar|~bastar|~custar|~parecer|~caber|~ser|~ficar|~representar|~faltar|comum|estranho|necessário|triste|suficiente|bastante|tempo|hora para|pra [ mim ] não? #inf",
                "eu",
            ),
        ]),
    },
    Rule {
        id: "entre-mim",
        kind: Grammar,
        message: "Depois de preposição, usam-se os pronomes “mim” e “ti”, não “eu” e “tu”.",
        right: &[
            "O segredo fica entre mim e você.",
            "Entre nós, tudo bem.",
            "Falou de mim e dela.",
        ],
        wrong: &[
            "O segredo fica {entre eu|entre mim} e você.",
            "Isso é entre você e {eu|mim}.",
            "O acordo foi {entre eu|entre mim} e o dono.",
        ],
        check: Check::Patterns(&[
            ("[ entre eu ] e", "entre mim"),
            (
                "entre #any e [ eu ] !#verb|não|vou|fui|era|sou|tenho|fiz",
                "mim",
            ),
            (
                "entre o|a|meu|minha|seu|sua #any e [ eu ] !#verb|não|vou|fui",
                "mim",
            ),
            ("de|sem|sobre|contra|para [ eu ] e ele|ela|você|o|a", "mim"),
        ]),
    },
    Rule {
        id: "pronome-reto-objeto",
        kind: Grammar,
        message: "Como objeto direto, a norma culta pede “o”, “a”, “os”, “as”, não “lhe”.",
        right: &[
            "Eu o vi ontem.",
            "Convidei-o para a festa.",
            "Deu-lhe um livro.",
            "Obedeço-lhe sempre.",
        ],
        wrong: &[
            "Eu {lhe|o} vi ontem.",
            "Ela {lhe|o} ama muito.",
            "Nós {lhe|o} convidamos para a festa.",
        ],
        check: Check::Patterns(&[
            (
                "!que|não [ lhe ] amo|ama|amam|vi|viu|viram|vejo|convido|convidou|convidamos|convidaram|conheço|conhece|conheci|conheceu|encontrei|encontrou|ajudou|ajudei|abraçou|abracei|beijou|cumprimentou|visitou|procurou|chamou !a|o|as|os|atenção|de",
                "o / a",
            ),
            (
                "eu|nós|já|não|ontem [ vi|vimos|encontrei|encontramos|conheci|conhecemos|chamei|levei|ajudei|convidei|busquei ela ] $|,|ontem|hoje|no|na|em|para",
                "a $2",
            ),
            (
                "eu|nós|já|não|ontem [ vi|vimos|encontrei|encontramos|conheci|conhecemos|chamei|levei|ajudei|convidei|busquei ele ] $|,|ontem|hoje|no|na|em|para",
                "o $2",
            ),
            (
                "que|não [ lhe ] amo|ama|amam|vejo|convidou|convidaram|conheço|conhece|conheceu|abraçou|beijou",
                "o / a",
            ),
        ]),
    },
    Rule {
        id: "pronome-se-pessoa",
        kind: Grammar,
        message: "O pronome reflexivo concorda com a pessoa do sujeito.",
        right: &[
            "Eu me arrependi.",
            "Nós nos vemos amanhã.",
            "A gente se encontra lá.",
        ],
        wrong: &[
            "Eu {se|me} arrependi.",
            "Nós {se|nos} vemos amanhã.",
            "A gente {nos|se} encontra lá.",
        ],
        check: Check::Patterns(&[
            ("eu [ se ] #verb", "me"),
            ("nós [ se ] #verb", "nos"),
            ("a gente [ nos ] #3s", "se"),
            ("a gente não|já|sempre [ nos ] #3s", "se"),
        ]),
    },
    Rule {
        id: "gerundismo",
        kind: Style,
        message: "A construção com “estar” e gerúndio para ação futura pontual alonga a frase.",
        right: &[
            "Vamos enviar o boleto.",
            "Ele está trabalhando.",
            "Enviaremos a nota.",
        ],
        wrong: &[
            "{Vamos estar enviando|Vamos enviar} o boleto.",
            "Ele {vai estar ligando|vai ligar} amanhã.",
            "{Vou estar transferindo|Vou transferir} a chamada.",
        ],
        check: Check::Sentence(gerundism),
    },
    Rule {
        id: "infinitivo-finito",
        kind: Grammar,
        message: "O infinitivo com “r” e a forma do presente confundem-se na fala, mas não na escrita.",
        right: &[
            "Ele está com fome.",
            "Ela vai dar aula.",
            "É preciso estar atento.",
        ],
        wrong: &[
            "Ele {estar|está} com fome.",
            "A loja {estar|está} fechada.",
            "O médico recomenda {fala|falar} com a família.",
        ],
        check: Check::Sentence(moods::infinitive_or_finite),
    },
    Rule {
        id: "intervir-manter",
        kind: Grammar,
        message: "Os verbos derivados de vir, ter, ver e pôr seguem a conjugação do verbo primitivo.",
        right: &[
            "A polícia interveio.",
            "Ele se manteve calmo.",
            "O suspeito foi detido.",
        ],
        wrong: &[
            "A polícia {interviu|interveio}.",
            "A empresa {manteu|manteve} o preço.",
            "O guarda {deteu|deteve} o ladrão.",
        ],
        check: Check::Patterns(&[
            ("[ interviu ]", "interveio"),
            (
                "vai|vou|vão|pode|podem|deve|quer|querem|para|de|poder|precisa|ia|consegue [ vim ]",
                "vir",
            ),
            ("[ interviram ]", "intervieram"),
            ("[ intervi ] na|no|em", "intervim"),
            ("[ manteu ]", "manteve"),
            ("[ manteram ]", "mantiveram"),
            ("[ deteu ]", "deteve"),
            ("[ deteram ]", "detiveram"),
            ("[ obteram ]", "obtiveram"),
            ("[ obteu ]", "obteve"),
            ("[ conteu ]", "conteve"),
            ("[ reteu ]", "reteve"),
            ("[ propôs-se|proporam ]", ""),
            ("[ disporam ]", "dispuseram"),
            ("[ reavi|reaveu ]", "reouve"),
            ("[ reaveram ]", "reouveram"),
            ("[ mantia ]", "mantinha"),
            ("[ mantiam ]", "mantinham"),
            ("[ contia ]", "continha"),
            ("[ detia ]", "detinha"),
            ("[ entretia ]", "entretinha"),
            ("[ contiam ]", "continham"),
            ("[ requis ]", "requereu"),
        ]),
    },
    Rule {
        id: "colocacao-inicio",
        kind: Grammar,
        message: "Na norma culta, não se começa a frase com pronome átono.",
        right: &[
            "Disseram-me a verdade.",
            "Eu me lembro disso.",
            "Hoje me disseram a verdade.",
        ],
        wrong: &[
            "{Me disseram|Disseram-me} a verdade.",
            "{Te vejo|Vejo-te} amanhã.",
            "{Me parece|Parece-me} tarde.",
        ],
        check: Check::Sentence(moods::opening_pronoun),
    },
    Rule {
        id: "colocacao-atracao",
        kind: Grammar,
        message: "Palavras negativas, relativos e conjunções subordinativas atraem o pronome para antes do verbo.",
        right: &[
            "Não se encontrou nada.",
            "Quero que se faça justiça.",
            "Encontrou-se a chave.",
        ],
        wrong: &[
            "Não {encontrou-se|se encontrou} nada.",
            "Espero que {faça-se|se faça} justiça.",
            "Ninguém {lembrou-se|se lembrou} do fato.",
            "Não {vi-o|o vi} na festa.",
        ],
        check: Check::Sentence(moods::attracted_pronoun),
    },
    Rule {
        id: "colocacao-futuro",
        kind: Grammar,
        message: "Não se usa pronome depois de verbo no futuro ou no particípio.",
        right: &[
            "Ele se encontrará com ela.",
            "O prazo se encerrará hoje.",
            "Tinha se esquecido.",
        ],
        wrong: &[
            "Ele {encontrará-se|se encontrará} com ela.",
            "O prazo {encerrará-se|se encerrará} hoje.",
            "A feira {realizará-se|se realizará} em maio.",
        ],
        check: Check::Sentence(moods::future_pronoun),
    },
];

/// `vou estar enviando`.
fn gerundism(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        if !sentence.is_any(at, &["vou", "vai", "vamos", "vão"])
            || !sentence.is_any(at + 1, &["estar"])
        {
            continue;
        }
        let Some(gerund) = sentence
            .get(at + 2)
            .filter(|token| token.morphology.has(bits::GERUND))
        else {
            continue;
        };
        if let Some(reading) = gerund
            .morphology
            .verbs
            .iter()
            .find(|reading| reading.tense == Tense::Gerund)
            && let Some(first) = sentence.get(at)
        {
            hits.extend(sentence.hit(at, at + 2, [format!("{} {}", first.lower, reading.lemma)]));
        }
    }
    hits
}
