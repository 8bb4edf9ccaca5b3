//! The services that a deployment names.

use std::sync::Arc;

use ai_client::AiClient;
use outbound::Outbound;
use ports::Clock;
use seo::keywords::research::KEPT_SECONDS;
use seo::keywords::tokens::OAuthClient;
use settings::{ProviderAddresses, Settings};

use crate::address::BaseAddress;
use crate::generator::Generator;
use crate::oauth::TokenEndpoint;
use crate::recent::Recent;
use crate::research::Research;
use crate::service::Service;
use crate::tracker::Tracker;
use crate::writer::Writer;

/// Base address of the service of generated texts.
const TEXTS: &str = "SEO_TEXT_SERVICE_URL";
/// Base address of the service of keyword research.
const RESEARCH: &str = "KEYWORD_RESEARCH_URL";
/// Base address of the service of rank tracking.
const TRACKER: &str = "RANK_TRACKER_URL";
/// Base address where the owner of an account of rank tracking allows access; [`TRACKER`] when it is not set.
const TRACKER_SIGN_IN: &str = "RANK_TRACKER_SIGN_IN_URL";
/// Requests for texts that a site may make in a month with the keys of the deployment.
const MONTHLY_LIMIT: &str = "SITE_TEXT_MONTHLY_LIMIT";
/// Its value when it is not set.
const USUAL_LIMIT: u64 = 500;
/// Identifier by which services know the deployment, when none is set.
const CLIENT: &str = "pauta";

/// Clients of the services that the deployment names. By default there is none. Clones share connections and circuits.
#[derive(Debug, Clone, Default)]
pub struct SeoServices {
    /// The service of generated texts.
    pub generator: Option<Generator>,
    /// Texts with the deployment's own keys, where no service of generated texts is named.
    pub writer: Option<Writer>,
    /// Keyword research.
    pub research: Option<Research>,
    /// Rank tracking.
    pub tracker: Option<Tracker>,
}

impl SeoServices {
    /// The services at the addresses of `environment`, with the providers of texts of `settings`.
    ///
    /// # Errors
    /// The name of a variable whose value is no http or https URL, or no number.
    pub fn of_environment(
        outbound: &Outbound,
        clock: &Arc<dyn Clock>,
        settings: Settings,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, &'static str> {
        let service = || Service::new(outbound.clone(), clock.clone());
        let value = |name: &str| environment(name).filter(|value| !value.trim().is_empty());
        let generator = BaseAddress::of(&environment, TEXTS)?.map(|address| Generator {
            service: service(),
            address,
        });
        let writer = Writer {
            ai: AiClient::new(outbound.clone(), ProviderAddresses::of(&environment)?),
            settings,
            monthly_limit: match value(MONTHLY_LIMIT) {
                None => USUAL_LIMIT,
                Some(limit) => limit.trim().parse().map_err(|_| MONTHLY_LIMIT)?,
            },
        };
        let research = BaseAddress::of(&environment, RESEARCH)?.map(|address| {
            let id = value("KEYWORD_RESEARCH_CLIENT_ID").unwrap_or_else(|| CLIENT.to_owned());
            let service = service();
            Research {
                tokens: TokenEndpoint {
                    service: service.clone(),
                    url: address.at(&["oauth2", "access_token"]),
                    client: OAuthClient {
                        redirect: address.at(&["oauth2", &id, "success"]).into(),
                        secret: value("KEYWORD_RESEARCH_CLIENT_SECRET"),
                        id,
                    },
                },
                recent: Arc::new(Recent::new(KEPT_SECONDS)),
                service,
                address,
            }
        });
        let sign_in = BaseAddress::of(&environment, TRACKER_SIGN_IN)?;
        let tracker = BaseAddress::of(&environment, TRACKER)?.map(|address| {
            let id = value("RANK_TRACKER_CLIENT_ID").unwrap_or_else(|| CLIENT.to_owned());
            let sign_in = sign_in.unwrap_or_else(|| address.clone());
            Tracker {
                tokens: TokenEndpoint {
                    service: service(),
                    url: sign_in.at(&["connect", "token"]),
                    client: OAuthClient {
                        redirect: sign_in.at(&[&id, "setup"]).into(),
                        secret: None,
                        id,
                    },
                },
                service: service(),
                address,
                sign_in,
            }
        });
        Ok(Self {
            writer: generator.is_none().then_some(writer),
            generator,
            research,
            tracker,
        })
    }
}
