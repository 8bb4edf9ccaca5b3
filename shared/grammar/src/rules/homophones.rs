//! Rarer pairs of words that are written or sound alike, told apart by what stands beside them.

use super::{Check, Rule};
use crate::finding::Kind::Grammar;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "sessao-secao-cessao",
        kind: Grammar,
        message: "“Sessão” é reunião ou apresentação; “seção”, divisão; “cessão”, ato de ceder.",
        right: &[
            "A sessão de cinema começou.",
            "A seção de esportes mudou.",
            "Assinou a cessão de direitos.",
        ],
        wrong: &[
            "A {seção|sessão} de cinema começou.",
            "A {sessão|seção} de hortaliças fica ali.",
            "Assinou a {sessão|cessão} de direitos.",
            "Perdi a {seção|sessão} de fotos.",
        ],
        check: Check::Patterns(&[
            (
                "[ seção ] de cinema|fotos|terapia|autógrafos|fisioterapia|teatro|massagem|abertura|julgamento|votação|perguntas|quimioterapia|debates|gala|treino|noite|matinê|yoga|ioga|pilates|treinamento|estreia|música|curtas|filmes|estudos|degustação|leitura|comédia|acupuntura|radioterapia|hemodiálise|tortura|psicanálise|hipnose|posse",
                "sessão",
            ),
            (
                "[ seção ] plenária|solene|extraordinária|ordinária|legislativa|espírita|conjunta|parlamentar|noturna",
                "sessão",
            ),
            (
                "[ seções ] de cinema|fotos|terapia|autógrafos|fisioterapia|teatro|massagem|julgamento|quimioterapia",
                "sessões",
            ),
            (
                "[ seção ] da|do câmara|senado|congresso|assembleia|meia-noite|plenário|júri",
                "sessão",
            ),
            (
                "[ seção|cessão ] começou|começa|terminou|durou|foi adiada|encerrada|suspensa",
                "sessão",
            ),
            ("[ cessão|seção ] do filme|júri|senado|congresso", "sessão"),
            (
                "[ cessão ] da câmara|assembleia|comissão|meia-noite",
                "sessão",
            ),
            (
                "[ sessão|seção ] do|da|dos|das terreno|imóvel|prédio|área|atleta|jogador|direitos|espaço|imagem|estádio",
                "cessão",
            ),
            (
                "[ cessão ] de cinema|fotos|terapia|autógrafos|fisioterapia|teatro|massagem|julgamento|votação|posse|debates|perguntas|treino|filmes",
                "sessão",
            ),
            (
                "[ cessão ] plenária|solene|extraordinária|ordinária|legislativa|conjunta|noturna|inaugural",
                "sessão",
            ),
            (
                "última|primeira|próxima|segunda|terceira|nesta|desta|durante|longa|nova [ cessão ] da|do|de câmara|senado|congresso|assembleia|tribunal|comissão|júri|plenário|ontem|hoje",
                "sessão",
            ),
            (
                "[ cessão ] de esportes|brinquedos|frios|cosméticos|roupas|livros|cartas|economia|política|cultura|hortifrúti|congelados|bebidas",
                "seção",
            ),
            (
                "[ sessão ] de hortaliças|esportes|cosméticos|frutas|brinquedos|laticínios|congelados|roupas|livros|bebidas|limpeza|cartas|achados|eletrônicos|pessoal|peças|verduras|frios|perfumaria|opinião|classificados|comentários|notícias|economia|política|cultura",
                "seção",
            ),
            (
                "[ sessão ] eleitoral|infantil|masculina|feminina|policial",
                "seção",
            ),
            ("[ sessões ] eleitorais", "seções"),
            (
                "[ sessão|seção ] de direitos|uso|crédito|créditos|imóvel|terreno|espaço|bens|terras|imagem|posse",
                "cessão",
            ),
        ]),
    },
    Rule {
        id: "sob-sobre",
        kind: Grammar,
        message: "“Sob” significa debaixo de ou submetido a; “sobre”, em cima de ou a respeito de.",
        right: &[
            "O caso está sob controle.",
            "A palestra sobre educação lotou.",
            "Agiu sob pressão.",
        ],
        wrong: &[
            "O caso está {sobre|sob} controle.",
            "A palestra {sob|sobre} educação lotou.",
            "Agiu {sobre|sob} pressão.",
            "O texto fala {sob|sobre} economia.",
        ],
        check: Check::Patterns(&[
            (
                "~estar|~ficar|~agir|~manter|~trabalhar|~viver|~reagir|~operar|~colocar|~ser|~jogar|~permanecer|~render|situação|tudo|incêndio [ sobre ] controle|pressão|custódia|suspeita|medida|encomenda|vigilância|ameaça|risco|investigação|sigilo|tensão",
                "sob",
            ),
            ("[ sobre ] pena de", "sob"),
            ("[ sobre ] efeito de|do|da", "sob"),
            (
                "[ sobre ] o|a comando|direção|batuta|responsabilidade|alegação|supervisão|mira|tutela|égide|gestão de|do|da|dos",
                "sob",
            ),
            ("[ sobre ] medida|encomenda $|,|para|e", "sob"),
            (
                "[ sobre ] uma|a|o|um tela|sombra|lona|chuva|sol|marquise que|do|da|forte|fina",
                "sob",
            ),
            (
                "[ sob ] educação|economia|política|saúde|futebol|cinema|história|música|segurança|meio|literatura|ciência|arte|tecnologia|sustentabilidade|o tema|assunto",
                "sobre",
            ),
            (
                "palestra|livro|debate|filme|texto|reportagem|informações|dúvidas|matéria|documentário|artigo|pesquisa|estudo|notícia|opinião|aula|curso|~falar|~conversar|~discutir|~escrever [ sob ] !a|o|os|as|um|uma|sua|seu|supervisão|orientação|pena|sigilo|pressão|encomenda|medida|forma|efeito|condição|anonimato|juramento|protestos|aplausos|vaias|risco|o",
                "sobre",
            ),
            (
                "palestra|livro|debate|filme|texto|informações|dúvidas|matéria|documentário|artigo|~falar|~conversar [ sob ] o|a|os|as|um|uma|seu|sua !pretexto|orientação|supervisão|coordenação|ótica|título|comando|direção|ponto|perspectiva|luz|alegação|condição|pseudônimo|tema|argumento|risco|olhar|olhares|impacto|peso",
                "sobre",
            ),
        ]),
    },
    Rule {
        id: "comprimento-cumprimento",
        kind: Grammar,
        message: "“Comprimento” é extensão; “cumprimento” é saudação ou ato de cumprir.",
        right: &[
            "O muro tem dois metros de comprimento.",
            "Exigiu o cumprimento da lei.",
            "Recebeu os cumprimentos do chefe.",
        ],
        wrong: &[
            "O muro tem dois metros de {cumprimento|comprimento}.",
            "Exigiu o {comprimento|cumprimento} da lei.",
            "O {comprimento|cumprimento} do prazo é essencial.",
        ],
        check: Check::Patterns(&[
            (
                "[ comprimento ] da|do|de|das|dos lei|leis|prazo|prazos|pena|penas|dever|deveres|meta|metas|mandado|ordem|ordens|decisão|contrato|promessa|promessas|acordo|regras|normas|obrigação|obrigações|sentença|horário",
                "cumprimento",
            ),
            (
                "metros|centímetros|quilômetros|metro|cm|m|km|milímetros de [ cumprimento ]",
                "comprimento",
            ),
            (
                "[ cumprimento ] do|da|das|dos cabelo|saia|muro|corda|rua|ponte|vestido|manga|mangas|rio|fio|pista|cabo|calça",
                "comprimento",
            ),
        ]),
    },
    Rule {
        id: "trafego-trafico",
        kind: Grammar,
        message: "“Tráfego” é trânsito; “tráfico” é comércio ilegal.",
        right: &[
            "O tráfego aéreo cresceu.",
            "Foi preso por tráfico de drogas.",
            "O tráfego na via parou.",
        ],
        wrong: &[
            "O {tráfico|tráfego} aéreo cresceu.",
            "Foi preso por {tráfego|tráfico} de drogas.",
            "O {tráfico|tráfego} de veículos parou.",
        ],
        check: Check::Patterns(&[
            (
                "[ tráfego ] de drogas|armas|pessoas|animais|influência|entorpecentes|órgãos|mulheres|escravos|cocaína|crianças",
                "tráfico",
            ),
            (
                "[ tráfico ] aéreo|intenso|lento|urbano|rodoviário|ferroviário|pesado",
                "tráfego",
            ),
            (
                "[ tráfico ] de veículos|carros|caminhões|dados|pedestres|aeronaves|navios",
                "tráfego",
            ),
            (
                "[ tráfico ] na|no avenida|rua|rodovia|ponte|centro",
                "tráfego",
            ),
        ]),
    },
    Rule {
        id: "mandado-mandato",
        kind: Grammar,
        message: "“Mandado” é ordem judicial; “mandato” é o período de um cargo.",
        right: &[
            "Cumpriu o mandado de prisão.",
            "O mandato do prefeito acaba em dezembro.",
            "O mandado foi expedido.",
        ],
        wrong: &[
            "Cumpriu o {mandato|mandado} de prisão.",
            "O {mandado|mandato} do prefeito acaba logo.",
            "Expediu um {mandato|mandado} de busca.",
        ],
        check: Check::Patterns(&[
            (
                "[ mandato ] de prisão|busca|segurança|apreensão|intimação|despejo|condução",
                "mandado",
            ),
            (
                "[ mandatos ] de prisão|busca|segurança|apreensão|intimação",
                "mandados",
            ),
            ("[ mandato ] judicial", "mandado"),
            (
                "[ mandado ] do|da|de prefeito|prefeita|deputado|deputada|presidente|presidenta|senador|senadora|governador|governadora|vereador|vereadora|quatro|oito|dois|síndico|parlamentar",
                "mandato",
            ),
            ("[ mandado ] eletivo|parlamentar|presidencial", "mandato"),
            (
                "~exercer|~perder|~cassar|~terminar|~encerrar|~assumir|~disputar o|seu|um [ mandado ]",
                "mandato",
            ),
            (
                "fim|final|início|perda|cassação|término do|de [ mandado ]",
                "mandato",
            ),
            ("~expedir o|um|novo? [ mandato ]", "mandado"),
            (
                "segundo|primeiro|terceiro|atual|seu [ mandado ] $|,|como|de prefeito|na|no|à",
                "mandato",
            ),
        ]),
    },
    Rule {
        id: "descriminar-discriminar",
        kind: Grammar,
        message: "“Discriminar” é distinguir ou detalhar; “descriminar” é tirar a culpa ou o caráter de crime.",
        right: &[
            "A nota discrimina os valores.",
            "Não discrimine ninguém.",
            "O projeto quer descriminar o uso.",
        ],
        wrong: &[
            "A nota deve {descriminar|discriminar} cada valor.",
            "Sofreu {descriminação|discriminação} no trabalho.",
            "Não se pode {descriminar|discriminar} pessoas.",
        ],
        check: Check::Patterns(&[
            (
                "[ descriminar ] o|a|os|as !aborto|porte|uso|consumo|maconha|posse|drogas|conduta|prática|cultivo|jogo|eutanásia|usuário|usuários|adultério|venda|plantio",
                "discriminar",
            ),
            (
                "[ descriminar ] !o|a|os|as|um|uma|aborto|drogas|usuários|condutas|jogos|e|ou|$|,",
                "discriminar",
            ),
            (
                "[ descriminação ] racial|social|no|na|contra|por|de|religiosa|sexual|salarial",
                "discriminação",
            ),
            (
                "nota|fatura|recibo|lista|planilha [ descrimina ]",
                "discrimina",
            ),
            (
                "valores|itens|~ser|~estar [ descriminados|descriminado|descriminada|descriminadas ] na|no|em|por",
                "",
            ),
        ]),
    },
    Rule {
        id: "eminente-iminente",
        kind: Grammar,
        message: "“Iminente” é o que está prestes a ocorrer; “eminente”, o que é ilustre.",
        right: &[
            "O perigo é iminente.",
            "O eminente jurista falou.",
            "Há risco iminente de queda.",
        ],
        wrong: &[
            "Há perigo {eminente|iminente} de queda.",
            "O {iminente|eminente} professor falou.",
            "O risco {eminente|iminente} assusta.",
        ],
        check: Check::Patterns(&[
            (
                "perigo|risco|ataque|queda|colapso|morte|desabamento|ameaça|invasão|crise|guerra|rompimento|falência|prisão|acidente|conflito é|era|está? [ eminente ]",
                "iminente",
            ),
            (
                "[ iminente ] jurista|professor|professora|cientista|médico|médica|escritor|escritora|ministro|advogado|deputado|colega|historiador|pesquisador",
                "eminente",
            ),
        ]),
    },
    Rule {
        id: "infringir-infligir",
        kind: Grammar,
        message: "“Infringir” é violar; “infligir” é aplicar pena ou castigo.",
        right: &[
            "Infringiu a lei.",
            "Infligiu uma derrota ao rival.",
            "Quem infringe as regras paga.",
        ],
        wrong: &[
            "{Infligiu|Infringiu} a lei.",
            "{Infringiu|Infligiu} uma derrota ao rival.",
            "Quem {inflige|infringe} as regras paga.",
        ],
        check: Check::Patterns(&[
            (
                "[ infligiu ] a|as|o|os lei|leis|regra|regras|regulamento|código|norma|normas|direitos|artigo",
                "infringiu",
            ),
            (
                "[ inflige ] a|as|o|os lei|leis|regra|regras|regulamento|código|norma|normas",
                "infringe",
            ),
            (
                "[ infligir ] a|as|o|os lei|leis|regra|regras|regulamento|código|norma|normas",
                "infringir",
            ),
            (
                "[ infringiu ] uma|um|a|o|pesada? derrota|castigo|dor|sofrimento|punição|dano|danos|pena",
                "infligiu",
            ),
            (
                "[ infringir ] uma|um|a|o derrota|castigo|dor|sofrimento|punição|pena",
                "infligir",
            ),
        ]),
    },
    Rule {
        id: "cassar-cacar",
        kind: Grammar,
        message: "“Cassar” é anular; “caçar” é perseguir.",
        right: &[
            "A Câmara cassou o mandato.",
            "Eles caçam javalis.",
            "O diploma foi cassado.",
        ],
        wrong: &[
            "A Câmara {caçou|cassou} o mandato.",
            "O mandato foi {caçado|cassado}.",
            "Querem {caçar|cassar} a licença.",
        ],
        check: Check::Patterns(&[
            (
                "[ caçou ] o|a mandato|licença|registro|diploma|alvará|liminar|direitos|decisão",
                "cassou",
            ),
            (
                "[ caçar ] o|a|os mandato|licença|registro|diploma|alvará|liminar|direitos|decisão",
                "cassar",
            ),
            (
                "mandato|licença|registro|alvará|liminar|diploma foi|será|é|teve|era? [ caçado ]",
                "cassado",
            ),
            ("licença|liminar foi|será|é? [ caçada ]", "cassada"),
            ("teve o mandato [ caçado ]", "cassado"),
            (
                "[ cassar|cassam ] javalis|animais|onças|pássaros|borboletas",
                "caçar",
            ),
        ]),
    },
];
