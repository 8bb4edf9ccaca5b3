//! The rules of a form, derived from its fields.

use jiff::civil::Date;
use serde::Serialize;

use super::rule::{Check, Rule};
use crate::form::ContactForm;
use crate::form::messages::{too_many_items, undefined_value};
use crate::tag::{FormTag, Kind, dates};

/// Length of a line of text when its tag says nothing.
const LINE: u64 = 400;

/// Length of several lines of text when their tag says nothing.
const LINES: u64 = 2000;

/// The answer of the schema route.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Schema {
    /// Version of the interface's rules.
    pub version: &'static str,
    /// The form's locale.
    pub locale: String,
    /// The rules in the order in which they are checked.
    pub rules: Vec<Rule>,
}

/// The rules of a form. They are grouped by kinds of fields, not in the form's order. `today` is the day in the site's
/// zone, which relative limits count from; `version` is the version that the answer names.
pub fn schema(form: &ContactForm, today: Date, version: &'static str) -> Schema {
    let tags = form.tags();
    let mut builder = Builder {
        form,
        today,
        rules: Vec::new(),
    };
    builder.group(&tags, &[Kind::Checkbox, Kind::Radio], Builder::boxes);
    builder.group(&tags, &[Kind::Date], Builder::date);
    builder.group(&tags, &[Kind::File], Builder::file);
    builder.group(&tags, &[Kind::Number, Kind::Range], Builder::number);
    builder.group(&tags, &[Kind::Select], Builder::required);
    builder.group(
        &tags,
        &[Kind::Text, Kind::Email, Kind::Url, Kind::Tel],
        Builder::line,
    );
    builder.group(&tags, &[Kind::Textarea], Builder::lines);
    builder.offered(&tags, &[Kind::Checkbox, Kind::Radio]);
    builder.offered(&tags, &[Kind::Select]);
    Schema {
        version,
        locale: form.locale.clone(),
        rules: builder.rules,
    }
}

struct Builder<'a> {
    form: &'a ContactForm,
    today: Date,
    rules: Vec<Rule>,
}

