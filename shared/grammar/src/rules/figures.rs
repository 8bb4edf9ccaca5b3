//! Checks of capitals, dates, hours and numbers.

use crate::lexicon::bits;
use crate::sentence::{Hit, Sentence};
use crate::spelling::capitalised;
use crate::tokens::{Token, TokenKind};

pub(super) const MONTHS: [&str; 12] = [
    "janeiro",
    "fevereiro",
    "março",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
];
const DAYS: [&str; 12] = [
    "segunda-feira",
    "terça-feira",
    "quarta-feira",
    "quinta-feira",
    "sexta-feira",
    "sábado",
    "domingo",
    "segundas-feiras",
    "terças-feiras",
    "sextas-feiras",
    "sábados",
    "domingos",
];

fn replaced(token: &Token<'_>, text: String) -> Hit {
    Hit {
        start: token.start,
        end: token.end,
        suggestions: vec![text],
    }
}

/// A small letter after the end of a sentence, or at the start of a block that ends as a sentence does.
pub(super) fn sentence_capital(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    let small = |token: &&Token<'_>| {
        token.is_word()
            && token.text.starts_with(char::is_lowercase)
            && !token.marked
            && !token.text.chars().any(char::is_uppercase)
    };
    let ends = sentence
        .tokens
        .last()
        .is_some_and(|token| matches!(token.text, "." | "!" | "?"));
    if ends
        && sentence.tokens.len() > 4
        && let Some(first) = sentence.get(0).filter(small)
        && sentence
            .get(1)
            .is_some_and(|next| next.text != ")" && next.text != ".")
    {
        hits.push(replaced(first, capitalised(first.text)));
    }
    for at in 1..sentence.tokens.len() {
        let (Some(mark), Some(before)) = (sentence.get(at), sentence.before(at)) else {
            continue;
        };
        let Some(next) = sentence
            .get(at + 1)
            .filter(|next| next.spaced)
            .filter(small)
        else {
            continue;
        };
        let word = before.is_word()
            && !mark.spaced
            && before.lower.chars().count() > 3
            && before.text.chars().all(char::is_alphabetic);
        let abbreviated = before.is_capitalised() && before.text.chars().count() < 5
            || [
                "prof", "profa", "etc", "aprox", "adm", "depto", "tels", "dras", "pags", "págs",
                "exmo", "ilmo", "ltda", "máx", "mín", "sras", "apto", "bibl", "séc", "gov", "dep",
                "sen", "ver", "jan", "fev", "abr", "jun", "jul", "ago", "set", "out", "nov", "dez",
                "obs", "prod", "coord", "orgs",
            ]
            .contains(&before.lower.as_str());
        let known = before.morphology.bits != 0 || before.lower.chars().count() > 5;
        let question = matches!(mark.text, "?" | "!")
            && before.is_word()
            && next.morphology.has(bits::CLOSED)
            && !next.is_any(&[
                "e", "mas", "ou", "que", "de", "com", "é", "diz", "disse", "para", "se",
            ])
            && next.morphology.determiner == 0;
        if (mark.text == "." && word && !abbreviated && known)
            || (question
                && mark.text == "?"
                && next.is_any(&["ele", "ela", "eles", "nós", "eu", "não", "sim"]))
        {
            hits.push(replaced(next, capitalised(next.text)));
        }
    }
    hits
}

