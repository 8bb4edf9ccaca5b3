//! How long reading a text takes.

use markup::lexer::{Lexer, Piece};
use markup::text;

/// Words per minute.
const PACE: usize = 200;
/// Seconds for the first picture; each further one takes a second less, at least three.
const FIRST_PICTURE: usize = 12;

/// Minutes that reading `html` takes, rounded up; 0 for a text without words and pictures.
pub fn minutes(html: &str) -> u32 {
    let is_picture = |piece: &Piece<'_>| matches!(piece, Piece::Start(tag) if tag.name == "img");
    let pictures = Lexer::new(html).filter(is_picture).count();
    let looking: usize = (0..pictures)
        .map(|at| FIRST_PICTURE.saturating_sub(at).max(3))
        .sum();
    let seconds = (text::words(html) * 60).div_ceil(PACE) + looking;
    u32::try_from(seconds.div_ceil(60)).unwrap_or(u32::MAX)
}

/// Minutes that previews tell, from the words alone and rounded; 0 for less than half a minute.
pub const fn told(words: usize) -> usize {
    (words + PACE / 2) / PACE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn previews_tell_rounded_minutes() {
        for (words, minutes) in [(0, 0), (99, 0), (100, 1), (299, 1), (300, 2), (700, 4)] {
            assert_eq!(told(words), minutes, "{words}");
        }
    }

    #[test]
    fn words_and_pictures_take_time() {
        assert_eq!(minutes(""), 0);
        assert_eq!(minutes("<p>um</p>"), 1);
        assert_eq!(minutes(&"um ".repeat(200)), 1);
        assert_eq!(minutes(&"um ".repeat(201)), 2);
        assert_eq!(minutes(&"<img src=x>".repeat(5)), 1);
        // 12 + 11 + 10 + 9 + 8 + 7 + 6 = 63 seconds.
        assert_eq!(minutes(&"<img src=x>".repeat(7)), 2);
    }
}
