//! A weighted edit distance for the errors that writers of Portuguese make.

use std::sync::LazyLock;

use super::plain_letter;

/// Sounds that are written in several ways.
const CONFUSED: [(char, char); 18] = [
    ('s', 'z'),
    ('s', 'c'),
    ('s', 'ç'),
    ('c', 'ç'),
    ('x', 's'),
    ('x', 'z'),
    ('g', 'j'),
    ('e', 'i'),
    ('o', 'u'),
    ('l', 'u'),
    ('m', 'n'),
    ('k', 'c'),
    ('k', 'q'),
    ('w', 'v'),
    ('y', 'i'),
    ('x', 'c'),
    ('l', 'r'),
    ('z', 'ç'),
];

fn confused(one: char, other: char) -> bool {
    let (one, other) = (plain_or_cedilla(one), plain_or_cedilla(other));
    CONFUSED.iter().any(|(first, second)| {
        (*first == one && *second == other) || (*first == other && *second == one)
    })
}

fn plain_or_cedilla(letter: char) -> char {
    if letter == 'ç' {
        letter
    } else {
        plain_letter(letter)
    }
}

/// Letters that are near each other on the keyboards in use (ABNT2).
fn neighbours(one: char, other: char) -> bool {
    const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjklç", "zxcvbnm"];
    ROWS.iter().any(|row| {
        let place = |letter| row.chars().position(|own| own == letter);
        matches!((place(one), place(other)), (Some(one), Some(other)) if one.abs_diff(other) == 1)
    })
}

/// Letters of Portuguese; others count as one more.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzáàâãçéêíóôõúü-";

/// The place of a letter in the table of costs.
fn place(letter: char) -> usize {
    match letter {
        'a'..='z' => letter as usize - 'a' as usize,
        _ => LETTERS
            .chars()
            .position(|own| own == letter)
            .unwrap_or(SIZE - 1),
    }
}

/// Rows and columns of the table of costs.
const SIZE: usize = 41;

/// Costs of all pairs of letters, computed once: the comparison of two letters is the innermost step of a search.
static COSTS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let letters: Vec<char> = LETTERS.chars().chain(['\u{FFFD}']).collect();
    letters
        .iter()
        .flat_map(|one| letters.iter().map(|other| compare(*one, *other)))
        .collect()
});

/// Cost of writing `other` for `one`, in hundredths of an edit.
fn substitution(one: char, other: char) -> u32 {
    if one == other {
        return 0;
    }
    COSTS
        .get(place(one) * SIZE + place(other))
        .copied()
        .unwrap_or(110)
}

/// The cost of a pair of different letters.
fn compare(one: char, other: char) -> u32 {
    if plain_letter(one) == plain_letter(other) {
        22
    } else if confused(one, other) {
        50
    } else if neighbours(one, other) {
        95
    } else {
        110
    }
}

/// Cost of a letter too many or too few behind `before`.
fn insertion(letter: char, before: Option<char>, after: Option<char>) -> u32 {
    match letter {
        _ if before == Some(letter) || after == Some(letter) => 55,
        'h' => 60,
        'i' | 'e' | 'u' | 'n' | 'm' | 'r' | 's' | 'c' => 88,
        _ => 100,
    }
}

