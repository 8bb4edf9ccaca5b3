//! More contexts of crase: media, bodies and companies, manual work, results and prices.

use super::{Check, Rule};
use crate::finding::Kind::Grammar;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "crase-destinatario",
        kind: Grammar,
        message: "A preposição “a” se funde com o artigo antes do nome feminino de quem recebe a fala ou o ato.",
        right: &[
            "Em entrevista à rádio, o técnico falou.",
            "Ele disse à reportagem que vai recorrer.",
            "A equipe ouviu a rádio local.",
        ],
        wrong: &[
            "Em entrevista {a|à} rádio, o técnico falou.",
            "Ele disse {a|à} reportagem que vai recorrer.",
            "A série chega {a|à} Netflix em maio.",
        ],
        check: Check::Patterns(&[
            (
                "entrevista|entrevistas|depoimento|declaração|declarações|pronunciamento [ a ] rádio|revista|tv|televisão|emissora|imprensa|agência|rede|folha|bbc|band|reportagem|polícia|justiça|cnn|globonews|comissão|cpi|reuters|record|jovem",
                "à",
            ),
            (
                "ele|ela|eles|elas|também|já|não|#cap|#nom ~dizer|~afirmar|~informar|~contar|~relatar|~declarar|~revelar|~confirmar|~explicar|~confessar [ a ] reportagem|imprensa|polícia|rádio|tv|folha|bbc|agência|revista|emissora|reuters|justiça|cpi|comissão|equipe|cnn|globonews|band|plateia|família|torcida|vítima|mãe|delegada|diretoria|direção que",
                "à",
            ),
            (
                "não|nem ~responder [ a ] reportagem|imprensa|polícia|folha|bbc|agência|emissora|justiça|comissão",
                "à",
            ),
            (
                "~chegar|~voltar|~ir|~vender|~pedir|~entregar|~pertencer|~aderir|~enviar|~apresentar|~retornar [ a ] netflix|amazon|petrobras|globoplay|fifa|uefa|cbf|onu|otan|oms|anatel|anvisa|aneel|usp|unicamp|oab|globo|record|receita|abin|interpol|funai|embrapa",
                "à",
            ),
            (
                "acesso|recurso|pedido|ofício|denúncia|queixa|ligado|ligada|junto|respeito [ a ] netflix|petrobras|fifa|cbf|onu|oms|anatel|anvisa|aneel|usp|oab|receita|prefeitura|polícia|justiça|câmara|procuradoria|ouvidoria|corregedoria",
                "à",
            ),
            (
                "~dar explicações|esclarecimentos|entrevista|depoimento|apoio|suporte|assistência|entrevistas|satisfação [ a ] #fsn",
                "à",
            ),
            (
                "atendimento|assistência|auxílio|socorro|explicações|esclarecimentos|danos|prejuízos|ameaças|críticas|indenização|homenagem|apelo|proteção|incentivo [ as ] #fp",
                "às",
            ),
        ]),
    },
    Rule {
        id: "crase-complemento",
        kind: Grammar,
        message: "A expressão rege a preposição “a”, que se funde com o artigo feminino.",
        right: &[
            "Devido à falta de água, a aula parou.",
            "O filme concorre à vaga.",
            "O projeto seguiu à sanção.",
            "A medida, a qual se refere a crianças, caiu.",
            "Conheça a moda da casa.",
            "O prefeito visita a obra na terça.",
            "Guarde um mês de despesas e ataque a dívida.",
            "O acesso fácil a água limpa é um direito.",
            "A viagem do ministro a trabalho foi curta.",
        ],
        wrong: &[
            "Devido {a|à} falta de água, a aula parou.",
            "O filme concorre {a|à} categoria principal.",
            "O texto segue {a|à} sanção do presidente.",
            "A cliente teve acesso negado {a|à} íntegra do inquérito.",
            "O preço inclui o traslado do aeroporto {a|à} pousada.",
            "O cozinheiro faz o baião {a|à} moda da avó.",
            "A visita {a|à} fábrica durou uma hora.",
            "A medida, {a|à} qual a oposição se refere como presente, caiu.",
        ],
        check: Check::Patterns(&[
            (
                "devido|graças|relação|frente|combate|respeito|devida|devidas [ a ] falta|chuva|demora|alta|seca|greve|pandemia|crise|baixa|pressão|força|procura|demanda|ajuda|pesquisa|nota|reforma|luta|ameaça|denúncia|conquista|vitória|quebra|troca|queda|chegada",
                "à",
            ),
            (
                "~pedir|~solicitar|~dar ajuda|apoio|socorro|autorização|explicações|informações|desculpas [ a ] polícia|justiça|defensoria|prefeitura|família|população|torcida|câmara|empresa|universidade|escola|comunidade|secretaria|procuradoria",
                "à",
            ),
            (
                "!todas|nas|das|para|e|são|^|ou|com [ as ] segundas-feiras|terças-feiras|quartas-feiras|quintas-feiras|sextas-feiras",
                "às",
            ),
            ("^ [ a ] noite|tarde ,", "à"),
            ("~dizer respeito [ a ] #fsn !e|ou", "à"),
            ("~concorrer [ a ] #fsn", "à"),
            // Behind a determiner `visita` and `ataque` are no verbs: `o prefeito visita a obra`.
            (
                "a|uma|à|da|na|pela|sua|nova|primeira|última|durante|em|esta|essa|nesta|nessa|cada visita [ a ] #fsn !e",
                "à",
            ),
            (
                "o|um|ao|do|no|pelo|novo|possível|último|este|esse ataque [ a ] #fsn !e",
                "à",
            ),
            (
                "acesso negado|permitido|liberado|restrito|garantido|direto|livre|gratuito|imediato|total|fácil|exclusivo [ a ] #fsn da|do|das|dos",
                "à",
            ),
            (
                "traslado|transporte|transfer|viagem|trajeto|percurso|caminho|distância|ligação|trecho|corrida do|da #nom [ a ] pousada|praia|estação|rodoviária|cidade|escola|universidade|ilha|praça|vila|sede|casa|fazenda|igreja|capital|fábrica|unidade",
                "à",
            ),
            (
                "#nom|dois|três [ a ] moda da|do avó|vovó|casa|chef|roça|fazenda|interior|mãe",
                "à",
            ),
            (
                "[ a ] qual o|a|os|as|ele|ela|eles|elas #any? #any? se refere|referem|referiu|referia|referiram|dedica|dedicou|submeteu|opõe|opôs|filiou|candidatou !a|ao|à|aos|às",
                "à",
            ),
            (
                "~ir|~seguir|~levar|~submeter [ a ] sanção|apreciação|falência|ruína|loucura",
                "à",
            ),
            (
                "paralelamente|simultaneamente|contrariamente|anteriormente|posteriormente|relativamente [ a ] #fsn",
                "à",
            ),
            ("#part [ a ] mão $|,|por|e|em|com|na|no|pelo|pela|para", "à"),
            (
                "~chegar|~sair|~começar|~voltar [ a ] tarde|noite ao|em|sem|por|do|da",
                "à",
            ),
            (
                "próximo|próxima|próximos|próximas [ a ] saída|entrada|estação|rodoviária|praia|praça|ponte|escola|prefeitura|delegacia|igreja|divisa|fronteira|costa|margem",
                "à",
            ),
        ]),
    },
    Rule {
        id: "crase-numeros",
        kind: Grammar,
        message: "Não há crase entre números de um placar ou de um intervalo, nem antes de possessivo masculino.",
        right: &[
            "O jogo terminou em 2 a 1.",
            "Custa de R$ 10 a R$ 50.",
            "Abre das 9h à 1h.",
            "Tem a seu favor o tempo.",
        ],
        wrong: &[
            "O jogo terminou em 2 {à|a} 1.",
            "Custa de R$ 10 {à|a} R$ 50.",
            "Tem {à|a} seu favor o tempo.",
            "As inscrições vão de 3 de maio {à|a} 10 de junho.",
        ],
        check: Check::Patterns(&[
            (
                "por|em|de|vencer|venceu|placar|para #digits [ à ] #digits !h|hora|horas",
                "a",
            ),
            (
                "de #num de janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro [ à ] #num de",
                "a",
            ),
            ("[ à ] r|us #mark #digits", "a"),
            ("[ à ] seu|seus|meu|meus|nosso|nossos|teu|cujo", "a / ao"),
        ]),
    },
];
