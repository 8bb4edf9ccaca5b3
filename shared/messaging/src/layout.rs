//! Lays out the text of a message: title, text, link.

use domain::direction;
use ports::ClientMessage;

/// Longest title in a message, in characters.
const TITLE_CHARS: usize = 200;
/// Asterisks of the title and line breaks around the text, in characters.
const FRAME_CHARS: usize = 6;

/// The message as text of at most `most` characters: the title in bold, the text, which is shortened first, and the
/// whole link.
pub(crate) fn layout(message: &ClientMessage, most: usize) -> String {
    let link = message.link.as_str();
    let room = most.saturating_sub(link.chars().count() + FRAME_CHARS);
    let title = title(&message.title, room);
    let left = room.saturating_sub(title.chars().count());
    let text = shortened(message.text.trim(), left);
    let parts = [format!("*{title}*"), text, link.to_owned()];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}

/// `title` on one line, without the asterisks that would end its bold type.
pub(crate) fn title(title: &str, room: usize) -> String {
    shortened(&one_line(title).replace('*', ""), room.min(TITLE_CHARS))
}

/// `text` on one line.
pub(crate) fn one_line(text: &str) -> String {
    let text = direction::without_controls(text);
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// The beginning of `words`, at most `most` characters.
pub(crate) fn shortened(words: &str, most: usize) -> String {
    if words.chars().count() <= most {
        return words.to_owned();
    }
    let kept: String = words.chars().take(most.saturating_sub(1)).collect();
    match kept.trim_end() {
        "" => String::new(),
        kept => format!("{kept}…"),
    }
}

#[cfg(test)]
mod tests {
    use domain::platform::phone::Phone;
    use ports::MessagePurpose;
    use proptest::prelude::*;

    use super::*;

    fn message(title: &str, text: &str) -> ClientMessage {
        ClientMessage {
            to: Phone::international("+5511988887777").unwrap(),
            purpose: MessagePurpose::ApprovalRequest,
            site: "Padaria".into(),
            title: title.into(),
            text: text.into(),
            link: "https://pauta.example/aprovacao/abc".parse().unwrap(),
            picture: None,
        }
    }

    #[test]
    fn the_title_is_first_and_the_link_is_last() {
        let text = layout(&message("Pão *de\nforma*", " Leia e responda: "), 1024);
        assert_eq!(
            text,
            "*Pão de forma*\n\nLeia e responda:\n\nhttps://pauta.example/aprovacao/abc"
        );
    }

    #[test]
    fn the_text_is_shortened_before_the_title() {
        let long = message("Pão", &"palavra ".repeat(300));
        let text = layout(&long, 1024);
        assert!(text.starts_with("*Pão*\n\npalavra") && text.contains("…\n\nhttps://"));
        assert!((1000..=1024).contains(&text.chars().count()));
    }

    proptest! {
        #[test]
        fn a_layout_has_the_whole_link_and_never_more_than_the_limit(
            title in any::<String>(),
            text in any::<String>(),
            most in 60_usize..2000,
        ) {
            let laid_out = layout(&message(&title, &text), most);
            prop_assert!(laid_out.ends_with("https://pauta.example/aprovacao/abc"));
            prop_assert!(laid_out.chars().count() <= most);
        }
    }
}
