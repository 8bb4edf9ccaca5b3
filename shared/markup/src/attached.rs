//! Pictures of a site's media in a text: editors give them a class with the identifier of their file.

use crate::lexer::{Lexer, Piece};

/// Beginning of the class, before the identifier.
const CLASS: &str = "wp-image-";

/// The file that the value of a `class` attribute names.
pub fn file_of(classes: &str) -> Option<u64> {
    let mut classes = classes.split_ascii_whitespace();
    classes.find_map(|class| class.strip_prefix(CLASS)?.parse().ok())
}

/// The files that the pictures of a text name, each once, in their order; at most `most`.
pub fn files_of(html: &str, most: usize) -> Vec<u64> {
    let mut found = Vec::new();
    if !html.contains(CLASS) {
        return found;
    }
    for piece in Lexer::new(html) {
        if let Piece::Start(tag) = piece
            && tag.name == "img"
            && let Some(id) = tag.attribute("class").and_then(file_of)
            && !found.contains(&id)
        {
            found.push(id);
            if found.len() >= most {
                break;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_by_a_class() {
        let html = "<p class=\"wp-image-1\"></p><img class=\"a wp-image-7 b\"><img class=wp-image-3>\
            <img class=\"wp-image-x\"><img class=\"wp-image-7\"><img><!-- <img class=\"wp-image-9\"> -->";
        assert_eq!(files_of(html, 9), [7, 3]);
        assert_eq!(files_of(html, 1), [7]);
        assert_eq!(files_of("texto", 9), [0_u64; 0]);
        assert_eq!(file_of("wp-image-99999999999999999999999"), None);
    }
}
