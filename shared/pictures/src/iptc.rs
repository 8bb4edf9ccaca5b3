//! Reads the texts of IPTC data (IPTC-NAA Information Interchange Model, version 4), which Photoshop's image resources
//! hold in JPEG files.

use crate::texts::{Texts, plain};

/// Keywords read; further ones are dropped.
const KEYWORDS: usize = 100;
/// Length in bytes below which a caption counts as a title.
const TITLE_BYTES: usize = 80;
/// Identifier of the image resource with IPTC data.
const IPTC: [u8; 2] = [0x04, 0x04];
/// Record of the datasets that describe the image.
const APPLICATION_RECORD: u8 = 2;

/// The texts in the image resources of a file; unreadable data counts as missing.
pub(crate) fn parse(resources: &[u8]) -> Texts {
    let mut found = Datasets::default();
    if let Some(data) = resource(resources) {
        found.read(data);
    }
    found.into_texts()
}

/// The data of the IPTC resource.
fn resource(mut rest: &[u8]) -> Option<&[u8]> {
    loop {
        let (head, behind) = rest.strip_prefix(b"8BIM")?.split_first_chunk::<2>()?;
        // The name is padded to an even length, its length byte included.
        let name = usize::from(*behind.first()?);
        let behind = behind.get(even(name + 1)..)?;
        let (length, behind) = behind.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        let data = behind.get(..length)?;
        if *head == IPTC {
            return Some(data);
        }
        rest = behind.get(even(length)..)?;
    }
}

const fn even(length: usize) -> usize {
    length + length % 2
}

/// The first value of each dataset that is used, and the keywords.
#[derive(Default)]
struct Datasets<'a> {
    headline: Option<&'a [u8]>,
    name: Option<&'a [u8]>,
    caption: Option<&'a [u8]>,
    credit: Option<&'a [u8]>,
    creator: Option<&'a [u8]>,
    copyright: Option<&'a [u8]>,
    keywords: Vec<&'a [u8]>,
}

impl<'a> Datasets<'a> {
    /// Reads datasets up to the first that is malformed, or extended: longer than any text.
    fn read(&mut self, mut rest: &'a [u8]) {
        while let Some(([0x1C, record, dataset, high, low], behind)) = rest.split_first_chunk::<5>()
        {
            let length = usize::from(u16::from_be_bytes([*high, *low]));
            let Some((value, behind)) = behind.split_at_checked(length) else {
                return;
            };
            rest = behind;
            if *record == APPLICATION_RECORD && !value.is_empty() {
                self.keep(*dataset, value);
            }
        }
    }

    fn keep(&mut self, dataset: u8, value: &'a [u8]) {
        let member = match dataset {
            5 => &mut self.name,
            25 => {
                if self.keywords.len() < KEYWORDS {
                    self.keywords.push(value);
                }
                return;
            }
            80 => &mut self.creator,
            105 => &mut self.headline,
            110 => &mut self.credit,
            116 => &mut self.copyright,
            120 => &mut self.caption,
            _ => return,
        };
        member.get_or_insert(value);
    }

    fn into_texts(self) -> Texts {
        let text = |bytes: Option<&[u8]>| bytes.and_then(plain);
        let short = self.caption.filter(|bytes| bytes.len() < TITLE_BYTES);
        Texts {
            title: text(self.headline)
                .or_else(|| text(self.name))
                .or_else(|| text(short)),
            caption: text(self.caption),
            credit: text(self.credit).or_else(|| text(self.creator)),
            copyright: text(self.copyright),
            keywords: self.keywords.into_iter().filter_map(plain).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn dataset(number: u8, value: &[u8]) -> Vec<u8> {
        let length = u16::try_from(value.len()).unwrap().to_be_bytes();
        [&[0x1C, 2, number, length[0], length[1]], value].concat()
    }

    fn resource_of(id: [u8; 2], name: &[u8], data: &[u8]) -> Vec<u8> {
        let mut all = b"8BIM".to_vec();
        all.extend(id);
        all.push(u8::try_from(name.len()).unwrap());
        all.extend(name);
        if name.len().is_multiple_of(2) {
            all.push(0);
        }
        all.extend(u32::try_from(data.len()).unwrap().to_be_bytes());
        all.extend(data);
        if data.len() % 2 == 1 {
            all.push(0);
        }
        all
    }

    fn read(datasets: &[(u8, &[u8])]) -> Texts {
        let data: Vec<u8> = datasets
            .iter()
            .flat_map(|(number, value)| dataset(*number, value))
            .collect();
        let other = resource_of([3, 0xED], b"ab", b"odd");
        parse(&[other, resource_of(IPTC, b"", &data)].concat())
    }

    #[test]
    fn the_texts_of_a_picture() {
        let texts = read(&[
            (5, "Título".as_bytes()),
            (120, b"Legenda"),
            (25, b"flor"),
            (25, b"\xE1rvore"),
            (80, b"Autora"),
            (110, b"Ag\xEAncia"),
            (116, "© 2026".as_bytes()),
            (116, b"outro"),
            (90, b"Cidade"),
        ]);
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(
            texts,
            Texts {
                title: text("Título"),
                caption: text("Legenda"),
                credit: text("Agência"),
                copyright: text("© 2026"),
                keywords: vec!["flor".to_owned(), "árvore".to_owned()],
            }
        );
    }

    #[test]
    fn a_headline_precedes_and_a_short_caption_follows_the_title() {
        let both = read(&[(5, b"nome"), (105, b"manchete"), (80, b"Autora")]);
        assert_eq!(both.title.as_deref(), Some("manchete"));
        assert_eq!(both.credit.as_deref(), Some("Autora"));
        assert_eq!(read(&[(120, b"curta")]).title.as_deref(), Some("curta"));
        let long = read(&[(120, &[b'a'; 80])]);
        assert_eq!((long.title, long.caption), (None, Some("a".repeat(80))));
        let many: Vec<(u8, &[u8])> = vec![(25, b"x"); KEYWORDS + 5];
        assert_eq!(read(&many).keywords.len(), KEYWORDS);
        assert_eq!(read(&[(25, b" \0")]), Texts::default());
    }

    #[test]
    fn malformed_data_counts_as_missing() {
        // Data of an even length: no filling byte follows it.
        let whole = resource_of(IPTC, b"", &dataset(5, b"nomes"));
        for length in 0..whole.len() {
            assert_eq!(parse(&whole[..length]), Texts::default(), "{length}");
        }
        let beyond = [&dataset(5, b"nome")[..], &[0x1C, 2, 120, 0x80, 4, 0, 0]].concat();
        let cut = parse(&resource_of(IPTC, b"", &beyond));
        assert_eq!(cut.title.as_deref(), Some("nome"));
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            parse(&bytes);
            parse(&resource_of(IPTC, b"", &bytes));
        }
    }
}
