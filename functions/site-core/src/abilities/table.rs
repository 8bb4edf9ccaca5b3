//! The abilities and categories that there are.

use std::sync::LazyLock;

use super::ability::{Ability, Category};
use super::{posts, site_info, user_info};

/// The categories.
pub const CATEGORIES: [Category; 3] = [
    Category {
        slug: "site",
        label: ["Site", "Site"],
        description: [
            "Ações que consultam o site e suas configurações.",
            "Abilities about the site and its settings.",
        ],
    },
    Category {
        slug: "user",
        label: ["Usuário", "User"],
        description: [
            "Ações que consultam quem fez a requisição.",
            "Abilities about the user of the request.",
        ],
    },
    Category {
        slug: "content",
        label: ["Conteúdo", "Content"],
        description: [
            "Ações que consultam, escrevem, publicam e removem posts.",
            "Abilities that find, write, publish and remove posts.",
        ],
    },
];

/// The abilities, those that deployed systems have first.
pub static ABILITIES: LazyLock<Vec<Ability>> = LazyLock::new(|| {
    vec![
        site_info::site(),
        user_info::user(),
        site_info::environment(),
        posts::find(),
        posts::draft(),
        posts::publish(),
        posts::trash(),
    ]
});

/// The ability with this name.
pub fn named(name: &str) -> Option<&'static Ability> {
    ABILITIES.iter().find(|one| one.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn abilities_are_complete() {
        for (place, one) in ABILITIES.iter().enumerate() {
            let is_category = |category: &Category| category.slug == one.category;
            assert!(CATEGORIES.iter().any(is_category), "{}", one.name);
            assert!(
                one.name.split('/').count() == 2
                    && one
                        .name
                        .chars()
                        .all(|c| c.is_ascii_lowercase() || "/-".contains(c)),
                "{}",
                one.name
            );
            for text in [one.label, one.description].concat() {
                assert!(!text.is_empty(), "{}", one.name);
            }
            let is_twice = ABILITIES
                .iter()
                .skip(place + 1)
                .any(|other| other.name == one.name);
            assert!(!is_twice, "{}", one.name);
        }
    }
}
