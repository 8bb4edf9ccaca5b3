//! Errors in the attachments of a mail.

use super::{Environment, Found, Kind};
use crate::mail::tags::{Part, parts};
use crate::tag::{FormTag, Kind as TagKind};

/// Largest size of all attachments of a mail: 25 MiB.
const LIMIT: u64 = 25 * 1024 * 1024;

/// What there is at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum File {
    /// A file of this many bytes.
    Found(u64),
    /// Nothing.
    Missing,
    /// The path leads out of the folder that mails may attach from.
    Outside,
}

pub(super) fn check(
    template: &str,
    section: &str,
    tags: &[FormTag],
    environment: &Environment<'_>,
    found: &mut Found,
) {
    let section = format!("{section}.attachments");
    let mut size = 0_u64;
    for line in template.lines() {
        let mut path = String::new();
        for part in parts(line) {
            match part {
                Part::Text(text) => path.push_str(text),
                Part::Tag { name, .. } => {
                    let files = tags
                        .iter()
                        .filter(|tag| tag.kind == TagKind::File && tag.name == name);
                    size = files.fold(size, |size, tag| size.saturating_add(tag.file_limit()));
                }
            }
        }
        let path = path.trim();
        if path.is_empty() {
            continue;
        }
        match (environment.file)(path) {
            File::Found(bytes) => size = size.saturating_add(bytes),
            File::Missing => {
                let message = format!("Attachment file does not exist at {path}.");
                found.add(section.as_str(), Kind::FileNotFound, message);
            }
            File::Outside => found.add(
                section.as_str(),
                Kind::FileOutsideFolder,
                "It is not allowed to use files outside the wp-content directory.",
            ),
        }
    }
    if size > LIMIT {
        found.add(
            section,
            Kind::AttachmentsOverweight,
            "The total size of attachment files is too large.",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{form, kinds};

    #[test]
    fn paths_and_sizes() {
        let mut form = form();
        form.form
            .push_str("[file foto limit:30mb][file cv limit:1mb]");
        let mut of = |attachments: &str| {
            form.mail.attachments = attachments.to_owned();
            let found = kinds(&form);
            found
                .into_iter()
                .filter(|one| !one.starts_with("form.body"))
                .collect::<Vec<_>>()
        };
        assert!(of("[cv]").is_empty());
        assert_eq!(of("[foto]"), ["mail.attachments attachments-overweight"]);
        assert_eq!(
            of("uploads/existe.pdf"),
            ["mail.attachments attachments-overweight"]
        );
        assert_eq!(
            of("uploads/nada.pdf\n../../etc/passwd"),
            [
                "mail.attachments file-not-found",
                "mail.attachments file-not-in-content-dir"
            ]
        );
    }
}
