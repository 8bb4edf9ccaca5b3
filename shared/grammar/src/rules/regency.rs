//! Regência: the prepositions that verbs and nouns ask for.

use super::regency_checks as checks;
use super::{Check, Rule};
use crate::finding::Kind::Grammar;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "regencia-assistir",
        kind: Grammar,
        message: "“Assistir”, no sentido de ver, rege a preposição “a”.",
        right: &[
            "Assistimos ao jogo.",
            "Ela assistiu à novela.",
            "O médico assistiu o paciente.",
            "A equipe assistiu o piloto ainda na pista.",
        ],
        wrong: &[
            "Assistimos {o|ao} jogo.",
            "Ela assistiu {os|aos} filmes.",
            "Milhões assistiram {o|ao} último capítulo.",
            "Vou assistir {um|a um} filme.",
        ],
        check: Check::Patterns(&[
            (
                "~assistir todo|ontem|hoje? [ o ] !doente|paciente|ferido|que|réu|enfermo|piloto|atleta|jogador|motorista|idoso|trabalhador|morador|acidentado|cliente|consumidor",
                "ao",
            ),
            (
                "~assistir [ os ] !doentes|pacientes|feridos|pobres|que",
                "aos",
            ),
            (
                "~assistir [ um|uma ] filme|jogo|show|espetáculo|série|peça|vídeo|partida|novela|documentário|aula|palestra|programa",
                "a $2",
            ),
        ]),
    },
    Rule {
        id: "regencia-obedecer",
        kind: Grammar,
        message: "“Obedecer”, “desobedecer”, “responder” e “aspirar” a um fim regem a preposição “a”.",
        right: &[
            "Obedeça ao sinal.",
            "Respondeu ao e-mail.",
            "Aspira ao cargo.",
        ],
        wrong: &[
            "Obedeça {o|ao} sinal.",
            "Desobedeceu {os|aos} pais.",
            "Respondeu {o|ao} e-mail.",
            "Aspira {o|ao} cargo de juiz.",
        ],
        check: Check::Patterns(&[
            ("~obedecer|~desobedecer [ o ]", "ao"),
            ("~obedecer|~desobedecer [ os ]", "aos"),
            (
                "~responder [ o ] questionário|e-mail|ofício|pedido|telefone|processo|chamado|interrogatório|juiz|repórter",
                "ao",
            ),
            (
                "~responder [ os ] questionários|e-mails|pedidos|jornalistas|repórteres|internautas|leitores|comentários",
                "aos",
            ),
            (
                "~aspirar [ o ] cargo|posto|título|sucesso|trono|emprego|comando|poder|controle|governo|prêmio|reconhecimento|mandato|lugar|topo",
                "ao",
            ),
            (
                "~visar [ o ] lucro|bem-estar|título|bem|desenvolvimento|sucesso|cargo|aumento|crescimento|combate|fortalecimento|equilíbrio|fim|futuro|atendimento|aprimoramento|cumprimento|controle",
                "ao",
            ),
        ]),
    },
    Rule {
        id: "regencia-preferir",
        kind: Grammar,
        message: "“Preferir” rege a preposição “a” e dispensa “mais”: prefere-se uma coisa a outra.",
        right: &[
            "Prefiro café a chá.",
            "Ela prefere ler a sair.",
            "Prefiro este livro.",
        ],
        wrong: &[
            "Prefiro café {do que|a} chá.",
            "Ela prefere ler {do que|a} sair.",
            "Eles {preferem mais|preferem} o frio.",
        ],
        check: Check::Sentence(checks::prefer),
    },
    Rule {
        id: "regencia-chegar",
        kind: Grammar,
        message: "“Chegar”, “ir” e “voltar” regem a preposição “a” para indicar destino.",
        right: &[
            "Chegou a Lisboa.",
            "Fui ao banco.",
            "Chegou em 2020.",
            "Chegou no horário.",
        ],
        wrong: &[
            "Chegou {em|a} Lisboa.",
            "Fui {no|ao} banco.",
            "A carta chegou {na|à} escola.",
            "Cheguei {no|ao} trabalho cedo.",
        ],
        check: Check::Sentence(checks::arrive),
    },
    Rule {
        id: "regencia-implicar",
        kind: Grammar,
        message: "“Implicar”, no sentido de acarretar, não rege preposição.",
        right: &[
            "A mudança implica custos.",
            "Ele implica com o irmão.",
            "Isso implicará demissões.",
        ],
        wrong: &[
            "A mudança {implica em|implica} custos.",
            "Isso {implicará em|implicará} demissões.",
            "O atraso {implicou na|implicou a} multa.",
        ],
        check: Check::Patterns(&[
            ("[ ~implicar em ]", "$1"),
            ("[ ~implicar na ]", "$1 a"),
            ("[ ~implicar no ]", "$1 o"),
            ("[ ~implicar nas ]", "$1 as"),
            ("[ ~implicar nos ]", "$1 os"),
        ]),
    },
    Rule {
        id: "regencia-namorar",
        kind: Grammar,
        message: "“Namorar” não rege a preposição “com”.",
        right: &[
            "Ela namora o vizinho.",
            "Os dois namoram há anos.",
            "Ele namora uma atriz.",
        ],
        wrong: &[
            "Ela {namora com o|namora o} vizinho.",
            "Ele {namora com uma|namora uma} atriz.",
            "Quer {namorar com|namorar} alguém.",
        ],
        check: Check::Patterns(&[
            ("[ ~namorar com o|a|um|uma|seu|sua|os|as ]", "$1 $3"),
            (
                "[ ~namorar com ] !o|a|um|uma|seu|sua|ele|ela|você|mim|os|as",
                "$1",
            ),
        ]),
    },
    Rule {
        id: "regencia-esquecer",
        kind: Grammar,
        message: "“Esquecer” e “lembrar” pedem “de” só quando pronominais: “esquecer algo” ou “esquecer-se de algo”.",
        right: &[
            "Esqueci o livro.",
            "Eu me esqueci do livro.",
            "Lembrou-se do pai.",
        ],
        wrong: &[
            "Eu {esqueci|me esqueci} do livro.",
            "Ela {lembrou|se lembrou} do aniversário.",
            "Nós {esquecemos|nos esquecemos} da chave.",
        ],
        check: Check::Sentence(checks::forget),
    },
    Rule {
        id: "regencia-relativo",
        kind: Grammar,
        message: "O pronome relativo leva a preposição que o verbo rege.",
        right: &[
            "É o livro de que gosto.",
            "É a cidade em que moro.",
            "É tudo de que preciso.",
        ],
        wrong: &[
            "É o livro {que|de que} gosto.",
            "É a cidade {que|em que} moro.",
            "O filme {que|a que} assisti é bom.",
            "As pessoas {que|em que} confio são poucas.",
        ],
        check: Check::Sentence(checks::relative),
    },
    Rule {
        id: "regencia-relativo-pronominal",
        kind: Grammar,
        message: "O pronome relativo leva a preposição que o verbo pronominal rege.",
        right: &[
            "A pessoa a que me refiro mora longe.",
            "É o dia de que me lembro.",
            "O livro que me deram é bom.",
        ],
        wrong: &[
            "A pessoa {que|a que} me refiro mora longe.",
            "É o dia {que|de que} me lembro.",
            "O projeto {que|a que} se dedica é novo.",
        ],
        check: Check::Patterns(&[
            (
                "o|a|os|as|um|uma #word [ que ] me|nos refiro|referi|referimos|dedico|dediquei|dedicamos",
                "a que",
            ),
            (
                "o|a|os|as|um|uma #word [ que ] me|nos lembro|lembramos|arrependo|arrependi|arrependemos|orgulho|orgulhamos|queixo",
                "de que",
            ),
            (
                "o|a|os|as #word [ que ] se dedica|dedicou $|,|é|foi|há",
                "a que",
            ),
        ]),
    },
    Rule {
        id: "cujo-artigo",
        kind: Grammar,
        message: "Depois de “cujo”, não se usa artigo.",
        right: &[
            "O filme cujo diretor é brasileiro venceu.",
            "A casa cuja porta caiu é antiga.",
            "Os autores cujas obras li vieram.",
        ],
        wrong: &[
            "O filme {cujo o|cujo} diretor é brasileiro venceu.",
            "A casa {cuja a|cuja} porta caiu é antiga.",
            "Os autores {cujas as|cujas} obras li vieram.",
        ],
        check: Check::Patterns(&[("[ cujo|cuja|cujos|cujas o|a|os|as ]", "$1")]),
    },
    Rule {
        id: "regencia-precisar",
        kind: Grammar,
        message: "“Gostar”, “precisar” e “necessitar” regem a preposição “de” antes de substantivo.",
        right: &["Preciso de ajuda.", "Ela precisa sair.", "Gosta de café."],
        wrong: &[
            "{Preciso ajuda|Preciso de ajuda} urgente.",
            "O bairro {necessita reformas|necessita de reformas}.",
            "A cidade {precisa médicos|precisa de médicos}.",
        ],
        check: Check::Patterns(&[(
            "[ preciso|precisa|precisam|precisamos|necessita|necessitam ajuda|reformas|médicos|dinheiro|apoio|investimentos|cuidados|atenção|mudanças|recursos|informações|professores|voluntários|água|reparos|doações|verba|verbas|melhorias ]",
            "$1 de $2",
        )]),
    },
    Rule {
        id: "regencia-entre-e",
        kind: Grammar,
        message: "“Entre” correlaciona-se com “e”; “de”, com “a”; “das”, com “às”.",
        right: &[
            "Tem entre 10 e 20 anos.",
            "Vai de 10 a 20 anos.",
            "Abre das 8h às 18h.",
        ],
        wrong: &[
            "Tem entre 10 {a|e} 20 anos.",
            "Custa entre R$ 10 {a|e} R$ 20.",
            "Abre {de 8h às|das 8h às} 18h.",
        ],
        check: Check::Patterns(&[
            ("entre #num [ a|até|à ] #num", "e"),
            ("entre r|us #mark #num [ a|até ] r|us #mark #num", "e"),
            ("[ de #hour às ] #hour", "das $2 às"),
            ("das #hour [ a ] #hour", "às"),
        ]),
    },
    Rule {
        id: "residente-em",
        kind: Grammar,
        message: "“Residente”, “situado” e “morador” regem a preposição “em”.",
        right: &[
            "Mora na rua Sete.",
            "O prédio situado na avenida caiu.",
            "É residente na praça.",
        ],
        wrong: &[
            "Mora {à|na} rua Sete.",
            "O prédio situado {à|na} avenida Brasil caiu.",
            "É residente {à|na} praça Central.",
        ],
        check: Check::Patterns(&[(
            "~morar|~residir|residente|residentes|domiciliado|domiciliada|situado|situada|localizado|localizada|sito|sita|estabelecido|estabelecida [ à ] rua|avenida|praça|alameda|travessa|rodovia",
            "na",
        )]),
    },
    Rule {
        id: "perante-a",
        kind: Grammar,
        message: "“Perante”, “mediante” e “ante” não se seguem da preposição “a”.",
        right: &[
            "Depôs perante o juiz.",
            "Entra mediante convite.",
            "Recuou ante o perigo.",
        ],
        wrong: &[
            "Depôs {perante ao|perante o} juiz.",
            "Entra {mediante a|mediante} convite.",
            "Recuou {ante ao|ante o} perigo.",
        ],
        check: Check::Patterns(&[
            ("[ perante|mediante|ante ao ]", "$1 o"),
            ("[ perante|mediante|ante aos ]", "$1 os"),
            ("[ mediante a ] #ms", "mediante"),
        ]),
    },
];
