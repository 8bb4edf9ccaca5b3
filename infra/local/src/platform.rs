//! Router of the platform: all its functions at one address.

use std::sync::Arc;

use axum::Router;
use platform_http::layers::{MiddlewareConfig, wrap};
use ports::Need;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ComponentsBuilder, InfoBuilder, License, OpenApi, OpenApiBuilder};
use utoipa_axum::router::OpenApiRouter;

use crate::conventions;
use crate::mailbox;
use crate::parts::Parts;
use crate::refusal;

fn middleware(parts: &Parts) -> MiddlewareConfig {
    MiddlewareConfig {
        random: parts.random.clone(),
        clock: parts.clock.clone(),
        debug: parts.debug,
    }
}

fn approval(parts: &Parts) -> platform_approval::Ports {
    platform_approval::Ports {
        store: parts.store.clone(),
        blobs: parts.blobs.clone(),
        outbound: parts.outbound.clone(),
        keyring: parts.keyring.clone(),
        publications: parts.work.clone(),
        notifications: parts.work.clone(),
        events: parts.events.clone(),
        zone: parts.zone.clone(),
        clock: parts.clock.clone(),
        random: parts.random.clone(),
        settings: parts.settings.clone(),
        mail_configured: parts.mail.configured(),
        app_url: parts.platform_url.clone(),
    }
}

/// Head of the OpenAPI document.
fn head() -> OpenApi {
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .bearer_format("JWT")
        .description(Some("Access token of POST /api/v1/auth/two-factor"))
        .build();
    let mut license = License::new("MIT OR Apache-2.0");
    license.identifier = Some("MIT OR Apache-2.0".to_owned());
    OpenApiBuilder::new()
        .info(
            InfoBuilder::new()
                .title("Pauta")
                .description(Some(
                    "The desk of a content agency: write, check, get approved, publish and measure articles for many client sites. People's messages are in Brazilian Portuguese; codes are stable English identifiers.",
                ))
                .version(env!("CARGO_PKG_VERSION"))
                .license(Some(license))
                .build(),
        )
        .components(Some(
            ComponentsBuilder::new().security_scheme("bearer", SecurityScheme::Http(bearer)).build(),
        ))
        .build()
}

/// Adapters of the notification worker.
pub fn notification_ports(parts: &Parts) -> notification_worker::Ports {
    notification_worker::Ports {
        store: parts.store.clone(),
        blobs: parts.blobs.clone(),
        site: crate::site::store_parts(parts),
        mail: parts.mail.clone(),
        settings: parts.settings.clone(),
        messages: Arc::new(messaging::SavedChannelMessages::new(
            parts.settings.clone(),
            parts.outbound.clone(),
        )),
        zone: parts.zone.clone(),
        mailboxes: parts.mailboxes.clone(),
        clock: parts.clock.clone(),
        keyring: parts.keyring.clone(),
        app_url: parts.platform_url.clone(),
    }
}

/// A function of the platform that serves a group of routes.
#[derive(Clone, Copy)]
pub struct RouteGroup {
    /// Crate and binary.
    pub name: &'static str,
    /// Permissions that the function's policy grants.
    pub needs: &'static [Need],
    api: fn(&Parts) -> OpenApiRouter,
}

impl RouteGroup {
    /// The group's routes with their description.
    pub fn api(&self, parts: &Parts) -> OpenApiRouter {
        (self.api)(parts)
    }
}

