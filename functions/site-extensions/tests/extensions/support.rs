//! A site with the routes of this function, the example snippets, the first form, and the services outside.

use std::ops::Deref;
use std::sync::Arc;

use form_store::{FormStore, Submission, SubmissionFilter};
use secrecy::SecretString;
use service_fakes::{FakeServices, Service};
use site_extensions::{Options, Ports, router, seed_first_form};
use site_spam::{SiteFilter, SpamFilter};
use site_store::Tenant;
pub use site_testkit::{Answer, HOME, NOW, Who};
use site_testkit::{Mails, Records, TestSite};
use vault::KeyRing;

/// The addresses of the fakes, and the deployment's client at Google; at Microsoft it has none.
fn mailbox_environment(fakes: &FakeServices) -> impl Fn(&str) -> Option<String> + use<> {
    let addresses = fakes.environment();
    move |name| match name {
        "MAILBOX_GOOGLE_CLIENT_ID" => Some("google-client".to_owned()),
        "MAILBOX_GOOGLE_CLIENT_SECRET" => Some("google-segredo".to_owned()),
        name => {
            let mut addresses = addresses.iter();
            let (_, address) = addresses.find(|(known, _)| *known == name)?;
            Some(address.clone())
        }
    }
}

pub struct Site {
    site: TestSite,
    /// Its spam filter.
    pub spam: SiteFilter,
    /// That of all sites.
    pub all_spam: SpamFilter,
    /// The services outside.
    pub fakes: FakeServices,
    pub keyring: Arc<KeyRing>,
    pub mails: Arc<Mails>,
}

impl Deref for Site {
    type Target = TestSite;

    fn deref(&self) -> &TestSite {
        &self.site
    }
}

impl Site {
    pub async fn new() -> Self {
        Self::with(Options::at(HOME)).await
    }

    pub async fn with(options: Options) -> Self {
        Self::made(options, None).await
    }

    /// A site whose configuration sets the key of the spam service.
    pub async fn with_fixed_key(key: &str) -> Self {
        Self::made(Options::at(HOME), Some(key)).await
    }

    async fn made(options: Options, fixed_key: Option<&str>) -> Self {
        let records = Records::new().await;
        let fakes = FakeServices::start().await.unwrap();
        let service = fakes.url(Service::Akismet);
        let spam = records.spam(|name| (name == "SPAM_SERVICE_URL").then(|| service.clone()));
        let spam = spam.with_fixed_key(fixed_key.map(SecretString::from));
        let keyring = Arc::clone(&records.keyring);
        let mails = Mails::new(records.parts.clone(), Arc::clone(&keyring));
        let router = router(Ports {
            work: mails.clone(),
            spam: spam.clone(),
            mailboxes: records.mailboxes(mailbox_environment(&fakes)),
            ..records.ports(options)
        });
        let site = TestSite::seeded(&records, router).await;
        site.store.seed_snippets().await.unwrap();
        let first = seed_first_form(&site.store, &keyring, HOME).await;
        first.unwrap();
        let site = site.used("/rest/code-snippets/v1").await;
        Self {
            spam: spam.of(&site.store, HOME),
            all_spam: spam,
            fakes,
            keyring,
            mails,
            site,
        }
    }

    /// The forms of the site.
    pub fn forms(&self) -> FormStore {
        let parts = self.store.parts().clone();
        FormStore::new(parts, Tenant::main(), self.keyring.clone())
    }

    /// The submissions that are kept of a form, newest first.
    pub async fn kept(&self, form: u64) -> Vec<Submission> {
        let filter = SubmissionFilter {
            form: Some(form),
            ..SubmissionFilter::default()
        };
        let page = self.forms().submissions(&filter, None, 100).await;
        page.unwrap().submissions
    }
}