/// `em Março`, `na Segunda-feira`.
pub(super) fn months(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 1..sentence.tokens.len() {
        let (Some(token), Some(before)) = (sentence.get(at), sentence.before(at)) else {
            continue;
        };
        if !token.is_capitalised() || token.is_all_capitals() || token.marked {
            continue;
        }
        let next_capital = sentence
            .get(at + 1)
            .is_some_and(|next| next.is_word() && next.is_capitalised());
        let link = before.is_any(&[
            "em", "de", "no", "na", "do", "da", "até", "desde", "neste", "nesta", "próximo",
            "próxima", "a", "e", "ao", "para", "este", "esta", "todo", "toda", "último", "última",
            "aos", "às", "dos", "entre", "o",
        ]);
        let month = MONTHS.contains(&token.lower.as_str())
            && before.is_any(&["em", "de", "até", "desde", "para", "e", "a", "entre", "mês"]);
        let day = DAYS.contains(&token.lower.as_str()) && link && !before.is("de");
        // Names of streets, of days of commemoration and of events keep the capital.
        let named = (0..at)
            .rev()
            .take(4)
            .filter_map(|place| sentence.get(place))
            .any(|own| {
                own.is_any(&[
                    "rua",
                    "avenida",
                    "praça",
                    "av",
                    "revolução",
                    "golpe",
                    "viaduto",
                    "ponte",
                    "largo",
                    "hospital",
                    "escola",
                    "bairro",
                    "vila",
                    "rio",
                    "estádio",
                    "quartel",
                    "ditadura",
                    "movimento",
                    "lei",
                ]) || (own.is_word() && own.is_capitalised() && place_inside(sentence, own))
            });
        if (month || day) && !next_capital && !named {
            hits.push(replaced(token, token.lower.clone()));
        }
    }
    hits
}

/// Whether a capitalised token is not the first of the sentence.
fn place_inside(sentence: &Sentence<'_>, token: &Token<'_>) -> bool {
    sentence
        .get(0)
        .is_none_or(|first| first.start != token.start)
}

/// `10hs`, `19:30h`.
pub(super) fn hours(sentence: &Sentence<'_>) -> Vec<Hit> {
    sentence
        .tokens
        .iter()
        .filter(|token| {
            matches!(token.kind, TokenKind::Number | TokenKind::Opaque)
                && token.text.starts_with(|first: char| first.is_ascii_digit())
        })
        .filter_map(|token| {
            let digits_end = token
                .lower
                .find(|letter: char| !(letter.is_ascii_digit() || letter == ':'))?;
            let (number, unit) = token.lower.split_at(digits_end);
            let number = number.replace(':', "h");
            let minutes = number.contains('h');
            let right = match unit {
                "hs" | "hrs" | "hr" | "horas" if !number.is_empty() => {
                    if minutes {
                        number
                    } else {
                        format!("{number}h")
                    }
                }
                "h" if minutes => number,
                "h" if token.text.ends_with('H') => format!("{number}h"),
                _ => return None,
            };
            Some(replaced(token, right))
        })
        .collect()
}

/// `01 de julho`, `1 de março`.
pub(super) fn days(sentence: &Sentence<'_>) -> Vec<Hit> {
    (0..sentence.tokens.len())
        .filter(|at| sentence.is_any(at + 1, &["de"]) && sentence.is_any(at + 2, &MONTHS))
        .filter_map(|at| {
            let token = sentence
                .get(at)
                .filter(|token| token.kind == TokenKind::Number)?;
            let right = match token.text {
                "1" | "01" | "1o" => "1º".to_owned(),
                other => other
                    .strip_prefix('0')
                    .filter(|rest| rest.len() == 1)?
                    .to_owned(),
            };
            Some(replaced(token, right))
        })
        .collect()
}

/// `R$25`, `R$ 30 reais`.
pub(super) fn money(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for at in 0..sentence.tokens.len() {
        let (Some(letters), Some(sign), Some(number)) =
            (sentence.get(at), sentence.get(at + 1), sentence.get(at + 2))
        else {
            continue;
        };
        if sign.text != "$"
            || sign.spaced
            || number.kind != TokenKind::Number
            || !matches!(letters.text, "R" | "US" | "U")
        {
            continue;
        }
        let reais = sentence
            .get(at + 3)
            .filter(|next| next.is_any(&["reais", "real"]) && letters.text == "R");
        if let Some(reais) = reais {
            hits.push(Hit {
                start: letters.start,
                end: reais.end,
                suggestions: vec![format!("{}$ {}", letters.text, number.text)],
            });
        } else if !number.spaced {
            hits.push(Hit {
                start: letters.start,
                end: number.end,
                suggestions: vec![format!("{}$ {}", letters.text, number.text)],
            });
        }
    }
    hits
}

