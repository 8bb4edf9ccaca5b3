//! Counts the syllables of Portuguese words by their vowel nuclei (Acordo Ortográfico de 1990, base VII, for what forms
//! a diphthong; docs/interface/platform/analysis.md#readability).

/// Beginnings whose first vowels stand in two syllables, although they are written like a diphthong.
const HIATUS_BEGINNINGS: [&str; 9] = [
    "reun", "reuti", "reusa", "reini", "proib", "coib", "suic", "ruin", "arruin",
];

const fn is_vowel(character: char) -> bool {
    matches!(
        character,
        'a' | 'e'
            | 'i'
            | 'o'
            | 'u'
            | 'y'
            | 'á'
            | 'à'
            | 'â'
            | 'ã'
            | 'ä'
            | 'é'
            | 'è'
            | 'ê'
            | 'ë'
            | 'í'
            | 'ì'
            | 'î'
            | 'ï'
            | 'ó'
            | 'ò'
            | 'ô'
            | 'õ'
            | 'ö'
            | 'ú'
            | 'ù'
            | 'û'
            | 'ü'
    )
}

const fn is_stressed_mark(character: char) -> bool {
    matches!(
        character,
        'á' | 'é' | 'í' | 'ó' | 'ú' | 'â' | 'ê' | 'î' | 'ô' | 'û'
    )
}

/// The syllables of a word. `buffer` is a place to work in, so that counting a text allocates once.
pub(crate) fn count(word: &str, buffer: &mut Vec<char>) -> u32 {
    word.split(['-', '\u{2010}', '\u{2011}'])
        .filter(|part| !part.is_empty())
        .map(|part| count_part(part, buffer))
        .sum::<u32>()
        .max(1)
}

fn count_part(part: &str, buffer: &mut Vec<char>) -> u32 {
    buffer.clear();
    let all_capitals = part.chars().all(|one| !one.is_lowercase());
    for letter in part.chars().flat_map(char::to_lowercase) {
        if is_silent_u(buffer, letter) {
            buffer.pop();
        }
        buffer.push(letter);
    }
    let letters = buffer.as_slice();
    if !letters.iter().any(|letter| is_vowel(*letter)) {
        return if all_capitals {
            u32::try_from(letters.len()).unwrap_or(1).max(1)
        } else {
            1
        };
    }
    let begins = |beginning: &str| {
        let mut own = letters.iter();
        beginning.chars().all(|letter| own.next() == Some(&letter))
    };
    nuclei(letters) + u32::from(HIATUS_BEGINNINGS.iter().any(|beginning| begins(beginning)))
}

/// Whether the `u` at the end of `before` stands between q or g and the vowel `next`, where it is dropped.
fn is_silent_u(before: &[char], next: char) -> bool {
    matches!(before, [.., 'q' | 'g', 'u' | 'ü']) && is_vowel(next)
}

fn nuclei(letters: &[char]) -> u32 {
    let mut count = 0;
    let mut at = 0;
    let mut accented = false;
    while let Some(&letter) = letters.get(at) {
        if !is_vowel(letter) {
            at += 1;
            continue;
        }
        count += 1;
        let swallowed = swallows_next(letters, at, accented);
        accented |= is_stressed_mark(letter);
        at += 1 + usize::from(swallowed);
    }
    count
}

/// Whether the vowel at `at` forms one nucleus with the next letter. `accented` tells whether an acute or
/// circumflex stands before `at`.
fn swallows_next(letters: &[char], at: usize, accented: bool) -> bool {
    let (Some(&own), Some(&next)) = (letters.get(at), letters.get(at + 1)) else {
        return false;
    };
    if !is_vowel(next) {
        return false;
    }
    let after = letters.get(at + 2).copied();
    let behind = letters.get(at + 3).copied();
    let ends_run = after.is_none_or(|letter| !is_vowel(letter));
    if matches!(own, 'ã' | 'õ') && matches!(next, 'e' | 'i' | 'o' | 'u') {
        return true;
    }
    if matches!(next, 'i' | 'u') && own != next {
        return !(ends_run && is_hiatus(own, next, after, behind));
    }
    // Rule of the final rising diphthong: história, série, mágoa.
    let is_final = match after {
        None => true,
        Some('s' | 'm') => behind.is_none(),
        Some(_) => false,
    };
    matches!(own, 'i' | 'u' | 'e' | 'o') && matches!(next, 'a' | 'e' | 'o') && is_final && accented
}

/// Whether an i or u after another vowel has a syllable of its own, by the letters that follow.
fn is_hiatus(own: char, next: char, after: Option<char>, behind: Option<char>) -> bool {
    let closes = matches!(after, Some('l' | 'm' | 'n' | 'r' | 'z'))
        && behind.is_none_or(|letter| !(is_vowel(letter) || after == Some('n') && letter == 'h'));
    let before_nh = after == Some('n') && behind == Some('h');
    before_nh
        || (next == 'i' && closes)
        || (next == 'u' && closes && (own == 'i' || behind.is_none()))
        || (matches!(own, 'a' | 'u') && next == 'i' && after == Some('ç'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(syllables: u32, words: &str) -> Vec<(String, u32)> {
        words
            .split(", ")
            .map(|word| (word.to_owned(), count(word, &mut Vec::new())))
            .filter(|(_, counted)| *counted != syllables)
            .collect()
    }

    #[test]
    fn short_words() {
        assert_eq!(wrong(1, "pai, céu, pão, mãe, põe, pneu, têm"), []);
        assert_eq!(
            wrong(
                2,
                "casa, herói, muito, país, raiz, juiz, ruim, cair, caiu, baú, dia, quatro, água, série, área, mágoa, \
                 praia, iguais, saguão, veem, fluido"
            ),
            []
        );
    }

    #[test]
    fn longer_words() {
        assert_eq!(
            wrong(
                3,
                "saúde, ainda, rainha, atual, poeta, teatro, criança, linguiça, tranquilo, história, polícia, ideia, \
                 viagem, viúva, aéreo, triunfo, gratuito, construir"
            ),
            []
        );
        assert_eq!(
            wrong(
                4,
                "policia, cooperar, egoísta, reunião, proibido, conteúdo, usuário, nacional, CNPJ"
            ),
            []
        );
        assert_eq!(
            wrong(5, "realidade, tecnologia, experiência, instituição"),
            []
        );
        assert_eq!(wrong(6, "especialista"), []);
    }

    #[test]
    fn hyphenated_words_count_each_part() {
        assert_eq!(wrong(4, "guarda-chuva, vendê-lo-á, GUARDA-CHUVA"), []);
    }
}
