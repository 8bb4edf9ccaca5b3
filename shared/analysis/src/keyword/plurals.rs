//! Portuguese plurals: the singulars that a word can have.

/// Words that end like plurals and have no other form.
const INVARIABLE: [&str; 13] = [
    "mais", "jamais", "demais", "cais", "dois", "depois", "pois", "lapis", "onibus", "virus",
    "atras", "apos", "gratis",
];

/// A possible form: the beginning of the word, and its ending.
type Form<'a> = (&'a str, &'static str);

/// Endings of plurals with those of their possible singulars; the first that fits applies.
const ENDINGS: [(&str, &[&str]); 14] = [
    ("oes", &["ao"]),
    ("aes", &["ao", "ae"]),
    ("aos", &["ao"]),
    ("ais", &["al", "ai"]),
    ("eis", &["el", "il", "ei"]),
    ("ois", &["ol", "oi"]),
    ("uis", &["ul", "ui"]),
    ("is", &["il", "i"]),
    ("ns", &["m", "n"]),
    ("res", &["r", "re"]),
    ("zes", &["z", "ze"]),
    ("ses", &["s", "se"]),
    ("les", &["l", "le"]),
    ("nes", &["n", "ne"]),
];

/// The word itself and its possible singulars.
fn candidates(word: &str) -> [Option<Form<'_>>; 4] {
    let mut forms = [Some((word, "")), None, None, None];
    if word.chars().count() < 3 || INVARIABLE.contains(&word) || !word.ends_with('s') {
        return forms;
    }
    for (ending, singulars) in ENDINGS {
        if let Some(stem) = word.strip_suffix(ending) {
            for (form, singular) in forms.iter_mut().skip(1).zip(singulars) {
                *form = Some((stem, *singular));
            }
            return forms;
        }
    }
    if let Some(stem) = word.strip_suffix('s').filter(|stem| !stem.ends_with('s'))
        && let Some(form) = forms.get_mut(1)
    {
        *form = Some((stem, ""));
    }
    forms
}

/// Whether two folded words share a possible form.
pub(super) fn share_candidate(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    if one.as_bytes().first() != other.as_bytes().first() || one.len().abs_diff(other.len()) > 3 {
        return false;
    }
    let others = candidates(other);
    candidates(one).iter().flatten().any(|form| {
        others
            .iter()
            .flatten()
            .any(|own| bytes(*form).eq(bytes(*own)))
    })
}

fn bytes((stem, ending): Form<'_>) -> impl Iterator<Item = u8> + '_ {
    stem.bytes().chain(ending.bytes())
}
