//! Rules besides the words: each adds to the score, in log-odds.

use serde::{Deserialize, Serialize};

use crate::blocklist::matches_list;
use crate::language::{Foreign, foreign};
use crate::links::links;
use crate::submission::Submission;

/// What speaks for or against spam.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SignalKind {
    /// Words and form of the text.
    Words,
    /// Number and kind of links.
    Links,
    /// Time between showing and sending the form.
    Speed,
    /// The field that people do not see was filled in.
    Honeypot,
    /// The same text was sent before.
    Repetition,
    /// An entry of the site's list of disallowed words.
    Blocklist,
    /// The text is in another language or script than the site's.
    Language,
}

/// A contribution to the score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Signal {
    /// Kind.
    pub kind: SignalKind,
    /// Log-odds; above zero it speaks for spam.
    pub weight: f64,
}

/// Weight that decides alone.
const CERTAIN: f64 = 40.0;
/// Characters a second beyond which a text was not typed. Fast typists reach ten; pasted texts exceed it, so the
/// weight is moderate.
const TYPED_CHARS: usize = 40;

/// The rules that apply to `submission`.
pub(crate) fn signals(submission: &Submission<'_>) -> Vec<Signal> {
    let found = [
        (SignalKind::Links, of_links(submission)),
        (SignalKind::Speed, of_speed(submission)),
        (
            SignalKind::Honeypot,
            if submission.honeypot_filled {
                CERTAIN
            } else {
                0.0
            },
        ),
        (
            SignalKind::Repetition,
            of_repetition(submission.repetitions),
        ),
        (
            SignalKind::Blocklist,
            if matches_list(submission, submission.disallowed) {
                CERTAIN
            } else {
                0.0
            },
        ),
        (SignalKind::Language, of_language(submission)),
    ];
    found
        .into_iter()
        .filter(|(_, weight)| *weight > 0.0)
        .map(|(kind, weight)| Signal { kind, weight })
        .collect()
}

fn of_links(submission: &Submission<'_>) -> f64 {
    let links = links(submission.text, submission.own_host);
    let number = match links.hosts.len() {
        0 => 0.0,
        1 => 0.3,
        2 => 1.0,
        3 => 2.5,
        _ => 4.0,
    };
    let hidden = if links.shortened > 0 { 1.5 } else { 0.0 };
    let abused = if links.abused > 0 { 1.0 } else { 0.0 };
    let bbcode = if links.bbcode { 4.0 } else { 0.0 };
    let html = if links.html { 2.0 } else { 0.0 };
    number + hidden + abused + bbcode + html
}

fn of_speed(submission: &Submission<'_>) -> f64 {
    let Some(seconds) = submission.seconds else {
        return 0.0;
    };
    let characters = submission.text.chars().count();
    let allowed = usize::try_from(seconds)
        .unwrap_or(usize::MAX)
        .saturating_mul(TYPED_CHARS);
    let typed = if characters > allowed { 1.5 } else { 0.0 };
    let opened = match seconds {
        0..=1 => 3.0,
        2..=3 => 1.0,
        _ => 0.0,
    };
    typed + opened
}

const fn of_repetition(repetitions: u32) -> f64 {
    match repetitions {
        0 => 0.0,
        // A form that is sent twice by mistake.
        1 => 1.5,
        2 => 4.0,
        _ => 8.0,
    }
}

fn of_language(submission: &Submission<'_>) -> f64 {
    match foreign(submission.text, submission.languages) {
        Some(Foreign::Script) => 5.0,
        Some(Foreign::Language) => 2.0,
        None => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight(submission: &Submission<'_>, kind: SignalKind) -> f64 {
        let found = signals(submission);
        found
            .iter()
            .filter(|signal| signal.kind == kind)
            .map(|signal| signal.weight)
            .sum()
    }

    #[test]
    fn nothing_known_adds_nothing() {
        assert_eq!(
            signals(&Submission {
                text: "Bom dia a todos",
                ..Submission::default()
            }),
            []
        );
    }

    #[test]
    fn more_links_weigh_more() {
        let of = |count: usize| {
            let text = "https://a.example/ ".repeat(count);
            weight(
                &Submission {
                    text: &text,
                    ..Submission::default()
                },
                SignalKind::Links,
            )
        };
        let weights: Vec<f64> = (0..5).map(of).collect();
        assert!(weights.is_sorted_by(|a, b| a < b), "{weights:?}");
        let plain = Submission {
            text: "veja https://a.example",
            ..Submission::default()
        };
        let marked = Submission {
            text: "veja [url=https://a.example]a[/url]",
            ..plain
        };
        assert!(weight(&marked, SignalKind::Links) > weight(&plain, SignalKind::Links) + 3.0);
        let hidden = Submission {
            text: "veja https://bit.ly/x",
            ..plain
        };
        assert!(weight(&hidden, SignalKind::Links) > weight(&plain, SignalKind::Links));
    }

    #[test]
    fn a_form_sent_at_once_is_suspect_and_a_slow_one_is_not() {
        let text = "Um texto de tamanho comum, que alguém escreve em meio minuto.";
        let of = |seconds| {
            weight(
                &Submission {
                    text,
                    seconds,
                    ..Submission::default()
                },
                SignalKind::Speed,
            )
        };
        assert!(of(Some(0)) > of(Some(3)));
        assert!(of(Some(3)) > 0.0);
        assert_eq!(of(Some(30)), 0.0);
        assert_eq!(of(None), 0.0);
    }

    #[test]
    fn honeypot_and_blocklist_decide_alone() {
        let honeypot = Submission {
            honeypot_filled: true,
            ..Submission::default()
        };
        assert_eq!(weight(&honeypot, SignalKind::Honeypot), CERTAIN);
        let listed = Submission {
            text: "palavrão",
            disallowed: &["PALAVRÃO"],
            ..Submission::default()
        };
        assert_eq!(weight(&listed, SignalKind::Blocklist), CERTAIN);
    }

    #[test]
    fn repetition_and_foreign_script_weigh() {
        let of = |repetitions| {
            weight(
                &Submission {
                    repetitions,
                    ..Submission::default()
                },
                SignalKind::Repetition,
            )
        };
        assert!(of(3) > of(2) && of(2) > of(1) && of(1) > of(0));
        let russian = Submission {
            text: "Купите дешёвые часы в нашем магазине",
            languages: &["pt"],
            ..Submission::default()
        };
        assert_eq!(weight(&russian, SignalKind::Language), 5.0);
    }
}
