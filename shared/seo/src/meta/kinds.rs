//! Types of pages and articles that structured data knows.

use serde::{Deserialize, Serialize};

/// Declares an enumeration whose members are written as schema.org names them.
macro_rules! names {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $member:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $text)] $member,)+
        }

        impl $name {
            /// Every member.
            pub const ALL: &'static [Self] = &[$(Self::$member,)+];

            /// The name in structured data.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$member => $text,)+ }
            }

            /// The member of this name, with case.
            pub fn parse(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.name() == name)
            }
        }
    };
}

names! {
    /// Type of a page.
    PageType {
        /// Any page.
        WebPage = "WebPage",
        /// A page about one item.
        Item = "ItemPage",
        /// About the site.
        About = "AboutPage",
        /// Questions with answers.
        Faq = "FAQPage",
        /// One question with its answers.
        Qa = "QAPage",
        /// About a person.
        Profile = "ProfilePage",
        /// How to reach the site's owner.
        Contact = "ContactPage",
        /// Medicine.
        Medical = "MedicalWebPage",
        /// A list of pages.
        Collection = "CollectionPage",
        /// Payment of an order.
        Checkout = "CheckoutPage",
        /// A property for sale or rent.
        RealEstate = "RealEstateListing",
        /// Results of a search.
        SearchResults = "SearchResultsPage",
    }
}

names! {
    /// Type of an article.
    ArticleType {
        /// Any article.
        Article = "Article",
        /// A post of a blog.
        Blog = "BlogPosting",
        /// A post in a social network.
        SocialMedia = "SocialMediaPosting",
        /// News.
        News = "NewsArticle",
        /// Paid content.
        Advertiser = "AdvertiserContentArticle",
        /// Satire.
        Satirical = "SatiricalArticle",
        /// Science.
        Scholarly = "ScholarlyArticle",
        /// Technique.
        Tech = "TechArticle",
        /// A report.
        Report = "Report",
        /// No article.
        None = "None",
    }
}

#[cfg(test)]
mod tests {
    use domain::site::meta::seo::{ARTICLE_TYPES, PAGE_TYPES};

    use super::*;

    #[test]
    fn names_are_read_with_case_and_are_those_of_the_meta_fields() {
        for one in PageType::ALL {
            assert_eq!(PageType::parse(one.name()), Some(*one));
        }
        for one in ArticleType::ALL {
            assert_eq!(ArticleType::parse(one.name()), Some(*one));
        }
        let pages: Vec<_> = PageType::ALL.iter().map(|one| one.name()).collect();
        assert_eq!(PAGE_TYPES.split_first(), Some((&"", pages.as_slice())));
        let articles: Vec<_> = ArticleType::ALL.iter().map(|one| one.name()).collect();
        assert_eq!(
            ARTICLE_TYPES.split_first(),
            Some((&"", articles.as_slice()))
        );
        assert_eq!(PageType::parse("faqpage"), None);
        assert_eq!(ArticleType::parse(""), None);
    }

    #[test]
    fn json_has_the_names() {
        assert_eq!(serde_json::to_value(PageType::Faq).unwrap(), "FAQPage");
        let read: ArticleType = serde_json::from_value("NewsArticle".into()).unwrap();
        assert_eq!(read, ArticleType::News);
    }
}
