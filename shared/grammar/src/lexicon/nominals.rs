//! Gender and number of nouns and adjectives from the dictionary's flags and from endings.

use super::bits::{FEMININE, FLEX, FP, FS, MASCULINE, MP, MS, NOMINAL, NOUN, PARTICIPLE, SINGULAR};
use super::{Lexicon, verbs};

/// Endings of feminine nouns.
const FEMININE_ENDINGS: [&str; 11] = [
    "ção", "ssão", "dade", "tude", "agem", "ície", "ência", "ância", "logia", "eza", "tura",
];

/// Nominal readings of `form` as bits.
pub(super) fn readings(lexicon: &Lexicon, form: &str) -> u32 {
    let mut found = singular_readings(lexicon, form);
    for single in singulars(form) {
        found |= to_plural(singular_readings(lexicon, &single));
    }
    found |= verbs::participle(lexicon, form);
    // A listed gender excludes the other one.
    found
}

/// The same readings in the plural.
fn to_plural(singular: u32) -> u32 {
    let mut plural = singular & (NOUN | FLEX | PARTICIPLE);
    if singular & MS != 0 {
        plural |= MP;
    }
    if singular & FS != 0 {
        plural |= FP;
    }
    plural
}

/// Readings of `form` taken as a singular.
fn singular_readings(lexicon: &Lexicon, form: &str) -> u32 {
    match lexicon.genders.get(form) {
        Some('m') => return MS | NOUN | invariable(form, MP),
        Some('f') => return FS | NOUN | invariable(form, FP),
        Some('c') => return MS | FS,
        _ => {}
    }
    let flags = lexicon.flags(form);
    let mut found = flags.as_deref().map_or(0, |flags| by_flags(form, flags));
    if found & FLEX == 0 {
        found |= feminine(lexicon, form);
    }
    if found & NOMINAL == 0 {
        found |= by_plural(lexicon, form);
    }
    if found & NOMINAL == 0 {
        found |= by_suffix(lexicon, form);
    }
    found
}

/// Readings by a suffix of nouns and adjectives, for words that the dictionary derives from other words.
fn by_suffix(lexicon: &Lexicon, form: &str) -> u32 {
    const BOTH: [&str; 9] = [
        "ista", "ante", "ente", "inte", "al", "vel", "il", "ense", "ocrata",
    ];
    const ADVERBS: [&str; 3] = ["mente", "dante", "vante"];
    const MONTHS: [&str; 12] = [
        "janeiro",
        "fevereiro",
        "março",
        "abril",
        "maio",
        "junho",
        "julho",
        "agosto",
        "setembro",
        "outubro",
        "novembro",
        "dezembro",
    ];
    if MONTHS.contains(&form) {
        return MS | NOUN;
    }
    if form.chars().count() < 6 || super::is_function_word(form) {
        return 0;
    }
    if ["ção", "dade", "-feira"]
        .iter()
        .any(|ending| form.ends_with(ending))
    {
        return FS | NOUN;
    }
    if form.ends_with("mento") || form.ends_with("ismo") {
        return MS | NOUN;
    }
    if FEMININE_ENDINGS.iter().any(|ending| form.ends_with(ending))
        && verbs::readings(lexicon, form).is_empty()
    {
        return FS | NOUN;
    }
    let both = BOTH.iter().any(|ending| form.ends_with(ending))
        && !ADVERBS.iter().any(|ending| form.ends_with(ending));
    let agent = form.ends_with("dor") || form.ends_with("tor") || form.ends_with("sor");
    if !(both || agent || form.ends_with("dora"))
        || form.contains('-')
        || !verbs::readings(lexicon, form).is_empty()
    {
        return 0;
    }
    if both {
        MS | FS
    } else if agent {
        MS | FLEX
    } else {
        FS | FLEX
    }
}

/// Readings of a form that the dictionary derives from a verb only: a plural in -os, which no verb has, shows the adjective.
fn by_plural(lexicon: &Lexicon, form: &str) -> u32 {
    let in_use =
        |stem: &str, ending: &str| lexicon.words.contains(format!("{stem}{ending}").as_str());
    if let Some(stem) = form.strip_suffix('o')
        && stem.chars().count() > 2
        && !["am", "em", "im", "om"]
            .iter()
            .any(|ending| stem.ends_with(ending))
        && in_use(stem, "os")
    {
        return if in_use(stem, "as") && in_use(stem, "a") {
            MS | FLEX
        } else {
            MS
        };
    }
    if let Some(stem) = form.strip_suffix('a')
        && stem.chars().count() > 2
        && in_use(stem, "os")
        && in_use(stem, "o")
        && in_use(stem, "as")
    {
        return FS | FLEX;
    }
    0
}

/// Nouns in -s without a plural of their own: `ônibus`, `lápis`.
fn invariable(form: &str, plural: u32) -> u32 {
    if form.ends_with('s') && !form.ends_with("ês") {
        plural
    } else {
        0
    }
}

