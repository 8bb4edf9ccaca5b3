//! Tokens of a submission: what the Bayesian weights are about.

use std::collections::BTreeSet;

use crate::links::{author_host, links};
use crate::submission::Submission;
use crate::words::{folded, stems};

/// Parts of host names that say nothing.
const HOST_NOISE: [&str; 6] = ["com", "br", "net", "org", "example", "www"];
/// Providers of mailboxes for everyone; their names say nothing about a sender.
const MAILBOX_HOSTS: [&str; 10] = [
    "gmail.com",
    "hotmail.com",
    "outlook.com",
    "live.com",
    "yahoo.com",
    "yahoo.com.br",
    "icloud.com",
    "uol.com.br",
    "bol.com.br",
    "terra.com.br",
];
/// Fewest words of a text that is not short.
const SHORT_WORDS: usize = 9;

/// Mark of an author with a website.
pub(crate) const AUTHOR_LINK: &str = "form:author-link";
/// Mark of a text with a link.
pub(crate) const LINK: &str = "form:link";
/// Mark of a text of few words.
pub(crate) const SHORT: &str = "form:short";

/// The distinct tokens of a submission: stems, pairs of neighbouring stems, hosts, and marks of its form.
pub(crate) fn tokens(submission: &Submission<'_>) -> BTreeSet<String> {
    let links = links(submission.text, submission.own_host);
    let author_host = author_host(submission.author_url, submission.own_host);
    let words = stems(&folded(&without_addresses(submission.text)));
    let mut tokens: BTreeSet<String> = words.iter().cloned().collect();
    for (first, second) in words.iter().zip(words.iter().skip(1)) {
        tokens.insert(format!("{first} {second}"));
    }
    tokens.extend(stems(&folded(submission.author)));
    for host in links.hosts.iter().chain(&author_host) {
        tokens.insert(format!("host:{host}"));
        let parts = host
            .split(['.', '-'])
            .filter(|part| !HOST_NOISE.contains(part));
        tokens.extend(parts.flat_map(|part| stems(&folded(part))));
    }
    let mailbox = submission
        .email
        .rsplit_once('@')
        .map(|(_, host)| host.trim().to_lowercase());
    if let Some(host) = mailbox.filter(|host| !MAILBOX_HOSTS.contains(&host.as_str())) {
        tokens.insert(format!("mail:{host}"));
    }
    let marks = [
        (author_host.is_some(), AUTHOR_LINK),
        (!links.hosts.is_empty(), LINK),
        (words.len() < SHORT_WORDS, SHORT),
        (submission.text.contains('!'), "form:exclamation"),
        (submission.text.contains('?'), "form:question"),
        (submission.text.contains('@'), "form:address"),
    ];
    let marks = marks.into_iter().filter(|(applies, _)| *applies);
    tokens.extend(marks.map(|(_, mark)| mark.to_owned()));
    tokens
}

/// The text without the words of its addresses, whose hosts are tokens of their own.
fn without_addresses(text: &str) -> String {
    let kept = text.split_whitespace().filter(|word| !word.contains("://"));
    kept.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_pairs_hosts_and_marks_are_tokens() {
        let found = tokens(&Submission {
            text: "Compre já! https://loja-boa.example/x",
            author: "Zé Promoção",
            email: "ze@Vendas.example",
            author_url: "https://slots.example",
            ..Submission::default()
        });
        for token in [
            "compre",
            "ja",
            "compre ja",
            "ze",
            "promoc",
            "host:loja-boa.example",
            "host:slots.example",
            "loja",
            "boa",
            "slots",
            "mail:vendas.example",
            "form:author-link",
            "form:link",
            "form:short",
            "form:exclamation",
        ] {
            assert!(found.contains(token), "{token} in {found:?}");
        }
        assert!(!found.contains("form:question") && !found.contains("https"));
    }

    #[test]
    fn common_mailboxes_are_no_token() {
        let submission = Submission {
            email: "a@gmail.com",
            ..Submission::default()
        };
        assert!(
            !tokens(&submission)
                .iter()
                .any(|token| token.starts_with("mail:"))
        );
    }
}
