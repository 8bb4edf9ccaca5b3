//! Contrast of colours (WCAG 2.2, "contrast ratio" and "relative luminance": <https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio>).

use std::fmt;

/// Least contrast of text.
pub const OF_TEXT: f64 = 4.5;

/// Least contrast of borders and marks that have a meaning.
pub const OF_SIGNS: f64 = 3.0;

/// Part by which a colour that contrasts too little is mixed with black or white, until it is enough.
const STEP: f64 = 0.05;

/// Colour of the sRGB space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rgb([u8; 3]);

impl Rgb {
    pub const BLACK: Self = Self([0, 0, 0]);
    pub const WHITE: Self = Self([255, 255, 255]);

    /// The colour of six hexadecimal digits behind `#`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = [0; 3];
        hex::decode_to_slice(text.strip_prefix('#')?, &mut parts).ok()?;
        Some(Self(parts))
    }

    /// White or black, whichever contrasts more.
    pub fn opposite(self) -> Self {
        if Self::WHITE.contrast(self) > Self::BLACK.contrast(self) {
            Self::WHITE
        } else {
            Self::BLACK
        }
    }

    /// This colour with a part of another one, from 0 to 1.
    pub fn mixed(self, other: Self, part: f64) -> Self {
        let mut mixed = self.0;
        for (own, other) in mixed.iter_mut().zip(other.0) {
            let value = f64::from(*own).mul_add(1.0 - part, f64::from(other) * part);
            // Between 0 and 255, as both are.
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            {
                *own = value.round() as u8;
            }
        }
        Self(mixed)
    }

    fn luminance(self) -> f64 {
        let linear = self.0.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        let [red, green, blue] = linear;
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    /// The contrast with another colour, from 1 to 21.
    pub fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    /// The colour, or the next one towards `end` (black or white) that can be read on all `grounds`.
    pub fn readable(self, grounds: &[Self], end: Self) -> Self {
        self.reaching(OF_TEXT, grounds, end)
    }

    /// The colour, or the next one towards `end` that has at least this contrast with all `grounds`.
    pub fn reaching(self, least: f64, grounds: &[Self], end: Self) -> Self {
        let mut part = 0.0;
        loop {
            let colour = self.mixed(end, part);
            let is_readable = |ground: &Self| colour.contrast(*ground) >= least;
            if part >= 1.0 || grounds.iter().all(is_readable) {
                return colour;
            }
            part += STEP;
        }
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "#{}", hex::encode(self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rgb(text: &str) -> Rgb {
        Rgb::parse(text).unwrap()
    }

    #[test]
    fn contrast_is_that_of_the_guidelines() {
        assert!((Rgb::BLACK.contrast(Rgb::WHITE) - 21.0).abs() < 1e-9);
        assert!((Rgb::WHITE.contrast(Rgb::WHITE) - 1.0).abs() < 1e-9);
        // The grey that just passes on white.
        assert!(rgb("#767676").contrast(Rgb::WHITE) >= 4.5);
        assert!(rgb("#777777").contrast(Rgb::WHITE) < 4.5);
    }

    #[test]
    fn a_colour_that_cannot_be_read_goes_towards_the_end_until_it_can() {
        let paper = rgb("#f6f3ec");
        let yellow = rgb("#ffd400").readable(&[paper], Rgb::BLACK);
        assert!(yellow.contrast(paper) >= 4.5, "{yellow}");
        let kept = rgb("#1b6b3a");
        assert_eq!(kept.readable(&[paper], Rgb::BLACK), kept);
        assert_eq!(Rgb::BLACK.readable(&[Rgb::BLACK], Rgb::BLACK), Rgb::BLACK);
    }

    #[test]
    fn only_six_digits_are_a_colour() {
        for wrong in ["", "1b6b3a", "#1b6", "#1b6b3g", "#1b6b3a00"] {
            assert_eq!(Rgb::parse(wrong), None, "{wrong}");
        }
        assert_eq!(rgb("#1B6B3a").to_string(), "#1b6b3a");
    }
}
