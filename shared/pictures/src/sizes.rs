//! Rules for the image sizes of a site (docs/interface/site/media.md#sizes).

/// Images with a longer side get a scaled main file, in pixels.
pub const SCALED_SIDE: u32 = 2_560;

/// A rule for a size: the image fits into the box, or fills it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Name of the size in the API.
    pub name: &'static str,
    /// Width of the box in pixels.
    pub width: u32,
    /// Height of the box in pixels; `None` if only the width is limited.
    pub height: Option<u32>,
    /// Whether the image is cropped to fill the box, centred, instead of fitted into it.
    pub crop: bool,
}

/// The sizes of a site, in the order in which they are made.
pub const RULES: [Rule; 6] = [
    rule("thumbnail", 150, Some(150), true),
    rule("medium", 300, Some(300), false),
    rule("medium_large", 768, None, false),
    rule("large", 1_024, Some(1_024), false),
    rule("1536x1536", 1_536, Some(1_536), false),
    rule("2048x2048", 2_048, Some(2_048), false),
];

const fn rule(name: &'static str, width: u32, height: Option<u32>, crop: bool) -> Rule {
    Rule {
        name,
        width,
        height,
        crop,
    }
}

/// A size to make of one image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SizeSpec {
    /// Name of the size in the API.
    pub name: &'static str,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Whether the image is cropped to fill the size, centred, instead of fitted into it.
    pub crop: bool,
}

/// The sizes to make of an image of `width` × `height`: those smaller than the image.
pub fn sub_sizes(width: u32, height: u32) -> Vec<SizeSpec> {
    RULES
        .iter()
        .filter_map(|rule| {
            let limit = rule.height.unwrap_or(u32::MAX);
            let (new_width, new_height) = if rule.crop {
                (rule.width.min(width), limit.min(height))
            } else {
                fit(width, height, rule.width, limit)
            };
            // A difference of one pixel results from rounding.
            let smaller = width.abs_diff(new_width) > 1 || height.abs_diff(new_height) > 1;
            (smaller && width > 0 && height > 0).then_some(SizeSpec {
                name: rule.name,
                width: new_width,
                height: new_height,
                crop: rule.crop,
            })
        })
        .collect()
}

/// The size of the scaled main file, if one is required.
pub fn scaled(width: u32, height: u32) -> Option<(u32, u32)> {
    (width.max(height) > SCALED_SIDE).then(|| fit(width, height, SCALED_SIDE, SCALED_SIDE))
}

/// The largest size with the same aspect ratio within the box, never enlarged and never empty.
pub fn fit(width: u32, height: u32, most_width: u32, most_height: u32) -> (u32, u32) {
    let ratio = (f64::from(most_width) / f64::from(width.max(1)))
        .min(f64::from(most_height) / f64::from(height.max(1)))
        .min(1.0);
    (
        rounded(f64::from(width) * ratio),
        rounded(f64::from(height) * ratio),
    )
}

fn rounded(length: f64) -> u32 {
    // Casts of floats saturate, and the length of an image is far below that limit.
    (length.round() as u32).max(1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sizes_of(width: u32, height: u32) -> Vec<(&'static str, u32, u32)> {
        sub_sizes(width, height)
            .into_iter()
            .map(|size| (size.name, size.width, size.height))
            .collect()
    }

    #[test]
    fn a_large_photograph_gets_every_size() {
        assert_eq!(
            sizes_of(4_000, 3_000),
            [
                ("thumbnail", 150, 150),
                ("medium", 300, 225),
                ("medium_large", 768, 576),
                ("large", 1_024, 768),
                ("1536x1536", 1_536, 1_152),
                ("2048x2048", 2_048, 1_536),
            ]
        );
        assert_eq!(scaled(4_000, 3_000), Some((2_560, 1_920)));
    }

    #[test]
    fn only_smaller_sizes_are_made() {
        assert_eq!(
            sizes_of(800, 600),
            [
                ("thumbnail", 150, 150),
                ("medium", 300, 225),
                ("medium_large", 768, 576)
            ]
        );
        assert_eq!(sizes_of(150, 150), []);
        assert_eq!(
            sizes_of(100, 400),
            [("thumbnail", 100, 150), ("medium", 75, 300)]
        );
        assert_eq!(sizes_of(301, 301), [("thumbnail", 150, 150)]);
        assert_eq!(scaled(2_560, 2_560), None);
    }

    #[test]
    fn a_tall_image_is_limited_by_width_only_if_the_rule_says_so() {
        assert!(sizes_of(1_000, 5_000).contains(&("medium_large", 768, 3_840)));
    }

    proptest! {
        #[test]
        fn sizes_are_never_empty_or_larger(width in 0_u32..100_000, height in 0_u32..100_000) {
            for size in sub_sizes(width, height) {
                prop_assert!((1..=width).contains(&size.width));
                prop_assert!((1..=height).contains(&size.height));
            }
        }
    }
}
