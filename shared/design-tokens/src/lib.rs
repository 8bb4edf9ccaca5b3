//! Colours, type and space of every page, as custom properties of one style sheet.

/// The style sheet. It follows the theme of the system; `data-theme` on the root element overrides it.
pub const CSS: &str = include_str!("../tokens.css");

#[cfg(test)]
mod tests {
    use super::CSS;

    /// The declarations of the first block behind `selector`.
    fn block(selector: &str) -> Vec<&str> {
        let (_, rest) = CSS.split_once(selector).unwrap_or_default();
        let (_, rest) = rest.split_once('{').unwrap_or_default();
        let (block, _) = rest.split_once('}').unwrap_or_default();
        block
            .lines()
            .filter_map(|line| line.trim().split_once(';'))
            .map(|(declaration, _)| declaration)
            .collect()
    }

    #[test]
    fn the_theme_chosen_by_hand_is_that_of_the_system() {
        let system = block(":root:not([data-theme=\"light\"])");
        assert!(system.len() > 40, "{}", system.len());
        assert_eq!(system, block(":root[data-theme=\"dark\"]"));
    }
}
