//! What all heads of a site share.

use domain::site::{Caller, Kind, Status};
use jiff::Timestamp;
use markup::{escape, text};
use seo::settings::Settings;
use seo::settings::representation::Representation;
use seo::site::{Author, Picture, Represented, Site};
use site_store::{Content, SiteStore, StoreError, User};
use site_urls::address;
use url::Url;

/// Language of a site whose setting is empty, as on deployed systems.
const DEFAULT_LANGUAGE: &str = "en-US";

/// Width of avatars in structured data, in pixels.
const AVATAR_WIDTH: u16 = 96;

/// Width of avatars for social networks, in pixels.
const LARGE_AVATAR_WIDTH: u16 = 500;

/// Why a head cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum HeadError {
    /// The store fails.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The home address of the site is no address.
    #[error("the home address of the site is malformed: {0}")]
    Home(#[from] url::ParseError),
    /// Too many long computations wait.
    #[error(transparent)]
    NotComputed(#[from] heavy_work::Refused),
}

/// Makes heads of the pages of a site.
pub struct Heads<'a> {
    pub(crate) store: &'a SiteStore,
    pub(crate) home: &'a str,
    pub(crate) now: Timestamp,
    pub(crate) reader: Caller,
    pub(crate) site: Site,
}

impl<'a> Heads<'a> {
    /// Reads what the heads share. `home` is the home address without a slash at its end. Heads name the pictures that
    /// `reader` may read; those of public pages are for [`Caller::anonymous`].
    ///
    /// # Errors
    /// The store fails, or `home` is malformed.
    pub async fn open(
        store: &'a SiteStore,
        home: &'a str,
        now: Timestamp,
        settings: &Settings,
        reader: &Caller,
    ) -> Result<Self, HeadError> {
        let own = store.settings();
        let media = MediaReader {
            store,
            home,
            reader,
        };
        let name = match settings.representation.website_name.as_str() {
            "" => text::plain(&own.title),
            set => set.to_owned(),
        };
        let represented = represented(&media, &settings.representation, &name).await?;
        let site = Site {
            home: Url::parse(&format!("{home}/"))?,
            name,
            tagline: text::plain(&own.description),
            language: match own.language.as_str() {
                "" => DEFAULT_LANGUAGE.to_owned(),
                set => set.replace('_', "-"),
            },
            separator: settings.separator.clone(),
            represented,
            social_image: media.picture(own.social_image).await?,
            profiles: settings.profiles.clone(),
            verifications: Vec::new(),
        };
        Ok(Self {
            store,
            home,
            now,
            reader: reader.clone(),
            site,
        })
    }

    /// A user as an author.
    pub(crate) fn author(&self, user: &User) -> Author {
        author(user, self.home)
    }
}

fn author(user: &User, home: &str) -> Author {
    Author {
        id: user.id,
        name: text::plain(&user.name),
        url: address::author(user, home),
        description: text::plain(&user.description),
        avatar: address::avatar(&user.email, AVATAR_WIDTH),
        large_avatar: address::avatar(&user.email, LARGE_AVATAR_WIDTH),
        profiles: Some(user.url.clone())
            .filter(|url| !url.is_empty())
            .into_iter()
            .collect(),
        handle: String::new(),
    }
}

/// The picture that a file of the media is; none for a file in another status than that of what it is attached to.
pub(crate) fn picture(file: &Content, home: &str) -> Option<Picture> {
    if file.kind != Kind::Attachment || file.status != Status::Inherit {
        return None;
    }
    let media = file.media.as_ref().filter(|media| media.is_image())?;
    let caption = match text::plain(&file.excerpt) {
        caption if caption.is_empty() => escape::decode(&media.alt_text),
        caption => caption,
    };
    Some(Picture {
        url: address::file(&media.path, home),
        width: media.width.unwrap_or(0),
        height: media.height.unwrap_or(0),
        mime: media.mime_type.clone(),
        caption,
    })
}

/// Least width of the picture that social networks show large, in pixels.
const PREVIEW_WIDTH: u32 = 1_200;

/// The type that all social networks show.
const PREVIEW_TYPE: &str = "image/jpeg";

/// The smallest file of a picture that social networks show large; none where no file is large enough and of the right type.
pub(crate) fn preview(file: &Content, home: &str) -> Option<Picture> {
    let whole = picture(file, home)?;
    let media = file.media.as_ref()?;
    let sizes = media.whole_sizes().map(|size| Picture {
        url: address::file(&media.beside(&size.file), home),
        width: size.width,
        height: size.height,
        mime: size.mime_type.clone(),
        caption: whole.caption.clone(),
    });
    let all = sizes.chain([whole.clone()]);
    let fit = all.filter(|one| one.width >= PREVIEW_WIDTH && one.mime == PREVIEW_TYPE);
    fit.min_by_key(|one| one.width)
}

/// The media of a site as a reader sees them.
struct MediaReader<'a> {
    store: &'a SiteStore,
    home: &'a str,
    reader: &'a Caller,
}

impl MediaReader<'_> {
    /// The picture with this identifier, if the reader may read it; none for 0.
    async fn picture(&self, id: u64) -> Result<Option<Picture>, HeadError> {
        if id == 0 {
            return Ok(None);
        }
        let file = self.store.media_item(self.reader, id).await?;
        Ok(file.and_then(|file| picture(&file, self.home)))
    }
}

/// The organisation or person behind the site. A picture that is set only as an address has no size. An organisation without
/// a logo has that of the site.
async fn represented(
    media: &MediaReader<'_>,
    settings: &Representation,
    site_name: &str,
) -> Result<Represented, HeadError> {
    let (address, id) = if settings.is_company() {
        (&settings.company_logo, settings.company_logo_id)
    } else {
        (&settings.person_logo, settings.person_logo_id)
    };
    let (store, home) = (media.store, media.home);
    let mut logo = media.picture(id).await?.or_else(|| {
        (!address.is_empty()).then(|| Picture {
            url: address.clone(),
            ..Picture::default()
        })
    });
    if logo.is_none() && settings.is_company() {
        let id = store.settings().site_logo;
        logo = media.picture(id).await?;
    }
    let user = store.user(settings.company_or_person_user_id);
    let person = user.map(|user| {
        let mut person = author(&user, home);
        if let Some(logo) = &logo {
            person.avatar.clone_from(&logo.url);
        }
        person
    });
    Ok(Site::represented(settings, site_name, logo, person))
}
