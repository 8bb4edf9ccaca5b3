//! What the head of every page takes from the site.

use url::Url;

use crate::settings::representation::Representation;
use crate::settings::social::Profiles;
use crate::templates::defaults::Wording;

/// The site as its heads and graphs name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// Address of the home page, with a slash at its end.
    pub home: Url,
    /// Name of the site.
    pub name: String,
    /// Tagline.
    pub tagline: String,
    /// Language tag, such as `pt-BR`.
    pub language: String,
    /// The character between the parts of a title.
    pub separator: String,
    /// The organisation or person behind the site, with the picture that stands for it.
    pub represented: Represented,
    /// The picture that social networks show of pages without one.
    pub social_image: Option<Picture>,
    /// Profiles in social networks.
    pub profiles: Profiles,
    /// Values of verification tags, by the name of the tag, such as `google-site-verification`.
    pub verifications: Vec<(String, String)>,
}

/// The organisation or person behind the site.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Represented {
    /// Nothing is set.
    #[default]
    Unset,
    /// An organisation.
    Company {
        /// Its name.
        name: String,
        /// Its logo.
        logo: Picture,
    },
    /// A person, who is a user of the site.
    Person(Author),
}

/// A picture with what is known about it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    /// Its address.
    pub url: String,
    /// Width in pixels; 0 when unknown.
    pub width: u32,
    /// Height in pixels; 0 when unknown.
    pub height: u32,
    /// MIME type; empty when unknown.
    pub mime: String,
    /// Caption or alternative text.
    pub caption: String,
}

/// A user whose name is shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Author {
    /// Identifier on the site.
    pub id: u64,
    /// Public name.
    pub name: String,
    /// Address of the archive.
    pub url: String,
    /// Biography, as plain text.
    pub description: String,
    /// Address of the avatar.
    pub avatar: String,
    /// Address of the avatar in the size that social networks show.
    pub large_avatar: String,
    /// Addresses of profiles elsewhere.
    pub profiles: Vec<String>,
    /// Handle in the short-message network, without `@`.
    pub handle: String,
}

impl Site {
    /// The locale as Open Graph writes it: `pt_BR`.
    pub fn locale(&self) -> String {
        self.language.replace('-', "_")
    }

    /// Templates and words in the site's language.
    pub fn wording(&self) -> &'static Wording {
        Wording::of(&self.language)
    }

    /// `fragment` at the home address, the form of identifiers in the graph: `https://site.example/#website`.
    pub fn id(&self, fragment: &str) -> String {
        format!("{}#{fragment}", self.home)
    }

    /// The organisation or person of `settings`: unset without an organisation's logo, or without the user that is chosen. An
    /// organisation without a name has that of the site.
    pub fn represented(
        settings: &Representation,
        site_name: &str,
        logo: Option<Picture>,
        person: Option<Author>,
    ) -> Represented {
        if !settings.is_company() {
            return person.map_or(Represented::Unset, Represented::Person);
        }
        let name = match settings.company_name.as_str() {
            "" => site_name,
            set => set,
        };
        let company = |logo| Represented::Company {
            name: name.to_owned(),
            logo,
        };
        logo.filter(|_| !name.is_empty())
            .map_or(Represented::Unset, company)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_company_needs_a_logo_and_a_person_a_user() {
        let mut settings = Representation {
            company_name: "Padaria Sol".to_owned(),
            ..Representation::default()
        };
        let represented = |settings: &Representation, logo, person| {
            Site::represented(settings, "Pães", logo, person)
        };
        assert_eq!(represented(&settings, None, None), Represented::Unset);
        let logo = Picture {
            url: "https://a.example/l.png".to_owned(),
            ..Picture::default()
        };
        let company = |name: &str| Represented::Company {
            name: name.to_owned(),
            logo: logo.clone(),
        };
        assert_eq!(
            represented(&settings, Some(logo.clone()), None),
            company("Padaria Sol")
        );
        settings.company_name = String::new();
        assert_eq!(
            represented(&settings, Some(logo.clone()), None),
            company("Pães")
        );
        settings.company_or_person = "person".to_owned();
        assert_eq!(represented(&settings, None, None), Represented::Unset);
        let author = Author {
            id: 4,
            ..Author::default()
        };
        assert_eq!(
            represented(&settings, None, Some(author.clone())),
            Represented::Person(author)
        );
    }
}
