//! A form as a page shows it.

use std::collections::{HashMap, HashSet};

use markup::escape;

use super::attributes::Element;
use super::control::Field;
use super::substitution::{Place, Template};
use crate::feedback::{Outcome, quiz};
use crate::form::ContactForm;
use crate::mail::document::language;
use crate::submission::{HONEYPOT, Submission};
use crate::tag::{FormTag, Kind};

/// Sanitises HTML that editors wrote.
#[derive(Clone, Copy)]
pub struct Sanitise<'a> {
    /// A form template: blocks, labels, and paragraphs for blank lines.
    pub template: &'a dyn Fn(&str) -> String,
    /// Text beside a control: links and emphasis.
    pub inline: &'a dyn Fn(&str) -> String,
}

/// What a form shows again after a submission without a script.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shown<'a> {
    /// The result.
    pub outcome: Option<&'a Outcome>,
    /// What was sent; shown again unless the form was accepted.
    pub sent: Option<&'a Submission>,
}

/// Where and how a form is shown.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    /// The form.
    pub form: &'a ContactForm,
    /// Where the form stands, see [`unit_tag`].
    pub unit_tag: &'a str,
    /// Where the form is sent to without a script.
    pub action: &'a str,
    /// The address of the form in the interface, for the script; the routes `feedback` and `refill` are below it.
    pub endpoint: &'a str,
    /// The number of the post that shows the form; 0 without one.
    pub container_post: u64,
    /// The version that the hidden member carries.
    pub version: &'a str,
    /// The label of a button without one.
    pub submit_label: &'a str,
    /// The key of quiz answers.
    pub key: &'a [u8],
    /// What is shown again.
    pub shown: Shown<'a>,
}

/// The name of a form's place on a page: `occurrence` counts the forms of the page from one.
pub fn unit_tag(form_id: u64, container_post: u64, occurrence: usize) -> String {
    match container_post {
        0 => format!("contactform-f{form_id}-o{occurrence}"),
        post => format!("contactform-f{form_id}-p{post}-o{occurrence}"),
    }
}

/// The HTML of a form. `pick` chooses a position below the given number, for quiz questions.
pub fn form_html(
    page: &Page<'_>,
    sanitise: Sanitise<'_>,
    pick: &mut dyn FnMut(usize) -> usize,
) -> String {
    let template = Template::new(&page.form.form, sanitise.template);
    let tags = page.form.tags();
    let names = Names::of(&page.form.form, &tags);
    let mut has_response = false;
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut control = |place: Place<'_>| {
        if place.tag.kind == Kind::Response {
            has_response = true;
            return response(page, &names);
        }
        let times = seen.entry(place.tag.name.clone()).or_default();
        let repetition = *times;
        *times += 1;
        let field = field(page, &names, place.tag, place.is_labelled, repetition);
        shown(page, &field, &names, sanitise, pick)
    };
    let mut inner = template.fill(&mut control);
    if !has_response {
        inner.push_str(&response(page, &names));
    }
    let status = page
        .shown
        .outcome
        .map_or("init", |outcome| outcome.status.name());
    let form = Element::new("form")
        .with("action", page.action)
        .with("method", "post")
        .with("enctype", "multipart/form-data")
        .with(
            "class",
            &format!("contactform-form {}", status.replace('_', "-")),
        )
        .with("aria-label", &page.form.title)
        .with("data-status", status)
        .flag("novalidate", true)
        .around(&format!("{}{inner}", hidden_members(page)));
    let (tag, direction) = language(&page.form.locale);
    Element::new("div")
        .with("class", "contactform")
        .with("id", page.unit_tag)
        .with("lang", &tag)
        .with("dir", direction)
        .with(
            "data-contactform-id",
            &page.form.id.unwrap_or_default().to_string(),
        )
        .with("data-endpoint", page.endpoint)
        .around(&form)
}

/// The names in a form, looked up once for each of its fields.
struct Names<'a> {
    /// The identifiers that labels refer to.
    referred: HashSet<&'a str>,
    /// The first field of each name.
    first: HashMap<&'a str, &'a FormTag>,
    /// The first field of each name whose characters can be counted.
    counted: HashMap<&'a str, &'a FormTag>,
}

impl<'a> Names<'a> {
    fn of(template: &'a str, tags: &'a [FormTag]) -> Self {
        let mut names = Self {
            referred: HashSet::new(),
            first: HashMap::new(),
            counted: HashMap::new(),
        };
        // An option holds no quotes, so that an identifier ends at the next one.
        for quote in ['"', '\''] {
            let begin = format!("for={quote}");
            let values = template.match_indices(&begin).filter_map(|(at, begin)| {
                let value = template.get(at + begin.len()..)?;
                value.split_once(quote)
            });
            names.referred.extend(values.map(|(id, _)| id));
        }
        for tag in tags {
            names.first.entry(&tag.name).or_insert(tag);
            if tag.kind != Kind::Count {
                names.counted.entry(&tag.name).or_insert(tag);
            }
        }
        names
    }
}

