//! Layout shared by all pages: head, header with menu, footer.

use std::sync::Arc;

use site_store::{FOOTER_MENU, PRIMARY_MENU};

use crate::identity::{self, Identity};
use crate::menu;
use crate::navigation;
use crate::page_request::{PageRequest, PageResult};
use crate::snippets::PageSnippets;
use crate::style;
use crate::words::{Words, tag};

/// Content of the `head` element.
#[derive(Debug)]
pub struct Head {
    /// What `get_head` answers for the address: title, robots, canonical URL, previews, structured data.
    pub of_address: seo::Head,
    /// Meta description of a page whose head has none.
    pub description: String,
    /// Structured data that the head does not have, ready for `script` elements.
    pub structured: Vec<String>,
    /// Alternative text of the preview image.
    pub image_text: String,
    /// URLs of the oEmbed responses: JSON and XML.
    pub oembed: Option<(String, String)>,
    /// URL of the JSON representation.
    pub json: Option<String>,
    /// Whether the page shows a contact form.
    pub has_form: bool,
    /// Style sheet of the page's text; empty without one.
    pub text_css: String,
}

impl Head {
    /// The head of an address, without additions.
    pub const fn of(head: seo::Head) -> Self {
        Self {
            of_address: head,
            description: String::new(),
            structured: Vec::new(),
            image_text: String::new(),
            oembed: None,
            json: None,
            has_form: false,
            text_css: String::new(),
        }
    }

    /// The head of a page that is no content, such as an error or a form; search engines do not show it.
    ///
    /// # Errors
    /// The store fails.
    pub async fn of_notice(request: &PageRequest, title: &str) -> PageResult<Self> {
        Ok(Self::of(request.heads().await?.of_notice(title)))
    }

    /// The meta description, where the head of the address has none.
    pub fn added_description(&self) -> Option<&str> {
        let is_added =
            self.of_address.text("description").is_none() && !self.description.is_empty();
        is_added.then_some(self.description.as_str())
    }

    /// The alternative text of the preview image.
    pub fn added_image_text(&self) -> Option<&str> {
        let is_added = self.of_address.text("og:image").is_some() && !self.image_text.is_empty();
        is_added.then_some(self.image_text.as_str())
    }

    /// The title.
    pub fn title(&self) -> &str {
        self.of_address.text("title").unwrap_or_default()
    }
}

/// Layout around a page's content.
pub struct Frame {
    pub language: String,
    pub theme_css: String,
    pub css: &'static str,
    pub form_css: &'static str,
    pub form_script: &'static str,
    pub snippets: Arc<PageSnippets>,
    pub identity: Identity,
    pub site: String,
    pub tagline: String,
    pub home: String,
    pub interfaces: Vec<(&'static str, String)>,
    /// Address of the document in which older clients look for the interface.
    pub rsd: Option<String>,
    /// Entries of the menu at the head, as list items.
    pub menu: String,
    /// Entries of the menu at the foot.
    pub footer_menu: String,
    /// What was searched.
    pub searched: String,
    pub words: &'static Words,
    pub head: Head,
    /// Whether the page shows logo, menu and search at its head.
    pub has_header: bool,
    /// Whether the page shows its foot.
    pub has_footer: bool,
}

impl Frame {
    /// Layout for a page with this head.
    ///
    /// # Errors
    /// The store fails.
    pub async fn new(request: &PageRequest, head: Head) -> PageResult<Self> {
        let settings = &request.settings;
        let site = if settings.title.is_empty() {
            request
                .home
                .split("://")
                .nth(1)
                .unwrap_or_default()
                .to_owned()
        } else {
            settings.title.clone()
        };
        let here = head.of_address.text("canonical");
        let assigned = menu::at(request, PRIMARY_MENU, here).await?;
        let entries = match assigned {
            Some(entries) => entries,
            None => navigation::entries(request, here).await?,
        };
        let foot = menu::at(request, FOOTER_MENU, here).await?;
        Ok(Self {
            language: tag(&settings.language),
            theme_css: request.theme_css().to_owned(),
            css: style::PAGE.text,
            form_css: style::FORM.text,
            form_script: style::FORM_SCRIPT.text,
            snippets: Arc::clone(&request.snippets),
            identity: identity::of(request).await?,
            site,
            tagline: settings.description.clone(),
            home: request.home.clone(),
            interfaces: request.interfaces.clone(),
            rsd: request
                .has_vendor_names
                .then(|| format!("{}/xmlrpc.php?rsd", request.home)),
            menu: menu::folding(&entries),
            footer_menu: menu::plain(&foot.unwrap_or_default()),
            searched: String::new(),
            words: request.words,
            head,
            has_header: true,
            has_footer: true,
        })
    }
}