/// Every route group of the platform, in the order of the API's description.
pub const GROUPS: &[RouteGroup] = &[
    RouteGroup {
        name: "platform-auth",
        needs: platform_auth::NEEDS,
        api: |parts| {
            platform_auth::api(platform_auth::Ports {
                store: parts.store.clone(),
                keyring: parts.keyring.clone(),
                clock: parts.clock.clone(),
                random: parts.random.clone(),
                mail: parts.mail.clone(),
                settings: parts.settings.clone(),
                base_url: parts.platform_url.clone(),
                zone: parts.zone.clone(),
            })
        },
    },
    RouteGroup {
        name: "platform-sites",
        needs: platform_sites::NEEDS,
        api: |parts| {
            platform_sites::api(platform_sites::Ports {
                store: parts.store.clone(),
                keyring: parts.keyring.clone(),
                outbound: parts.outbound.clone(),
                clock: parts.clock.clone(),
                random: parts.random.clone(),
                settings: parts.settings.clone(),
                mail_configured: parts.mail.configured(),
            })
        },
    },
    RouteGroup {
        name: "platform-settings",
        needs: platform_settings::NEEDS,
        api: |parts| {
            platform_settings::api(platform_settings::Ports {
                store: parts.store.clone(),
                keyring: parts.keyring.clone(),
                settings: parts.settings.clone(),
                mail: parts.mail.clone(),
                outbound: parts.outbound.clone(),
                providers: parts.providers.clone(),
                zone: parts.zone.clone(),
                clock: parts.clock.clone(),
                random: parts.random.clone(),
            })
        },
    },
    RouteGroup {
        name: "platform-posts",
        needs: platform_posts::NEEDS,
        api: |parts| {
            platform_posts::api(platform_posts::Ports {
                store: parts.store.clone(),
                keyring: parts.keyring.clone(),
                publications: parts.work.clone(),
                zone: parts.zone.clone(),
                clock: parts.clock.clone(),
                random: parts.random.clone(),
            })
        },
    },
    RouteGroup {
        name: "platform-media",
        needs: platform_media::NEEDS,
        api: |parts| {
            platform_media::api(platform_media::Ports {
                store: parts.store.clone(),
                blobs: parts.blobs.clone(),
                urls: Arc::new(parts.urls()),
                keyring: parts.keyring.clone(),
                outbound: parts.outbound.clone(),
                settings: parts.settings.clone(),
                providers: parts.providers.clone(),
                clock: parts.clock.clone(),
            })
        },
    },
    RouteGroup {
        name: "platform-text",
        needs: platform_text::NEEDS,
        api: |parts| {
            platform_text::api(platform_text::Ports {
                store: parts.store.clone(),
                keyring: parts.keyring.clone(),
                zone: parts.zone.clone(),
                clock: parts.clock.clone(),
                language_tool: parts.language_tool.clone(),
            })
        },
    },
    RouteGroup {
        name: "platform-ai",
        needs: platform_ai::NEEDS,
        api: |parts| {
            platform_ai::api(platform_ai::Ports {
                store: parts.store.clone(),
                keyring: parts.keyring.clone(),
                settings: parts.settings.clone(),
                blobs: parts.blobs.clone(),
                ai: parts.ai(),
                generations: parts.work.clone(),
                clock: parts.clock.clone(),
                random: parts.random.clone(),
                zone: parts.zone.clone(),
                answer_time: platform_ai::ANSWER_TIME,
            })
        },
    },
    RouteGroup {
        name: "platform-logs",
        needs: platform_logs::NEEDS,
        api: |parts| {
            platform_logs::api(platform_logs::Ports {
                store: parts.store.clone(),
                logs: parts.logs.clone(),
                keyring: parts.keyring.clone(),
                clock: parts.clock.clone(),
            })
        },
    },
    RouteGroup {
        name: "platform-search-provider",
        needs: platform_search_provider::NEEDS,
        api: |parts| {
            platform_search_provider::api(platform_search_provider::Ports {
                store: parts.store.clone(),
                keyring: parts.keyring.clone(),
                access: parts.search_access(),
                outbound: parts.outbound.clone(),
                indexing: parts.indexing.clone(),
                clock: parts.clock.clone(),
                random: parts.random.clone(),
                app_url: parts.platform_url.clone(),
            })
        },
    },
    RouteGroup {
        name: "platform-approval",
        needs: platform_approval::NEEDS,
        api: |parts| platform_approval::api(approval(parts)),
    },
    RouteGroup {
        name: "platform-panel",
        needs: platform_panel::NEEDS,
        api: |_| platform_panel::api(),
    },
];

/// Router of the whole platform, and its OpenAPI document.
pub fn assemble(parts: &Parts) -> (Router, OpenApi) {
    let (api, mut description) = GROUPS
        .iter()
        .map(|group| group.api(parts))
        .fold(OpenApiRouter::with_openapi(head()), OpenApiRouter::merge)
        .split_for_parts();
    conventions::complete(&mut description);
    let mut router = api
        .merge(platform_approval::pages(approval(parts)))
        .merge(parts.urls().router());
    if let Some(secret) = &parts.mailbox {
        router = router.merge(mailbox::router(parts.outbox.clone(), secret.clone()));
    }
    (wrap(router, middleware(parts)), description)
}

/// Router of the refusals of the platform's listener.
pub fn refusing(parts: &Parts) -> Router {
    wrap(refusal::of_platform(), middleware(parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn functions_do_not_call_different_things_the_same() {
        let parts = Parts::memory().await.unwrap();
        let (_, merged) = assemble(&parts);
        let merged = merged.components.unwrap().schemas;
        for group in GROUPS {
            let api = group.api(&parts).into_openapi();
            for (name, schema) in api.components.unwrap_or_default().schemas {
                assert!(
                    merged.get(&name) == Some(&schema),
                    "{name} has two meanings"
                );
            }
        }
    }

    #[tokio::test]
    async fn every_operation_declares_the_responses_that_its_input_implies() {
        let parts = Parts::memory().await.unwrap();
        let (_, description) = assemble(&parts);
        let document = serde_json::to_value(&description).unwrap();
        let paths = document["paths"].as_object().unwrap();
        assert!(paths.len() > 30, "{}", paths.len());
        for (path, item) in paths {
            for (method, operation) in item.as_object().unwrap() {
                let responses = operation["responses"].as_object().unwrap();
                for parameter in operation["parameters"].as_array().unwrap_or(&Vec::new()) {
                    if parameter["in"] == "header" {
                        assert_eq!(parameter["schema"]["type"], "string", "{method} {path}");
                    }
                }
                let mut wanted = vec!["500", "503"];
                if path.contains('{') {
                    wanted.push("404");
                }
                if operation.get("requestBody").is_some() {
                    wanted.extend(["400", "413", "415", "422"]);
                }
                for status in wanted {
                    assert!(responses.contains_key(status), "{method} {path}: {status}");
                }
            }
        }
        for response in document["components"]["responses"]
            .as_object()
            .unwrap()
            .values()
        {
            let schema = &response["content"]["application/json"]["schema"]["$ref"];
            assert_eq!(schema, "#/components/schemas/ErrorBody");
        }
    }
}