fn field<'a>(
    page: &Page<'a>,
    names: &Names<'_>,
    tag: &'a FormTag,
    is_labelled: bool,
    repetition: usize,
) -> Field<'a> {
    let outcome = page.shown.outcome;
    let is_done = outcome.is_some_and(|outcome| outcome.status.is_taken());
    let id = tag.option("id");
    let is_referred = id.is_some_and(|id| names.referred.contains(id));
    Field {
        tag,
        is_labelled,
        is_referred,
        unit_tag: page.unit_tag,
        locale: &page.form.locale,
        repetition,
        sent: page.shown.sent.filter(|_| !is_done),
        outcome,
    }
}

fn shown(
    page: &Page<'_>,
    field: &Field<'_>,
    names: &Names<'_>,
    sanitise: Sanitise<'_>,
    pick: &mut dyn FnMut(usize) -> usize,
) -> String {
    match field.tag.kind {
        Kind::Textarea => field.textarea(),
        Kind::Checkbox | Kind::Radio => field.group(),
        Kind::Select => field.select(),
        Kind::File => field.file(),
        Kind::Acceptance => field.acceptance(&(sanitise.inline)(&field.tag.content)),
        Kind::Quiz => field.quiz(&quiz::question(page.form, field.tag, page.key, pick)),
        Kind::Hidden => field.hidden(),
        Kind::Submit => field.submit(page.submit_label),
        Kind::Count => {
            let name = field.tag.name.as_str();
            field.count(names.counted.get(name).copied())
        }
        Kind::Output => field.output(),
        Kind::Response => String::new(),
        Kind::Text
        | Kind::Email
        | Kind::Url
        | Kind::Tel
        | Kind::Number
        | Kind::Range
        | Kind::Date => field.input(),
    }
}

/// The members that a submission carries beside the fields, and the field that people do not see.
fn hidden_members(page: &Page<'_>) -> String {
    let id = page.form.id.unwrap_or_default().to_string();
    let post = page.container_post.to_string();
    let members = [
        ("_contactform", id.as_str()),
        ("_contactform_version", page.version),
        ("_contactform_locale", &page.form.locale),
        ("_contactform_unit_tag", page.unit_tag),
        ("_contactform_container_post", &post),
        ("_contactform_posted_data_hash", ""),
    ];
    let mut html = String::new();
    for (name, value) in members {
        let input = Element::new("input")
            .with("type", "hidden")
            .with("name", name);
        html.push_str(&input.with("value", value).void());
    }
    let trap = Element::new("input")
        .with("type", "text")
        .with("name", HONEYPOT)
        .with("value", "")
        .with("tabindex", "-1")
        .with("autocomplete", "off")
        .with("aria-hidden", "true");
    html.push_str(&trap.void());
    Element::new("div")
        .with("class", "contactform-hidden-fields")
        .flag("hidden", true)
        .around(&html)
}

/// The message about the result with links to the fields in error. Before a submission it is empty, for the script.
fn response(page: &Page<'_>, names: &Names<'_>) -> String {
    let Some(outcome) = page.shown.outcome else {
        return Element::new("div")
            .with("class", "contactform-response-output")
            .with("role", "status")
            .around("");
    };
    let mut html = Element::new("p").around_text(&outcome.message);
    let links: Vec<String> = outcome
        .invalid_fields
        .iter()
        .map(|invalid| {
            let tag = names.first.get(invalid.field.as_str());
            let (id, spoken) = tag.map_or_else(Default::default, |tag| {
                let field = field(page, names, tag, false, 0);
                (field.id(), field.spoken())
            });
            let text = format!("{spoken}: {}", invalid.message);
            let link = Element::new("a")
                .with("href", &format!("#{id}"))
                .around_text(&text);
            format!("<li>{link}</li>")
        })
        .collect();
    if !links.is_empty() {
        html.push_str(&Element::new("ul").around(&links.concat()));
    }
    let takes_focus = outcome.invalid_fields.is_empty();
    format!(
        "<div class=\"contactform-response-output\" id=\"{}-response\" role=\"{}\" tabindex=\"-1\"{}>{html}</div>",
        escape::text(page.unit_tag),
        if outcome.status.is_taken() {
            "status"
        } else {
            "alert"
        },
        if takes_focus { " autofocus" } else { "" },
    )
}
