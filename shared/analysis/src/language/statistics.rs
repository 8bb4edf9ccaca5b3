//! Finds statistics: a number with a percent sign, a currency, a scale, "vezes", "X em cada Y", or with a unit or a
//! counted noun behind it. Years, dates, times, telephones, postcodes, and numbers of lists and laws are none.

use std::ops::Range;

use super::classes::Classes;
use super::numerals::{Number, classify};
use crate::text::{Text, Word};

/// The first word of a statistic in a range of words that ends at the byte `end`.
pub(crate) fn find(text: &Text, range: Range<usize>, end: usize) -> Option<usize> {
    range
        .clone()
        .find(|index| is_statistic(text, &range, *index, end))
}

fn is_statistic(text: &Text, range: &Range<usize>, index: usize, end: usize) -> bool {
    let within = |index: usize| range.contains(&index).then(|| text.word(index)).flatten();
    let Some(word) = within(index) else {
        return false;
    };
    let next = within(index + 1);
    let kind = classify(text.folded(word));
    let is_numeral = word.is(Classes::NUMERAL);
    if kind.is_none() && !is_numeral && !word.is(Classes::SCALE) {
        return false;
    }
    if is_share(text, index, range) {
        return true;
    }
    let after = text.source(word.end..next.map_or(end, |next| next.start));
    let direct = next.filter(|next| !next.breaks_before());
    match kind {
        Some(Number::Label) => false,
        Some(Number::Year) => {
            is_percent(after, direct) || is_money(text, index, word) || is_scaled(direct)
        }
        Some(Number::Amount) => {
            is_percent(after, direct)
                || is_money(text, index, word)
                || is_scaled(direct)
                || is_labelled(text, range, index).is_none_or(|labelled| !labelled)
                    && (holds_unit(text.folded(word))
                        || direct.is_some_and(|next| is_counted(text, next, index + 1, range)))
        }
        None if word.is(Classes::SCALE) => {
            direct.is_some_and(|next| is_counted(text, next, index + 1, range))
        }
        None => is_written_number(text, range, index, direct),
    }
}

/// Numerals written as words count with a percentage, a scale, "vezes" or a unit.
fn is_written_number(
    text: &Text,
    range: &Range<usize>,
    index: usize,
    direct: Option<&Word>,
) -> bool {
    let Some(word) = text.word(index) else {
        return false;
    };
    let own = text.folded(word);
    if matches!(own, "metade" | "dobro" | "triplo") {
        let follows = range
            .contains(&(index + 1))
            .then(|| text.word(index + 1))
            .flatten();
        return follows
            .is_some_and(|next| matches!(text.folded(next), "de" | "do" | "da" | "dos" | "das"));
    }
    let is_one = matches!(own, "um" | "uma" | "meio" | "meia");
    direct.is_some_and(|next| {
        next.is(Classes::PERCENT) || next.is(Classes::SCALE) || (!is_one && next.is(Classes::UNIT))
    })
}

fn is_percent(after: &str, next: Option<&Word>) -> bool {
    after.trim_start().starts_with(['%', '‰']) || next.is_some_and(|next| next.is(Classes::PERCENT))
}

/// Whether a currency sign stands before the number.
fn is_money(text: &Text, index: usize, word: &Word) -> bool {
    let previous = index.checked_sub(1).and_then(|index| text.word(index));
    let before = text.source(previous.map_or(word.start, |word| word.end)..word.start);
    before.trim_end().ends_with(['$', '€', '£'])
}

fn is_scaled(next: Option<&Word>) -> bool {
    next.is_some_and(|next| next.is(Classes::SCALE))
}

/// Whether the word before numbers something: a law, a page, an address. `None` at the start.
fn is_labelled(text: &Text, range: &Range<usize>, index: usize) -> Option<bool> {
    let previous = index
        .checked_sub(1)
        .filter(|index| range.contains(index))
        .and_then(|index| text.word(index))?;
    Some(previous.is(Classes::LABEL))
}

