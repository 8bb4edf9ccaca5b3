//! What a visitor sent: values of fields, hidden members, files.

mod content;
mod file_name;

pub use content::{fits_type, media_types_of};
pub use file_name::{extension, safe};

use std::collections::HashMap;

use indexmap::IndexMap;

use crate::tag::{FormTag, Kind};

/// Name of the hidden text field that people do not see and programs fill in.
pub const HONEYPOT: &str = "_contactform_hp";

/// Before the name of a choice field: the text typed beside its last value.
const FREE_TEXT: &str = "_contactform_free_text_";

/// Number of texts that are read of a request; further ones are left out.
const MOST_TEXTS: usize = 1000;

/// Number of files that are read of a request; further ones are left out.
const MOST_FILES: usize = 20;

/// Number of fields that are kept although the form has none of their names.
const MOST_UNKNOWN: usize = 50;

/// A part of the request, as the multipart body holds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A text.
    Text {
        /// The name of the part.
        name: String,
        /// Its text.
        value: String,
    },
    /// A file; browsers send an empty one where no file was chosen.
    File {
        /// The name of the part.
        name: String,
        /// The file's name as sent.
        file_name: String,
        /// The file's bytes.
        bytes: Vec<u8>,
    },
}

/// A file that a visitor sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// The name of the field.
    pub field: String,
    /// A safe name: one path segment, no control characters, no script extension.
    pub file_name: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// The values of a field as sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Sent {
    values: Vec<String>,
    is_list: bool,
}

/// A submission of a form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Submission {
    fields: IndexMap<String, Sent>,
    hidden: HashMap<String, String>,
    uploads: Vec<Upload>,
    without_file: Vec<String>,
}

impl Submission {
    /// Reads the parts of a request to a form with these fields.
    pub fn read(parts: Vec<Part>, tags: &[FormTag]) -> Self {
        let mut read = Self::default();
        let (mut texts, mut files) = (0, 0);
        for part in parts {
            let (count, most) = match part {
                Part::Text { .. } => (&mut texts, MOST_TEXTS),
                Part::File { .. } => (&mut files, MOST_FILES),
            };
            *count += 1;
            if *count > most {
                continue;
            }
            match part {
                Part::Text { name, value } if name.starts_with('_') => {
                    read.hidden.insert(name, value);
                }
                Part::Text { name, value } => read.take_text(&name, value),
                Part::File {
                    name,
                    file_name,
                    bytes,
                } => read.take_file(&name, &file_name, bytes, tags),
            }
        }
        for tag in tags {
            read.tidy(tag);
        }
        read
    }

    fn take_text(&mut self, written: &str, value: String) {
        let (name, is_list) = field_name(written);
        let value = value.replace('\0', "");
        match self.fields.get_mut(&name) {
            Some(own) if is_list && own.is_list => own.values.push(value),
            Some(own) => {
                own.values = vec![value];
                own.is_list = is_list;
            }
            None => {
                let values = vec![value];
                self.fields.insert(name, Sent { values, is_list });
            }
        }
    }

    fn take_file(&mut self, written: &str, file_name: &str, bytes: Vec<u8>, tags: &[FormTag]) {
        let (field, _) = field_name(written);
        let known = tags
            .iter()
            .any(|tag| tag.kind == Kind::File && tag.name == field);
        if !known {
            return;
        }
        if file_name.is_empty() && bytes.is_empty() {
            self.without_file.push(field);
        } else {
            self.uploads.push(Upload {
                field,
                file_name: safe(file_name),
                bytes,
            });
        }
    }

    /// Trims what has no blanks around it, and puts free text to the chosen value.
    fn tidy(&mut self, tag: &FormTag) {
        let free = self.hidden(&format!("{FREE_TEXT}{}", tag.name));
        let free = free.map(|text| text.trim().to_owned());
        let Some(own) = self.fields.get_mut(&tag.name) else {
            return;
        };
        if matches!(
            tag.kind,
            Kind::Email | Kind::Url | Kind::Tel | Kind::Number | Kind::Range | Kind::Date
        ) {
            for value in &mut own.values {
                *value = value.trim().to_owned();
            }
        }
        if tag.kind.is_choice()
            && tag.has("free_text")
            && let (Some(free), Some(last)) = (free, own.values.last_mut())
            && !free.is_empty()
        {
            last.push(' ');
            last.push_str(&free);
        }
    }

