//! Irregular verbs: principal parts, from which all forms are built once.

use std::collections::HashMap;

use super::verbs::{Person, Tense, VerbReading};

/// One verb a line: lemma | present | preterite | first person of the present subjunctive | imperfect (first person singular and
/// plural, empty when regular) | stem of the future (empty when the infinitive) | participle. A second field after the lemma's
/// `:` lists the prefixes of verbs that follow it.
const VERBS: &str = "\
ser|sou és é somos sois são|fui foste foi fomos fostes foram|seja|era éramos||sido
estar|estou estás está estamos estais estão|estive estiveste esteve estivemos estivestes estiveram|esteja|||estado
ter:|tenho tens tem temos tendes têm|tive tiveste teve tivemos tivestes tiveram|tenha|tinha tínhamos||tido
haver|hei hás há havemos haveis hão|houve houveste houve houvemos houvestes houveram|haja|||havido
ir|vou vais vai vamos ides vão|fui foste foi fomos fostes foram|vá|||ido
vir:|venho vens vem vimos vindes vêm|vim vieste veio viemos viestes vieram|venha|vinha vínhamos||vindo
ver:pre re entre ante|vejo vês vê vemos vedes veem|vi viste viu vimos vistes viram|veja|||visto
prover|provejo provês provê provemos provedes proveem|provi proveste proveu provemos provestes proveram|proveja|||provido
dar|dou dás dá damos dais dão|dei deste deu demos destes deram|dê|||dado
fazer:re des satis|faço fazes faz fazemos fazeis fazem|fiz fizeste fez fizemos fizestes fizeram|faça||far|feito
dizer:contra des pre|digo dizes diz dizemos dizeis dizem|disse disseste disse dissemos dissestes disseram|diga||dir|dito
trazer|trago trazes traz trazemos trazeis trazem|trouxe trouxeste trouxe trouxemos trouxestes trouxeram|traga||trar|trazido
poder|posso podes pode podemos podeis podem|pude pudeste pôde pudemos pudestes puderam|possa|||podido
querer|quero queres quer queremos quereis querem|quis quiseste quis quisemos quisestes quiseram|queira|||querido
requerer|requeiro requeres requer requeremos requereis requerem|requeri requereste requereu requeremos requerestes requereram|requeira|||requerido
saber|sei sabes sabe sabemos sabeis sabem|soube soubeste soube soubemos soubestes souberam|saiba|||sabido
caber|caibo cabes cabe cabemos cabeis cabem|coube coubeste coube coubemos coubestes couberam|caiba|||cabido
pôr|ponho pões põe pomos pondes põem|pus puseste pôs pusemos pusestes puseram|ponha|punha púnhamos|por|posto
ler:re|leio lês lê lemos ledes leem|li leste leu lemos lestes leram|leia|||lido
crer:des|creio crês crê cremos credes creem|cri creste creu cremos crestes creram|creia|||crido
perder|perco perdes perde perdemos perdeis perdem|perdi perdeste perdeu perdemos perdestes perderam|perca|||perdido
valer:equi|valho vales vale valemos valeis valem|vali valeste valeu valemos valestes valeram|valha|||valido
pedir:des im|peço pedes pede pedimos pedis pedem|pedi pediste pediu pedimos pedistes pediram|peça|||pedido
medir|meço medes mede medimos medis medem|medi mediste mediu medimos medistes mediram|meça|||medido
ouvir|ouço ouves ouve ouvimos ouvis ouvem|ouvi ouviste ouviu ouvimos ouvistes ouviram|ouça|||ouvido
rir:sor|rio ris ri rimos rides riem|ri riste riu rimos ristes riram|ria|||rido
manter|mantenho manténs mantém mantemos mantendes mantêm|mantive mantiveste manteve mantivemos mantivestes mantiveram|mantenha|mantinha mantínhamos||mantido
pôr:com ex dis im pro su re o contra trans de sobre pressu inter justa predis recom decom|ponho pões põe pomos pondes põem|pus puseste pôs pusemos pusestes puseram|ponha|punha púnhamos|por|posto
ter:con de ob re sus abs entre a|tenho téns tém temos tendes têm|tive tiveste teve tivemos tivestes tiveram|tenha|tinha tínhamos||tido
vir:con inter pro ad sobre a|venho véns vém vimos vindes vêm|vim vieste veio viemos viestes vieram|venha|vinha vínhamos||vindo";

