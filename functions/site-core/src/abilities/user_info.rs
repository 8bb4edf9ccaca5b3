//! The ability that tells about the caller.

use domain::site::Capability;
use serde_json::{Map, Value, json};
use site_api::ApiCall;
use site_api::call::signed_in_user;
use site_rest::{RestError, Schema};

use super::ability::{Ability, Behaviour, Input};
use super::site_info::{selected, selection};

const NAMES: [&str; 11] = [
    "id",
    "display_name",
    "user_nicename",
    "user_login",
    "roles",
    "locale",
    "first_name",
    "last_name",
    "nickname",
    "description",
    "user_url",
];

fn output() -> Schema {
    let text = |about| Schema::string().about(about);
    Schema::object()
        .with("id", Schema::integer().about("Identifier of the user."))
        .with("display_name", text("Public name."))
        .with("user_nicename", text("Slug of the author's archive."))
        .with("user_login", text("Login name."))
        .with(
            "roles",
            Schema::list(Schema::string()).about("Roles of the user."),
        )
        .with("locale", text("Language of the user, such as pt_BR."))
        .with("first_name", text("First name."))
        .with("last_name", text("Last name."))
        .with("nickname", text("Nickname."))
        .with("description", text("Biography."))
        .with("user_url", text("Address of the user's website."))
        .closed()
}

/// Tells about the caller.
pub fn user() -> Ability {
    Ability {
        name: "core/get-user-info",
        category: "user",
        label: ["Consultar o usuário", "Get user information"],
        description: [
            "Retorna o perfil de quem fez a requisição, ou apenas os campos pedidos.",
            "Returns the profile of the user of the request, or only the named fields.",
        ],
        input: selection(NAMES),
        output: output(),
        behaviour: Behaviour::Reads,
        capability: Capability::Read,
        has_pages: false,
        run: |call, input| Box::pin(run(call, input)),
    }
}

async fn run(call: ApiCall, input: Input) -> Result<Value, RestError> {
    let user = signed_in_user(&call)?;
    let roles: Vec<&str> = user.roles.iter().map(|role| role.name()).collect();
    let locale = if user.locale.is_empty() {
        call.site().locale.name()
    } else {
        user.locale.as_str()
    };
    let values = [
        json!(user.id),
        json!(user.name),
        json!(user.slug),
        json!(user.login),
        json!(roles),
        json!(locale),
        json!(user.first_name),
        json!(user.last_name),
        json!(user.nickname),
        json!(user.description),
        json!(user.url),
    ];
    let all: Map<String, Value> = NAMES.map(str::to_owned).into_iter().zip(values).collect();
    Ok(selected(&all, &input))
}
