//! The variables of templates and their values.

use std::collections::BTreeMap;

/// A variable of a template.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Variable {
    /// `%%title%%`: title of the post or page.
    Title,
    /// `%%sitename%%`: name of the site.
    SiteName,
    /// `%%sitedesc%%`: tagline of the site.
    SiteDescription,
    /// `%%sep%%`: the separator.
    Separator,
    /// `%%page%%`: "Page 2 of 3", in the language of the site, on further pages, otherwise empty.
    Page,
    /// `%%pagenumber%%`: number of the page.
    PageNumber,
    /// `%%pagetotal%%`: number of pages.
    PageTotal,
    /// `%%excerpt%%`: excerpt, made from the text when none is written.
    Excerpt,
    /// `%%excerpt_only%%`: excerpt as written.
    ExcerptOnly,
    /// `%%term_title%%`: name of the term.
    TermTitle,
    /// `%%term_description%%`: description of the term; `%%category_description%%` and `%%tag_description%%` are the same.
    TermDescription,
    /// `%%category%%`: the post's categories.
    Category,
    /// `%%primary_category%%`: the post's first category.
    PrimaryCategory,
    /// `%%tag%%`: the post's tags.
    Tag,
    /// `%%name%%`: name of the author.
    AuthorName,
    /// `%%user_description%%`: biography of the author.
    AuthorDescription,
    /// `%%date%%`: date of publication, or of a date archive.
    Date,
    /// `%%modified%%`: date of the last change.
    Modified,
    /// `%%currentyear%%`: this year.
    CurrentYear,
    /// `%%currentmonth%%`: this month.
    CurrentMonth,
    /// `%%currentdate%%`: today.
    CurrentDate,
    /// `%%searchphrase%%`: what is searched.
    SearchPhrase,
    /// `%%focuskw%%`: focus keyword.
    FocusKeyword,
    /// `%%pt_single%%`: name of the type.
    TypeSingular,
    /// `%%pt_plural%%`: name of the type in the plural.
    TypePlural,
    /// `%%id%%`: identifier.
    Id,
    /// `%%parent_title%%`: title of the page above.
    ParentTitle,
    /// `%%caption%%`: caption of a file.
    Caption,
    /// `%%cf_NAME%%`: custom field NAME.
    Field(String),
}

/// Names of variables, in the order in which the editor offers them.
const NAMES: [(&str, Variable); 32] = [
    ("title", Variable::Title),
    ("sitename", Variable::SiteName),
    ("sitedesc", Variable::SiteDescription),
    ("sep", Variable::Separator),
    ("page", Variable::Page),
    ("pagenumber", Variable::PageNumber),
    ("pagetotal", Variable::PageTotal),
    ("excerpt", Variable::Excerpt),
    ("excerpt_only", Variable::ExcerptOnly),
    ("term_title", Variable::TermTitle),
    ("term_description", Variable::TermDescription),
    ("category_description", Variable::TermDescription),
    ("tag_description", Variable::TermDescription),
    ("category", Variable::Category),
    ("primary_category", Variable::PrimaryCategory),
    ("tag", Variable::Tag),
    ("name", Variable::AuthorName),
    ("user_description", Variable::AuthorDescription),
    ("date", Variable::Date),
    ("archive_title", Variable::Date),
    ("modified", Variable::Modified),
    ("currentyear", Variable::CurrentYear),
    ("currentmonth", Variable::CurrentMonth),
    ("currentdate", Variable::CurrentDate),
    ("searchphrase", Variable::SearchPhrase),
    ("focuskw", Variable::FocusKeyword),
    ("pt_single", Variable::TypeSingular),
    ("pt_plural", Variable::TypePlural),
    ("id", Variable::Id),
    ("parent_title", Variable::ParentTitle),
    ("caption", Variable::Caption),
    ("term404", Variable::SearchPhrase),
];

impl Variable {
    /// The variable of this name, without percent signs; case does not matter, except in names of custom fields.
    pub fn parse(name: &str) -> Option<Self> {
        if let Some(field) = name.strip_prefix("cf_").filter(|field| !field.is_empty()) {
            return Some(Self::Field(field.to_owned()));
        }
        NAMES
            .iter()
            .find(|(own, _)| own.eq_ignore_ascii_case(name))
            .map(|(_, variable)| variable.clone())
    }
}

/// The values of variables. Values are plain text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Values {
    separator: String,
    values: BTreeMap<Variable, String>,
}

impl Values {
    /// No values, with this separator.
    pub fn new(separator: impl Into<String>) -> Self {
        Self {
            separator: separator.into(),
            values: BTreeMap::new(),
        }
    }

    /// Sets the value of a variable.
    #[must_use]
    pub fn with(mut self, variable: Variable, value: impl Into<String>) -> Self {
        self.values.insert(variable, value.into());
        self
    }

    /// Sets the value of a variable that has none yet.
    #[must_use]
    pub fn or(mut self, variable: Variable, value: impl Into<String>) -> Self {
        self.values.entry(variable).or_insert_with(|| value.into());
        self
    }

    /// The same values with this separator.
    #[must_use]
    pub fn separated_by(mut self, separator: &str) -> Self {
        separator.clone_into(&mut self.separator);
        self
    }

    /// The value of a variable; empty when it has none.
    pub fn get(&self, variable: &Variable) -> &str {
        if *variable == Variable::Separator {
            return &self.separator;
        }
        self.values.get(variable).map_or("", String::as_str)
    }

    /// The separator.
    pub fn separator(&self) -> &str {
        &self.separator
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read() {
        for (name, variable) in NAMES {
            assert_eq!(Variable::parse(name), Some(variable), "{name}");
        }
        assert_eq!(Variable::parse("cf_"), None);
        assert_eq!(Variable::parse("outra"), None);
    }

    #[test]
    fn the_first_value_stays_with_or() {
        let values = Values::new("|")
            .with(Variable::Title, "a")
            .or(Variable::Title, "b")
            .or(Variable::Tag, "c");
        assert_eq!(values.get(&Variable::Title), "a");
        assert_eq!(values.get(&Variable::Tag), "c");
        assert_eq!(values.get(&Variable::Separator), "|");
        assert_eq!(values.get(&Variable::Id), "");
    }
}
