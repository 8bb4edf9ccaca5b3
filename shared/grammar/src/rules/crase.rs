//! Crase: the grave accent on the fusion of the preposition with the article.

use super::crase_checks as checks;
use super::{Check, Rule};
use crate::finding::Kind::Grammar;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "crase-a-partir",
        kind: Grammar,
        message: "Não há crase antes de verbo: escreve-se “a partir”.",
        right: &[
            "A loja abre a partir das 9h.",
            "A partir de amanhã, tudo muda.",
            "O prazo conta a partir da data.",
        ],
        wrong: &[
            "A loja abre {à|a} partir das 9h.",
            "{À|A} partir de hoje, vale a regra.",
            "O prazo conta {à|a} partir da data.",
        ],
        check: Check::Patterns(&[("[ à ] partir", "a")]),
    },
    Rule {
        id: "crase-tempo-decorrido",
        kind: Grammar,
        message: "Para indicar tempo decorrido, usa-se o verbo haver: “há”.",
        right: &[
            "Moro aqui há dois anos.",
            "Ela chegou há dias.",
            "Espero há muito tempo.",
        ],
        wrong: &[
            "Moro aqui {à|há} dois anos.",
            "Ela partiu {à|há} semanas.",
            "Espero {à|há} muito tempo.",
        ],
        check: Check::Patterns(&[
            (
                "[ à ] dois|duas|três|quatro|cinco|seis|sete|oito|nove|dez|doze|quinze|vinte|trinta|muitos|muitas|poucos|poucas|alguns|algumas|vários|várias|mais #time",
                "há",
            ),
            ("[ à ] #digits anos|meses|dias|semanas|décadas", "há"),
            ("[ à ] anos|meses|dias|semanas|décadas|séculos|tempos", "há"),
            ("[ à ] muito|algum|bastante|tanto|pouco tempo", "há"),
        ]),
    },
    Rule {
        id: "crase-verbo",
        kind: Grammar,
        message: "Não há crase antes de verbo no infinitivo.",
        right: &[
            "Ela começou a trabalhar cedo.",
            "Voltou a chover à noite.",
            "Estamos dispostos a ajudar.",
        ],
        wrong: &[
            "Ela começou {à|a} trabalhar cedo.",
            "Voltou {à|a} chover no sul.",
            "Estamos dispostos {à|a} negociar.",
        ],
        check: Check::Patterns(&[
            ("[ à|às ] #inf", "a"),
            (
                "começar|começou|passou|voltou|disposto|disposta [ à ] ser|ter|ir|ver|dar",
                "a",
            ),
        ]),
    },
    Rule {
        id: "crase-pronome",
        kind: Grammar,
        message: "Não há crase antes de pronome que não admite o artigo “a”.",
        right: &[
            "Entreguei o livro a ela.",
            "O prêmio coube a todos.",
            "Referiu-se a essa medida.",
        ],
        wrong: &[
            "Entreguei o livro {à|a} ela.",
            "O aviso vale {à|a} todos.",
            "Referiu-se {à|a} essa medida.",
            "Deu bom dia {à|a} cada aluno.",
        ],
        check: Check::Patterns(&[
            (
                "[ à ] ele|ela|eles|elas|você|vocês|mim|ti|nós|todos|todas|cada|qualquer|quaisquer|alguém|ninguém|tudo|nada|isso|isto|esse|essa|esses|essas|\
                 este|esta|estes|estas|quem|algum|alguma|alguns|algumas|nenhum|nenhuma|muitos|muitas|vários|várias|poucos|poucas|cujo|cuja|cujos|cujas",
                "a",
            ),
            ("[ à ] uma !hora|só|da|e|em", "a"),
            ("[ à ] um|uns|umas", "a"),
            (
                "[ às ] elas|eles|vocês|todas|essas|estas|algumas|cujas",
                "a",
            ),
        ]),
    },
    Rule {
        id: "crase-preposicao",
        kind: Grammar,
        message: "Não há crase depois de outra preposição, salvo “até”.",
        right: &[
            "O evento foi marcado para as 20h.",
            "Chove desde as 6h.",
            "Ele falou perante a turma.",
        ],
        wrong: &[
            "O evento foi marcado para {às|as} 20h.",
            "Chove desde {às|as} 6h.",
            "Ele falou perante {à|a} turma.",
            "A reunião será entre {às|as} 9h e 10h.",
        ],
        check: Check::Patterns(&[
            (
                "para|desde|perante|contra|sob|sobre|entre|após|mediante|com|durante [ à ]",
                "a",
            ),
            (
                "para|desde|perante|contra|sob|sobre|entre|após|mediante|com|durante [ às ]",
                "as",
            ),
        ]),
    },
    Rule {
        id: "crase-locucao-masculina",
        kind: Grammar,
        message: "Não há crase em locuções formadas com palavra masculina.",
        right: &[
            "Fomos a pé.",
            "Comprou a prazo.",
            "O plano vale a longo prazo.",
            "O motor é movido a álcool.",
        ],
        wrong: &[
            "Fomos {à|a} pé.",
            "Comprou {à|a} prazo.",
            "O plano vale {à|a} longo prazo.",
            "Entrega {à|a} domicílio na cidade.",
        ],
        check: Check::Patterns(&[
            (
                "[ à ] pé|prazo|cavalo|domicílio|lápis|bordo|gosto|gás|álcool|óleo|vapor|caminho|sangue|contragosto|jato|diesel|rigor|frio|laser",
                "a",
            ),
            ("[ à ] longo|curto|médio prazo", "a"),
            (
                "movido|movida|movidos|movidas [ à ] gasolina|eletricidade|lenha|pilha|energia",
                "a",
            ),
        ]),
    },
    Rule {
        id: "crase-repeticao",
        kind: Grammar,
        message: "Não há crase entre palavras repetidas.",
        right: &[
            "Ficaram cara a cara.",
            "O dia a dia é corrido.",
            "Disputaram ponto a ponto.",
        ],
        wrong: &[
            "Ficaram cara {à|a} cara.",
            "O dia {à|a} dia é corrido.",
            "Encheu o balde gota {à|a} gota.",
        ],
        check: Check::Sentence(checks::repeated),
    },
    Rule {
        id: "crase-intervalo",
        kind: Grammar,
        message: "No intervalo sem artigo antes do primeiro termo, não há crase antes do segundo.",
        right: &[
            "Abre de segunda a sexta.",
            "Funciona das 9h às 17h.",
            "Vale de janeiro a março.",
        ],
        wrong: &[
            "Abre de segunda {à|a} sexta.",
            "Funciona de terça {à|a} domingo.",
            "Trabalha de segunda {à|a} sábado.",
        ],
        check: Check::Patterns(&[
            (
                "de segunda|terça|quarta|quinta|sexta|segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira [ à|às ] \
                 terça|quarta|quinta|sexta|sábado|domingo|quarta-feira|quinta-feira|sexta-feira|terça-feira",
                "a",
            ),
            ("de #digits [ à ] #digits", "a"),
        ]),
    },
    Rule {
        id: "crase-plural",
        kind: Grammar,
        message: "O “a” singular antes de palavra no plural não recebe crase.",
        right: &[
            "O texto se refere a mulheres jovens.",
            "O texto se refere às mulheres.",
            "O acesso às redes caiu.",
        ],
        wrong: &[
            "O texto se refere {à|a} mulheres jovens.",
            "A lei dá apoio {à|a} crianças.",
            "O prêmio é dado {à|a} empresas.",
        ],
        check: Check::Patterns(&[
            ("[ à ] #fp", "a / às"),
            ("[ à ] #mp", "a / aos"),
            (
                "[ à ] #plur|visitantes|turistas|clientes|artistas|estudantes|motoristas|atletas|habitantes|pedestres|ciclistas|jornalistas|especialistas|dirigentes|dentistas|ambas",
                "a / às",
            ),
        ]),
    },
    Rule {
        id: "crase-masculino",
        kind: Grammar,
        message: "Não há crase antes de palavra masculina.",
        right: &[
            "Fui ao mercado.",
            "O prêmio foi entregue ao professor.",
            "A turma assistiu ao filme.",
        ],
        wrong: &[
            "Fui {à|ao} mercado.",
            "O prêmio foi entregue {à|ao} professor.",
            "A obra pertence {à|ao} município.",
        ],
        check: Check::Patterns(&[
            ("[ à ] #ms", "ao / a"),
            ("[ às ] #mp", "aos / a"),
            ("[ às ] #fs !e|a|à", "à"),
        ]),
    },
    Rule {
        id: "crase-cidade",
        kind: Grammar,
        message: "Não há crase antes de nome de lugar que não admite o artigo “a”.",
        right: &[
            "Ela foi a Brasília.",
            "Voltamos à Bahia.",
            "O voo chegou a Lisboa.",
            "A ida à Roma dos filmes durou uma tarde.",
        ],
        wrong: &[
            "Ela foi {à|a} Brasília.",
            "O voo chegou {à|a} Lisboa.",
            "A comitiva vai {à|a} São Paulo.",
        ],
        check: Check::Patterns(&[(
            "[ à ] brasília|curitiba|salvador|fortaleza|manaus|belém|goiânia|campinas|florianópolis|maceió|aracaju|teresina|cuiabá|niterói|\
                 lisboa|paris|londres|roma|madri|buenos|berlim|tóquio|pequim|moscou|washington|miami|portugal|israel|cuba|são|minas|pernambuco|goiás|alagoas|sergipe|rondônia|roraima !catarina|gerais|de|do|da|dos|das|antiga|moderna?",
            "a",
        )]),
    },
    Rule {
        id: "crase-hora",
        kind: Grammar,
        message: "Na indicação de horas determinadas, usa-se “às”.",
        right: &[
            "A sessão começa às 19h.",
            "Ficamos até as 22h.",
            "As 24 horas do dia passam rápido.",
            "A feira vai das 8h às 12h.",
        ],
        wrong: &[
            "A sessão começa {as|às} 19h.",
            "O voo sai {as|às} 7 horas da manhã.",
            "A feira vai das 8h {as|às} 12h.",
        ],
        check: Check::Sentence(checks::hours),
    },
    Rule {
        id: "crase-locucao-feminina",
        kind: Grammar,
        message: "As locuções formadas com palavra feminina recebem o acento grave.",
        right: &[
            "À medida que chove, o rio sobe.",
            "Às vezes, ele se atrasa.",
            "O imóvel está à venda.",
            "Pagou à vista.",
        ],
        wrong: &[
            "{A|À} medida que chove, o rio sobe.",
            "{As|Às} vezes, ele se atrasa.",
            "O imóvel está {a|à} venda.",
            "Pagou {a|à} vista e ganhou desconto.",
        ],
        check: Check::Patterns(&[
            (
                "^|, [ a ] medida que o|a|os|as|ele|ela|eles|se|#nom|chove|cresce|avança|passa|aumenta|envelhece",
                "à",
            ),
            ("^|, [ as ] vezes !que|em", "às"),
            (
                "!todas|das|nas|pelas|são|quantas|muitas|foram|por|as|com|sobre|para|eram|ambas|conto|contar [ as ] vezes $|,|ele|ela|eu|não|é|parece",
                "às",
            ),
            (
                "~estar|~colocar|~pôr|~continuar|~ficar|já|segue|~seguir|postos|posto|posta|colocado|colocada [ a ] venda !de|da|do|dos|das",
                "à",
            ),
            (
                "~pagar|pagamento|pagamentos|dinheiro|compra|compras|preço|desconto [ a ] vista",
                "à",
            ),
            ("~comprar|~vender #any? #any? [ a ] vista|prestação", "à"),
            (
                "~estar|~ficar|~colocar|~continuar|~pôr [ a ] disposição|deriva|mercê|espreita|espera|altura|prova|mostra|frente",
                "à",
            ),
            (
                "~sair|~estar|~ir|~continuar|~seguir|~andar|~partir [ a ] procura de|da|do|dos|das|por",
                "à",
            ),
            (
                "~fazer|~ficar|~sair|~agir|~comer|~trabalhar|~saber|~ser|~terminar|aprovado|aprovada|feito|feita [ as ] pressas|escondidas|claras|cegas|avessas|turras|moscas|mil",
                "às",
            ),
            (
                "~virar|~dobrar|~ficar|~entrar|~seguir|conversão [ a ] direita|esquerda",
                "à",
            ),
            ("#any [ a ] mão armada", "à"),
            ("~estar|~viver|~ficar|~chegar [ a ] beira", "à"),
            (
                "#any !e|com|é|tem|falta|faltou|faltava|sobre|para|contra|fazer|fez|faz|faça|respeitar|mas|só|mais|que|de|era|havia|há [ a ] vontade $|,|no|na|durante",
                "à",
            ),
            (
                "~levar|~cumprir|~seguir|~obedecer #any? #any? [ a ] risca",
                "à",
            ),
            ("~vir|~voltar|~trazer [ a ] tona", "à"),
            (
                "#any !com|sobre|nas|entre|de|para [ as ] pressas|escondidas|avessas|cegas|turras $|,|para|e|no|na|por",
                "às",
            ),
            ("#any [ as ] custas de|do|da|dos|das", "às"),
            ("[ a ] luz de velas", "à"),
            ("^|, [ a ] exceção|semelhança de|do|da|dos|das", "à"),
            (
                "~servir|filé|frango|bife|peixe|lasanha|berinjela|camarão|macarrão|espaguete|bacalhau|lula [ a ] milanesa|parmegiana|bolonhesa|francesa|portuguesa|brasileira|mineira",
                "à",
            ),
            ("~sair|~despedir|~fugir [ a ] francesa", "à"),
            (
                "~viver|feito|feita|feitos|feitas|movido|movida|preparado|preparada [ a ] base de",
                "à",
            ),
            ("#word [ a ] toa $|,", "à"),
            (
                "bife|arroz|prato|feijoada|molho|preparado|frango|peixe|camarão|bacalhau|servido [ a ] moda da|do|de|dos",
                "à",
            ),
            (
                "~sair|~chegar|~trabalhar|~estudar|~voltar|~começar|~acontecer|~reabrir|ontem|hoje|amanhã|domingo|sábado|segunda|terça|quarta|quinta|sexta [ a ] noite|tarde $|,|para|e|com|no|na",
                "à",
            ),
            ("~dar [ a ] luz $|,|um|uma|o|seu|sua|a", "à"),
        ]),
    },
    Rule {
        id: "crase-regencia-nominal",
        kind: Grammar,
        message: "A expressão rege a preposição “a”, que se funde com o artigo feminino.",
        right: &[
            "Devido à chuva, o jogo parou.",
            "Em relação à proposta, nada mudou.",
            "O acesso à internet caiu.",
            "Graças a Deus, choveu.",
        ],
        wrong: &[
            "Devido {a|à} chuva, o jogo parou.",
            "Em relação {a|à} proposta, nada mudou.",
            "Todos têm acesso {a|à} internet.",
            "A homenagem {a|à} professora durou uma hora.",
        ],
        check: Check::Patterns(&[
            ("devido|graças|rumo [ a ] #fsn", "à"),
            (
                "devido|graças|relação|frente|referência|direção [ a ] forte|grande|nova|intensa|falsa|atual|antiga|primeira|má|boa|recente|constante|baixa|alta|última|própria #fsn",
                "à",
            ),
            ("devido|graças [ as ] #fp", "às"),
            ("em|com relação [ a ] #fsn", "à"),
            ("em frente|meio [ a ] #fsn !e|ou", "à"),
            ("que diz respeito [ a ] #fsn", "à"),
            ("que se refere [ a ] #fsn", "à"),
            (
                "~dar início|continuidade|prosseguimento|andamento|prioridade|preferência|sequência|vazão|suporte|visibilidade [ a ] #fsn !e",
                "à",
            ),
            (
                "~dar início|continuidade|prioridade|sequência [ as ] #fp",
                "às",
            ),
            (
                "levado|levada|levados|encaminhado|encaminhada|encaminhados|entregue|entregues|enviado|enviada|enviados [ a ] justiça|polícia|prefeitura|câmara|delegacia|diretoria|direção|imprensa|família|comissão|presidência",
                "à",
            ),
            (
                "~fazer referência|menção|alusão|críticas|crítica|elogios [ a ] #fsn",
                "à",
            ),
            ("~pôr|~dar|~colocar fim|término [ a ] #fsn !e", "à"),
            ("~chegar [ a ] conclusão de|que", "à"),
            (
                "acesso|direito|combate|respeito|incentivo|apoio|prevenção|atendimento|resposta|proteção|assistência|crítica|críticas|ameaça|ameaças|adaptação|amor|atenção|reação|resistência|oposição|exposição|restrição|restrições|estímulo|menção|convite|desrespeito|elogio|elogios|contribuição|volta|chegada|incentivos|ataques|candidato|candidata|candidatos|obediência|lealdade [ a ] #fsn da|do|das|dos",
                "à",
            ),
            (
                "sujeito|sujeita|sujeitos|sujeitas|exposto|expostos|acostumado|acostumada|acostumados|dedicado|dedicada|dedicados|dedicadas|ligados|ligadas|relacionados|relacionadas|atento|atenta|atentos|indiferente|imune|vinculado|vinculada|vinculados|associado|associada|associados|destinados|destinadas|contrários|contrárias|próximos|próximas|vizinho|vizinha|adaptado|adaptada|paralela|paralelo|essencial|indispensável|fiéis|resistentes|semelhantes|relativos|relativas|favoráveis [ a ] #fsn de|da|do|das|dos|,|$|em|no|na|e|que",
                "à",
            ),
            (
                "em resposta|direção|comparação|homenagem|referência|obediência|oposição|adesão|apoio [ a ] #fsn",
                "à",
            ),
            (
                "em|com relação|resposta|direção|homenagem|frente|meio|apoio|combate [ as ] #fp",
                "às",
            ),
            // `no museu está exposta a coleção`: the subject behind the verb.
            (
                "!~estar|~ficar|~ser|foi|é exposta|expostas [ a ] #fsn de|da|do|das|dos|,|$|em|no|na|e|que",
                "à",
            ),
            ("quanto [ a ] #fsn ,|$", "à"),
            (
                "viagem|retorno|ida|adesão|alusão|homenagem|atentado [ a ] #fsn !e",
                "à",
            ),
            (
                "acesso [ a ] internet|justiça|universidade|escola|rede|página|educação|saúde|cultura|moradia|plataforma|cidade|praia",
                "à",
            ),
            (
                "combate|enfrentamento|prevenção [ a ] corrupção|violência|dengue|pobreza|fome|criminalidade|inflação|desigualdade|pandemia|desinformação|doença",
                "à",
            ),
            (
                "incentivo|estímulo|apoio [ a ] leitura|cultura|pesquisa|produção|economia|agricultura|família|população|educação",
                "à",
            ),
            (
                "direito [ a ] vida|saúde|educação|moradia|liberdade|privacidade|greve|aposentadoria|cidade|defesa",
                "à",
            ),
            (
                "!eu|não|nem|também acesso|direito|respeito|ataque|apoio|combate|incentivo [ as ] #fp",
                "às",
            ),
            (
                "contrário|contrária|favorável|favoráveis|próximo|próxima|semelhante|prejudicial|sensível|alheio|alheia|anterior|posterior|superior|inferior|igual|equivalente|relativo|relativa|relacionado|relacionada|referente|junto|ligado|ligada|pertencente|destinado|destinada|fiel|obediente|resistente [ a ] #fsn de|da|do|das|dos|,|$|em|no|na|e|que",
                "à",
            ),
            (
                "contrário|contrária|favorável|favoráveis|próximo|próxima|semelhante|prejudicial|relativo|relativa|relacionado|relacionada|referente|junto|ligado|ligada [ as ] #fp",
                "às",
            ),
        ]),
    },
    Rule {
        id: "crase-regencia-verbal",
        kind: Grammar,
        message: "O verbo rege a preposição “a”, que se funde com o artigo feminino.",
        right: &[
            "Ela foi à praia.",
            "O caso chegou à delegacia.",
            "Chegou a hora da verdade.",
            "A mulher que foi a primeira da fila saiu.",
        ],
        wrong: &[
            "Ela vai {a|à} praia no domingo.",
            "O time compareceu {a|à} cerimônia.",
            "O caso chegou {a|à} delegacia.",
            "O clube aderiu {a|à} campanha.",
        ],
        check: Check::Sentence(checks::verbs),
    },
    Rule {
        id: "crase-fusao",
        kind: Grammar,
        message: "A preposição “a” se funde com o artigo ou o pronome iniciado por “a”.",
        right: &[
            "Refiro-me àquela loja.",
            "Ele se dedica às filhas.",
            "Chegamos àquele ponto.",
        ],
        wrong: &[
            "Refiro-me {a aquela|àquela} loja.",
            "Ele se dedica {a as|às} filhas.",
            "O prêmio foi {a os|aos} alunos.",
            "Usa móveis semelhantes {aqueles|àqueles} de praia.",
        ],
        check: Check::Patterns(checks::FUSIONS),
    },
];
