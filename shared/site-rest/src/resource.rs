//! The declaration of a resource: the members of its representation in each context, and the parameters of its
//! writes.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use crate::{
    args::{Arg, Args, Cleaner},
    call::SiteContext,
    schema::Schema,
};

/// A resource, such as a post, a term or a user.
#[derive(Debug, Clone)]
pub struct Resource {
    /// Name, used as the `title` of its JSON Schema.
    pub title: &'static str,
    schema: Schema,
    unchecked: Vec<&'static str>,
    maps: Vec<&'static str>,
    cleaners: HashMap<&'static str, Cleaner>,
    links: Vec<ActionLink>,
}

/// A link that shows that the caller may perform an action on a resource. Its relation is one of the interface's own,
/// explained by the resource's JSON Schema.
#[derive(Debug, Clone)]
pub struct ActionLink {
    /// Relation without its prefix, such as `action-publish`.
    pub rel: String,
    /// Description of the action.
    pub title: String,
    /// Path relative to the REST root, with placeholders in braces.
    pub path: String,
    /// JSON Schema of the action's parameters.
    pub target: Value,
}

impl Resource {
    /// A resource with this schema.
    pub fn new(title: &'static str, schema: Schema) -> Self {
        Self {
            title,
            schema,
            unchecked: Vec::new(),
            maps: Vec::new(),
            cleaners: HashMap::new(),
            links: Vec::new(),
        }
    }

    /// Members whose written values are passed to the handler without validation.
    #[must_use]
    pub fn unchecked(mut self, names: &[&'static str]) -> Self {
        self.unchecked.extend_from_slice(names);
        self
    }

    /// Members that are only validated for being objects.
    #[must_use]
    pub fn maps(mut self, names: &[&'static str]) -> Self {
        self.maps.extend_from_slice(names);
        self
    }

    /// Sets the sanitiser of a member's written text.
    #[must_use]
    pub fn cleaned(mut self, name: &'static str, cleaner: Cleaner) -> Self {
        self.cleaners.insert(name, cleaner);
        self
    }

    /// Adds an action link, such as the right to publish.
    #[must_use]
    pub fn link(mut self, link: ActionLink) -> Self {
        self.links.push(link);
        self
    }

    /// The schema.
    pub const fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Parameters of a creation: all members that are not read-only, with their defaults, required where the schema
    /// says so.
    pub fn create_args(&self) -> Args {
        self.writable()
            .map(|(name, schema)| self.arg(name, schema.clone()))
            .collect()
    }

    /// Parameters of an update: the same, all optional and without defaults.
    pub fn update_args(&self) -> Args {
        self.writable()
            .map(|(name, schema)| {
                let mut schema = schema.clone();
                schema.default = None;
                schema.required = false;
                self.arg(name, schema)
            })
            .collect()
    }

    fn writable(&self) -> impl Iterator<Item = (&str, &Schema)> {
        self.schema
            .members()
            .filter(|(_, schema)| !schema.is_readonly())
    }

    fn arg(&self, name: &str, schema: Schema) -> Arg {
        let arg = Arg::new(name.to_owned(), schema);
        if self.unchecked.contains(&name) {
            return arg.unchecked();
        }
        if self.maps.contains(&name) {
            return arg.map();
        }
        match self.cleaners.get(name) {
            Some(cleaner) => arg.early().cleaned(*cleaner),
            None => arg.early(),
        }
    }

    /// The JSON Schema in the response to OPTIONS.
    pub fn describe(&self, site: &SiteContext) -> Value {
        let mut out = Map::new();
        out.insert(
            "$schema".to_owned(),
            json!("http://json-schema.org/draft-04/schema#"),
        );
        out.insert("title".to_owned(), json!(self.title));
        if let Value::Object(schema) = self.schema.as_schema() {
            out.extend(schema);
        }
        if !self.links.is_empty() {
            let links = self.links.iter().map(|action| {
                json!({
                    "rel": site.curie().replace("{rel}", &action.rel),
                    "title": action.title,
                    "href": site.url(&action.path),
                    "targetSchema": action.target,
                })
            });
            out.insert("links".to_owned(), links.collect());
        }
        Value::Object(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{EDIT, VIEW_EDIT_EMBED};

    fn term() -> Resource {
        Resource::new(
            "tag",
            Schema::object()
                .with("id", Schema::integer().readonly().shown_in(VIEW_EDIT_EMBED))
                .with(
                    "name",
                    Schema::string().required().shown_in(VIEW_EDIT_EMBED),
                )
                .with(
                    "status",
                    Schema::string().default_to("publish").shown_in(EDIT),
                ),
        )
    }

    #[test]
    fn creation_has_defaults_and_required_members() {
        assert_eq!(
            term().create_args().describe(),
            json!({"name": {"type": "string", "required": true}, "status": {"type": "string", "default": "publish", "required": false}})
        );
    }

    #[test]
    fn update_has_neither() {
        assert_eq!(
            term().update_args().describe(),
            json!({"name": {"type": "string", "required": false}, "status": {"type": "string", "required": false}})
        );
    }
}
