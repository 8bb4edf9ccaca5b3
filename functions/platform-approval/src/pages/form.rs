//! The fields of the client's form (`application/x-www-form-urlencoded`).

/// The largest body that is read: a comment of 5,000 characters, each of up to four bytes written as
/// three characters, and room for the rest.
pub const BODY_LIMIT: usize = 64 * 1024;

/// The members of the form that mean something; all others are ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AnswerForm {
    /// What the client wrote, with `\n` as line break: browsers send `\r\n`, which would count twice
    /// against the limit that they show for `\n`.
    pub comment: String,
    /// The version of the text the client saw; none when the answer was not sent by our page.
    pub version: Option<u64>,
}

impl AnswerForm {
    /// Reads a form. Nothing is malformed: bytes that are no UTF-8 are shown as such, and a missing
    /// member is empty.
    pub fn read(body: &[u8]) -> Self {
        let mut form = Self::default();
        for (name, value) in url::form_urlencoded::parse(body) {
            match &*name {
                "comment" => form.comment = value.replace("\r\n", "\n").replace('\r', "\n"),
                "version" => form.version = value.trim().parse().ok(),
                _ => {}
            }
        }
        form
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_breaks_count_once() {
        let form = AnswerForm::read(b"comment=um%0D%0Adois%0Dtr%C3%AAs+quatro&version=4&outro=x");
        assert_eq!(form.comment, "um\ndois\ntrês quatro");
        assert_eq!(form.version, Some(4));
    }

    #[test]
    fn an_empty_or_strange_body_is_an_empty_form() {
        assert_eq!(AnswerForm::read(b""), AnswerForm::default());
        assert_eq!(AnswerForm::read(b"{\"comment\":1}").comment, "");
        assert_eq!(AnswerForm::read(b"version=-1").version, None);
        assert!(
            AnswerForm::read(b"comment=%FF")
                .comment
                .contains('\u{fffd}')
        );
    }
}
