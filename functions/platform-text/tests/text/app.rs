//! Test application: records in memory.

use std::sync::Arc;

use axum::Router;
use domain::faq::{FaqData, FaqItem};
use domain::platform::id::{PostId, SiteId};
use domain::platform::media::{Media, MediaTexts};
use domain::platform::post::{Post, PostFields};
use domain::platform::time_zone::zone_of;
use embedded::clock::SettableClock;
use embedded::dynamo::Engine;
use embedded::random::SeededRandom;
use jiff::Timestamp;
use language_tool::LanguageTool;
use outbound::{Outbound, Policy};
use platform_store::PlatformStore;
use platform_testkit::{TestApi, TestUser, first_version, with_middleware};
use platform_text::{Ports, api};
use ports::Clock;
use vault::KeyRing;

/// Body of the saved post: a question heading, a definition, and a link within the site.
pub const BODY: &str = "<h2>O que é energia solar?</h2>\
    <p>Energia solar é a eletricidade gerada pela luz do sol.</p>\
    <p>Leia <a href=\"https://blog.example/custos\">quanto custa a energia solar</a>.</p>";

pub struct TestApp {
    ports: Ports,
    random: Arc<SeededRandom>,
    clock: Arc<SettableClock>,
}

impl TestApp {
    pub async fn new() -> Self {
        let start = Timestamp::from_second(1_900_000_000).unwrap();
        let random = Arc::new(SeededRandom::new(7));
        let clock = Arc::new(SettableClock::at(start));
        Self {
            ports: Ports {
                store: platform_testkit::store(&Engine::memory().unwrap()).await,
                keyring: Arc::new(KeyRing::generate(random.as_ref())),
                zone: zone_of(None).unwrap(),
                clock: clock.clone(),
                language_tool: None,
            },
            random,
            clock,
        }
    }

    /// The application with the LanguageTool server at `address`.
    pub async fn with_language_tool(address: &str) -> Self {
        let mut app = Self::new().await;
        let outbound = Outbound::new(Policy::local()).unwrap();
        let environment = |name: &str| (name == "LANGUAGETOOL_URL").then(|| address.to_owned());
        app.ports.language_tool = LanguageTool::of_environment(outbound, environment).unwrap();
        app
    }

    /// The site `https://blog.example/` of `owner`.
    pub async fn site(&self, owner: &TestUser) -> SiteId {
        let store = &self.ports.store;
        let id = store.next_site_id().await.unwrap();
        let now = self.clock.now();
        let site = platform_testkit::site(id, owner.id, "https://blog.example/", now);
        store.create_site(&site, None).await.unwrap();
        id
    }

    /// A post of `owner` on `site` with a value in every field that the analysis reads, and a featured image.
    pub async fn post(&self, owner: &TestUser, site: SiteId) -> PostId {
        let store = &self.ports.store;
        let id = store.next_post_id().await.unwrap();
        let now = self.clock.now();
        let fields = PostFields {
            title: "Energia solar residencial: quanto custa instalar".into(),
            slug: "energia-solar-residencial".into(),
            focus_keyword: "energia solar".into(),
            seo_title: "Energia solar residencial: quanto custa instalar em 2026".into(),
            meta_description: "Veja quanto custa instalar energia solar residencial.".into(),
            faq_data: FaqData {
                enabled: true,
                items: vec![FaqItem {
                    question: "Vale a pena".into(),
                    answer: "Sim: o sistema costuma se pagar em cinco anos e dura vinte e cinco."
                        .into(),
                }],
                ..FaqData::default()
            },
            host_author_id: Some(3),
            ..PostFields::default()
        };
        let post = Post::draft(id, owner.id, site, fields, 0, now);
        let version = first_version(&post, BODY);
        store.create_post(&post, &version, &[]).await.unwrap();
        let media = store.next_media_id().await.unwrap();
        let picture = Media {
            texts: MediaTexts {
                alt_text: "Painéis de energia solar num telhado".into(),
                ..MediaTexts::default()
            },
            ..platform_testkit::media(media, id, now)
        };
        store.add_media(&picture).await.unwrap();
        id
    }
}

impl TestApi for TestApp {
    fn store(&self) -> &PlatformStore {
        &self.ports.store
    }

    fn keyring(&self) -> &KeyRing {
        &self.ports.keyring
    }

    fn clock(&self) -> &SettableClock {
        &self.clock
    }

    fn router(&self) -> Router {
        let (routes, _) = api(self.ports.clone()).split_for_parts();
        with_middleware(routes, self.random.clone(), self.clock.clone(), true)
    }
}