/// The forms of the irregular verbs.
pub(super) struct Irregular {
    readings: HashMap<String, Vec<VerbReading>>,
    forms: HashMap<(String, Tense, Person), String>,
    lemmas: Vec<String>,
}

impl Irregular {
    pub fn new() -> Self {
        let mut irregular = Self {
            readings: HashMap::new(),
            forms: HashMap::new(),
            lemmas: Vec::new(),
        };
        for line in VERBS.lines() {
            let fields: Vec<&str> = line.split('|').collect();
            if let [
                name,
                present,
                past,
                subjunctive,
                imperfect,
                future,
                participle,
            ] = fields.as_slice()
            {
                let (base, prefixes) = name.split_once(':').unwrap_or((name, ""));
                let parts = Parts {
                    base,
                    present,
                    past,
                    subjunctive,
                    imperfect,
                    future,
                    participle,
                };
                // Compounds that carry another accent have lines of their own with prefixes only.
                let only_compounds = (present.starts_with("ponho") && !prefixes.is_empty())
                    || present.contains("ém");
                if !only_compounds || base == "manter" {
                    irregular.add(&parts, "");
                }
                for prefix in prefixes.split_ascii_whitespace() {
                    irregular.add(&parts, prefix);
                }
            }
        }
        irregular
    }

    pub fn is_lemma(&self, word: &str) -> bool {
        self.lemmas.iter().any(|lemma| lemma == word)
    }

    pub fn readings(&self, form: &str) -> &[VerbReading] {
        self.readings.get(form).map_or(&[], Vec::as_slice)
    }

    pub fn form(&self, lemma: &str, tense: Tense, person: Person) -> Option<String> {
        self.forms.get(&(lemma.to_owned(), tense, person)).cloned()
    }

    fn insert(&mut self, lemma: &str, form: String, tense: Tense, person: Option<Person>) {
        if let Some(person) = person {
            self.forms
                .entry((lemma.to_owned(), tense, person))
                .or_insert_with(|| form.clone());
        }
        let reading = VerbReading {
            lemma: lemma.to_owned(),
            tense,
            person,
        };
        let known = self.readings.entry(form).or_default();
        if !known.contains(&reading) {
            known.push(reading);
        }
    }

    fn six(&mut self, lemma: &str, tense: Tense, forms: impl Iterator<Item = String>) {
        for (form, person) in forms.zip(Person::ALL) {
            self.insert(lemma, form, tense, Some(person));
        }
    }

