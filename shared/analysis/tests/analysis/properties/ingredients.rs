//! What articles are generated from: sentences of many kinds, headings, lists, and fields.

/// Ordinary sentences.
pub const PLAIN: [&str; 22] = [
    "O morador paga a conta no fim do mês.",
    "A família troca a lâmpada da sala.",
    "O técnico sobe no telhado de manhã cedo.",
    "A escola guarda a sobra para o inverno.",
    "O painel pede pouca limpeza ao longo do ano.",
    "A chuva leva a poeira das placas.",
    "Além disso, o vizinho divide o custo da obra.",
    "Por isso, a loja entrega o material em casa.",
    "No entanto, o prazo muda de bairro para bairro.",
    "Quando o sol some, a rede cobre a diferença.",
    "A prefeitura aprova o projeto em duas semanas.",
    "O banco empresta o valor sem entrada.",
    "Também a garantia cobre a troca de peças.",
    "O aparelho mede o consumo hora a hora.",
    "A energia que sobra vira crédito na conta.",
    "O calor solar aquece a água do banho.",
    "Minas Gerais e Bahia lideram o uso no campo.",
    "Em Recife, Ana Lima montou uma loja.",
    "O inversor muda a corrente da placa.",
    "A sombra da árvore corta parte da geração.",
    "O síndico leva a proposta para a reunião.",
    "Primeiro, o dono pede três orçamentos.",
];

/// Sentences with the whole keyword.
pub const ABOUT: [&str; 6] = [
    "A energia solar reduz a conta de luz.",
    "A energia solar é a eletricidade gerada pela luz do sol.",
    "Quem usa energia solar gasta menos no verão.",
    "O preço da energia solar caiu no país.",
    "Muita gente pergunta se a energia solar vale o gasto.",
    "Energia solar, energia solar e mais energia solar: o bairro só fala nisso.",
];

/// Statistics without a source, with the same sentence as a link to its source.
pub const NUMBERS: [(&str, &str); 4] = [
    (
        "A conta cai 35% no primeiro mês.",
        "<a href=\"https://www.ibge.gov.br/a\">A conta cai 35% no primeiro mês</a>.",
    ),
    (
        "O sistema custa R$ 15 mil.",
        "<a href=\"https://www.absolar.org.br/b\">O sistema custa R$ 15 mil</a>.",
    ),
    (
        "A placa dura 25 anos.",
        "<a href=\"https://www.usp.br/c\">A placa dura 25 anos</a>.",
    ),
    (
        "O país tem 2 milhões de telhados com placas.",
        "<a href=\"https://www.epe.gov.br/d\">O país tem 2 milhões de telhados com placas</a>.",
    ),
];

/// Long sentences, with the two into which they can be cut.
pub const LONG: [(&str, [&str; 2]); 2] = [
    (
        "O dono da casa que quer gastar menos com luz no fim do mês precisa olhar o telhado, a sombra, o preço das placas e o prazo que a loja promete para a entrega de tudo.",
        [
            "O dono da casa que quer gastar menos com luz no mês precisa olhar o telhado e a sombra.",
            "Depois, olha o preço das placas e o prazo que a loja promete para entregar tudo pronto.",
        ],
    ),
    (
        "A loja do centro vende o material, monta a estrutura, liga os cabos, pede a visita da rede, cuida dos papéis e ainda volta depois de um ano para ver se tudo segue bem.",
        [
            "A loja do centro vende o material, monta a estrutura, liga os cabos e pede a visita da rede.",
            "Também cuida dos papéis e volta depois de um ano para ver tudo de perto.",
        ],
    ),
];

/// Sentences of long words, with easy ones of the same length.
pub const HARD: [(&str, &str); 3] = [
    (
        "A regulamentação estabelece procedimentos administrativos obrigatórios relacionados à comercialização.",
        "A regra diz o que fazer antes da venda.",
    ),
    (
        "Especialistas recomendam avaliações periódicas considerando características arquitetônicas diversificadas.",
        "O técnico olha o telhado todos os anos.",
    ),
    (
        "Investimentos governamentais impulsionam desenvolvimento tecnológico sustentável internacionalmente reconhecido.",
        "O governo paga parte da obra no campo.",
    ),
];

