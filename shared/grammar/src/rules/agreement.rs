//! Agreement of determiners, nouns and adjectives in gender and number.

use super::{Check, Rule};
use super::{noun_phrase as phrase, predicate};
use crate::finding::Kind::Grammar;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "concordancia-mesmo",
        kind: Grammar,
        message: "“Mesmo” e “próprio” concordam com o pronome a que se referem.",
        right: &[
            "Ela mesma fez o bolo.",
            "Eles próprios pagaram.",
            "As alunas mesmas decidiram.",
        ],
        wrong: &[
            "Ela {mesmo|mesma} fez o bolo.",
            "Elas {próprio|próprias} pagaram.",
            "Eles {mesmo|mesmos} decidiram.",
        ],
        check: Check::Patterns(&[
            ("ela [ mesmo ] #verb|que|$", "mesma"),
            ("ela [ próprio ]", "própria"),
            ("elas [ mesmo|mesmos|mesma ] #verb|$", "mesmas"),
            ("elas [ próprio|próprios|própria ]", "próprias"),
            ("eles [ mesmo ] #verb|$", "mesmos"),
            ("eles [ próprio|própria ]", "próprios"),
            ("ele [ mesma ]", "mesmo"),
            ("ele [ própria ]", "próprio"),
        ]),
    },
    Rule {
        id: "concordancia-anexo",
        kind: Grammar,
        message: "“Anexo”, “incluso” e “quite” concordam com o substantivo a que se referem.",
        right: &[
            "Seguem anexas as fotos.",
            "Segue anexo o contrato.",
            "Em anexo, seguem as fotos.",
        ],
        wrong: &[
            "Seguem {anexo|anexas} as fotos.",
            "Segue {anexo|anexa} a nota.",
            "Seguem {anexo|anexos} os contratos.",
            "Seguem {anexo|anexas} ao processo as fotos.",
        ],
        check: Check::Patterns(&[
            (
                "~seguir|~ir|~enviar|~mandar|~estar [ anexo|anexos|anexa|incluso ] as",
                "anexas",
            ),
            (
                "~seguir|~ir|~enviar|~mandar|~estar [ anexo|anexa|anexas ] os",
                "anexos",
            ),
            (
                "~seguir|~ir|~enviar|~mandar|~estar [ anexo|anexos ] a",
                "anexa",
            ),
            (
                "~seguir|~ir|~enviar|~mandar|~estar [ anexa|anexas ] o",
                "anexo",
            ),
            (
                "seguem|vão [ anexo|anexa|anexas ] ao|à|aos|às #word os",
                "anexos",
            ),
            (
                "seguem|vão [ anexo|anexa|anexos ] ao|à|aos|às #word as",
                "anexas",
            ),
            ("estou|está|ficou|fiquei|estava [ quites ]", "quite"),
            (
                "estamos|estão|ficaram|ficamos|ficar|ficarão [ quite ]",
                "quites",
            ),
        ]),
    },
    Rule {
        id: "meio-meia",
        kind: Grammar,
        message: "O advérbio “meio” (um pouco) não varia; o numeral “meia” concorda com “hora”.",
        right: &[
            "Ela está meio cansada.",
            "É meio-dia e meia.",
            "Comeu meia maçã.",
        ],
        wrong: &[
            "Ela está {meia|meio} cansada.",
            "A porta ficou {meia|meio} aberta.",
            "Chegou ao meio-dia e {meio|meia}.",
        ],
        check: Check::Patterns(&[
            (
                "~estar|~ficar|~ser|~andar|~parecer|~sentir|~sair|~chegar|se [ meia|meias|meios ] #adj",
                "meio",
            ),
            (
                "~estar|~ficar|~ser|~andar|~parecer [ meia ] triste|tonta|nervosa|doente|confusa|sonolenta",
                "meio",
            ),
            (
                "meio-dia|meia-noite|uma|hora|horas e [ meio ] !quilo|litro|metro",
                "meia",
            ),
            ("meio dia e [ meio ]", "meia"),
        ]),
    },
    Rule {
        id: "e-proibido",
        kind: Grammar,
        message: "Em “é proibido” e “é necessário”, o adjetivo concorda com o substantivo determinado por artigo.",
        right: &[
            "É proibida a entrada.",
            "É proibido entrada de animais.",
            "É necessária a presença de todos.",
        ],
        wrong: &[
            "É {proibido|proibida} a entrada.",
            "É {necessário|necessária} a presença de todos.",
            "Foi {permitido|permitida} a venda.",
        ],
        check: Check::Sentence(predicate::predicate_before_subject),
    },
    Rule {
        id: "obrigado-obrigada",
        kind: Grammar,
        message: "“Obrigado” concorda com quem agradece.",
        right: &[
            "“Obrigada”, disse a cantora.",
            "“Obrigado”, disse o cantor.",
            "Ela disse muito obrigada.",
        ],
        wrong: &[
            "“Muito {obrigado|obrigada}”, disse a cantora.",
            "“{Obrigada|Obrigado}”, respondeu o ministro.",
            "“{Obrigado|Obrigada}”, afirmou ela.",
        ],
        check: Check::Patterns(&[
            (
                "[ obrigado ] ”|\" ,? ~dizer|~responder|~afirmar|~escrever|~completar|~agradecer|~gritar a|ela|minha|uma",
                "obrigada",
            ),
            (
                "[ obrigada ] ”|\" ,? ~dizer|~responder|~afirmar|~escrever|~completar|~agradecer|~gritar o|ele|meu|um",
                "obrigado",
            ),
            ("ela ~dizer|~responder muito? [ obrigado ]", "obrigada"),
        ]),
    },
    Rule {
        id: "menos-invariavel",
        kind: Grammar,
        message: "“Alerta”, “menos” e “em mão” são invariáveis; “haja vista” não concorda com o que segue.",
        right: &[
            "Haja vista o resultado, mudamos.",
            "Há menos pessoas aqui.",
            "O plano falhou, haja vista a crise.",
        ],
        wrong: &[
            "{Haja visto|Haja vista} o resultado, mudamos.",
            "O plano falhou, {haja visto|haja vista} a crise.",
            "{Haja vistas|Haja vista} as críticas, recuou.",
        ],
        check: Check::Patterns(&[
            (
                "!que|ele|ela|não [ haja visto ] o|a|os|as|que",
                "haja vista",
            ),
            ("[ haja vistos|vistas ]", "haja vista"),
            ("[ hajam vista|vistas ]", "haja vista"),
            (
                "~estar|~ficar|~permanecer|~manter [ alertas ] $|,|para|a|e|ao|contra",
                "alerta",
            ),
            ("[ menas ]", "menos"),
        ]),
    },
    Rule {
        id: "genero-do-substantivo",
        kind: Grammar,
        message: "O determinante concorda com o gênero do substantivo, que aqui é outro.",
        right: &[
            "Sentiu um dó enorme.",
            "Comprou duzentos gramas de queijo.",
            "Fui testemunha do fato.",
        ],
        wrong: &[
            "Sentiu {uma|um} dó enorme.",
            "Comprou {duzentas|duzentos} gramas de queijo.",
            "{As|Os} milhares de pessoas saíram.",
            "Plantou {um|uma} alface.",
        ],
        check: Check::Patterns(&[
            (
                "[ uma ] dó|champanhe|eclipse|telefonema|gengibre|guaraná|herpes|milhão|milhar|lança-perfume|formicida|clã",
                "um",
            ),
            (
                "[ um ] alface|cal|omoplata|apendicite|libido|couve-flor|comichão|dinamite|entorse|sentinela|echarpe|faringe",
                "uma",
            ),
            (
                "[ o ] alface|omoplata|libido|couve-flor|comichão|dinamite|entorse|cal",
                "a",
            ),
            ("[ duzentas ] gramas", "duzentos"),
            ("[ trezentas ] gramas", "trezentos"),
            ("[ quatrocentas ] gramas", "quatrocentos"),
            ("[ quinhentas ] gramas", "quinhentos"),
            ("[ duas ] gramas|milhões|bilhões", "dois"),
            ("[ as ] milhares|milhões", "os"),
            ("[ das ] milhares|milhões", "dos"),
            ("[ umas ] milhares", "uns"),
            ("[ o|um|meu|seu|do|no ] óculos", "os"),
        ]),
    },
    Rule {
        id: "bastante-bastantes",
        kind: Grammar,
        message: "Antes de substantivo, “bastante” concorda em número.",
        right: &[
            "Há bastantes pessoas aqui.",
            "Eles estão bastante cansados.",
            "Ela leu bastante.",
        ],
        wrong: &[
            "Há {bastante|bastantes} pessoas aqui.",
            "Recebeu {bastante|bastantes} críticas.",
            "O texto tem {bastante|bastantes} erros.",
        ],
        check: Check::Patterns(&[
            ("[ bastante ] #pluralnoun", "bastantes"),
            (
                "[ bastante ] pessoas|críticas|erros|problemas|dúvidas|coisas|vezes|livros|amigos|clientes|opções|motivos|anos|dias|turistas|casos|reclamações|elogios|detalhes|mudanças|alunos|empresas|jogos|informações|dificuldades|pedidos",
                "bastantes",
            ),
        ]),
    },
    Rule {
        id: "todos-artigo",
        kind: Grammar,
        message: "Antes de substantivo, “todos” e “todas” pedem artigo.",
        right: &[
            "Todos os alunos vieram.",
            "Todas as casas têm luz.",
            "Todos nós vimos.",
        ],
        wrong: &[
            "{Todos|Todos os} alunos vieram.",
            "{Todas|Todas as} casas têm luz.",
            "Ela leu {todos|todos os} livros da estante.",
        ],
        check: Check::Patterns(&[
            (
                "^|para|com|de|em|por|a|sobre [ todos ] #pluralnoun",
                "todos os",
            ),
            (
                "^|para|com|de|em|por|a|sobre [ todas ] #pluralnoun",
                "todas as",
            ),
            (
                "[ todos ] alunos|livros|dias|anos|moradores|candidatos|brasileiros|funcionários|clientes|jogadores|países|casos|professores|pacientes|filhos|vereadores|deputados|produtos|carros|problemas|bairros|estados|municípios|documentos|meses|jogos|participantes|setores|lados|ingressos|trabalhadores",
                "todos os",
            ),
            (
                "[ todas ] casas|pessoas|crianças|escolas|empresas|mulheres|cidades|semanas|famílias|lojas|vezes|noites|manhãs|tardes|áreas|regiões|unidades|informações|alunas|vagas|ruas|partes|formas|provas|equipes|linhas|vítimas",
                "todas as",
            ),
        ]),
    },
    Rule {
        id: "concordancia-numero-determinante",
        kind: Grammar,
        message: "O substantivo concorda em número com o artigo ou o pronome que o acompanha.",
        right: &[
            "As casas são novas.",
            "Comprei dois livros.",
            "Os ônibus pararam.",
            "As segunda e terceira fases começam.",
        ],
        wrong: &[
            "As {casa|casas} são novas.",
            "Comprei dois {livro|livros}.",
            "Os {aluno|alunos} saíram cedo.",
            "Falta apoio nas {escola|escolas}.",
        ],
        check: Check::Sentence(phrase::number_of_noun),
    },
    Rule {
        id: "concordancia-genero-determinante",
        kind: Grammar,
        message: "O artigo ou o pronome concorda em gênero com o substantivo.",
        right: &[
            "Uma decisão importante.",
            "Este problema é sério.",
            "O dia e a noite.",
            "A personagem principal.",
        ],
        wrong: &[
            "{Um|Uma} decisão importante saiu.",
            "{Esta|Este} problema é sério.",
            "Ele mora {no|na} cidade.",
            "{Muitas|Muitos} problemas surgiram.",
        ],
        check: Check::Sentence(phrase::gender_of_determiner),
    },
    Rule {
        id: "concordancia-adjetivo",
        kind: Grammar,
        message: "O adjetivo concorda em gênero e número com o substantivo.",
        right: &[
            "As ruas vazias assustam.",
            "Uma casa amarela.",
            "Os problemas sociais crescem.",
            "As leis trabalhistas mudaram.",
        ],
        wrong: &[
            "As ruas {vazia|vazias} assustam.",
            "Comprou uma casa {amarelo|amarela}.",
            "Os problemas {social|sociais} crescem.",
            "Os alunos {interessada|interessados} saíram.",
        ],
        check: Check::Sentence(phrase::adjective),
    },
    Rule {
        id: "concordancia-predicativo",
        kind: Grammar,
        message: "O predicativo concorda em gênero e número com o sujeito.",
        right: &[
            "A porta está aberta.",
            "Os alunos ficaram cansados.",
            "Ela é muito bonita.",
            "A maioria dos casos foi resolvida.",
        ],
        wrong: &[
            "A porta está {aberto|aberta}.",
            "Os alunos ficaram {cansado|cansados}.",
            "Ela é muito {bonito|bonita}.",
            "As vagas foram {preenchida|preenchidas}.",
        ],
        check: Check::Sentence(predicate::predicate),
    },
];
