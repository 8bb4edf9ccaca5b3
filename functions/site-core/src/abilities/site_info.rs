//! Abilities that tell about the site and where it runs.

use domain::site::Capability;
use serde_json::{Map, Value, json};
use site_api::ApiCall;
use site_rest::{RestError, Schema};

use super::ability::{Ability, Behaviour, Input};

/// Members of the site's description.
const SITE: [(&str, &str); 8] = [
    ("name", "Name of the site."),
    ("description", "Tagline of the site."),
    ("url", "Address of the public pages."),
    ("wpurl", "The same address: pages and interface have one."),
    ("admin_email", "E-mail address for administrative messages."),
    ("charset", "Encoding of the pages."),
    ("language", "Language of the site, such as pt-BR."),
    ("version", "Version of the site's software."),
];

/// Members of the description of where the site runs.
const ENVIRONMENT: [(&str, &str); 4] = [
    ("environment", "Where the site runs: production or local."),
    (
        "php_version",
        "Version of PHP; empty, because there is none.",
    ),
    (
        "db_server_info",
        "Version of a database server; empty, because there is none.",
    ),
    ("wp_version", "Version of the site's software."),
];

/// An object of texts.
fn texts(members: &[(&'static str, &'static str)]) -> Schema {
    let add = |schema: Schema, (name, about): &(&'static str, &'static str)| {
        schema.with(*name, Schema::string().about(*about))
    };
    members.iter().fold(Schema::object(), add).closed()
}

/// Input that selects members of the result.
pub fn selection(names: impl IntoIterator<Item = &'static str>) -> Schema {
    let fields = Schema::list(Schema::string().choices(names))
        .about("The members of the result; all when there are none.");
    Schema::object()
        .default_to(json!([]))
        .with("fields", fields)
        .closed()
}

/// The selected members, in the order of the selection.
pub fn selected(all: &Map<String, Value>, input: &Input) -> Value {
    let fields = input.get("fields").and_then(Value::as_array);
    let Some(fields) = fields.filter(|fields| !fields.is_empty()) else {
        return Value::Object(all.clone());
    };
    let named = fields.iter().filter_map(Value::as_str);
    named
        .filter_map(|name| Some((name.to_owned(), all.get(name)?.clone())))
        .collect()
}

/// Tells about the site.
pub fn site() -> Ability {
    Ability {
        name: "core/get-site-info",
        category: "site",
        label: ["Consultar o site", "Get site information"],
        description: [
            "Retorna nome, descrição, endereço, e-mail, idioma e versão do site, ou apenas os campos pedidos.",
            "Returns name, tagline, address, e-mail address, language and version of the site, or only the named fields.",
        ],
        input: selection(SITE.map(|(name, _)| name)),
        output: texts(&SITE),
        behaviour: Behaviour::Reads,
        capability: Capability::ManageOptions,
        has_pages: false,
        run: |call, input| Box::pin(run_site(call, input)),
    }
}

async fn run_site(call: ApiCall, input: Input) -> Result<Value, RestError> {
    let settings = call.caller().store.settings();
    let values = [
        settings.title.clone(),
        settings.description.clone(),
        call.site().home.clone(),
        call.site().home.clone(),
        settings.email.clone(),
        "UTF-8".to_owned(),
        call.site().locale.name().replace('_', "-"),
        env!("CARGO_PKG_VERSION").to_owned(),
    ];
    let named = SITE.iter().map(|(name, _)| (*name).to_owned());
    let all = named.zip(values.map(Value::from)).collect();
    Ok(selected(&all, &input))
}

/// Tells where the site runs.
pub fn environment() -> Ability {
    Ability {
        name: "core/get-environment-info",
        category: "site",
        label: ["Consultar o ambiente", "Get environment information"],
        description: [
            "Retorna onde o site é executado e a versão dele, para diagnósticos, ou apenas os campos pedidos.",
            "Returns where the site runs and its version, for diagnosis, or only the named fields.",
        ],
        input: selection(ENVIRONMENT.map(|(name, _)| name)),
        output: texts(&ENVIRONMENT),
        behaviour: Behaviour::Reads,
        capability: Capability::ManageOptions,
        has_pages: false,
        run: |call, input| Box::pin(run_environment(call, input)),
    }
}

async fn run_environment(call: ApiCall, input: Input) -> Result<Value, RestError> {
    let environment = if call.app().options().local {
        "local"
    } else {
        "production"
    };
    let values = [environment, "", "", env!("CARGO_PKG_VERSION")];
    let named = ENVIRONMENT.iter().map(|(name, _)| (*name).to_owned());
    let all = named.zip(values.map(Value::from)).collect();
    Ok(selected(&all, &input))
}