/// Readings of a dictionary entry.
fn by_flags(form: &str, flags: &str) -> u32 {
    let declines = flags.contains(['B', 'C', 'A', 'E', 'G']);
    let comparative = ["maior", "menor", "melhor", "pior", "erior"]
        .iter()
        .any(|ending| form.ends_with(ending));
    if flags.contains('D') && form.ends_with(['o', 'r', 's', 'u', 'm']) && !comparative {
        return MS | FLEX;
    }
    // `vitrine`, `síndrome`, `cliente`: the ending tells no gender.
    if flags.contains('D') && (comparative || form.ends_with('e')) {
        return MS | FS;
    }
    if flags.contains('F') && declines {
        return MS | FLEX;
    }
    if flags.contains(['E', 'G']) {
        return MS | FLEX;
    }
    if !declines {
        return 0;
    }
    if FEMININE_ENDINGS.iter().any(|ending| form.ends_with(ending)) {
        return FS | NOUN;
    }
    if form.ends_with("mento") {
        return MS | NOUN;
    }
    match form.chars().next_back() {
        Some('o') if !form.ends_with("ão") => MS,
        _ => MS | FS,
    }
}

/// Readings of `form` as the feminine of a masculine entry.
fn feminine(lexicon: &Lexicon, form: &str) -> u32 {
    let declines = |base: &str| {
        lexicon
            .flags(base)
            .is_some_and(|flags| flags.contains('D') || flags.contains(['F', 'E', 'G']))
    };
    if masculine_bases(form).iter().any(|base| declines(base)) {
        FS | FLEX
    } else {
        0
    }
}

/// Masculine forms whose feminine may be `form`.
fn masculine_bases(form: &str) -> Vec<String> {
    let mut bases = Vec::new();
    let mut add = |ending: &str, other: &str| {
        if let Some(stem) = form.strip_suffix(ending) {
            bases.push(format!("{stem}{other}"));
        }
    };
    add("eia", "eu");
    add("esa", "ês");
    add("ora", "or");
    add("ã", "ão");
    add("ma", "m");
    add("ra", "r");
    add("la", "l");
    add("a", "o");
    bases
}

/// Singulars whose plural may be `form`.
pub(super) fn singulars(form: &str) -> Vec<String> {
    const ENDINGS: [(&str, &str); 20] = [
        ("ões", "ão"),
        ("ães", "ão"),
        ("ãos", "ão"),
        ("ns", "m"),
        ("ais", "al"),
        ("éis", "el"),
        ("eis", "el"),
        ("eis", "il"),
        ("óis", "ol"),
        ("uis", "ul"),
        ("is", "il"),
        ("eses", "ês"),
        ("res", "r"),
        ("zes", "z"),
        ("íses", "ís"),
        ("ases", "ás"),
        ("uses", "us"),
        ("ases", "as"),
        ("eses", "és"),
        ("s", ""),
    ];
    ENDINGS
        .iter()
        .filter_map(|(plural, single)| Some(format!("{}{single}", form.strip_suffix(plural)?)))
        .filter(|single| single.chars().count() > 1)
        .collect()
}

/// The regular plural of a singular.
pub(super) fn plural(lexicon: &Lexicon, word: &str) -> Option<String> {
    const ENDINGS: [(&str, &str); 14] = [
        ("ção", "ções"),
        ("são", "sões"),
        ("gião", "giões"),
        ("mão", "mãos"),
        ("irmão", "irmãos"),
        ("ão", "ões"),
        ("m", "ns"),
        ("al", "ais"),
        ("el", "éis"),
        ("ol", "óis"),
        ("il", "is"),
        ("r", "res"),
        ("z", "zes"),
        ("ês", "eses"),
    ];
    if word.ends_with('s') && !word.ends_with("ês") {
        return (word == "país").then(|| "países".to_owned());
    }
    let accented = word.chars().any(|letter| "áéíóúâêô".contains(letter));
    if accented && let Some(stem) = word.strip_suffix("el").or_else(|| word.strip_suffix("il")) {
        return Some(format!("{stem}eis"));
    }
    let candidate = ENDINGS
        .iter()
        .find_map(|(ending, plural)| Some(format!("{}{plural}", word.strip_suffix(ending)?)))
        .unwrap_or_else(|| format!("{word}s"));
    (readings(lexicon, &candidate) & NOMINAL & !SINGULAR != 0).then_some(candidate)
}

/// The form of the other gender and the same number.
pub(super) fn other_gender(lexicon: &Lexicon, word: &str) -> Option<String> {
    let own = readings(lexicon, word);
    let wanted = if own & FEMININE != 0 {
        MASCULINE
    } else {
        FEMININE
    };
    let (stem, plural) = word
        .strip_suffix('s')
        .filter(|_| own & SINGULAR == 0)
        .map_or((word, ""), |stem| (stem, "s"));
    const PAIRS: [(&str, &str); 10] = [
        ("o", "a"),
        ("a", "o"),
        ("or", "ora"),
        ("ora", "or"),
        ("ês", "esa"),
        ("esa", "ês"),
        ("ão", "ã"),
        ("ã", "ão"),
        ("eu", "eia"),
        ("eia", "eu"),
    ];
    let mut candidates: Vec<String> = PAIRS
        .iter()
        .filter_map(|(from, to)| Some(format!("{}{to}{plural}", stem.strip_suffix(from)?)))
        .collect();
    if plural == "s" {
        candidates.extend(stem.strip_suffix("ore").map(|base| format!("{base}oras")));
        candidates.extend(stem.strip_suffix("ora").map(|base| format!("{base}ores")));
    }
    candidates
        .into_iter()
        .find(|candidate| readings(lexicon, candidate) & wanted & NOMINAL != 0)
}