    fn add(&mut self, parts: &Parts<'_>, prefix: &str) {
        // Without a prefix `pôr` has its accent; its compounds have none.
        let lemma = if prefix.is_empty() {
            parts.base.to_owned()
        } else {
            format!("{prefix}{}", parts.base.replace('ô', "o"))
        };
        self.lemmas.push(lemma.clone());
        let compound = |form: &str| format!("{prefix}{form}");
        self.six(
            &lemma,
            Tense::Present,
            parts.present.split(' ').map(compound),
        );
        self.six(&lemma, Tense::Past, parts.past.split(' ').map(compound));
        self.built_on_past(&lemma, parts, prefix);
        self.subjunctive(&lemma, &compound(parts.subjunctive));
        self.imperfect(&lemma, parts, prefix);
        let infinitive = lemma.replace('ô', "o");
        let future = if parts.future.is_empty() {
            infinitive.clone()
        } else {
            compound(parts.future)
        };
        let with = |endings: &'static str| {
            let future = future.clone();
            endings
                .split(' ')
                .map(move |ending| format!("{future}{ending}"))
        };
        self.six(&lemma, Tense::Future, with("ei ás á emos eis ão"));
        self.six(&lemma, Tense::Conditional, with("ia ias ia íamos íeis iam"));
        self.insert(&lemma, lemma.clone(), Tense::Infinitive, None);
        self.insert(
            &lemma,
            format!("{infinitive}em"),
            Tense::Infinitive,
            Some(Person::P3),
        );
        self.insert(
            &lemma,
            format!("{infinitive}mos"),
            Tense::Infinitive,
            Some(Person::P1),
        );
        let gerund = infinitive
            .strip_suffix('r')
            .map(|stem| format!("{stem}ndo"));
        self.insert(&lemma, gerund.unwrap_or_default(), Tense::Gerund, None);
        let participle = compound(parts.participle);
        if let Some(stem) = participle.strip_suffix('o') {
            for ending in ["o", "a", "os", "as"] {
                self.insert(&lemma, format!("{stem}{ending}"), Tense::Participle, None);
            }
        }
    }

    /// Tenses built on the third person plural of the preterite.
    fn built_on_past(&mut self, lemma: &str, parts: &Parts<'_>, prefix: &str) {
        let Some(stem) = parts
            .past
            .split(' ')
            .next_back()
            .and_then(|last| last.strip_suffix("ram"))
        else {
            return;
        };
        let stem = format!("{prefix}{stem}");
        let accented = match stem.char_indices().next_back() {
            Some((at, vowel)) => {
                let accent = match (vowel, lemma) {
                    ('e', "ler" | "reler" | "crer" | "prover") => 'ê',
                    ('e', _) => 'é',
                    ('i', _) => 'í',
                    ('o', _) => 'ô',
                    (other, _) => other,
                };
                format!("{}{accent}", stem.get(..at).unwrap_or_default())
            }
            None => return,
        };
        for (tense, endings) in [
            (Tense::Pluperfect, "ra ras ra >ramos >reis ram"),
            (Tense::PastSubjunctive, "sse sses sse >ssemos >sseis ssem"),
            (Tense::FutureSubjunctive, "r res r rmos rdes rem"),
        ] {
            let forms = endings
                .split(' ')
                .map(|ending| match ending.strip_prefix('>') {
                    Some(ending) => format!("{accented}{ending}"),
                    None => format!("{stem}{ending}"),
                });
            let forms: Vec<String> = forms.collect();
            self.six(lemma, tense, forms.into_iter());
        }
    }

    fn subjunctive(&mut self, lemma: &str, first: &str) {
        let forms: Vec<String> = match first {
            "vá" => "vá vás vá vamos vades vão"
                .split(' ')
                .map(str::to_owned)
                .collect(),
            "dê" => "dê dês dê demos deis deem"
                .split(' ')
                .map(str::to_owned)
                .collect(),
            _ => {
                let stem = first.strip_suffix('a').unwrap_or(first);
                "a as a amos ais am"
                    .split(' ')
                    .map(|ending| format!("{stem}{ending}"))
                    .collect()
            }
        };
        self.six(lemma, Tense::Subjunctive, forms.into_iter());
    }

    fn imperfect(&mut self, lemma: &str, parts: &Parts<'_>, prefix: &str) {
        let forms: Vec<String> = if let Some((first, plural)) = parts.imperfect.split_once(' ') {
            ["", "s", "", "-", "-", "m"]
                .iter()
                .map(|ending| {
                    if *ending == "-" {
                        format!("{prefix}{plural}")
                    } else {
                        format!("{prefix}{first}{ending}")
                    }
                })
                .collect()
        } else {
            let stem = lemma
                .get(..lemma.len().saturating_sub(2))
                .unwrap_or_default();
            let endings = if lemma.ends_with("ar") {
                "ava avas ava ávamos áveis avam"
            } else {
                "ia ias ia íamos íeis iam"
            };
            endings
                .split(' ')
                .map(|ending| format!("{stem}{ending}"))
                .collect()
        };
        self.six(lemma, Tense::Imperfect, forms.into_iter());
    }
}

/// The principal parts of a verb.
struct Parts<'a> {
    base: &'a str,
    present: &'a str,
    past: &'a str,
    subjunctive: &'a str,
    imperfect: &'a str,
    future: &'a str,
    participle: &'a str,
}