/// Sentences in the passive voice, with active ones of the same length.
pub const PASSIVE: [(&str, &str); 3] = [
    (
        "O projeto foi aprovado pela rede ontem.",
        "A rede aprovou o projeto ontem cedo.",
    ),
    (
        "As placas são instaladas por uma equipe.",
        "A equipe pode montar placas sem pressa.",
    ),
    (
        "O pedido será analisado na outra semana.",
        "A rede analisa o pedido na quarta-feira.",
    ),
];

/// Sentences with vague words, with precise ones of the same length.
pub const VAGUE: [(&str, &str); 3] = [
    (
        "Vale ressaltar que o resultado é incrível.",
        "O dono vê a conta cair logo.",
    ),
    (
        "Várias coisas mudam de forma simplesmente fantástica.",
        "A placa nova gera mais luz agora.",
    ),
    (
        "Hoje em dia muita gente busca alta qualidade.",
        "O morador de Recife busca uma boa garantia.",
    ),
];

/// Openings that refer to a sentence before, with independent ones.
pub const DEPENDENT: [(&str, &str); 2] = [
    (
        "Isso mostra que o prazo conta.",
        "Quem compra vê que prazo conta.",
    ),
    (
        "Ele muda conforme a região do país.",
        "Preço muda conforme a região do país.",
    ),
];

/// Quotations, links and questions in the text.
pub const OTHER: [&str; 6] = [
    "“A conta caiu logo no primeiro mês de uso”, disse Maria Souza, moradora de Recife.",
    "Um cliente contou que “o telhado paga a obra em poucos anos”.",
    "Para saber mais, <a href=\"/guia\">clique aqui</a>.",
    "Veja <a href=\"/precos\">a tabela de preços</a> do site.",
    "A regra vem da <a href=\"https://www.gov.br/aneel\" rel=\"nofollow\">ANEEL</a>.",
    "Quanto custa tudo?",
];

/// Headings with their levels.
pub const HEADINGS: [(u8, &str); 14] = [
    (2, "Custos da instalação no telhado"),
    (2, "Como funciona a energia solar?"),
    (2, "O que é um inversor?"),
    (3, "Quanto tempo dura a placa"),
    (2, "Conclusão"),
    (2, "Energia solar"),
    (2, "Energia solar no campo e na cidade"),
    (3, "Energia solar para o comércio local"),
    (2, "Preço da energia solar em casa"),
    (1, "Título no texto"),
    (4, "Detalhe da montagem do suporte"),
    (2, ""),
    (3, "Vale a pena trocar agora?"),
    (2, "Introdução"),
];

pub const TITLES: [&str; 7] = [
    "",
    "Energia solar residencial: quanto custa instalar em 2026",
    "Energia solar",
    "Como instalar energia solar em casa: guia do morador",
    "Tudo o que você precisa saber sobre energia solar residencial antes de instalar",
    "Guia da casa econômica",
    "Melhores placas para o telhado da família brasileira",
];

pub const DESCRIPTIONS: [&str; 4] = [
    "",
    "Um guia curto.",
    "Energia solar, energia solar e energia solar.",
    "Veja quanto custa instalar energia solar residencial, como funciona o financiamento e em quanto tempo o investimento volta para o seu bolso.",
];

pub const KEYWORDS: [&str; 4] = ["", "energia solar", "energia solar", "energia solar"];

pub const SLUGS: [&str; 4] = ["", "energia-solar", "Guia_da Casa", "guia-da-casa"];

pub const ALTS: [&str; 4] = [
    "",
    "IMG_2031.jpg",
    "Painel de energia solar no telhado de uma casa",
    "Técnico sobe a escada com a placa",
];

pub const QUESTIONS: [&str; 5] = [
    "Quanto custa a placa?",
    "Quanto tempo leva a obra",
    "Quanto custa a placa?",
    "",
    "Onde fica o medidor?",
];

pub const ANSWERS: [&str; 4] = [
    "",
    "Depende do caso.",
    "O valor muda com o tamanho do telhado e com o consumo da casa. Em geral, a família recupera o gasto em cinco anos de uso.",
    "Isso muda conforme o bairro, e o técnico responde depois de olhar o telhado da casa com calma no dia da visita.",
];