/// Whether the number and its unit are written as one word, like 15kg.
fn holds_unit(word: &str) -> bool {
    let unit =
        word.trim_start_matches(|one: char| one.is_ascii_digit() || matches!(one, '.' | ','));
    !unit.is_empty() && super::lexicon::classes(unit, false).has(Classes::UNIT)
}

/// Whether the word after a number is its unit or a noun that it counts.
fn is_counted(text: &Text, next: &Word, index: usize, range: &Range<usize>) -> bool {
    let own = text.folded(next);
    if next.is(Classes::UNIT) {
        return !is_time_of_day(text, index, own, range);
    }
    if next.is(Classes::SCALE) {
        return true;
    }
    let is_function = next.is(Classes::FUNCTION) || next.is(Classes::STOP);
    if own == "de" || own == "dos" || own == "das" {
        // "milhões de pessoas", but not "12 de março".
        return text.word(index + 1).is_some_and(|noun| {
            range.contains(&(index + 1)) && !noun.is(Classes::MONTH) && noun.has_letter()
        }) && text
            .word(index.saturating_sub(1))
            .is_some_and(|number| number.is(Classes::SCALE));
    }
    !is_function
        && !next.is(Classes::CONNECTOR)
        && !next.is(Classes::ENUMERATED)
        && !next.is(Classes::MONTH)
        && !next.is_capitalised()
        && own.len() >= 4
        && own.ends_with('s')
        && next.has_letter()
}

/// Whether "horas" belongs to a time of day: às 10 horas.
fn is_time_of_day(text: &Text, index: usize, unit: &str, range: &Range<usize>) -> bool {
    let before = index
        .checked_sub(2)
        .filter(|index| range.contains(index))
        .and_then(|index| text.word(index));
    matches!(unit, "h" | "hora" | "horas")
        && before.is_some_and(|word| {
            text.written(word).eq_ignore_ascii_case("às") || text.written(word) == "Às"
        })
}

/// Whether the number begins "X em cada Y".
fn is_share(text: &Text, index: usize, range: &Range<usize>) -> bool {
    let is = |offset: usize, expected: &str| {
        text.word(index + offset)
            .is_some_and(|word| range.contains(&(index + offset)) && text.folded(word) == expected)
    };
    let counted = text.word(index + 3).is_some_and(|word| {
        range.contains(&(index + 3))
            && (word.is(Classes::NUMERAL) || classify(text.folded(word)).is_some())
    });
    is(1, "em") && is(2, "cada") && counted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Splitting;

    fn holds(sentence: &str) -> bool {
        let mut text = Text::default();
        let segment = text.add(sentence, Splitting::Prose);
        find(&text, segment.words, segment.bytes.end).is_some()
    }

    #[test]
    fn statistics_are_found() {
        for sentence in [
            "Em 2024, 35% dos brasileiros usaram Pix.",
            "A conta cai 35 % no primeiro mês.",
            "Trinta por cento desistem.",
            "O painel custa R$ 1.200,00.",
            "O país tem 203 milhões de habitantes.",
            "Um em cada três adultos fuma.",
            "3 em cada 10 empresas fecham.",
            "O preço subiu três vezes.",
            "O ensaio reuniu 48 pacientes.",
            "O sistema gera 350 kWh por mês.",
            "A garantia dura 25 anos.",
            "A mala pesa 15kg.",
            "Metade dos alunos passou.",
            "Mil pessoas vieram.",
        ] {
            assert!(holds(sentence), "{sentence}");
        }
    }

    #[test]
    fn labels_are_no_statistics() {
        for sentence in [
            "O evento foi em 12/03/2024.",
            "A obra acabou em 2019.",
            "Em 12 de março choveu.",
            "A reunião começa às 10h30.",
            "A reunião começa às 10 horas.",
            "A Lei 8.080 criou o sistema.",
            "Veja o artigo 5 da Constituição.",
            "Ligue para 99999-9999.",
            "O CEP é 01310-100.",
            "Veja 5 dicas para economizar.",
            "Uma pessoa chegou.",
        ] {
            assert!(!holds(sentence), "{sentence}");
        }
    }
}
