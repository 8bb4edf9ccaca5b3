//! The scores of articles that two examiners graded (`articles/README.md`): within a subject the better grade has the higher
//! score, in each of SEO, GEO and AEO.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::path::{Path, PathBuf};

use analysis::{Analysis, Article, ContentDate, FeaturedImage, analyse};
use domain::faq::FaqData;
use jiff::civil::date;
use serde::Deserialize;

const GRADES: [&str; 3] = ["good", "middling", "bad"];
/// Of the 54 pairs of grades per score, those in the right order.
const RIGHT_PAIRS: usize = 53;

#[derive(Deserialize)]
struct Image {
    alt: String,
    featured: bool,
}

#[derive(Deserialize)]
struct Graded {
    title: String,
    seo_title: String,
    meta_description: String,
    slug: String,
    focus_keyword: String,
    body: String,
    faq: Option<FaqData>,
    images: Vec<Image>,
    site_host: String,
    author_set: bool,
}

impl Graded {
    fn read(path: &Path) -> Self {
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    }

    fn analysis(&self) -> Analysis {
        let featured = self.images.iter().find(|image| image.featured);
        analyse(&Article {
            title: &self.title,
            seo_title: &self.seo_title,
            meta_description: &self.meta_description,
            slug: &self.slug,
            focus_keyword: &self.focus_keyword,
            body: &self.body,
            faq: &self.faq.clone().unwrap_or_default(),
            faq_supported: true,
            featured_image: featured.map(|image| FeaturedImage { alt: &image.alt }),
            site_host: &self.site_host,
            author_set: Some(self.author_set),
            content_date: ContentDate::Unpublished,
            today: date(2026, 11, 23),
        })
    }
}

fn subjects() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/articles");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut folders: Vec<PathBuf> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

#[test]
fn better_grades_have_higher_scores() {
    let subjects = subjects();
    assert_eq!(subjects.len(), 18);
    let mut right = [0; 3];
    for subject in &subjects {
        let analyses = GRADES.map(|grade| {
            let path = subject.join(format!("{grade}.json"));
            Graded::read(&path).analysis()
        });
        let scores = analyses.map(|one| [one.seo.score, one.geo.score, one.aeo.score]);
        let name = subject.file_name().unwrap().to_str().unwrap();
        println!("{name}: {scores:?}");
        let [good, middling, bad] = scores;
        for (better, worse) in [(good, middling), (middling, bad), (good, bad)] {
            for (count, (better, worse)) in right.iter_mut().zip(better.iter().zip(worse)) {
                *count += usize::from(*better > worse);
            }
        }
    }
    println!("pairs of 54 in the right order, for SEO, GEO, AEO: {right:?}");
    assert!(right.iter().all(|pairs| *pairs >= RIGHT_PAIRS), "{right:?}");
}