    /// The values of a field as sent; empty when it was not sent.
    pub fn values(&self, name: &str) -> &[String] {
        let own = self.fields.get(name);
        own.map_or(&[], |own| own.values.as_slice())
    }

    /// The first value of a field.
    pub fn value(&self, name: &str) -> &str {
        self.values(name).first().map_or("", String::as_str)
    }

    /// Whether a field holds more than blanks.
    pub fn is_filled(&self, name: &str) -> bool {
        self.values(name)
            .iter()
            .any(|value| !value.trim().is_empty())
    }

    /// A hidden member, whose name starts with an underscore.
    pub fn hidden(&self, name: &str) -> Option<&str> {
        self.hidden.get(name).map(String::as_str)
    }

    /// Whether the field that people do not see was filled in.
    pub fn is_trapped(&self) -> bool {
        self.hidden(HONEYPOT).is_some_and(|value| !value.is_empty())
    }

    /// The files of all fields.
    pub fn uploads(&self) -> &[Upload] {
        &self.uploads
    }

    /// The files of a field.
    pub fn uploads_of<'a>(&'a self, field: &'a str) -> impl Iterator<Item = &'a Upload> {
        self.uploads
            .iter()
            .filter(move |upload| upload.field == field)
    }

    /// Whether a field was sent without a file, as browsers do when none was chosen.
    pub fn lacks_file(&self, field: &str) -> bool {
        self.without_file.iter().any(|own| own == field) && self.uploads_of(field).next().is_none()
    }

    /// What is kept of the submission: every field with what its values stand for, also some that the form does not
    /// have; file fields without a value.
    pub fn stored(&self, tags: &[FormTag]) -> Vec<(String, Vec<String>)> {
        let mut tag_of: HashMap<&str, &FormTag> = HashMap::new();
        for tag in tags {
            tag_of.entry(&tag.name).or_insert(tag);
        }
        let stands_for = |name: &str, own: &Sent| {
            let values = own.values.iter();
            let tag = tag_of.get(name).filter(|tag| tag.kind.is_choice());
            match tag {
                Some(tag) => values.map(|value| tag.piped(value).to_owned()).collect(),
                None => values.cloned().collect(),
            }
        };
        let mut unknown = 0;
        let mut stored: IndexMap<String, Vec<String>> = IndexMap::new();
        for (name, own) in &self.fields {
            let is_unknown = !tag_of.contains_key(name.as_str());
            unknown += usize::from(is_unknown);
            if unknown <= MOST_UNKNOWN || !is_unknown {
                stored.insert(name.clone(), stands_for(name, own));
            }
        }
        for tag in tags.iter().filter(|tag| tag.kind == Kind::File) {
            stored.entry(tag.name.clone()).or_default();
        }
        stored.into_iter().collect()
    }

    /// All values as one text, which words are looked for in.
    pub fn text(&self) -> String {
        let all: Vec<&str> = self
            .fields
            .values()
            .flat_map(|own| own.values.iter().map(String::as_str))
            .collect();
        all.join("\n")
    }
}