impl Builder<'_> {
    /// Adds the rules of the fields of some kinds.
    fn group(&mut self, tags: &[FormTag], kinds: &[Kind], add: fn(&mut Self, &FormTag)) {
        for tag in tags.iter().filter(|tag| kinds.contains(&tag.kind)) {
            add(self, tag);
        }
    }

    fn with_error(&mut self, tag: &FormTag, check: Check, error: &str) {
        self.rules.push(Rule {
            field: tag.name.clone(),
            check,
            error: error.to_owned(),
        });
    }

    fn add(&mut self, tag: &FormTag, check: Check, message: &str) {
        let error = self.form.message(message).to_owned();
        self.with_error(tag, check, &error);
    }

    fn required(&mut self, tag: &FormTag) {
        if tag.is_required() {
            self.add(tag, Check::Required, "invalid_required");
        }
    }

    fn boxes(&mut self, tag: &FormTag) {
        self.required(tag);
        if tag.kind == Kind::Radio || tag.has("exclusive") {
            self.with_error(tag, Check::MaxItems(1), too_many_items(&self.form.locale));
        }
    }

    fn date(&mut self, tag: &FormTag) {
        self.required(tag);
        self.add(tag, Check::Date, "invalid_date");
        let limit =
            |name: &str| dates::limit(tag.option(name)?, self.today).map(|day| day.to_string());
        let (first, last) = (limit("min"), limit("max"));
        if let Some(first) = first {
            self.add(tag, Check::MinDate(first), "date_too_early");
        }
        if let Some(last) = last {
            self.add(tag, Check::MaxDate(last), "date_too_late");
        }
    }

    fn file(&mut self, tag: &FormTag) {
        if tag.is_required() {
            self.add(tag, Check::RequiredFile, "invalid_required");
        }
        self.add(
            tag,
            Check::File(tag.file_types()),
            "upload_file_type_invalid",
        );
        self.add(
            tag,
            Check::MaxFileSize(tag.file_limit()),
            "upload_file_too_large",
        );
    }

    fn number(&mut self, tag: &FormTag) {
        self.required(tag);
        self.add(tag, Check::Number, "invalid_number");
        let default = |text| (tag.kind == Kind::Range).then_some(text);
        if let Some(least) = tag.number("min").or(default("0")) {
            self.add(tag, Check::MinNumber(least.to_owned()), "number_too_small");
        }
        if let Some(most) = tag.number("max").or(default("100")) {
            self.add(tag, Check::MaxNumber(most.to_owned()), "number_too_large");
        }
    }

    fn line(&mut self, tag: &FormTag) {
        self.required(tag);
        match tag.kind {
            Kind::Email => self.add(tag, Check::Email, "invalid_email"),
            Kind::Url => self.add(tag, Check::Url, "invalid_url"),
            Kind::Tel => self.add(tag, Check::Tel, "invalid_tel"),
            _ => {}
        }
        self.lengths(tag, LINE);
    }

    fn lines(&mut self, tag: &FormTag) {
        self.required(tag);
        self.lengths(tag, LINES);
    }

    fn lengths(&mut self, tag: &FormTag, most: u64) {
        if let Some(least) = tag.whole("minlength").filter(|least| *least > 0) {
            self.add(tag, Check::MinLength(least), "invalid_too_short");
        }
        let most = tag.maximum_length().unwrap_or(most);
        self.add(tag, Check::MaxLength(most), "invalid_too_long");
    }

    /// What choice fields offer. Fields of one name offer their values together.
    fn offered(&mut self, tags: &[FormTag], kinds: &[Kind]) {
        let mut offers: Vec<(&str, Vec<String>)> = Vec::new();
        for tag in tags.iter().filter(|tag| kinds.contains(&tag.kind)) {
            if tag.has("free_text") {
                continue;
            }
            let skipped = usize::from(tag.kind == Kind::Select && tag.has("first_as_label"));
            let values = tag.values.iter().skip(skipped).cloned();
            match offers.iter_mut().find(|(name, _)| *name == tag.name) {
                Some((_, all)) => all.extend(values),
                None => offers.push((&tag.name, values.collect())),
            }
        }
        for (name, values) in offers {
            self.rules.push(Rule {
                field: name.to_owned(),
                check: Check::Enum(values),
                error: undefined_value(&self.form.locale).to_owned(),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use serde_json::json;

    use super::*;
    use crate::form::template::{Site, new_form};

    fn rules(template: &str) -> Vec<String> {
        let mut form = new_form(&Site {
            domain: "loja.example",
            locale: "en_US",
        });
        form.form = template.to_owned();
        let schema = schema(&form, date(2024, 5, 31), "6.1");
        let shown = |rule: &Rule| {
            let wire = serde_json::to_value(rule).unwrap();
            let more = wire.get("accept").or(wire.get("threshold"));
            let more = more.map(|more| format!(" {more}")).unwrap_or_default();
            format!("{}:{}{more}", rule.field, rule.check.name())
        };
        schema.rules.iter().map(shown).collect()
    }

    #[test]
    fn rules_are_grouped_by_kind() {
        assert_eq!(
            rules(
                "[textarea m][text* t][select s \"x\"][number n][file f][date d][checkbox c \"y\"][email e][radio r \"z\"]"
            ),
            [
                "r:required",
                "r:maxitems 1",
                "d:date",
                r#"f:file ["audio/*","video/*","image/*"]"#,
                "f:maxfilesize 1048576",
                "n:number",
                "t:required",
                "t:maxlength 400",
                "e:email",
                "e:maxlength 400",
                "m:maxlength 2000",
                r#"c:enum ["y"]"#,
                r#"r:enum ["z"]"#,
                r#"s:enum ["x"]"#,
            ]
        );
    }

    #[test]
    fn lines_of_text() {
        assert_eq!(
            rules("[text* a minlength:3 maxlength:9][url b][tel* c /30][textarea* d /20]"),
            [
                "a:required",
                "a:minlength 3",
                "a:maxlength 9",
                "b:url",
                "b:maxlength 400",
                "c:required",
                "c:tel",
                "c:maxlength 30",
                "d:required",
                "d:maxlength 20",
            ]
        );
    }

    #[test]
    fn choices() {
        assert_eq!(
            rules(
                r#"[checkbox* a exclusive "x|1" "y"][checkbox b free_text "z"][select* c first_as_label include_blank "-" "w"]"#
            ),
            [
                "a:required",
                "a:maxitems 1",
                "c:required",
                r#"a:enum ["x","y"]"#,
                r#"c:enum ["w"]"#,
            ]
        );
    }

    #[test]
    fn numbers_and_days() {
        assert_eq!(
            rules(
                "[number* a min:-1.5 max:9 step:2][range b][range c min:5 max:6][date* d min:today max:today+7days]"
            ),
            [
                "d:required",
                "d:date",
                r#"d:mindate "2024-05-31""#,
                r#"d:maxdate "2024-06-07""#,
                "a:required",
                "a:number",
                r#"a:minnumber "-1.5""#,
                r#"a:maxnumber "9""#,
                "b:number",
                r#"b:minnumber "0""#,
                r#"b:maxnumber "100""#,
                "c:number",
                r#"c:minnumber "5""#,
                r#"c:maxnumber "6""#,
            ]
        );
    }

    #[test]
    fn files_and_fields_without_rules() {
        assert_eq!(
            rules(
                "[file* a filetypes:pdf|png limit:2mb][acceptance b][quiz c \"1+1|2\"][hidden d][count e][submit]"
            ),
            [
                "a:requiredfile",
                r#"a:file [".pdf",".png"]"#,
                "a:maxfilesize 2097152"
            ]
        );
    }

    #[test]
    fn the_answer_names_version_and_locale() {
        let mut form = new_form(&Site {
            domain: "loja.example",
            locale: "en_US",
        });
        form.form = "[text* a]".to_owned();
        let shown = serde_json::to_value(schema(&form, date(2024, 5, 31), "6.1")).unwrap();
        assert_eq!(
            shown,
            json!({
                "version": "6.1",
                "locale": "en_US",
                "rules": [
                    {"rule": "required", "field": "a", "error": "Please fill out this field."},
                    {"rule": "maxlength", "field": "a", "threshold": 400, "error": "This field has a too long input."},
                ],
            })
        );
    }
}
