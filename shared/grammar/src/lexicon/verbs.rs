//! Regular conjugation: readings of forms and forms of verbs.

use super::Lexicon;
use super::bits::{FLEX, FP, FS, MP, MS, PARTICIPLE};

/// Tense and mood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Tense {
    Present,
    Past,
    Imperfect,
    Pluperfect,
    Future,
    Conditional,
    Subjunctive,
    PastSubjunctive,
    FutureSubjunctive,
    Infinitive,
    Gerund,
    Participle,
}

/// Person and number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Person {
    S1,
    S2,
    S3,
    P1,
    P2,
    P3,
}

impl Person {
    pub const ALL: [Self; 6] = [Self::S1, Self::S2, Self::S3, Self::P1, Self::P2, Self::P3];
}

/// One reading of a verb form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct VerbReading {
    pub lemma: String,
    pub tense: Tense,
    /// `None` for the impersonal infinitive, the gerund and the participle.
    pub person: Option<Person>,
}

/// Endings of the six persons, by conjugation.
const TENSES: [(Tense, &str, &str, &str); 9] = [
    (
        Tense::Present,
        "o as a amos ais am",
        "o es e emos eis em",
        "o es e imos is em",
    ),
    (
        Tense::Past,
        "ei aste ou amos astes aram",
        "i este eu emos estes eram",
        "i iste iu imos istes iram",
    ),
    (
        Tense::Imperfect,
        "ava avas ava ávamos áveis avam",
        "ia ias ia íamos íeis iam",
        "ia ias ia íamos íeis iam",
    ),
    (
        Tense::Pluperfect,
        "ara aras ara áramos áreis aram",
        "era eras era êramos êreis eram",
        "ira iras ira íramos íreis iram",
    ),
    (
        Tense::Future,
        "arei arás ará aremos areis arão",
        "erei erás erá eremos ereis erão",
        "irei irás irá iremos ireis irão",
    ),
    (
        Tense::Conditional,
        "aria arias aria aríamos aríeis ariam",
        "eria erias eria eríamos eríeis eriam",
        "iria irias iria iríamos iríeis iriam",
    ),
    (
        Tense::Subjunctive,
        "e es e emos eis em",
        "a as a amos ais am",
        "a as a amos ais am",
    ),
    (
        Tense::PastSubjunctive,
        "asse asses asse ássemos ásseis assem",
        "esse esses esse êssemos êsseis essem",
        "isse isses isse íssemos ísseis issem",
    ),
    (
        Tense::FutureSubjunctive,
        "ar ares ar armos ardes arem",
        "er eres er ermos erdes erem",
        "ir ires ir irmos irdes irem",
    ),
];

/// Verbs in -iar that conjugate like -ear.
const IAR_AS_EAR: [&str; 6] = [
    "odiar",
    "mediar",
    "remediar",
    "incendiar",
    "ansiar",
    "intermediar",
];

/// Every reading of `form` as a verb, participles excluded except irregular ones.
pub(super) fn readings(lexicon: &Lexicon, form: &str) -> Vec<VerbReading> {
    let mut found: Vec<VerbReading> = lexicon.irregular.readings(form).to_vec();
    for (conjugation, vowel) in ['a', 'e', 'i'].into_iter().enumerate() {
        for (tense, first, second, third) in &TENSES {
            let endings = [first, second, third]
                .get(conjugation)
                .copied()
                .unwrap_or(first);
            for (ending, person) in endings.split(' ').zip(Person::ALL) {
                if let Some(stem) = form.strip_suffix(ending).filter(|stem| !stem.is_empty()) {
                    for lemma in lemmas(stem, ending, vowel, *tense, person) {
                        add(lexicon, &mut found, lemma, *tense, Some(person));
                    }
                }
            }
        }
        let gerund = format!("{vowel}ndo");
        if let Some(stem) = form.strip_suffix(gerund.as_str()) {
            add(
                lexicon,
                &mut found,
                format!("{stem}{vowel}r"),
                Tense::Gerund,
                None,
            );
        }
    }
    after_vowel(lexicon, form, &mut found);
    if lexicon.is_infinitive(form) {
        add(
            lexicon,
            &mut found,
            form.to_owned(),
            Tense::Infinitive,
            None,
        );
    }
    found
}

fn add(
    lexicon: &Lexicon,
    found: &mut Vec<VerbReading>,
    lemma: String,
    tense: Tense,
    person: Option<Person>,
) {
    let reading = VerbReading {
        lemma,
        tense,
        person,
    };
    if !found.contains(&reading)
        && lexicon.is_infinitive(&reading.lemma)
        && !lexicon.irregular.is_lemma(&reading.lemma)
    {
        found.push(reading);
    }
}

