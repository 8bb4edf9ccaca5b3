//! Há and a, and the impersonal verbs haver and fazer.

use super::time_checks as checks;
use super::{Check, Rule};
use crate::finding::Kind::{Grammar, Style};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "ha-atras",
        kind: Style,
        message: "“Há” já indica tempo passado: “atrás” é redundante.",
        right: &[
            "Ela nasceu há dez anos.",
            "Ela nasceu dez anos atrás.",
            "Isso foi há muito tempo.",
        ],
        wrong: &[
            "Ela nasceu {há dez anos atrás|há dez anos}.",
            "Isso foi {há muito tempo atrás|há muito tempo}.",
            "O show foi {há 3 semanas atrás|há 3 semanas}.",
        ],
        check: Check::Patterns(&[
            ("[ há #any #time atrás ]", "$1 $2 $3"),
            ("[ há #any #any #time atrás ]", "$1 $2 $3 $4"),
            ("[ há #time atrás ]", "$1 $2"),
        ]),
    },
    Rule {
        id: "daqui-ha",
        kind: Grammar,
        message: "Para tempo futuro ou distância, usa-se a preposição “a”.",
        right: &[
            "Volto daqui a dois dias.",
            "A cidade fica a 10 km daqui.",
            "Estamos a um mês da prova.",
        ],
        wrong: &[
            "Volto daqui {há|a} dois dias.",
            "A cidade fica {há|a} 10 km daqui.",
            "O sítio está {há|a} poucos metros do rio.",
        ],
        check: Check::Patterns(&[
            ("daqui|dali [ há|à ]", "a"),
            (
                "[ há ] #num km|quilômetros|metros|passos|quadras|quarteirões|milhas|centímetros",
                "a",
            ),
            (
                "[ há ] poucos|alguns|uns|muitos metros|quilômetros|passos",
                "a",
            ),
            (
                "~ficar|~estar|~morar|~situar [ há ] #num minutos|horas de|do|da",
                "a",
            ),
            ("[ há ] partir", "a"),
            (
                "[ há ] cerca|mais|menos de #num km|quilômetros|metros|quarteirões|quadras",
                "a",
            ),
            ("[ há ] #num quarteirões|esquinas|léguas", "a"),
            (
                "[ há ] #num dias|semanas|meses|horas|minutos da|do|das|dos #noun",
                "a",
            ),
            ("de #digits [ há ] #digits", "a"),
        ]),
    },
    Rule {
        id: "a-por-ha",
        kind: Grammar,
        message: "Para indicar tempo decorrido, usa-se o verbo haver: “há”.",
        right: &[
            "Ele saiu há duas horas.",
            "O curso vai de dois a três anos.",
            "Foi condenado a dois anos de prisão.",
            "Volto daqui a cinco dias.",
        ],
        wrong: &[
            "Ele saiu {a|há} duas horas.",
            "Trabalho aqui {a|há} muito tempo.",
            "A loja existe {a|há} mais de dez anos.",
        ],
        check: Check::Sentence(checks::a_for_ha),
    },
    Rule {
        id: "ha-existencia",
        kind: Grammar,
        message: "No sentido de existir, escreve-se “há”, do verbo haver.",
        right: &[
            "Não há motivo para pânico.",
            "Há quem discorde.",
            "A dias da eleição, o debate esquenta.",
            "A anos de distância, tudo parece simples.",
            "Não a vi ontem.",
        ],
        wrong: &[
            "Não {a|há} motivo para pânico.",
            "{A|Há} quem diga o contrário.",
            "{A|Há} anos os moradores pedem um semáforo.",
            "Não {à|há} dúvida sobre isso.",
        ],
        check: Check::Patterns(&[
            (
                "não|já|ainda|sempre|nunca|onde [ a|à ] motivo|motivos|dúvida|dúvidas|nada|ninguém|razão|razões|problema|problemas|necessidade|vagas|provas|evidências|indícios|\
                 previsão|prazo|registro|registros|tempo|espaço|chance|garantia|informações|quem|nenhum|nenhuma|risco|como|consenso|vaga|muito|muitos|muitas|pressa",
                "há",
            ),
            (
                "^|que|, [ a|à ] quem diga|diz|acredite|defenda|pense|goste|prefira|afirme|critique",
                "há",
            ),
            ("[ a|à ] tempos|séculos $|,|que|não", "há"),
            (
                "^ [ a|à ] anos|décadas|séculos|meses|semanas|dias o|a|os|as|que|não|ele|ela|eles|elas|se|eu|moradores",
                "há",
            ),
            ("^ [ a|à ] muito|bastante|tanto tempo não|que|,", "há"),
            ("^ [ a|à ] #num|muitos|muitas|alguns #time não|que", "há"),
            (
                "#any !de|da|das|daqui|entre|e|ou|quanto|até|,|#time|#num [ a|à ] décadas|anos|meses|séculos $|,|e|que|sem|no|na|em|por|com",
                "há",
            ),
            (
                "#any #fin|agora [ a|à ] pouco $|,|e|com|mas|do|da|no|na|quando",
                "há",
            ),
        ]),
    },
    Rule {
        id: "haver-plural",
        kind: Grammar,
        message: "No sentido de existir ou ocorrer, o verbo haver é impessoal e fica no singular.",
        right: &[
            "Houve muitas queixas.",
            "Havia cem pessoas na fila.",
            "Pode haver atrasos.",
            "Eles haviam saído cedo.",
        ],
        wrong: &[
            "{Houveram|Houve} muitas queixas.",
            "{Haviam|Havia} cem pessoas na fila.",
            "{Podem haver|Pode haver} atrasos.",
            "{Haverão|Haverá} novas provas.",
        ],
        check: Check::Sentence(checks::impersonal_haver),
    },
    Rule {
        id: "fazer-tempo",
        kind: Grammar,
        message: "Na indicação de tempo, o verbo fazer é impessoal e fica no singular.",
        right: &[
            "Faz dez anos que moro aqui.",
            "Os gêmeos fazem dez anos hoje.",
            "Vai fazer dois meses que chove.",
        ],
        wrong: &[
            "{Fazem|Faz} dez anos que moro aqui.",
            "Já {fazem|faz} três meses que ela saiu.",
            "{Vão fazer|Vai fazer} dois anos que chove pouco.",
        ],
        check: Check::Patterns(&[
            (
                "^|,|já|que|quando|hoje|amanhã|agora|mas|e [ fazem ] #num #time",
                "faz",
            ),
            (
                "!#plur|eles|elas|vocês|ambos [ fazem ] #num #time que",
                "faz",
            ),
            ("^|,|já|que|quando|hoje|mas|e [ fazem ] #time que|,", "faz"),
            ("^|,|já|ontem|hoje|mas|e [ fizeram ] #num #time que", "fez"),
            ("[ estão fazendo ] #num graus", "está fazendo"),
            (
                "^|,|já|que|quando|hoje|mas|e [ fazem ] mais|cerca|quase|uns|umas|muitos|alguns|poucos #any? #any? #time",
                "faz",
            ),
            (
                "^|,|já|que|quando|hoje|mas|e|aqui|lá [ fazem ] #num graus",
                "faz",
            ),
            (
                "^|,|já|que|quando|hoje|mas|e [ faziam ] #num|muitos|alguns #time",
                "fazia",
            ),
            (
                "^|,|já|que|quando|mas|e [ vão fazer ] #num|quase #any? #time",
                "vai fazer",
            ),
            (
                "^|,|já|que|quando|mas|e [ devem fazer ] #num|quase|uns #any? #time",
                "deve fazer",
            ),
        ]),
    },
    Rule {
        id: "acerca-de",
        kind: Grammar,
        message: "“Acerca de” significa sobre; “há cerca de” indica tempo decorrido; “a cerca de”, distância ou futuro.",
        right: &[
            "Falou acerca do projeto.",
            "Saiu há cerca de dez minutos.",
            "Fica a cerca de dois quilômetros.",
        ],
        wrong: &[
            "Saiu {acerca de|há cerca de} dez minutos.",
            "Mora lá {acerca de|há cerca de} dois anos.",
            "Falou {a cerca do|acerca do} projeto.",
        ],
        check: Check::Patterns(&[
            ("[ acerca de ] #num #time", "há cerca de"),
            (
                "~falar|~discutir|~escrever|~debater|~decidir|~pronunciar|dúvidas|informações [ a cerca do ]",
                "acerca do",
            ),
            (
                "~falar|~discutir|~escrever|~debater|~decidir|~pronunciar|dúvidas|informações [ a cerca da ]",
                "acerca da",
            ),
            (
                "~falar|~discutir|~escrever|~debater|~decidir|~pronunciar|~opinar|dúvidas|informações|palestra [ a cerca dos ] !#num",
                "acerca dos",
            ),
            (
                "~falar|~discutir|~escrever|~debater|~decidir|~pronunciar|~opinar|dúvidas|informações|palestra [ a cerca das ] !#num",
                "acerca das",
            ),
            (
                "~falar|~discutir|~escrever|~debater|~decidir|~pronunciar|dúvidas|informações [ a cerca de ] !#num",
                "acerca de",
            ),
        ]),
    },
];