/// Distance of `written` from `wanted` in hundredths of an edit; `None` above `limit`.
pub(super) fn distance(written: &[char], wanted: &[char], limit: u32) -> Option<u32> {
    let width = wanted.len() + 1;
    let mut before: Vec<u32> = vec![u32::MAX / 4; width];
    let mut above: Vec<u32> = Vec::with_capacity(width);
    let mut spare: Vec<u32> = Vec::with_capacity(width);
    let mut total = 0;
    above.push(0);
    for (index, letter) in wanted.iter().enumerate() {
        let previous = index.checked_sub(1).and_then(|at| wanted.get(at)).copied();
        total += insertion(*letter, previous, wanted.get(index + 1).copied());
        above.push(total);
    }
    for (row, own) in written.iter().enumerate() {
        let previous = row.checked_sub(1).and_then(|at| written.get(at)).copied();
        let following = written.get(row + 1).copied();
        let mut current = std::mem::take(&mut spare);
        current.clear();
        let deletion = insertion(*own, previous, following);
        current.push(above.first().copied().unwrap_or(0) + deletion);
        for (column, other) in wanted.iter().enumerate() {
            let left_letter = column.checked_sub(1).and_then(|at| wanted.get(at)).copied();
            let get = |cells: &[u32], at: usize| cells.get(at).copied().unwrap_or(u32::MAX / 4);
            let mut best = get(&above, column) + substitution(*other, *own);
            best = best.min(get(&above, column + 1) + deletion);
            best = best.min(
                get(&current, column)
                    + insertion(*other, left_letter, wanted.get(column + 1).copied()),
            );
            if previous == Some(*other) && left_letter == Some(*own) && column > 0 && own != other {
                best = best.min(get(&before, column - 1) + 75);
            }
            best = best.min(digraph(
                &above,
                &before,
                column,
                (previous, *own),
                (left_letter, *other),
            ));
            current.push(best);
        }
        if current.iter().min().is_none_or(|lowest| *lowest > limit) {
            return None;
        }
        spare = std::mem::replace(&mut before, std::mem::replace(&mut above, current));
    }
    above.last().copied().filter(|cost| *cost <= limit)
}

/// Two letters that stand for the sound of one, or of two others: ss/ç, ch/x, sc/c, xc/ss, rr/r, qu/k.
fn digraph(
    above: &[u32],
    before: &[u32],
    column: usize,
    own: (Option<char>, char),
    other: (Option<char>, char),
) -> u32 {
    let get = |cells: &[u32], at: usize| cells.get(at).copied().unwrap_or(u32::MAX / 4);
    let hiss = |pair: (Option<char>, char)| {
        matches!(
            pair,
            (Some('s'), 's')
                | (Some('s'), 'c')
                | (Some('x'), 'c')
                | (Some('s'), 'ç')
                | (Some('c'), 'ç')
                | (Some('ç'), 'ç')
                | (Some('x'), 's')
        )
    };
    let single_hiss = |letter: char| matches!(letter, 's' | 'c' | 'ç' | 'x' | 'z');
    let mut best = u32::MAX / 4;
    // Two written letters for one wanted.
    if (hiss(own) && single_hiss(other.1))
        || (own == (Some('c'), 'h') && matches!(other.1, 'x' | 'c'))
        || (own == (Some('q'), 'u') && other.1 == 'c')
    {
        best = best.min(get(before, column) + 50);
    }
    // One written letter for two wanted.
    if column > 0
        && ((hiss(other) && single_hiss(own.1))
            || (other == (Some('c'), 'h') && own.1 == 'x')
            || (other == (Some('q'), 'u') && matches!(own.1, 'k' | 'c')))
    {
        best = best.min(get(above, column - 1) + 50);
    }
    // Two for two.
    if column > 0 && hiss(own) && hiss(other) {
        best = best.min(get(before, column - 1) + 50);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(written: &str, wanted: &str) -> u32 {
        let letters = |word: &str| word.chars().collect::<Vec<_>>();
        distance(&letters(written), &letters(wanted), 1000).unwrap()
    }

    #[test]
    fn accents_cost_less_than_sounds_and_sounds_less_than_letters() {
        assert!(cost("voce", "você") < cost("analizar", "analisar"));
        assert!(cost("analizar", "analisar") < cost("casa", "capa"));
        assert_eq!(cost("igual", "igual"), 0);
    }

    #[test]
    fn one_sound_written_with_two_letters_is_one_edit() {
        assert_eq!(cost("excessão", "exceção"), 50);
        assert_eq!(cost("mecher", "mexer"), 50);
        assert_eq!(cost("nacer", "nascer"), 50);
        assert_eq!(cost("descançar", "descansar"), 50);
    }

    #[test]
    fn swapped_letters_are_one_edit() {
        assert_eq!(cost("perfieto", "perfeito"), 75);
    }
}
