//! Asking for generations, running the worker, and reading what it left.

use domain::platform::generation::{
    Article, ContentTask, Generation, GenerationResult, GenerationState, GenerationTask, ImageTask,
    ImprovementTask, TextWishes,
};
use domain::platform::id::{GenerationId, SiteId};
use domain::platform::month::Month;
use domain::platform::token_usage::BilledCall;
use generation_worker::process;
use platform_store::{Claim, ImageAllowance, TokenSums};
use settings::AiProvider;

use crate::app::{POST, SITE, TestApp, USER, service};

impl TestApp {
    async fn requested(
        &self,
        task: &GenerationTask,
        allowance: Option<ImageAllowance>,
    ) -> GenerationId {
        let (store, claim) = (&self.ports.store, Claim::none());
        let asked = store.request_generation(&claim, USER, task, allowance, self.now());
        asked.await.unwrap().id
    }

    /// A queued article.
    pub async fn article(&self) -> GenerationId {
        self.article_about("Café para o escritório").await
    }

    /// A queued article about `prompt`.
    pub async fn article_about(&self, prompt: &str) -> GenerationId {
        self.article_for(SITE, prompt).await
    }

    /// A queued article for a site.
    pub async fn article_for(&self, site_id: SiteId, prompt: &str) -> GenerationId {
        let task = GenerationTask::Content(ContentTask {
            site_id,
            prompt: prompt.to_owned(),
            words: 1_000,
            wishes: TextWishes::default(),
        });
        self.requested(&task, None).await
    }

    /// A queued improvement of `text`.
    pub async fn improvement(&self, text: &str) -> GenerationId {
        let task = GenerationTask::Improvement(ImprovementTask {
            site_id: SITE,
            title: "Café".to_owned(),
            text: text.to_owned(),
            prompt: "Encurte as frases".to_owned(),
            wishes: TextWishes::default(),
        });
        self.requested(&task, None).await
    }

    /// A queued image.
    pub async fn image(&self) -> GenerationId {
        let task = GenerationTask::Image(ImageTask {
            content_id: POST,
            prompt: "Uma cesta de pães".to_owned(),
            in_text: false,
        });
        let (month, images) = (self.month(), 10);
        let allowance = ImageAllowance { month, images };
        self.requested(&task, Some(allowance)).await
    }

    fn month(&self) -> Month {
        Month::of(self.now(), &self.ports.zone)
    }

    /// Number of images that count against the user's quota.
    pub async fn images_used(&self) -> u64 {
        let store = &self.ports.store;
        store.images_used(USER, self.month()).await.unwrap()
    }

    /// Delivers the message of a generation, and returns the generation.
    pub async fn deliver(&self, id: GenerationId) -> Generation {
        process(&self.ports, id).await.unwrap();
        self.generation(id).await
    }

    pub async fn generation(&self, id: GenerationId) -> Generation {
        let store = &self.ports.store;
        store.generation(id, self.now()).await.unwrap().unwrap()
    }

    /// The article of a generation that must be done.
    pub async fn written(&self, generation: &Generation) -> Article {
        assert_eq!(
            generation.state,
            GenerationState::Done,
            "{:?}",
            generation.error
        );
        let result = self
            .ports
            .store
            .generation_result(generation)
            .await
            .unwrap();
        match result.unwrap() {
            GenerationResult::Article(article) => article,
            GenerationResult::Image { .. } => panic!("an image was generated"),
        }
    }

    /// The text so far.
    pub async fn partial(&self, generation: &Generation) -> String {
        let store = &self.ports.store;
        store.generation_text(generation, 0).await.unwrap()
    }

    /// Sums of the counters of the whole time, which those of the day and the month equal.
    pub async fn counted(&self) -> TokenSums {
        let store = &self.ports.store;
        let usage = store
            .token_usage(&self.ports.zone, self.now())
            .await
            .unwrap();
        assert_eq!((&usage.today, &usage.month), (&usage.total, &usage.total));
        let all = usage.total.iter().map(|model| model.sums);
        all.fold(TokenSums::default(), TokenSums::plus)
    }

    /// Checks that the counters hold the calls of `generation`, once.
    pub async fn assert_counted(&self, generation: &Generation) {
        assert!(generation.settled);
        let counted = self.counted().await;
        let sum = |of: fn(&BilledCall) -> u64| generation.calls.iter().map(of).sum::<u64>();
        assert_eq!(counted.calls, generation.calls.len() as u64);
        assert_eq!(counted.input_tokens, sum(|call| call.input_tokens));
        assert_eq!(counted.output_tokens, sum(|call| call.output_tokens));
        assert_eq!(
            counted.estimated_calls,
            sum(|call| u64::from(call.estimated))
        );
        let cost = sum(|call| call.cost_nano_usd.unwrap_or_default());
        assert_eq!(counted.cost_nano_usd, cost);
    }

    /// Checks that each call that a provider billed is recorded, with its tokens unless they had to be estimated, and
    /// that every recorded call was made.
    pub fn assert_billed(&self, generation: &Generation) {
        for (provider, key) in &self.providers {
            let billed = self.fakes.billed(service(*provider), key);
            let calls = generation.calls.iter();
            let recorded: Vec<_> = calls
                .filter(|call| call.provider == provider.name())
                .collect();
            assert!(
                recorded.len() as u64 >= billed.calls,
                "{provider:?}: {recorded:?}"
            );
            assert!(
                recorded.len() <= self.asked(*provider),
                "{provider:?}: {recorded:?}"
            );
            if recorded.iter().any(|call| call.estimated) {
                continue;
            }
            let sum =
                |of: fn(&BilledCall) -> u64| recorded.iter().map(|call| of(call)).sum::<u64>();
            assert_eq!(recorded.len() as u64, billed.calls);
            assert_eq!(sum(|call| call.input_tokens), billed.input_tokens);
            assert_eq!(sum(|call| call.output_tokens), billed.output_tokens);
        }
        assert_eq!(self.fakes.violations(), Vec::<String>::new());
    }

    /// The providers of the recorded calls.
    pub fn billed_to(generation: &Generation) -> Vec<AiProvider> {
        let calls = generation.calls.iter();
        calls
            .filter_map(|call| AiProvider::of_name(&call.provider))
            .collect()
    }
}