/// Infinitives that may have this stem before this ending.
fn lemmas(stem: &str, ending: &str, vowel: char, tense: Tense, person: Person) -> Vec<String> {
    let mut stems: Vec<String> = Vec::with_capacity(3);
    let front = ending.starts_with(['e', 'i', 'é', 'ê', 'í']);
    if vowel == 'a' && front {
        if let Some(base) = stem.strip_suffix("qu") {
            stems.push(format!("{base}c"));
        } else if let Some(base) = stem.strip_suffix("gu") {
            stems.push(format!("{base}g"));
        } else if let Some(base) = stem.strip_suffix('c') {
            stems.push(format!("{base}ç"));
        } else if !stem.ends_with(['g', 'ç']) {
            stems.push(stem.to_owned());
        }
    } else if vowel != 'a' && !front {
        if let Some(base) = stem.strip_suffix('ç') {
            stems.push(format!("{base}c"));
        } else if let Some(base) = stem.strip_suffix('j') {
            stems.push(format!("{base}g"));
        } else if let Some(base) = stem.strip_suffix('g') {
            stems.push(format!("{base}gu"));
        } else if !stem.ends_with('c') {
            stems.push(stem.to_owned());
        }
    } else {
        stems.push(stem.to_owned());
    }
    let stressed = !matches!(person, Person::P1 | Person::P2);
    if matches!(tense, Tense::Present | Tense::Subjunctive) {
        if vowel == 'a'
            && stressed
            && let Some(base) = stem.strip_suffix("ei")
        {
            // passeio: passear; odeio: odiar.
            stems.push(format!("{base}e"));
            if IAR_AS_EAR
                .iter()
                .any(|verb| verb.strip_suffix("iar") == Some(base))
            {
                stems.push(format!("{base}i"));
            }
        }
        if vowel == 'i' {
            let changed: Vec<String> = stems.iter().filter_map(|stem| change_vowel(stem)).collect();
            stems.extend(changed);
        }
    }
    stems
        .into_iter()
        .map(|stem| format!("{stem}{vowel}r"))
        .collect()
}

/// Verbs in -ir change the last vowel of the stem: sinto, durmo, sobe.
fn change_vowel(stem: &str) -> Option<String> {
    let (core, tail) = match stem.strip_suffix("gu").or_else(|| stem.strip_suffix("qu")) {
        Some(core) => (core, stem.get(core.len()..)?),
        None => (stem, ""),
    };
    let (at, vowel) = core
        .char_indices()
        .rfind(|(_, letter)| "aeiou".contains(*letter))?;
    let other = match vowel {
        'i' => 'e',
        'u' => 'o',
        'o' => 'u',
        _ => return None,
    };
    Some(format!(
        "{}{other}{}{tail}",
        core.get(..at)?,
        core.get(at + 1..)?
    ))
}

/// Verbs in -air, -uir and -zir, whose endings follow a vowel or are missing.
fn after_vowel(lexicon: &Lexicon, form: &str, found: &mut Vec<VerbReading>) {
    use Person::{P1, P3, S1, S3};
    const ENDINGS: [(&str, &str, Tense, Person); 30] = [
        ("aio", "air", Tense::Present, S1),
        ("ai", "air", Tense::Present, S3),
        ("aem", "air", Tense::Present, P3),
        ("aímos", "air", Tense::Present, P1),
        ("aia", "air", Tense::Subjunctive, S3),
        ("aiam", "air", Tense::Subjunctive, P3),
        ("aí", "air", Tense::Past, S1),
        ("aíram", "air", Tense::Past, P3),
        ("aía", "air", Tense::Imperfect, S3),
        ("aíam", "air", Tense::Imperfect, P3),
        ("aísse", "air", Tense::PastSubjunctive, S3),
        ("aíssem", "air", Tense::PastSubjunctive, P3),
        ("aíra", "air", Tense::Pluperfect, S3),
        ("aírem", "air", Tense::FutureSubjunctive, P3),
        ("ui", "uir", Tense::Present, S3),
        ("ói", "uir", Tense::Present, S3),
        ("oem", "uir", Tense::Present, P3),
        ("uímos", "uir", Tense::Present, P1),
        ("uí", "uir", Tense::Past, S1),
        ("uíram", "uir", Tense::Past, P3),
        ("uía", "uir", Tense::Imperfect, S3),
        ("uíam", "uir", Tense::Imperfect, P3),
        ("uísse", "uir", Tense::PastSubjunctive, S3),
        ("uíssem", "uir", Tense::PastSubjunctive, P3),
        ("uíra", "uir", Tense::Pluperfect, S3),
        ("uírem", "uir", Tense::FutureSubjunctive, P3),
        ("uz", "uzir", Tense::Present, S3),
        ("ói", "oer", Tense::Present, S3),
        ("oem", "oer", Tense::Present, P3),
        ("ia", "iar", Tense::Present, S3),
    ];
    for (ending, infinitive, tense, person) in ENDINGS {
        if let Some(stem) = form.strip_suffix(ending) {
            add(
                lexicon,
                found,
                format!("{stem}{infinitive}"),
                tense,
                Some(person),
            );
        }
    }
}

