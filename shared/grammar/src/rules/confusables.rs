//! Frequent words that are written or sound alike.

use super::motion;
use super::{Check, Rule};
use crate::finding::Kind::Grammar;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "tras-traz",
        kind: Grammar,
        message: "“Traz” é forma do verbo trazer; “trás” indica lugar posterior.",
        right: &[
            "Ele traz boas notícias.",
            "Olhe para trás.",
            "O gato ficou por trás da porta.",
        ],
        wrong: &[
            "Ele {trás|traz} boas notícias.",
            "O livro {trás|traz} novidades.",
            "Olhe para {traz|trás}.",
        ],
        check: Check::Patterns(&[
            ("!por|para|de|pra|pro|em|lá|ou|e|^ [ trás ]", "traz"),
            ("por|para|de|pra [ traz ]", "trás"),
        ]),
    },
    Rule {
        id: "mal-mau",
        kind: Grammar,
        message: "“Mau” é o contrário de bom; “mal”, o contrário de bem.",
        right: &[
            "Ele é um mau aluno.",
            "Ela dormiu mal.",
            "O filme foi mal recebido.",
            "O lobo mau fugiu.",
            "Veja como evitar mau cheiro.",
        ],
        wrong: &[
            "Ele é um {mal|mau} aluno.",
            "Ela dormiu {mau|mal}.",
            "O filme foi {mau|mal} recebido.",
            "O {mal|mau} humor dele cansa.",
            "O lobo {mal|mau} fugiu.",
        ],
        check: Check::Patterns(&[
            ("[ mau ] #part", "mal"),
            (
                "[ mau ] educado|educada|educados|educadas|humorado|humorada|sucedido|sucedida|intencionado|criado|assombrado",
                "mal",
            ),
            (
                "~passar|~falar|~dormir|~ir|~cheirar|~comer|~cantar|~jogar|~escrever|~dirigir|~sentir|~sair|~funcionar|~começar|~terminar|~tratar|~viver|~acabar|~fazer|~respirar|~atender|~pagar|~enxergar|~ouvir|~responder \
                 #any? [ mau ] !#ms|cheiro|gosto|uso|começo|trato|estado|desempenho|jeito|negócio|sinal|olhado|contato|resultado",
                "mal",
            ),
            (
                "^|,|ela|ele|eu|que|e|já|nós|a|eles [ mau ] #3s|#3p|#1s|#1p",
                "mal",
            ),
            (
                "[ mau ] consegue|pode|sabe|chegou|viu|saiu|conhece|teve|começou|pôde|dá|cabe|tem|tinha|podia|conseguiu|conseguia",
                "mal",
            ),
            (
                "[ mal ] humor|cheiro|gosto|tempo|hálito|jeito|exemplo|negócio|caráter|comportamento|desempenho|resultado|aluno|profissional|uso|atendimento|funcionamento|pagador|sinal|presságio|agouro|caminho|elemento|\
                 motorista|hábito|político|gestor|filho|pai|perdedor|conselho|costume|menino|rapaz|sujeito|momento|odor|estado|aspecto|juízo|homem|contato|cidadão|professor|jogador|time|jogo|começo|final|pressentimento|olhado|êxito|técnico|vizinho|goleiro|cliente",
                "mau",
            ),
            (
                "lobo|homem|menino|bruxo|vilão|sujeito|rapaz|gênio [ mal ] $|,|fugiu|caráter",
                "mau",
            ),
            ("de [ mau ] a pior", "mal"),
            (
                "um|o|do|no|esse|este|aquele|seu|meu|de|com|por|em|muito|tão [ mal ] #msn",
                "mau",
            ),
            ("!#noun|lobo|homem|gênio [ mau ] #fin|#inf|#ger", "mal"),
            (
                "~comportar|~cair|~portar|~conduzir|~reagir|~avaliar|~soar|~alimentar|~vestir|~lidar|~dar|~terminar|~encaixar|~posicionar|~defender|~largar|~estrear|~recuperar|~render|~receber|~usar|~administrar|~andar|~ver [ mau ] $|,|e|no|na|em|por|para|durante|depois|hoje|ontem|desde|nos|nas|com",
                "mal",
            ),
            ("o bem e|contra|ou o [ mau ] $|,", "mal"),
            ("[ mau ] estar", "mal"),
            (
                "~andar|~dormir|~funcionar|~jogar|~cantar|~comer|~ir|~sentir|~escrever|~passar tão|muito|bastante [ mau ] $|,|que|e|na|no",
                "mal",
            ),
            ("é|era|seja|ser [ mal ] $|,|por|porque", "mau"),
            ("por [ mau ] #inf", "mal"),
        ]),
    },
    Rule {
        id: "mas-mais",
        kind: Grammar,
        message: "“Mas” indica oposição; “mais” indica quantidade ou intensidade.",
        right: &[
            "Quis sair, mas choveu.",
            "Ela é a mais alta da turma.",
            "Cada vez mais gente viaja.",
            "Comprou pão, mais o leite.",
        ],
        wrong: &[
            "Quis sair, {mais|mas} choveu.",
            "Ela é a {mas|mais} alta da turma.",
            "Cada vez {mas|mais} gente viaja.",
            "O prato é simples, {mais|mas} não é barato.",
        ],
        check: Check::Sentence(super::mas::check),
    },
    Rule {
        id: "onde-aonde",
        kind: Grammar,
        message: "“Aonde” acompanha verbos de movimento; “onde” indica o lugar em que algo está.",
        right: &[
            "Aonde você vai?",
            "A rua onde moro é calma.",
            "Não sei aonde ele quer chegar.",
            "De onde você vem?",
        ],
        wrong: &[
            "{Onde|Aonde} você vai?",
            "A rua {aonde|onde} moro é calma.",
            "Não sei {onde|aonde} ele quer chegar.",
            "A loja {aonde|onde} ela trabalha fechou.",
        ],
        check: Check::Sentence(motion::where_to),
    },
    Rule {
        id: "onde-sem-lugar",
        kind: Grammar,
        message: "“Onde” refere-se a lugar; nos outros casos, usa-se “em que”.",
        right: &[
            "No momento em que saí, choveu.",
            "A casa onde moro é antiga.",
            "É um caso em que a lei falha.",
        ],
        wrong: &[
            "No momento {onde|em que} saí, choveu.",
            "É um caso {onde|em que} a lei falha.",
            "A época {onde|em que} vivemos é difícil.",
        ],
        check: Check::Patterns(&[(
            "lei|projeto|texto|entrevista|processo|pesquisa|estudo|decreto|carta|sistema|jogo|partida|debate|campanha|episódio|reportagem|decisão|contrato|acordo|sentido|momento|época|situação|situações|ano|anos|dia|caso|casos|período|fase|ideia|argumento|tese|tempo|século|década|mês|semana|relação|discurso|frase|hora [ onde|aonde ] !quer",
            "em que",
        )]),
    },
    Rule {
        id: "a-gente",
        kind: Grammar,
        message: "“A gente”, separado, equivale a “nós”; “agente” é quem age.",
        right: &[
            "A gente vai à festa.",
            "O agente prendeu o suspeito.",
            "Ele falou com a gente.",
        ],
        wrong: &[
            "{Agente|A gente} vai à festa.",
            "Hoje {agente|a gente} precisa descansar.",
            "Quando {agente|a gente} viaja, gasta mais.",
            "Foi {agente|a gente} que pagou.",
        ],
        check: Check::Patterns(&[
            (
                "^|que|,|se|quando|e|mas|como|porque|onde|hoje|depois|então|aqui|enquanto|aí|agora|também|se [ agente ] !de|da|do|federal|penitenciário|secreto|químico #any? ",
                "a gente",
            ),
            ("~ser [ agente ] que|quem", "a gente"),
            ("com|para|pra|sobre|entre [ agente ] $|,", "a gente"),
            (
                "[ agente ] vai|foi|precisa|quer|sabe|gosta|vamos|fomos|estava|costuma|fica|consegue|acha|pensa|queria|ia|já|não|sempre|só|também|mesmo",
                "a gente",
            ),
        ]),
    },
    Rule {
        id: "senao",
        kind: Grammar,
        message: "“Senão” significa do contrário ou a não ser; “se não” indica condição negativa.",
        right: &[
            "Corra, senão perde o ônibus.",
            "Se não chover, iremos à praia.",
            "Não fez nada senão reclamar.",
        ],
        wrong: &[
            "{Senão|Se não} chover, iremos à praia.",
            "Corra, {se não|senão} perde o ônibus.",
            "Não fez nada {se não|senão} reclamar.",
        ],
        check: Check::Sentence(super::condition::if_not),
    },
    Rule {
        id: "demais",
        kind: Grammar,
        message: "“Demais” significa excessivamente; “de mais” opõe-se a “de menos”.",
        right: &[
            "Ela fala demais.",
            "Não há nada de mais nisso.",
            "O café está doce demais.",
        ],
        wrong: &[
            "Ela fala {de mais|demais}.",
            "O café está doce {de mais|demais}.",
            "Choveu {de mais|demais} em maio.",
        ],
        check: Check::Patterns(&[
            (
                "!nada|algo|anormal|tem|há|pouco|dinheiro|gente|precisa|precisam|preciso|um|além|dia [ de mais ] $|,|para|nas|nos|no|na|da|do|que|em|com|por|ao|à|durante|quando|se|mas|ontem|hoje|desde",
                "demais",
            ),
            ("nada|algo [ demais ] $|,|em|nisso", "de mais"),
        ]),
    },
    Rule {
        id: "tampouco",
        kind: Grammar,
        message: "“Tampouco” significa também não; “tão pouco” indica pequena quantidade.",
        right: &[
            "Não ligou, tampouco escreveu.",
            "Nunca vi tão pouco público.",
            "Comeu tão pouco que emagreceu.",
        ],
        wrong: &[
            "Não ligou, {tão pouco|tampouco} escreveu.",
            "Não viu o filme nem {tão pouco|tampouco} leu o livro.",
            "Ela não veio e {tão pouco|tampouco} avisou.",
        ],
        check: Check::Sentence(super::condition::neither),
    },
    Rule {
        id: "esta-esta",
        kind: Grammar,
        message: "“Está” é forma do verbo estar; “esta” é pronome demonstrativo.",
        right: &[
            "Ela está cansada.",
            "Esta casa é nova.",
            "O prazo está correndo.",
            "Nesta semana, esta turma viaja.",
        ],
        wrong: &[
            "Ela {esta|está} cansada.",
            "O prazo {esta|está} correndo.",
            "{Está|Esta} semana será longa.",
            "Ele {esta|está} em casa.",
        ],
        check: Check::Patterns(&[
            ("[ esta ] #ger", "está"),
            (
                "ele|ela|você|isso|tudo|quem|não|já|também|ainda|ninguém|tempo|mundo [ esta ] !#fs",
                "está",
            ),
            ("ele|ela|você|não [ esta ] #part", "está"),
            ("ele|ela|você [ esta ]", "está"),
            (
                "#ms|#fs|#fsn [ esta ] #part|em|no|na|nos|nas|muito|bem|mal|com|sem|mais|cada|entre|sob|prestes|pronto|pronta|cheio|cheia|lotado|lotada|acima|abaixo|disponível",
                "está",
            ),
            (
                "^|para|com|de|sobre|durante|desde|por|até [ está ] semana|noite|tarde|manhã|vez|cidade|casa|empresa|pessoa|lei|proposta|decisão|medida|situação|edição|pesquisa|obra|receita|reportagem",
                "esta",
            ),
            ("^ [ está ] é|foi|será", "esta"),
        ]),
    },
    Rule {
        id: "e-acento",
        kind: Grammar,
        message: "“É” é forma do verbo ser; “e” é conjunção.",
        right: &[
            "Isso é importante.",
            "Ela é médica.",
            "Isso e aquilo custam caro.",
        ],
        wrong: &[
            "Isso {e|é} importante.",
            "Ela {e|é} muito rápida.",
            "Ele {e|é} um bom diretor.",
        ],
        check: Check::Patterns(&[
            (
                "^ o|a|os|as|este|esta|esse|essa #nom [ e ] gratuito|gratuita|obrigatório|obrigatória|proibido|proibida|necessário|necessária|importante|fundamental|livre|possível|impossível|essencial|considerado|considerada $|para|em|no|na|com|que|por",
                "é",
            ),
            (
                "isso|isto|aquilo [ e ] muito|um|uma|bom|ruim|importante|necessário|impossível|possível|verdade|fácil|difícil|normal|ótimo|preciso|comum",
                "é",
            ),
            (
                "^ ele|ela|você [ e ] muito|um|uma|tão|bem|capaz #any !#3p|#1p",
                "é",
            ),
            (
                "não [ e ] possível|verdade|bom|fácil|difícil|necessário|preciso|um|uma|o|mais|só|apenas|justo|permitido",
                "é",
            ),
        ]),
    },
    Rule {
        id: "houve-ouve",
        kind: Grammar,
        message: "“Houve” é forma de haver; “ouve” é forma de ouvir.",
        right: &[
            "Ontem houve um acidente.",
            "Ela ouve música.",
            "Não houve vítimas.",
        ],
        wrong: &[
            "Ontem {ouve|houve} um acidente.",
            "Não {ouve|houve} vítimas.",
            "{Ouve|Houve} muita confusão.",
            "Ela {houve|ouve} música.",
        ],
        check: Check::Patterns(&[
            (
                "^|não|já|que|onde|ontem|também|,|quando|e|nunca|sempre|depois|porque [ ouve ] um|uma|muito|muita|muitos|muitas|vários|várias|mudança|mudanças|vítimas|tempo|briga|acidente|acidentes|problemas|reclamações|\
                 falha|aumento|queda|confusão|consenso|acordo|registro|feridos|atraso|atrasos|festa|tumulto|dois|três",
                "houve",
            ),
            ("[ houve ] música|rádio|podcast|podcasts|vozes", "ouve"),
        ]),
    },
    Rule {
        id: "nos-nos",
        kind: Grammar,
        message: "Depois de preposição ou como sujeito, usa-se o pronome tônico “nós”, com acento.",
        right: &[
            "Isso fica entre nós.",
            "Nós vamos cedo.",
            "Ele nos viu na rua.",
        ],
        wrong: &[
            "Isso fica entre {nos|nós}.",
            "{Nos|Nós} vamos cedo.",
            "Ela fez isso por {nos|nós}.",
        ],
        check: Check::Patterns(&[
            (
                "entre|para|por|de|sobre|contra|sem|todos|perante [ nos ] $|,|e|que|dois|duas|mesmos|todos",
                "nós",
            ),
            (
                "^|que|e|quando|se|mas [ nos ] vamos|temos|somos|estamos|fomos|queremos|podemos|sabemos|fizemos|tivemos|precisamos|devemos|vimos|ficamos|estávamos|éramos",
                "nós",
            ),
            ("~ver|~chamar|~dizer [ nós ] $", ""),
        ]),
    },
    Rule {
        id: "por-por",
        kind: Grammar,
        message: "O verbo “pôr” recebe acento; a preposição “por” não.",
        right: &[
            "É hora de pôr a mesa.",
            "O pôr do sol é lindo.",
            "Passe por aqui.",
        ],
        wrong: &[
            "É hora de {por|pôr} a mesa.",
            "O {por|pôr} do sol é lindo.",
            "Vamos {por|pôr} em prática o plano.",
        ],
        check: Check::Patterns(&[
            ("o|do|no|ao|um [ por ] do sol", "pôr"),
            (
                "~querer|~poder|~dever|~ir|para|preciso|de [ por ] fim à|ao|aos|às|a",
                "pôr",
            ),
            (
                "~ir|~querer|~poder|~dever|~precisar|para|de|em|sem|a [ por ] em prática|risco|xeque|ordem|dúvida|votação|pauta",
                "pôr",
            ),
            (
                "para|de|~ir|~querer|~poder|~precisar|ao [ por ] fim|a|o|as|os fim|mesa|mão|mãos|roupa|dinheiro|culpa|ponto|a|lixo|carro|pé|casaco|sal",
                "pôr",
            ),
            (
                "[ pôr ] isso|exemplo|favor|enquanto|causa|conta|meio|volta|aqui|ele|ela",
                "por",
            ),
        ]),
    },
    Rule {
        id: "enquanto",
        kind: Grammar,
        message: "A conjunção “enquanto” escreve-se junto e dispensa o “que”.",
        right: &[
            "Enquanto isso, choveu.",
            "Ele leu enquanto esperava.",
            "Em quanto tempo ele chega?",
        ],
        wrong: &[
            "{Em quanto|Enquanto} isso, choveu.",
            "Ele leu {em quanto|enquanto} esperava.",
            "Ela lê, {enquanto que|enquanto} ele dorme.",
        ],
        check: Check::Patterns(&[
            ("[ em quanto ] isso|ele|ela|o|a|não|#verb", "enquanto"),
            ("[ enquanto que ]", "enquanto"),
        ]),
    },
    Rule {
        id: "a-ver",
        kind: Grammar,
        message: "A expressão que significa ter relação é “ter a ver”.",
        right: &[
            "Isso não tem nada a ver.",
            "O caso tem a ver com dinheiro.",
            "Deve haver vagas.",
        ],
        wrong: &[
            "Isso não tem nada {haver|a ver}.",
            "O caso tem {haver|a ver} com dinheiro.",
            "Tudo {haver|a ver} com você.",
        ],
        check: Check::Patterns(&[
            ("nada|tudo|algo|muito|pouco [ haver ] $|,|com", "a ver"),
            ("~ter [ haver ] com", "a ver"),
            ("~ter [ à ver ]", "a ver"),
            ("nada|tudo [ à ver ]", "a ver"),
        ]),
    },
    Rule {
        id: "a-fim-de",
        kind: Grammar,
        message: "“A fim de”, separado, indica finalidade ou vontade; “afim” significa semelhante.",
        right: &[
            "Estudou a fim de passar.",
            "São ideias afins.",
            "Estou a fim de sair.",
        ],
        wrong: &[
            "Estudou {afim|a fim} de passar.",
            "Estou {afim|a fim} de sair.",
            "Saiu cedo {afim|a fim} de evitar o trânsito.",
        ],
        check: Check::Patterns(&[("[ afim ] de", "a fim"), ("[ afim ] que", "a fim de")]),
    },
    Rule {
        id: "a-par",
        kind: Grammar,
        message: "“Estar a par” significa estar informado; “ao par” refere-se a câmbio.",
        right: &[
            "Ela está a par do caso.",
            "Fiquei a par de tudo.",
            "O título foi negociado ao par.",
        ],
        wrong: &[
            "Ela está {ao par|a par} do caso.",
            "Fiquei {ao par|a par} de tudo.",
            "Mantenha-me {ao par|a par} das novidades.",
        ],
        check: Check::Patterns(&[("[ ao par ] de|do|da|dos|das|disso|desse|dessa", "a par")]),
    },
    Rule {
        id: "ao-inves",
        kind: Grammar,
        message: "“Ao invés de” indica oposição; para substituição, usa-se “em vez de”.",
        right: &[
            "Em vez de carne, comeu peixe.",
            "Ao invés de subir, o preço caiu.",
            "Em vez de viajar, ficou em casa.",
        ],
        wrong: &[
            "{Ao invés|Em vez} de carne, comeu peixe.",
            "{Ao invés|Em vez} de viajar, ficou em casa.",
            "Usou o carro {ao invés|em vez} do ônibus.",
            "{Em vez que|Em vez de} sair, ficou.",
        ],
        check: Check::Sentence(super::condition::instead),
    },
    Rule {
        id: "encontro",
        kind: Grammar,
        message: "“Ir ao encontro de” é concordar; “ir de encontro a” é opor-se ou chocar-se.",
        right: &[
            "O carro foi de encontro ao muro.",
            "A medida vem ao encontro do que pedimos.",
            "Ela correu ao encontro da mãe.",
        ],
        wrong: &[
            "O carro foi {ao encontro do|de encontro ao} muro.",
            "O ônibus foi {ao encontro da|de encontro à} árvore.",
            "A nova lei veio {de encontro aos|ao encontro dos} desejos da população.",
        ],
        check: Check::Sentence(super::condition::meeting),
    },
];