/// The name of a field without brackets, and whether it had some. Dots and blanks count as underscores.
fn field_name(written: &str) -> (String, bool) {
    let (name, rest) = written.split_once('[').unwrap_or((written, ""));
    let name = name.replace(['.', ' '], "_");
    (name, !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tag::tags;

    fn text(name: &str, value: &str) -> Part {
        Part::Text {
            name: name.to_owned(),
            value: value.to_owned(),
        }
    }

    fn file(name: &str, file_name: &str, bytes: &[u8]) -> Part {
        Part::File {
            name: name.to_owned(),
            file_name: file_name.to_owned(),
            bytes: bytes.to_vec(),
        }
    }

    #[test]
    fn lists_gather_and_single_values_replace() {
        let sent = Submission::read(
            vec![
                text("a[]", "1"),
                text("a[]", "2"),
                text("b", "x"),
                text("b", "y"),
                text("c.d e", "z"),
            ],
            &[],
        );
        assert_eq!(sent.values("a"), ["1", "2"]);
        assert_eq!(sent.values("b"), ["y"]);
        assert_eq!(sent.value("c_d_e"), "z");
        assert!(sent.values("nada").is_empty());
    }

    #[test]
    fn names_with_an_underscore_are_hidden_members() {
        let sent = Submission::read(vec![text("_contactform", "12"), text("nome", "Ana")], &[]);
        assert_eq!(sent.hidden("_contactform"), Some("12"));
        assert!(sent.values("_contactform").is_empty());
        assert_eq!(
            sent.stored(&[]),
            [("nome".to_owned(), vec!["Ana".to_owned()])]
        );
    }

    #[test]
    fn blanks_around_addresses_and_numbers_are_removed() {
        let tags = tags("[email e][text t][tel f]");
        let sent = Submission::read(
            vec![text("e", " a@b.co "), text("t", " x "), text("f", "\t1 ")],
            &tags,
        );
        assert_eq!(
            (sent.value("e"), sent.value("t"), sent.value("f")),
            ("a@b.co", " x ", "1")
        );
    }

    #[test]
    fn free_text_follows_the_last_chosen_value() {
        let tags = tags(r#"[checkbox c free_text "A" "Outro"][radio r "A"]"#);
        let sent = Submission::read(
            vec![
                text("c[]", "A"),
                text("c[]", "Outro"),
                text("_contactform_free_text_c", " verde "),
                text("r", "A"),
                text("_contactform_free_text_r", "x"),
            ],
            &tags,
        );
        assert_eq!(sent.values("c"), ["A", "Outro verde"]);
        assert_eq!(sent.values("r"), ["A"]);
    }

    #[test]
    fn files_of_known_fields_are_kept() {
        let tags = tags("[file foto][file* cv][text t]");
        let sent = Submission::read(
            vec![
                file("foto[]", "../a.png", b"1"),
                file("foto[]", "b.png", b""),
                file("cv", "", b""),
                file("t", "t.txt", b"x"),
                file("outro", "o.txt", b"x"),
            ],
            &tags,
        );
        let names: Vec<&str> = sent
            .uploads_of("foto")
            .map(|one| one.file_name.as_str())
            .collect();
        assert_eq!(names, ["a.png", "b.png"]);
        assert_eq!(sent.uploads().len(), 2);
        assert!(sent.lacks_file("cv") && !sent.lacks_file("foto") && !sent.lacks_file("t"));
    }

    #[test]
    fn what_is_kept_holds_the_part_behind_the_bar_and_unknown_fields() {
        let tags = tags(r#"[select s "Vendas|v@loja.example"][file foto]"#);
        let sent = Submission::read(vec![text("x", "1"), text("s", "Vendas")], &tags);
        assert_eq!(
            sent.stored(&tags),
            [
                ("x".to_owned(), vec!["1".to_owned()]),
                ("s".to_owned(), vec!["v@loja.example".to_owned()]),
                ("foto".to_owned(), vec![]),
            ]
        );
        assert_eq!(sent.text(), "1\nVendas");
    }

    #[test]
    fn a_filled_trap_is_seen() {
        assert!(Submission::read(vec![text(HONEYPOT, "x")], &[]).is_trapped());
        assert!(!Submission::read(vec![text(HONEYPOT, "")], &[]).is_trapped());
    }

    #[test]
    fn what_is_read_and_kept_has_limits() {
        let tags = tags("[text a][file foto]");
        let mut parts: Vec<Part> = (0..MOST_TEXTS)
            .map(|at| text(&format!("x{at}"), "1"))
            .collect();
        parts.insert(700, text("a", "Ana"));
        parts.push(text("tarde", "1"));
        parts.extend((0..30).map(|_| file("foto[]", "a.png", b"x")));
        let sent = Submission::read(parts, &tags);
        assert!(sent.values("tarde").is_empty());
        assert_eq!(sent.uploads().len(), MOST_FILES);
        let kept = sent.stored(&tags);
        assert_eq!(kept.len(), MOST_UNKNOWN + 2);
        assert!(kept.contains(&("a".to_owned(), vec!["Ana".to_owned()])));
    }
}
