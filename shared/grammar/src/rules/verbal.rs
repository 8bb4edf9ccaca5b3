//! Agreement of verbs with their subjects.

use super::{Check, Rule, late_subjects, subjects};
use crate::finding::Kind::Grammar;

pub(super) const RULES: &[Rule] = &[
    Rule {
        id: "concordancia-a-gente",
        kind: Grammar,
        message: "Com “a gente”, o verbo fica na terceira pessoa do singular.",
        right: &[
            "A gente vai cedo.",
            "A gente gosta de café.",
            "Nós vamos cedo.",
        ],
        wrong: &[
            "A gente {vamos|vai} cedo.",
            "A gente {gostamos|gosta} de café.",
            "Hoje a gente {precisamos|precisa} de ajuda.",
        ],
        check: Check::Sentence(subjects::a_gente),
    },
    Rule {
        id: "concordancia-pronome",
        kind: Grammar,
        message: "O verbo concorda em pessoa e número com o pronome sujeito.",
        right: &[
            "Eles vão ao parque.",
            "Nós temos tempo.",
            "Ele tem razão.",
            "Vi eles e ela saiu.",
        ],
        wrong: &[
            "Eles {vai|vão} ao parque.",
            "Nós {tem|temos} tempo.",
            "Elas {disse|disseram} a verdade.",
            "Ele {têm|tem} razão.",
        ],
        check: Check::Sentence(subjects::pronouns),
    },
    Rule {
        id: "concordancia-sujeito-plural",
        kind: Grammar,
        message: "O verbo vai para o plural quando o sujeito está no plural.",
        right: &[
            "Os alunos chegaram cedo.",
            "As novas regras valem hoje.",
            "Os preços da cesta subiram.",
            "A maioria dos alunos faltou.",
        ],
        wrong: &[
            "Os alunos {chegou|chegaram} cedo.",
            "As novas regras {vale|valem} hoje.",
            "Os preços da cesta {subiu|subiram}.",
            "As crianças {tem|têm} fome.",
        ],
        check: Check::Sentence(subjects::plural),
    },
    Rule {
        id: "concordancia-sujeito-singular",
        kind: Grammar,
        message: "O verbo fica no singular quando o núcleo do sujeito está no singular.",
        right: &[
            "A lista de alunos foi divulgada.",
            "O aluno e o professor saíram.",
            "A maioria dos alunos faltaram.",
        ],
        wrong: &[
            "A lista de alunos {foram|foi} divulgada.",
            "O preço dos carros {caíram|caiu}.",
            "A equipe {chegaram|chegou} cedo.",
        ],
        check: Check::Sentence(subjects::singular),
    },
    Rule {
        id: "concordancia-sujeito-posposto",
        kind: Grammar,
        message: "O verbo concorda com o sujeito que vem depois dele.",
        right: &[
            "Existem muitos problemas.",
            "Faltam dois dias.",
            "Falta um mês.",
            "Basta um telefonema.",
        ],
        wrong: &[
            "{Existe|Existem} muitos problemas.",
            "{Falta|Faltam} dois dias.",
            "Não {existe|existem} provas.",
            "{Ocorreu|Ocorreram} vários acidentes.",
        ],
        check: Check::Sentence(late_subjects::behind),
    },
    Rule {
        id: "concordancia-passiva-se",
        kind: Grammar,
        message: "Na voz passiva com “se”, o verbo concorda com o sujeito no plural.",
        right: &[
            "Vendem-se casas.",
            "Aluga-se sala.",
            "Precisa-se de vendedores.",
            "Trata-se de boatos.",
        ],
        wrong: &[
            "{Vende-se|Vendem-se} casas.",
            "{Aluga-se|Alugam-se} salas comerciais.",
            "{Conserta-se|Consertam-se} relógios.",
        ],
        check: Check::Sentence(late_subjects::passive),
    },
    Rule {
        id: "concordancia-que-quem",
        kind: Grammar,
        message: "Com “que”, o verbo concorda com o pronome antecedente.",
        right: &[
            "Fui eu que fiz.",
            "Fomos nós que pagamos.",
            "Fui eu quem pagou.",
        ],
        wrong: &[
            "Fui eu que {fez|fiz} o bolo.",
            "Fomos nós que {pagou|pagamos} a conta.",
            "Sou eu que {manda|mando} aqui.",
        ],
        check: Check::Sentence(late_subjects::relative),
    },
    Rule {
        id: "concordancia-horas",
        kind: Grammar,
        message: "Na indicação de horas, o verbo ser concorda com o número.",
        right: &[
            "São duas horas.",
            "É uma hora.",
            "Já são dez horas da noite.",
        ],
        wrong: &[
            "{É|São} duas horas.",
            "Já {é|são} dez horas da noite.",
            "{São|É} uma hora.",
        ],
        check: Check::Patterns(&[
            (
                "^|já|que|quando|, [ é ] duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze horas|da",
                "são",
            ),
            (
                "^|já|que|quando|, [ era ] duas|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze horas",
                "eram",
            ),
            ("^|já|que|quando|, [ são ] uma hora", "é"),
            ("^|já|que|quando|, [ são ] meio-dia|meia-noite", "é"),
        ]),
    },
    Rule {
        id: "concordancia-estados-unidos",
        kind: Grammar,
        message: "Com nome de lugar no plural precedido de artigo, o verbo vai para o plural.",
        right: &[
            "Os Estados Unidos anunciaram a medida.",
            "Os EUA são um país grande.",
            "O Amazonas tem rios.",
        ],
        wrong: &[
            "Os Estados Unidos {anunciou|anunciaram} a medida.",
            "Os Estados Unidos {vai|vão} recuar.",
            "Os EUA {quer|querem} negociar.",
        ],
        check: Check::Sentence(late_subjects::united_states),
    },
    Rule {
        id: "concordancia-expressao",
        kind: Grammar,
        message: "Depois de “mais de um”, “cada um” e “nenhum”, o verbo fica no singular.",
        right: &[
            "Mais de um aluno faltou.",
            "Cada um sabe de si.",
            "Nenhum deles veio.",
        ],
        wrong: &[
            "Mais de um aluno {faltaram|faltou}.",
            "Cada um {sabem|sabe} de si.",
            "Nenhum deles {vieram|veio}.",
        ],
        check: Check::Sentence(late_subjects::singular_expression),
    },
    Rule {
        id: "concordancia-se-indeterminado",
        kind: Grammar,
        message: "Com verbo seguido de preposição, o “se” indetermina o sujeito, e o verbo fica no singular.",
        right: &[
            "Trata-se de boatos.",
            "Precisa-se de vendedores.",
            "Não se trata de casos isolados.",
        ],
        wrong: &[
            "{Tratam-se|Trata-se} de boatos.",
            "{Precisam-se|Precisa-se} de vendedores.",
            "Não se {tratam|trata} de casos isolados.",
        ],
        check: Check::Patterns(&[
            ("[ tratam-se ] de|do|da|dos|das", "trata-se"),
            ("[ tratavam-se ] de|do|da|dos|das", "tratava-se"),
            ("[ precisam-se ] de", "precisa-se"),
            ("[ necessitam-se ] de", "necessita-se"),
            ("[ dependem-se ] de", "depende-se"),
            ("[ acreditam-se ] em", "acredita-se"),
            (
                "!eles|elas se [ tratam ] de algo|uma|um|denúncias|crimes|situações|regras|obras|recursos|documentos|valores|produtos|acusações|informações|ações|casos|boatos|problemas|questões|pessoas|mudanças|medidas|fatos|dados",
                "trata",
            ),
        ]),
    },
];
