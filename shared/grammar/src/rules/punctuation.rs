//! Commas, spacing, marks, quotes and repeated words.

use super::commas;
use super::marks;
use super::{Check, Rule};
use crate::finding::Kind::{Grammar, Style};

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "palavra-repetida",
        kind: Grammar,
        message: "A mesma palavra aparece duas vezes seguidas.",
        right: &[
            "Ela saiu cedo.",
            "Logo logo ele chega.",
            "O que é isso?",
            "Ele se sentou.",
        ],
        wrong: &[
            "Ela {saiu saiu|saiu} cedo.",
            "Este é {o o|o} livro.",
            "O time jogou {muito bem muito bem|muito bem}.",
            "A agência informou {que que|que} vai multar a empresa.",
        ],
        check: Check::Block(marks::repeated),
    },
    Rule {
        id: "espaco-antes-de-sinal",
        kind: Grammar,
        message: "Não há espaço antes de vírgula, ponto e outros sinais.",
        right: &[
            "Frutas, verduras e flores.",
            "Quem é?",
            "São 10 : 2 ou 5 / 2.",
        ],
        wrong: &[
            "{Frutas ,|Frutas,} verduras e flores.",
            "Quem {é ?|é?}",
            "Ele {saiu .|saiu.}",
        ],
        check: Check::Block(marks::space_before),
    },
    Rule {
        id: "espaco-depois-de-sinal",
        kind: Grammar,
        message: "Depois de vírgula, ponto e outros sinais, há um espaço.",
        right: &[
            "Tela maior, bateria nova.",
            "Às 10:30, custa 1,50.",
            "Fim. Começo.",
        ],
        wrong: &[
            "Tela {maior,bateria|maior, bateria} nova.",
            "Choveu {muito.Depois|muito. Depois} parou.",
            "Ele {disse:vou|disse: vou} embora.",
        ],
        check: Check::Block(marks::space_after),
    },
    Rule {
        id: "espaco-duplo",
        kind: Style,
        message: "Entre duas palavras há um só espaço.",
        right: &["Três ovos e leite.", "Um texto limpo.", "Nada a corrigir."],
        wrong: &[
            "Leva {três  ovos|três ovos} e leite.",
            "Um {texto   limpo|texto limpo}.",
            "Nada {a  corrigir|a corrigir}.",
        ],
        check: Check::Block(marks::double_space),
    },
    Rule {
        id: "espaco-parenteses",
        kind: Grammar,
        message: "O espaço fica fora dos parênteses, não dentro.",
        right: &[
            "A cidade (fundada em 1786) cresceu.",
            "Ele (o chefe) saiu.",
            "Veja (aqui).",
        ],
        wrong: &[
            "A cidade {( fundada|(fundada} em 1786) cresceu.",
            "Ele (o {chefe )|chefe)} saiu.",
            "Ele{(|\u{20}(}o chefe) saiu.",
        ],
        check: Check::Block(marks::brackets),
    },
    Rule {
        id: "parenteses-abertos",
        kind: Grammar,
        message: "Todo parêntese que se abre deve ser fechado.",
        right: &[
            "A cidade (fundada em 1786) cresceu.",
            "a) primeiro item",
            "Sorria :)",
        ],
        wrong: &[
            "A cidade {(fundada em 1786 cresceu|}.",
            "Ele {(o chefe saiu|}.",
            "O museu {(do centro abre hoje|}.",
        ],
        check: Check::Block(marks::unclosed_bracket),
    },
    Rule {
        id: "pontuacao-dupla",
        kind: Grammar,
        message: "Dois sinais de pontuação não se repetem nem se juntam assim.",
        right: &[
            "Três causas, entre elas o frio.",
            "Tela, tinta etc.",
            "E então... nada.",
            "O quê?!",
        ],
        wrong: &[
            "Três {causas,,|causas,} entre elas o frio.",
            "Tela, tinta {etc..|etc.}",
            "Ele {saiu,.|saiu.}",
            "Comprou tinta {etc...|etc.}",
        ],
        check: Check::Block(marks::doubled),
    },
    Rule {
        id: "exclamacao-repetida",
        kind: Style,
        message: "Em texto editado, basta um sinal de exclamação ou de interrogação.",
        right: &["Que gol!", "Quem vem?", "O quê?!"],
        wrong: &[
            "Que {gol!!!|gol!}",
            "Quem {vem??|vem?}",
            "{Parabéns!!|Parabéns!}",
        ],
        check: Check::Block(marks::exclamations),
    },
    Rule {
        id: "aspas-abertas",
        kind: Grammar,
        message: "Toda aspa que se abre deve ser fechada, e do mesmo tipo.",
        right: &[
            "Ele disse: “Vou”.",
            "O filme \"Aquarius\" estreou.",
            "O disco de 12\" tocou.",
        ],
        wrong: &[
            "Ele disse: {“Vou agora|}.",
            "O filme {\"Aquarius estreou ontem|}.",
            "A peça {“Hamlet estreou|}.",
        ],
        check: Check::Block(marks::quotes),
    },
    Rule {
        id: "virgula-sujeito-verbo",
        kind: Grammar,
        message: "Não se separa por vírgula o sujeito do verbo.",
        right: &[
            "Os moradores reclamam.",
            "O prefeito, que viajou, volta hoje.",
            "No centro, moradores reclamam.",
        ],
        wrong: &[
            "Os {moradores, reclamam|moradores reclamam} do barulho.",
            "O presidente da {federação, anunciou|federação anunciou} os jogos.",
            "A maior parte dos {clientes, prefere|clientes prefere} cartão.",
        ],
        check: Check::Sentence(commas::subject),
    },
    Rule {
        id: "virgula-verbo-objeto",
        kind: Grammar,
        message: "Não se separa por vírgula o verbo da oração que o completa.",
        right: &[
            "Ele disse que vem.",
            "Ele disse, porém, que vem.",
            "Acredito que sim.",
        ],
        wrong: &[
            "Ele {disse, que|disse que} vem.",
            "A empresa {informou, que|informou que} fechará.",
            "O ministro {afirmou, que|afirmou que} sai.",
            "O relatório {aponta, que|aponta que} faltam obras.",
        ],
        check: Check::Patterns(&[(
            "[ ~dizer|~afirmar|~informar|~acreditar|~explicar|~declarar|~achar|~esperar|~saber|~anunciar|~garantir|~ressaltar|~apontar|~indicar|~concluir|~confirmar|~alegar|~sustentar|~prometer|~admitir|~avaliar , que ] !,|eu",
            "$1 que",
        )]),
    },
    Rule {
        id: "virgula-idade",
        kind: Grammar,
        message: "A idade entre o nome e o verbo fica entre duas vírgulas.",
        right: &[
            "O lateral Rodrigo Alves, de 31 anos, assinou contrato.",
            "Ana, de 20 anos, estuda.",
            "Um homem de 40 anos morreu.",
        ],
        wrong: &[
            "O lateral Rodrigo Alves, de 31 {anos assinou|anos, assinou} contrato.",
            "Ana Souza, 20 {anos estuda|anos, estuda} em Lima.",
            "O ator José Lima, de 80 {anos morreu|anos, morreu} ontem.",
        ],
        check: Check::Patterns(&[
            ("#cap , de #digits [ anos #fin ]", "$5, $6"),
            ("#cap , #digits [ anos #fin ]", "$4, $5"),
        ]),
    },
    Rule {
        id: "virgula-sujeito-longo",
        kind: Grammar,
        message: "Não se separa por vírgula o sujeito do verbo, mesmo que o sujeito seja longo.",
        right: &[
            "Uma pesquisa feita com 1.200 empresários mostrou a queda.",
            "O diretor da escola, que viajou, voltou ontem.",
            "A casa, disse ela, caiu.",
        ],
        wrong: &[
            "Uma pesquisa feita com 1.200 {empresários, mostrou|empresários mostrou} a queda.",
            "Segundo a nota, os moradores do {bairro, pedem|bairro pedem} obras.",
            "Ele disse que os moradores do {bairro, pedem|bairro pedem} obras.",
        ],
        check: Check::Sentence(super::long_commas::subject),
    },
    Rule {
        id: "virgula-mas",
        kind: Grammar,
        message: "Antes de “mas” e “porém” que ligam orações, usa-se vírgula.",
        right: &[
            "É bonito, mas aperta.",
            "Não só canta mas também dança.",
            "Mas ele veio.",
        ],
        wrong: &[
            "O tênis é {bonito mas|bonito, mas} aperta um pouco.",
            "Ele {tentou porém|tentou, porém} não conseguiu.",
            "Quis {sair mas|sair, mas} choveu.",
        ],
        check: Check::Sentence(commas::before_but),
    },
    Rule {
        id: "virgula-vocativo",
        kind: Grammar,
        message: "O vocativo separa-se por vírgula.",
        right: &[
            "Pessoal, a aula acabou.",
            "Bom dia, turma.",
            "O pessoal saiu.",
        ],
        wrong: &[
            "{Pessoal a|Pessoal, a} aula acabou.",
            "Bom {dia turma|dia, turma}.",
            "{Gente o|Gente, o} show começou.",
            "Obrigado {por tudo amigos|por tudo, amigos}.",
        ],
        check: Check::Sentence(commas::vocative),
    },
    Rule {
        id: "virgula-expressao-inicial",
        kind: Grammar,
        message: "A expressão que liga períodos separa-se por vírgula.",
        right: &[
            "No entanto, ele voltou.",
            "Além disso, choveu.",
            "Por exemplo, a lei mudou.",
        ],
        wrong: &[
            "{No entanto ele|No entanto, ele} voltou.",
            "{Além disso a|Além disso, a} loja fechou.",
            "{Por outro lado o|Por outro lado, o} preço caiu.",
        ],
        check: Check::Patterns(&[
            (
                "^ [ no entanto o|a|os|as|ele|ela|eles|não|é|há|nem|um|uma|isso ]",
                "no entanto, $4",
            ),
            (
                "^ [ além disso o|a|os|as|ele|ela|eles|não|é|há|um|uma ]",
                "além disso, $4",
            ),
            (
                "^ [ por outro lado o|a|os|as|ele|ela|eles|não|é|há|um|uma ]",
                "por outro lado, $5",
            ),
            (
                "^ [ por exemplo o|a|os|as|ele|ela|eles|não|é|um|uma ]",
                "por exemplo, $4",
            ),
            (
                "^ [ ou seja o|a|os|as|ele|ela|eles|não|é|um|uma ]",
                "ou seja, $4",
            ),
            (
                "^ [ entretanto|contudo|todavia|porém|portanto o|a|os|as|ele|ela|eles|não|um|uma|isso ]",
                "$2, $3",
            ),
        ]),
    },
];
