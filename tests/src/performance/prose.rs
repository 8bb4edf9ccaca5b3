//! Texts that resemble Portuguese articles, reproducible from a seed. Words are drawn by rank with the frequencies of
//! real texts.

use std::fmt::Write;

use ports::Random;

/// Function words, most frequent first.
const FUNCTION_WORDS: [&str; 32] = [
    "de", "a", "o", "que", "e", "do", "da", "em", "um", "para", "com", "não", "uma", "os", "no",
    "se", "na", "por", "mais", "as", "dos", "como", "mas", "ao", "ele", "das", "à", "seu", "sua",
    "ou", "quando", "muito",
];

/// Stems of the generated words.
const STEMS: [&str; 96] = [
    "abast",
    "acervo",
    "açúc",
    "agrícol",
    "alecr",
    "alimen",
    "amanhã",
    "ambien",
    "andai",
    "aprend",
    "artesan",
    "assoc",
    "atlân",
    "bairr",
    "balcon",
    "banan",
    "barrac",
    "benefíc",
    "bicicl",
    "borbol",
    "cachoei",
    "calend",
    "caminh",
    "canteir",
    "carrei",
    "cerâm",
    "cidad",
    "ciênc",
    "colheit",
    "comunid",
    "conserv",
    "consum",
    "coraç",
    "costur",
    "cozinh",
    "crianç",
    "cultiv",
    "desenh",
    "dinhei",
    "durabil",
    "econom",
    "edifíc",
    "educ",
    "emprés",
    "energ",
    "escol",
    "espaç",
    "esport",
    "família",
    "farinh",
    "feijão",
    "ferrament",
    "floresc",
    "fogueir",
    "fruteir",
    "ger",
    "girass",
    "governo",
    "hortel",
    "iluminaç",
    "imóv",
    "jardin",
    "jornad",
    "laborat",
    "laranj",
    "leitur",
    "limão",
    "madeir",
    "mandioc",
    "mercad",
    "móvel",
    "música",
    "negóc",
    "oficin",
    "orquíd",
    "paisag",
    "parceri",
    "pequen",
    "pesquis",
    "planej",
    "praç",
    "primav",
    "produt",
    "quint",
    "receit",
    "recicl",
    "região",
    "saborea",
    "saúd",
    "semente",
    "sustent",
    "tempero",
    "trabalh",
    "varand",
    "verão",
    "vizinh",
];
const ENDINGS: [&str; 24] = [
    "", "ção", "ar", "o", "a", "os", "as", "eiro", "ista", "mento", "idade", "ante", "al", "oso",
    "inho", "ável", "ando", "aram", "ável", "ência", "ico", "ura", "ões", "ível",
];

/// A seeded source of random choices.
pub struct Dice<'a>(pub &'a dyn Random);

impl Dice<'_> {
    /// A number below `sides`.
    pub fn below(&self, sides: u64) -> u64 {
        let mut bytes = [0; 8];
        self.0.fill(&mut bytes);
        u64::from_le_bytes(bytes) % sides.max(1)
    }

    /// A random element of a list.
    pub fn one<'t, T>(&self, list: &'t [T]) -> &'t T {
        &list[self.rank(list.len() as u64, false) as usize]
    }

    /// True with a probability of `percent`.
    pub fn chance(&self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// A random position in a list; early positions are far more frequent when `skewed`.
    fn rank(&self, length: u64, skewed: bool) -> u64 {
        if skewed {
            let first = self.below(length);
            self.below(first + 1)
        } else {
            self.below(length)
        }
    }

    fn word(&self, text: &mut String) {
        if self.chance(42) {
            let place = self.rank(FUNCTION_WORDS.len() as u64, true);
            text.push_str(FUNCTION_WORDS[place as usize]);
        } else {
            text.push_str(STEMS[self.rank(STEMS.len() as u64, true) as usize]);
            text.push_str(ENDINGS[self.rank(ENDINGS.len() as u64, true) as usize]);
        }
    }

    /// Words without final punctuation, the first one capitalised.
    pub fn words(&self, count: u64) -> String {
        let mut text = String::new();
        for place in 0..count {
            if place > 0 {
                text.push(' ');
            }
            self.word(&mut text);
        }
        capitalised(&text)
    }

    fn sentence(&self, text: &mut String) {
        let count = 6 + self.below(14);
        let comma = self.below(count);
        let sentence = self.words(count);
        for (place, word) in sentence.split(' ').enumerate() {
            if place > 0 {
                text.push_str(if place as u64 == comma { ", " } else { " " });
            }
            text.push_str(word);
        }
        text.push_str(match self.below(12) {
            0 => "?",
            1 => "!",
            _ => ".",
        });
    }

    fn sentences(&self, count: u64) -> String {
        let mut text = String::new();
        for place in 0..count {
            if place > 0 {
                text.push(' ');
            }
            self.sentence(&mut text);
        }
        text
    }

    /// A body of about `bytes` bytes: headings, paragraphs with a link or an emphasis, a list.
    pub fn article(&self, bytes: usize) -> String {
        let mut text = String::with_capacity(bytes + 600);
        while text.len() < bytes {
            match self.below(8) {
                0 => {
                    let count = 3 + self.below(4);
                    let _ = writeln!(text, "<h2>{}</h2>", self.words(count));
                }
                1 => {
                    text.push_str("<ul>\n");
                    for _ in 0..2 + self.below(4) {
                        let count = 4 + self.below(6);
                        let _ = writeln!(text, "<li>{}</li>", self.words(count));
                    }
                    text.push_str("</ul>\n");
                }
                2 => {
                    let (before, link) = (self.sentences(1), self.words(3));
                    let _ = writeln!(
                        text,
                        "<p>{before} <a href=\"https://exemplo.com.br/{}\">{link}</a> {}</p>",
                        self.below(10_000),
                        self.sentences(2)
                    );
                }
                3 => {
                    let (strong, rest) = (self.words(2), self.sentences(3));
                    let _ = writeln!(text, "<p><strong>{strong}</strong> \"{rest}\"</p>");
                }
                _ => {
                    let count = 2 + self.below(4);
                    let _ = writeln!(text, "<p>{}</p>", self.sentences(count));
                }
            }
        }
        text
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[cfg(test)]
mod tests {
    use embedded::random::SeededRandom;

    use super::*;

    #[test]
    fn a_seed_tells_the_whole_text() {
        let text = |seed| Dice(&SeededRandom::new(seed)).article(3000);
        assert_eq!(text(1), text(1));
        assert_ne!(text(1), text(2));
        assert!((3000..3800).contains(&text(1).len()));
    }
}