/// Nominal readings of `form` as a regular participle.
pub(super) fn participle(lexicon: &Lexicon, form: &str) -> u32 {
    const ENDINGS: [(&str, u32); 4] = [("do", MS), ("da", FS), ("dos", MP), ("das", FP)];
    for (ending, features) in ENDINGS {
        let Some(stem) = form.strip_suffix(ending) else {
            continue;
        };
        let candidates = if stem.ends_with('a') {
            vec![format!("{stem}r")]
        } else if let Some(base) = stem.strip_suffix('i') {
            vec![format!("{stem}r"), format!("{base}er")]
        } else if let Some(base) = stem.strip_suffix('í') {
            vec![format!("{base}ir")]
        } else {
            vec![]
        };
        if candidates.iter().any(|lemma| lexicon.is_infinitive(lemma)) {
            return features | FLEX | PARTICIPLE;
        }
    }
    if lexicon
        .irregular
        .readings(form)
        .iter()
        .any(|reading| reading.tense == Tense::Participle)
    {
        let features = match form {
            _ if form.ends_with("os") => MP,
            _ if form.ends_with("as") => FP,
            _ if form.ends_with('a') => FS,
            _ => MS,
        };
        return features | FLEX | PARTICIPLE;
    }
    0
}

/// The regular form of a verb, checked by reading it back.
pub(super) fn conjugate(
    lexicon: &Lexicon,
    lemma: &str,
    tense: Tense,
    person: Person,
) -> Option<String> {
    let stem = lemma.strip_suffix(['r'])?;
    let (at, vowel) = stem.char_indices().next_back()?;
    let stem = stem.get(..at)?;
    let (_, first, second, third) = TENSES.iter().find(|row| row.0 == tense)?;
    let endings = match vowel {
        'a' => first,
        'e' => second,
        _ => third,
    };
    let ending = endings
        .split(' ')
        .zip(Person::ALL)
        .find(|(_, own)| *own == person)?
        .0;
    let front = ending.starts_with(['e', 'i', 'é', 'ê', 'í']);
    let adapt = |stem: &str| match (vowel, front) {
        ('a', true) => stem
            .strip_suffix('c')
            .map(|base| format!("{base}qu"))
            .or_else(|| stem.strip_suffix('g').map(|base| format!("{base}gu")))
            .or_else(|| stem.strip_suffix('ç').map(|base| format!("{base}c")))
            .unwrap_or_else(|| stem.to_owned()),
        ('e' | 'i', false) => stem
            .strip_suffix("gu")
            .map(|base| format!("{base}g"))
            .or_else(|| stem.strip_suffix('g').map(|base| format!("{base}j")))
            .or_else(|| stem.strip_suffix('c').map(|base| format!("{base}ç")))
            .unwrap_or_else(|| stem.to_owned()),
        _ => stem.to_owned(),
    };
    let mut candidates = vec![format!("{}{ending}", adapt(stem))];
    if vowel == 'a' && stem.ends_with('e') && matches!(tense, Tense::Present | Tense::Subjunctive) {
        candidates.insert(0, format!("{stem}i{ending}"));
    }
    if lemma.ends_with("air") || lemma.ends_with("uir") {
        let accented = format!("{stem}{}", ending.replacen('i', "í", 1));
        candidates.insert(0, accented);
        if tense == Tense::Present && person == Person::S3 {
            candidates.insert(0, format!("{stem}i"));
        }
    }
    candidates.into_iter().find(|form| {
        readings(lexicon, form).iter().any(|reading| {
            reading.lemma == lemma && reading.tense == tense && reading.person == Some(person)
        })
    })
}