/// `3,450.00`, `2.5%`.
pub(super) fn decimals(sentence: &Sentence<'_>) -> Vec<Hit> {
    let mut hits = Vec::new();
    for (at, token) in sentence.tokens.iter().enumerate() {
        if token.kind != TokenKind::Number {
            continue;
        }
        let bare = token.text.trim_end_matches('%');
        let percent = token.text.get(bare.len()..).unwrap_or_default();
        let groups: Vec<&str> = bare.split(',').collect();
        if groups.len() > 2
            && groups
                .first()
                .is_some_and(|first| (1..=3).contains(&first.len()))
            && groups
                .iter()
                .all(|group| group.bytes().all(|byte| byte.is_ascii_digit()))
            && groups.iter().skip(1).all(|group| group.len() == 3)
        {
            hits.push(replaced(token, format!("{}{percent}", groups.join("."))));
        }
        if let Some((whole, decimals)) = bare.rsplit_once('.') {
            let digits =
                |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            let english = whole.contains(',')
                && decimals.len() <= 2
                && digits(decimals)
                && whole
                    .split(',')
                    .skip(1)
                    .all(|group| group.len() == 3 && digits(group));
            let unit = !percent.is_empty()
                || sentence.is_any(
                    at + 1,
                    &[
                        "milhão",
                        "milhões",
                        "bilhão",
                        "bilhões",
                        "km",
                        "kg",
                        "metros",
                        "quilômetros",
                        "litros",
                        "mil",
                        "por",
                        "bi",
                        "mi",
                        "graus",
                    ],
                );
            let money =
                sentence.before(at).is_some_and(|before| before.text == "$") && decimals.len() == 2;
            if english {
                hits.push(replaced(
                    token,
                    format!("{},{decimals}{percent}", whole.replace(',', ".")),
                ));
            } else if digits(whole)
                && whole.len() <= 3
                && (1..=2).contains(&decimals.len())
                && digits(decimals)
                && (unit || money)
            {
                hits.push(replaced(token, format!("{whole},{decimals}{percent}")));
            }
        }
    }
    hits
}

/// `em 1.990`.
pub(super) fn years(sentence: &Sentence<'_>) -> Vec<Hit> {
    (1..sentence.tokens.len())
        .filter_map(|at| {
            let (token, before) = (sentence.get(at)?, sentence.before(at)?);
            let (thousand, rest) = token.text.split_once('.')?;
            let year = matches!(
                (thousand, rest.get(..1)),
                ("1", Some("7" | "8" | "9")) | ("2", Some("0"))
            ) && rest.len() == 3;
            let month = MONTHS.contains(
                &sentence
                    .get(at.wrapping_sub(2))
                    .map_or("", |own| own.lower.as_str()),
            ) && before.is("de");
            let introduced = before.is_any(&["em", "desde"])
                || (before.is("de") && sentence.is_any(at.wrapping_sub(2), &["ano", "década"]))
                || month;
            let counted = sentence.get(at + 1).is_some_and(|next| {
                next.morphology.has(bits::PLURAL) || next.is_any(&["reais", "de", "mil"])
            });
            (year && introduced && !counted).then(|| replaced(token, format!("{thousand}{rest}")))
        })
        .collect()
}

/// `10 %`.
pub(super) fn percent(sentence: &Sentence<'_>) -> Vec<Hit> {
    sentence
        .tokens
        .windows(2)
        .filter_map(|pair| match pair {
            [number, sign]
                if sign.text == "%" && sign.spaced && number.kind == TokenKind::Number =>
            {
                Some(Hit {
                    start: number.start,
                    end: sign.end,
                    suggestions: vec![format!("{}%", number.text)],
                })
            }
            _ => None,
        })
        .collect()
}

/// `1o lugar`.
pub(super) fn ordinals(sentence: &Sentence<'_>) -> Vec<Hit> {
    sentence
        .tokens
        .iter()
        .filter(|token| token.kind == TokenKind::Number)
        .filter_map(|token| {
            let (number, sign) = token
                .text
                .split_at_checked(token.text.len().checked_sub(1)?)?;
            let right = match sign {
                "o" => "º",
                "a" => "ª",
                _ => return None,
            };
            (!number.is_empty()
                && number.len() <= 3
                && number.bytes().all(|byte| byte.is_ascii_digit()))
            .then(|| replaced(token, format!("{number}{right}")))
        })
        .collect()
}
