//! Pairs of words of similar form and other sense, told apart by what stands beside them.

use super::{Check, Rule};
use crate::finding::Kind::Grammar;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "conserto-concerto",
        kind: Grammar,
        message: "“Conserto” é reparo; “concerto” é apresentação musical.",
        right: &[
            "O conserto do carro custou caro.",
            "O concerto da orquestra lotou.",
            "Levou o relógio para o conserto.",
        ],
        wrong: &[
            "O {concerto|conserto} do carro custou caro.",
            "O {conserto|concerto} da orquestra lotou.",
            "Pagou o {concerto|conserto} da geladeira.",
        ],
        check: Check::Patterns(&[
            (
                "[ concerto ] do|da|de|dos|das carro|geladeira|moto|motor|telhado|relógio|máquina|celular|televisão|computador|bicicleta|portão|elevador|bomba|sapatos|roupas|vazamento|rede|cano|fogão|ônibus|asfalto",
                "conserto",
            ),
            (
                "[ conserto ] da|de|do|para orquestra|música|piano|rock|violino|sinfônica|banda|cordas|câmara",
                "concerto",
            ),
            (
                "[ concertar ] !ações|esforços|política|políticas|posições|interesses|preços|estratégias|com|um|e|$|,|medidas",
                "consertar",
            ),
            ("[ concertou ] o|a|os|as", "consertou"),
            (
                "[ conserto ] no|do teatro|auditório|palco|pianista|violinista|coral",
                "concerto",
            ),
            ("[ concertado ] por|pelo|na|no|em|hoje|ontem", "consertado"),
            (
                "[ conserto ] sinfônico|musical|beneficente|gratuito",
                "concerto",
            ),
        ]),
    },
    Rule {
        id: "cela-sela",
        kind: Grammar,
        message: "“Cela” é o cubículo da prisão; “sela”, o arreio do cavalo.",
        right: &[
            "O preso voltou à cela.",
            "A sela do cavalo é nova.",
            "As celas estão lotadas.",
        ],
        wrong: &[
            "O preso voltou à {sela|cela} da cadeia.",
            "A {cela|sela} do cavalo é nova.",
            "As {selas|celas} da penitenciária estão lotadas.",
        ],
        check: Check::Patterns(&[
            (
                "[ sela ] da|do prisão|cadeia|penitenciária|presídio|delegacia",
                "cela",
            ),
            (
                "[ selas ] da|do|das prisão|cadeia|penitenciária|presídio|delegacia",
                "celas",
            ),
            ("[ cela ] do|de cavalo|couro|montaria|burro", "sela"),
            (
                "~dividir|~deixar|~voltar a|à|uma|na [ sela ] com|da|do|$",
                "cela",
            ),
            ("presos|detentos|preso|detento em|na|numa [ sela ]", "cela"),
        ]),
    },
    Rule {
        id: "acento-assento",
        kind: Grammar,
        message: "“Acento” é sinal gráfico ou tom; “assento”, lugar para sentar.",
        right: &[
            "O assento do ônibus quebrou.",
            "A palavra leva acento agudo.",
            "Ceda o assento preferencial.",
        ],
        wrong: &[
            "O {acento|assento} do ônibus quebrou.",
            "A palavra leva {assento|acento} agudo.",
            "Ceda o {acento|assento} preferencial.",
        ],
        check: Check::Patterns(&[
            (
                "[ acento ] do|da|de|no carro|ônibus|avião|passageiro|motorista|cadeira|plástico|couro|conselho|senado|câmara|trem|metrô",
                "assento",
            ),
            (
                "[ acentos ] do|da|de|para ônibus|avião|passageiros|idosos|trem|metrô|estádio",
                "assentos",
            ),
            (
                "[ acento|acentos ] preferencial|preferenciais|reservado|reservados|traseiro|dianteiro|traseiros",
                "assento",
            ),
            (
                "[ assento ] agudo|circunflexo|gráfico|grave|tônico|mineiro|nordestino",
                "acento",
            ),
        ]),
    },
    Rule {
        id: "senso-censo",
        kind: Grammar,
        message: "“Senso” é juízo ou percepção; “censo”, recenseamento.",
        right: &[
            "Use o bom senso.",
            "O censo demográfico começou.",
            "Ele tem senso de humor.",
        ],
        wrong: &[
            "Use o bom {censo|senso}.",
            "O {senso|censo} demográfico começou.",
            "Ele tem {censo|senso} de humor.",
        ],
        check: Check::Patterns(&[
            ("bom [ censo ]", "senso"),
            ("[ censo ] comum|crítico|estético|moral", "senso"),
            (
                "[ censo ] de humor|justiça|responsabilidade|direção|oportunidade|urgência|ridículo",
                "senso",
            ),
            (
                "[ senso ] demográfico|populacional|agropecuário|escolar",
                "censo",
            ),
            ("[ senso ] do|de ibge|2010|2022|2000", "censo"),
        ]),
    },
    Rule {
        id: "despercebido",
        kind: Grammar,
        message: "O que não é notado passa “despercebido”; “desapercebido” é desprevenido.",
        right: &[
            "O erro passou despercebido.",
            "Ela passou despercebida.",
            "Os sinais passam despercebidos.",
        ],
        wrong: &[
            "O erro passou {desapercebido|despercebido}.",
            "Ela passou {desapercebida|despercebida}.",
            "Os sinais passam {desapercebidos|despercebidos}.",
        ],
        check: Check::Patterns(&[
            ("~passar #any? [ desapercebido ]", "despercebido"),
            ("~passar #any? [ desapercebida ]", "despercebida"),
            ("~passar #any? [ desapercebidos ]", "despercebidos"),
            ("~passar #any? [ desapercebidas ]", "despercebidas"),
        ]),
    },
    Rule {
        id: "viagem-viajem",
        kind: Grammar,
        message: "“Viagem” é substantivo; “viajem” é forma do verbo viajar.",
        right: &[
            "A viagem foi boa.",
            "Quero que eles viajem logo.",
            "Boa viagem!",
        ],
        wrong: &[
            "A {viajem|viagem} foi boa.",
            "Boa {viajem|viagem}!",
            "Quero que eles {viagem|viajem} logo.",
        ],
        check: Check::Patterns(&[
            (
                "a|uma|de|da|na|nossa|boa|minha|sua|essa|esta|primeira|próxima|longa|em|última|cada|à|pela [ viajem ]",
                "viagem",
            ),
            (
                "que|talvez eles|elas|vocês|todos|os|as #nom? [ viagem ]",
                "viajem",
            ),
            ("que eles|elas|vocês|todos [ viagem ]", "viajem"),
        ]),
    },
    Rule {
        id: "perca-perda",
        kind: Grammar,
        message: "“Perda” é substantivo; “perca” é forma do verbo perder.",
        right: &[
            "Foi uma grande perda.",
            "Não perca a chance.",
            "Houve perda de tempo.",
        ],
        wrong: &[
            "Foi uma grande {perca|perda}.",
            "Houve {perca|perda} de tempo.",
            "A {perca|perda} do emprego o abalou.",
        ],
        check: Check::Patterns(&[
            (
                "uma|a|grande|da|na|pela|à|sua|com|por|houve|sem|de|maior|causou|teve|as|muita [ perca ] $|,|de|do|da|total|parcial|e",
                "perda",
            ),
            ("as|das|com|muitas|grandes|nas [ percas ]", "perdas"),
        ]),
    },
    Rule {
        id: "tachar-taxar",
        kind: Grammar,
        message: "“Tachar” é qualificar negativamente; “taxar” é tributar.",
        right: &[
            "Foi tachado de mentiroso.",
            "O governo vai taxar fortunas.",
            "Foi taxado em 10%.",
        ],
        wrong: &[
            "Foi {taxado|tachado} de mentiroso.",
            "Ela foi {taxada|tachada} de louca.",
            "Foram {taxados|tachados} de traidores.",
        ],
        check: Check::Patterns(&[
            ("[ taxado ] de #word", "tachado"),
            ("[ taxada ] de #word", "tachada"),
            ("[ taxados ] de #word", "tachados"),
            ("[ taxadas ] de #word", "tachadas"),
            ("[ taxou ] o|a|os|as|ele|ela de", "tachou"),
        ]),
    },
    Rule {
        id: "ratificar-retificar",
        kind: Grammar,
        message: "“Retificar” é corrigir; “ratificar” é confirmar.",
        right: &[
            "O jornal retificou o erro.",
            "O Senado ratificou o acordo.",
            "Retifique os dados errados.",
        ],
        wrong: &[
            "O jornal {ratificou|retificou} o erro.",
            "O Senado {retificou|ratificou} o tratado.",
            "É preciso {ratificar|retificar} a informação errada.",
        ],
        check: Check::Patterns(&[
            ("[ ratificou ] o|os erro|erros|equívoco|engano", "retificou"),
            (
                "[ ratificar ] o|os|um erro|erros|equívoco|engano",
                "retificar",
            ),
            (
                "[ ratificar ] a|os informação|dados errada|errados|incorretos|incorreta",
                "retificar",
            ),
            (
                "[ retificou ] o tratado|acordo|convênio|protocolo",
                "ratificou",
            ),
            ("[ retificar ] o tratado|protocolo", "ratificar"),
        ]),
    },
    Rule {
        id: "flagrante-fragrante",
        kind: Grammar,
        message: "“Flagrante” é o que se vê no ato; “fragrante”, perfumado.",
        right: &[
            "Foi preso em flagrante.",
            "O flagrante ocorreu cedo.",
            "A rosa fragrante encanta.",
        ],
        wrong: &[
            "Foi preso em {fragrante|flagrante}.",
            "O {fragrante|flagrante} ocorreu cedo.",
            "A polícia autuou o homem em {fragrante|flagrante}.",
        ],
        check: Check::Patterns(&[
            ("em [ fragrante ]", "flagrante"),
            (
                "o|um|do|no|ao [ fragrante ] !jardim|perfume|aroma|buquê",
                "flagrante",
            ),
        ]),
    },
    Rule {
        id: "discricao-descricao",
        kind: Grammar,
        message: "“Discrição” é qualidade de quem é discreto; “descrição”, ato de descrever.",
        right: &[
            "Agiu com discrição.",
            "A descrição do produto é clara.",
            "Pediu discrição a todos.",
        ],
        wrong: &[
            "Agiu com {descrição|discrição}.",
            "A {discrição|descrição} do produto é clara.",
            "Tratou o caso com muita {descrição|discrição}.",
        ],
        check: Check::Patterns(&[
            ("com muita|total|certa? [ descrição ] $|,|e", "discrição"),
            (
                "~elogiar|~agradecer|~manter|~pedir|~exigir a [ descrição ] com que|$",
                "discrição",
            ),
            ("~pedir|~exigir|~ter [ descrição ] $|,|e", "discrição"),
            (
                "[ discrição ] do|da|dos|de produto|suspeito|vaga|cargo|imóvel|cena|ladrão|produtos|personagem|fatos|perfil|anúncio",
                "descrição",
            ),
        ]),
    },
    Rule {
        id: "despensa-dispensa",
        kind: Grammar,
        message: "“Despensa” é onde se guardam alimentos; “dispensa”, licença ou desobrigação.",
        right: &[
            "A despensa da casa estava cheia.",
            "Pediu dispensa do serviço.",
            "A dispensa de licitação foi anulada.",
        ],
        wrong: &[
            "A {dispensa|despensa} da casa estava cheia.",
            "Guardou o arroz na {dispensa|despensa}.",
            "A {dispensa|despensa} da cozinha é pequena.",
        ],
        check: Check::Patterns(&[
            (
                "a|na|da|uma [ dispensa ] da|de casa|cozinha|alimentos|mantimentos",
                "despensa",
            ),
            ("na [ dispensa ] $|,|e", "despensa"),
        ]),
    },
    Rule {
        id: "pode-pode",
        kind: Grammar,
        message: "No passado, escreve-se “pôde”, com acento.",
        right: &[
            "Ele não pôde vir ontem.",
            "Ele pode vir amanhã.",
            "Ela disse que pode sair.",
        ],
        wrong: &[
            "Ele não {pode|pôde} vir ontem.",
            "Ela não {pode|pôde} sair ontem.",
            "Na semana passada, ele não {pode|pôde} jogar.",
        ],
        check: Check::Patterns(&[
            ("[ pode ] #inf ontem|anteontem", "pôde"),
            ("[ pode ] #inf #any? #any? ontem|anteontem", "pôde"),
            (
                "semana|mês|ano passada|passado , #any? não [ pode ] #inf",
                "pôde",
            ),
        ]),
    },
];
