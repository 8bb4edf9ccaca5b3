//! More regência: adjectives, verbs of aim and the relative of what one talks about.

use super::{Check, Rule};
use crate::finding::Kind::Grammar;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "regencia-adjetivo",
        kind: Grammar,
        message: "O adjetivo rege outra preposição: “alérgico a”, “compatível com”.",
        right: &[
            "Ela é alérgica a dipirona.",
            "O carregador é compatível com o celular.",
            "Os dados são incompatíveis com a versão oficial.",
        ],
        wrong: &[
            "Ele é alérgico {com|a} dipirona.",
            "O carregador não é compatível {aos|com os} celulares antigos.",
            "A versão é incompatível {à|com a} do laudo.",
        ],
        check: Check::Patterns(&[
            (
                "alérgico|alérgica|alérgicos|alérgicas|imune|imunes [ com o ]",
                "ao",
            ),
            (
                "alérgico|alérgica|alérgicos|alérgicas|imune|imunes [ com a ]",
                "à",
            ),
            ("alérgico|alérgica|alérgicos|alérgicas [ com ]", "a"),
            ("alérgico|alérgica|alérgicos|alérgicas [ de ]", "a"),
            (
                "compatível|compatíveis|incompatível|incompatíveis [ ao ]",
                "com o",
            ),
            (
                "compatível|compatíveis|incompatível|incompatíveis [ aos ]",
                "com os",
            ),
            (
                "compatível|compatíveis|incompatível|incompatíveis [ à ]",
                "com a",
            ),
            (
                "compatível|compatíveis|incompatível|incompatíveis [ às ]",
                "com as",
            ),
        ]),
    },
    Rule {
        id: "regencia-fim",
        kind: Grammar,
        message: "“Aspirar” e “visar”, no sentido de ter por fim, regem a preposição “a”.",
        right: &[
            "O jovem aspirava a uma vaga.",
            "O curso visa ao aperfeiçoamento do quadro.",
            "A máquina aspira o pó.",
            "O cônsul visa o documento.",
        ],
        wrong: &[
            "O jovem aspirava {uma|a uma} vaga na seleção.",
            "O curso visa {o|ao} aperfeiçoamento do quadro.",
            "Ela aspira {um|a um} cargo na diretoria.",
        ],
        check: Check::Patterns(&[
            (
                "~aspirar [ uma|um ] vaga|carreira|cadeira|posição|vida|promoção|medalha|cargo|posto|título|lugar|emprego|mandato|assento",
                "a $2",
            ),
            (
                "~aspirar [ a ] presidência|prefeitura|vaga|carreira|diretoria|titularidade|liderança|promoção|fama|glória",
                "à",
            ),
            (
                "visa|visam|visava|visavam|visou|visaram|visar|visando [ o ] #act",
                "ao",
            ),
        ]),
    },
    Rule {
        id: "regencia-falar-de",
        kind: Grammar,
        message: "Quem fala, fala de alguma coisa: o relativo leva a preposição “de”.",
        right: &[
            "A série de que todo mundo fala estreia hoje.",
            "O filme que todos viram é bom.",
            "A língua que todo mundo fala aqui é o guarani.",
        ],
        wrong: &[
            "A série {que|de que} todo mundo fala estreia hoje.",
            "É o livro {que|de que} todos falam.",
            "O assunto {que|de que} todo mundo fala é a chuva.",
        ],
        check: Check::Patterns(&[
            (
                "série|filme|livro|assunto|tema|novela|peça|banda|show|restaurante|disco|jogador|escândalo|caso [ que ] todo mundo fala|falava|falou !de|em|que|mal|bem?",
                "de que",
            ),
            (
                "série|filme|livro|assunto|tema|novela|peça|banda|show|restaurante|disco|jogador|escândalo|caso [ que ] todos falam|falavam|falaram !de|em|que|mal|bem?",
                "de que",
            ),
        ]),
    },
    Rule {
        id: "simpatizar",
        kind: Grammar,
        message: "“Simpatizar” e “antipatizar” não são pronominais.",
        right: &[
            "O técnico simpatizou com o jogador.",
            "Eles antipatizaram com o vizinho.",
            "Simpatizo com a ideia.",
        ],
        wrong: &[
            "O técnico {simpatizou-se|simpatizou} com o jogador.",
            "Eles {antipatizaram-se|antipatizaram} com o vizinho.",
            "Ela {se simpatizou|simpatizou} com a ideia.",
        ],
        check: Check::Patterns(&[
            ("[ simpatizou-se ] com", "simpatizou"),
            ("[ simpatizaram-se ] com", "simpatizaram"),
            ("[ simpatizei-me ] com", "simpatizei"),
            ("[ antipatizou-se ] com", "antipatizou"),
            ("[ antipatizaram-se ] com", "antipatizaram"),
            ("[ antipatizei-me ] com", "antipatizei"),
            (
                "[ se|me simpatizou|simpatizaram|simpatizei|antipatizou|antipatizaram|antipatizei ] com",
                "$2",
            ),
        ]),
    },
];
