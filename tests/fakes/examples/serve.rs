//! Runs the fakes until it is interrupted, and prints the variables that direct a process to them:
//! `cargo run -p service-fakes --example serve`. Arguments are properties of the search console. The messaging channel is a setting; its addresses are printed as comments.

use std::io::Write;

use service_fakes::{FakeServices, Level, MessageTemplate, Service, TemplateStatus};

/// Templates of messages with a picture and a button: name, and number of parameters.
const TEMPLATES: [(&str, usize); 2] = [("um_parametro", 1), ("dois_parametros", 2)];

/// Property of the account that is signed in, unless the arguments name others.
const PROPERTY: &str = "sc-domain:cliente.example";

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let fakes = FakeServices::start().await?;
    let mut out = std::io::stdout();
    for (name, value) in fakes.environment() {
        writeln!(out, "export {name}={value}")?;
    }
    for key in [
        "OPENAI_API_KEY",
        "ANTHROPIC_API_KEY",
        "GEMINI_API_KEY",
        "UNSPLASH_ACCESS_KEY",
        "PEXELS_API_KEY",
    ] {
        writeln!(out, "export {key}=fake-key")?;
    }
    writeln!(out, "export SEARCH_PROVIDER_CLIENT_ID=web-fake")?;
    writeln!(out, "export SEARCH_PROVIDER_CLIENT_SECRET=fake-secret")?;
    for service in [Service::Graph, Service::Evolution, Service::ZApi] {
        writeln!(out, "# {service:?}: {}", fakes.url(service))?;
    }
    for (name, parameters) in TEMPLATES {
        writeln!(out, "# template {name}, with a picture and a button")?;
        fakes.add_template(MessageTemplate {
            name: name.to_owned(),
            language: "pt_BR".to_owned(),
            status: TemplateStatus::Approved,
            picture: true,
            parameters,
            button: true,
        });
    }
    let mut properties: Vec<String> = std::env::args().skip(1).collect();
    if properties.is_empty() {
        properties.push(PROPERTY.to_owned());
    }
    for property in properties {
        writeln!(out, "# property {property}")?;
        fakes.add_property(&property, Level::Owner);
    }
    writeln!(out, "# ready")?;
    out.flush()?;
    tokio::signal::ctrl_c().await
}
