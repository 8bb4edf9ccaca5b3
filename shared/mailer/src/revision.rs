//! What a client reads about a new version of a post: their own request, and what changed since they answered.

use heavy_work::{Budget, Refused};
use markup::diff::{Change, Kind};
use markup::escape;
use markup::passages::{self, Passage};

use crate::wording::{shortened, single_line};

/// Most passages of a page.
const PAGE_PASSAGES: usize = 60;
/// Most passages of an e-mail.
const MAIL_PASSAGES: usize = 4;
/// Longest unchanged text at either side of a change in an e-mail, in characters.
const CONTEXT: usize = 60;
/// Longest changed text in an e-mail, in characters.
const CHANGED: usize = 240;

/// A new version of a post, for the client who answered about an earlier one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Revision {
    /// What the client asked for; empty when the answer had no comment, or accepted the text.
    pub asked: String,
    /// What changed since; `None` when the version that was answered about is not known.
    changes: Option<Vec<Passage>>,
}

impl Revision {
    /// A new version after the answer `asked`, whose changes are not known.
    pub fn new(asked: &str) -> Self {
        Self {
            asked: asked.trim().to_owned(),
            changes: None,
        }
    }

    /// A new version after the answer `asked`: what `new` changed in `old`, which was answered about, if both are known.
    /// Each is a title and a body.
    ///
    /// They are compared on a thread for blocking work, within the limits of the process and of the caller
    /// (docs/architecture.md#heavy-work).
    ///
    /// # Errors
    /// [`Refused`].
    pub async fn between(
        asked: &str,
        old: Option<(String, String)>,
        new: Option<(String, String)>,
    ) -> Result<Self, Refused> {
        let revision = Self::new(asked);
        let (Some(old), Some(new)) = (old, new) else {
            return Ok(revision);
        };
        heavy_work::run(u64::MAX, move |budget| {
            revision.compared((&old.0, &old.1), (&new.0, &new.1), budget)
        })
        .await
    }

    /// Compares title and body of the version that was answered about with those of the new one.
    #[must_use]
    pub fn comparing(self, old: (&str, &str), new: (&str, &str)) -> Self {
        self.compared(old, new, &Budget::unlimited())
    }

    fn compared(self, old: (&str, &str), new: (&str, &str), caller: &Budget) -> Self {
        let html = |(title, body): (&str, &str)| format!("<h1>{}</h1>{body}", escape::text(title));
        Self {
            changes: Some(passages::between(&html(old), &html(new), caller)),
            ..self
        }
    }

    /// Lines of the client's request.
    pub fn asked_lines(&self) -> Vec<&str> {
        self.asked.lines().collect()
    }

    /// Whether the versions are known to have the same words.
    pub fn has_same_words(&self) -> bool {
        self.changes.as_ref().is_some_and(Vec::is_empty)
    }

    /// The changed passages, as many as a page shows.
    pub fn passages(&self) -> &[Passage] {
        let all = self.changes.as_deref().unwrap_or_default();
        all.get(..PAGE_PASSAGES).unwrap_or(all)
    }

    /// How many passages a page does not show.
    pub fn further(&self) -> usize {
        self.count().saturating_sub(PAGE_PASSAGES)
    }

    /// The first passages, each with little more than what changed.
    pub fn short_passages(&self) -> Vec<ShortPassage> {
        let all = self.passages().iter().take(MAIL_PASSAGES);
        all.map(ShortPassage::of).collect()
    }

    /// How many passages an e-mail does not show.
    pub fn further_than_short(&self) -> usize {
        self.count().saturating_sub(MAIL_PASSAGES)
    }

    /// Says how many passages an e-mail does not show.
    pub fn further_words(&self) -> String {
        match self.further_than_short() {
            1 => "Mais um trecho mudou: a página mostra todos.".to_owned(),
            many => format!("Mais {many} trechos mudaram: a página mostra todos."),
        }
    }

    fn count(&self) -> usize {
        self.changes.as_ref().map_or(0, Vec::len)
    }
}

/// A changed passage of an e-mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortPassage {
    /// Word diff, with long unchanged and changed texts shortened.
    pub changes: Vec<Change>,
}

