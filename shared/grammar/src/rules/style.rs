//! Capital letters, dates, hours and numbers.

use super::figures;
use super::{Check, Rule};
use crate::finding::Kind::{Grammar, Style};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "maiuscula-inicio",
        kind: Grammar,
        message: "A frase começa com letra maiúscula.",
        right: &[
            "Os ingressos acabaram.",
            "O iPhone caiu. Ele quebrou.",
            "Fica na av. Brasil.",
        ],
        wrong: &[
            "Choveu muito. {os|Os} rios subiram.",
            "{os|Os} ingressos para a final se esgotaram.",
            "Quem vem? {ele|Ele} vem.",
        ],
        check: Check::Block(figures::sentence_capital),
    },
    Rule {
        id: "minuscula-mes-dia",
        kind: Grammar,
        message: "Nomes de meses e de dias da semana escrevem-se com inicial minúscula.",
        right: &[
            "Começa em março.",
            "Na segunda-feira, chove.",
            "A rua Sete de Setembro.",
            "Março chegou.",
        ],
        wrong: &[
            "Começa em {Março|março}.",
            "Na {Segunda-feira|segunda-feira}, chove.",
            "Volta no {Domingo|domingo}.",
            "No dia 5 de {Maio|maio}.",
        ],
        check: Check::Sentence(figures::months),
    },
    Rule {
        id: "maiuscula-nome-proprio",
        kind: Grammar,
        message: "Nomes próprios de lugares escrevem-se com inicial maiúscula.",
        right: &["Mora no Brasil.", "Foi à Alemanha.", "Vive em São Paulo."],
        wrong: &[
            "Mora no {brasil|Brasil}.",
            "Foi à {alemanha|Alemanha}.",
            "Vive em {são paulo|São Paulo}.",
        ],
        check: Check::Patterns(&[
            ("[ brasil ]", "Brasil"),
            ("[ alemanha ]", "Alemanha"),
            ("[ são paulo ]", "São Paulo"),
            ("[ rio de janeiro ]", "Rio de Janeiro"),
            ("[ minas gerais ]", "Minas Gerais"),
            ("[ estados unidos ]", "Estados Unidos"),
            ("[ belo horizonte ]", "Belo Horizonte"),
            ("[ porto alegre ]", "Porto Alegre"),
            ("[ santa catarina ]", "Santa Catarina"),
            ("[ mato grosso ]", "Mato Grosso"),
            ("[ espírito santo ]", "Espírito Santo"),
            ("[ distrito federal ]", "Distrito Federal"),
            (
                "na|da|à|a|pela|para [ argentina|bahia|europa|áfrica|ásia|frança|itália|espanha|inglaterra|rússia|ucrânia|índia|bolívia|colômbia|venezuela|suíça|bélgica|holanda|grécia|turquia|paraíba|amazônia|antártida|oceania|suécia|noruega|polônia|áustria|china ] $|,|e|que|com|em|foi|é|cresceu|no|na|para|por|há",
                "§2",
            ),
            (
                "no|do|ao|o|pelo|para [ japão|chile|peru|uruguai|paraguai|equador|canadá|méxico|egito|ceará|paraná|pará|maranhão|piauí|amapá|tocantins|líbano|irã|iraque|vietnã|panamá|haiti ] !cru",
                "§2",
            ),
            (
                "em|de|por|a|para [ curitiba|recife|salvador|brasília|goiânia|manaus|belém|florianópolis|lisboa|londres|paris|roma|madri|tóquio|pequim|portugal|israel|cuba|angola|moçambique|pernambuco|goiás|alagoas|sergipe|rondônia|roraima ] $|,|e|que|com|em|no|na|para|por|há|ontem",
                "§2",
            ),
        ]),
    },
    Rule {
        id: "minuscula-gentilico",
        kind: Style,
        message: "Gentílicos e nomes de línguas escrevem-se com inicial minúscula.",
        right: &[
            "Os brasileiros votam.",
            "Fala inglês e francês.",
            "O Campeonato Brasileiro começou.",
        ],
        wrong: &[
            "Os {Brasileiros|brasileiros} votam.",
            "Ela fala {Inglês|inglês}.",
            "Os {Paulistas|paulistas} chegaram.",
            "A chef {Italiana|italiana} Chiara Bonetti abriu um restaurante.",
        ],
        check: Check::Patterns(&[
            (
                "os|dos|aos|pelos|muitos|todos|entre [ brasileiros|paulistas|cariocas|mineiros|gaúchos|baianos|argentinos|americanos|portugueses|franceses|italianos|alemães|chineses|japoneses|espanhóis|ingleses|russos|nordestinos|paulistanos|uruguaios|chilenos|mexicanos|europeus|africanos ] #any",
                "¤2",
            ),
            (
                "as|das|às|pelas [ brasileiras|paulistas|cariocas|mineiras|gaúchas|baianas|argentinas|americanas|portuguesas|francesas|italianas|alemãs|chinesas|japonesas ] #any",
                "¤2",
            ),
            (
                "o|a|um|uma|do|da|pelo|pela|ao|à chef|cantor|cantora|ator|atriz|escritor|escritora|diretor|diretora|artista|técnico|técnica|piloto|tenista|atleta|pintor|pintora|turista|empresário|empresária|cineasta|jornalista|estilista|arquiteto|arquiteta|presidente|pesquisador|pesquisadora|cientista|modelo|fotógrafo|fotógrafa \
                 [ italiano|italiana|francês|francesa|argentino|argentina|americano|americana|inglês|inglesa|alemão|alemã|espanhol|espanhola|português|portuguesa|japonês|japonesa|chinês|chinesa|russo|russa|uruguaio|uruguaia|chileno|chilena|mexicano|mexicana|brasileiro|brasileira|gaúcha|baiana|paulista|mineira ] #cap",
                "¤3",
            ),
            (
                "~falar|~estudar|~aprender|~ensinar|idioma|aulas de? [ inglês|francês|espanhol|português|alemão|italiano|japonês|mandarim|russo|árabe ] $|,|e|fluente|com|na|no|para",
                "¤3",
            ),
        ]),
    },
    Rule {
        id: "hora-abreviada",
        kind: Style,
        message: "O símbolo de hora é “h”, sem plural, ponto ou espaço: 10h, 10h30.",
        right: &["Abre às 10h.", "Fecha às 19h30.", "Dura duas horas."],
        wrong: &[
            "Abre às {10hs|10h}.",
            "Fecha às {19:30h|19h30}.",
            "Começa às {8hrs|8h}.",
            "Começa às {10H|10h}.",
        ],
        check: Check::Sentence(figures::hours),
    },
    Rule {
        id: "data-dia-primeiro",
        kind: Grammar,
        message: "O primeiro dia do mês é ordinal, e os dias não levam zero à esquerda.",
        right: &[
            "Vale em 1º de julho.",
            "Nasceu em 5 de maio.",
            "Código 01 da lista.",
        ],
        wrong: &[
            "Vale em {01|1º} de julho.",
            "Nasceu em {05|5} de maio.",
            "Começa em {1|1º} de março.",
        ],
        check: Check::Sentence(figures::days),
    },
    Rule {
        id: "moeda",
        kind: Style,
        message: "Entre o símbolo da moeda e o número há espaço, e a palavra “reais” não se repete.",
        right: &["Custa R$ 25.", "Pagou US$ 10.", "São 30 reais."],
        wrong: &[
            "Custa {R$25|R$ 25}.",
            "Pagou {US$10|US$ 10}.",
            "Custa {R$ 30 reais|R$ 30}.",
        ],
        check: Check::Block(figures::money),
    },
    Rule {
        id: "numero-decimal",
        kind: Grammar,
        message: "Em português, a vírgula separa os decimais e o ponto separa os milhares.",
        right: &["Custa R$ 3.450,00.", "Subiu 2,5%.", "A versão 2.5 saiu."],
        wrong: &[
            "Custa R$ {3,450.00|3.450,00}.",
            "Subiu {2.5%|2,5%}.",
            "São {1.5|1,5} milhão de pessoas.",
        ],
        check: Check::Sentence(figures::decimals),
    },
    Rule {
        id: "ano-com-ponto",
        kind: Grammar,
        message: "O número do ano não leva ponto nem vírgula.",
        right: &[
            "Nasceu em 1990.",
            "Havia 2.020 pessoas.",
            "Desde 2015, mora lá.",
        ],
        wrong: &[
            "Nasceu em {1.990|1990}.",
            "Desde {2.015|2015}, mora lá.",
            "O ano de {2.023|2023} foi bom.",
        ],
        check: Check::Sentence(figures::years),
    },
    Rule {
        id: "porcentagem",
        kind: Style,
        message: "O sinal de porcentagem fica junto do número.",
        right: &["Subiu 10%.", "Cerca de 5% faltaram.", "Dez por cento."],
        wrong: &[
            "Subiu {10 %|10%}.",
            "Cerca de {5 %|5%} faltaram.",
            "Caiu {2,5 %|2,5%}.",
        ],
        check: Check::Block(figures::percent),
    },
    Rule {
        id: "unidade-de-medida",
        kind: Grammar,
        message: "Símbolos de unidades escrevem-se em minúsculas, sem plural e sem ponto.",
        right: &["Pesa 5 kg.", "Corre 10 km.", "Mede 3 m."],
        wrong: &["Pesa 5 {kgs|kg}.", "Corre 10 {kms|km}.", "Mede 3 {mts|m}."],
        check: Check::Patterns(&[
            ("#digits [ kgs ]", "kg"),
            ("#digits [ kms ]", "km"),
            ("#digits [ mts ]", "m"),
            ("#digits [ grs ]", "g"),
            ("#digits [ lts ]", "l"),
            ("#digits [ cms ]", "cm"),
            ("#digits [ hs|hrs ]", "h"),
            ("#digits [ mins ]", "min"),
        ]),
    },
    Rule {
        id: "ordinal",
        kind: Style,
        message: "Os ordinais em algarismos levam “º” ou “ª”.",
        right: &["O 1º lugar.", "A 2ª edição.", "O segundo lugar."],
        wrong: &[
            "O {1o|1º} lugar.",
            "A {2a|2ª} edição.",
            "O {3o|3º} colocado.",
        ],
        check: Check::Sentence(figures::ordinals),
    },
];
