//! The photos of the fakes: three fixed ones, then variations of them.

/// A photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Photo {
    /// Position in every list, from 0.
    pub(super) number: usize,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) description: &'static str,
    pub(super) author: &'static str,
    /// User name of the author.
    pub(super) user: &'static str,
    /// Mean colour, such as `#8c6d4f`.
    pub(super) colour: &'static str,
}

/// Number of photos that every search finds.
pub(super) const COUNT: usize = 40;

const FIXED: [Photo; 3] = [
    Photo {
        number: 0,
        width: 2400,
        height: 1600,
        description: "Xícara de café sobre mesa de madeira ao lado de um computador",
        author: "Ana Souza",
        user: "anasouza",
        colour: "#8c6d4f",
    },
    Photo {
        number: 1,
        width: 1600,
        height: 2400,
        description: "Barista despejando leite vaporizado em uma xícara",
        author: "João Araújo",
        user: "joaoaraujo",
        colour: "#5a4b3c",
    },
    Photo {
        number: 2,
        width: 2000,
        height: 2000,
        description: "Grãos de café torrados vistos de cima",
        author: "Márcia O’Neill",
        user: "marciaoneill",
        colour: "#3b2a1e",
    },
];

/// The photo at a position; `None` past the last one.
pub(super) fn photo(number: usize) -> Option<Photo> {
    if number >= COUNT {
        return None;
    }
    let model = FIXED.get(number % FIXED.len()).copied()?;
    Some(Photo { number, ..model })
}

/// The photos of a page.
pub(super) fn page(page: usize, per_page: usize) -> Vec<Photo> {
    let first = (page - 1).saturating_mul(per_page);
    (first..first.saturating_add(per_page))
        .map_while(photo)
        .collect()
}

impl Photo {
    /// Identifier at Unsplash.
    pub(super) fn unsplash_id(self) -> String {
        format!("Xk{:02}p-9LqWA", self.number)
    }

    /// The photo with an identifier of Unsplash.
    pub(super) fn of_unsplash(id: &str) -> Option<Self> {
        (0..COUNT)
            .filter_map(photo)
            .find(|photo| photo.unsplash_id() == id)
    }

    /// Identifier at Pexels.
    pub(super) fn pexels_id(self) -> usize {
        3_020_900 + self.number
    }

    /// The photo with an identifier of Pexels.
    pub(super) fn of_pexels(id: &str) -> Option<Self> {
        (0..COUNT)
            .filter_map(photo)
            .find(|photo| photo.pexels_id().to_string() == id)
    }
}