impl ShortPassage {
    fn of(passage: &Passage) -> Self {
        let last = passage.changes.len().saturating_sub(1);
        let changes = passage.changes.iter().enumerate();
        let changes = changes.map(|(index, change)| Change {
            kind: change.kind,
            text: match change.kind {
                Kind::Equal => context(&change.text, index > 0, index < last),
                Kind::Insert | Kind::Delete => limited(&change.text),
            },
        });
        Self {
            changes: changes.collect(),
        }
    }

    /// The passage before; empty when it is new.
    pub fn before(&self) -> String {
        self.side(Kind::Insert)
    }

    /// The passage now; empty when it was removed.
    pub fn now(&self) -> String {
        self.side(Kind::Delete)
    }

    fn side(&self, other: Kind) -> String {
        let own = self.changes.iter().filter(|change| change.kind != other);
        single_line(&own.map(|change| change.text.as_str()).collect::<String>())
    }
}

/// A changed text of limited length, with its spaces at both ends.
fn limited(text: &str) -> String {
    if text.chars().count() <= CHANGED {
        text.to_owned()
    } else {
        shortened(text, CHANGED)
    }
}

/// An unchanged text, of which only what stands next to a change stays.
fn context(text: &str, after_change: bool, before_change: bool) -> String {
    let chars: Vec<char> = text.chars().collect();
    let sides = usize::from(after_change) + usize::from(before_change);
    if chars.len() <= CONTEXT * sides.max(1) {
        return text.to_owned();
    }
    let mut shown = String::new();
    if after_change {
        let start: String = chars.iter().take(CONTEXT).collect();
        let end = start.rfind(' ').unwrap_or(start.len());
        shown.push_str(start.get(..end).unwrap_or(&start));
        shown.push(' ');
    }
    shown.push('…');
    if before_change {
        let end: String = chars.iter().skip(chars.len() - CONTEXT).collect();
        let start = end.find(' ').unwrap_or_default();
        shown.push_str(end.get(start..).unwrap_or(&end));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    fn revision(old: &str, new: &str) -> Revision {
        Revision::new(" Troquem o preço. ").comparing(("Pão", old), ("Pão", new))
    }

    #[test]
    fn a_changed_title_is_the_first_passage() {
        let (old, new) = (
            ("Pão com mel & café", "<p>a</p>"),
            ("Pão com mel", "<p>a</p>"),
        );
        let short = Revision::new("").comparing(old, new).short_passages();
        let sides: Vec<_> = short.iter().map(|it| (it.before(), it.now())).collect();
        assert_eq!(sides, [("Pão com mel & café".into(), "Pão com mel".into())]);
    }

    #[test]
    fn the_same_words_are_told_from_an_unknown_version() {
        assert!(revision("<p>a b</p>", "<p>a <b>b</b></p>").has_same_words());
        assert!(!Revision::new("").has_same_words());
        assert!(!revision("<p>a</p>", "<p>b</p>").has_same_words());
        assert_eq!(revision("", "").asked, "Troquem o preço.");
    }

    #[test]
    fn an_email_shows_little_more_than_what_changed() {
        let around = "palavra ".repeat(30);
        let old = format!("<p>{around}dez {around}</p>");
        let new = format!("<p>{around}doze {around}</p>");
        let short = revision(&old, &new).short_passages().remove(0);
        let now = short.now();
        assert!(
            now.contains("… palavra") && now.contains("doze palavra"),
            "{now}"
        );
        assert!(
            now.ends_with("palavra …") && now.chars().count() < 140,
            "{now}"
        );
        assert!(short.before().contains("dez") && !short.before().contains("doze"));
    }

    #[test]
    fn pages_and_emails_tell_how_many_passages_they_leave_out() {
        let new: String = (0..70)
            .map(|number| format!("<p>novo{number}</p>"))
            .collect();
        let revision = revision("", &new);
        assert_eq!((revision.passages().len(), revision.further()), (60, 10));
        let short = revision.short_passages().len();
        assert_eq!((short, revision.further_than_short()), (4, 66));
    }
}
