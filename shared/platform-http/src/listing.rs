//! Lists and their paging.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::code::Code;
use crate::error::ApiError;

/// Paging parameters.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct Paging {
    /// Number of the page, from 1.
    #[param(minimum = 1, default = 1)]
    pub page: u32,
    /// Entries of a page, 1 to 100.
    #[param(minimum = 1, maximum = 100, default = 20)]
    pub per_page: u32,
}

impl Default for Paging {
    fn default() -> Self {
        Self {
            page: 1,
            per_page: 20,
        }
    }
}

impl Paging {
    /// Validates the ranges: 422 when a parameter is out of range.
    pub fn checked(self) -> Result<Self, ApiError> {
        let mut error = None;
        if self.page == 0 {
            error = Some(ApiError::new(Code::InvalidParameter).issue(
                "out_of_range",
                "page",
                "O número da página deve ser 1 ou maior.",
            ));
        }
        if !(1..=100).contains(&self.per_page) {
            error = Some(
                error
                    .unwrap_or_else(|| Code::InvalidParameter.into())
                    .issue(
                        "out_of_range",
                        "per_page",
                        "Peça de 1 a 100 itens por página.",
                    ),
            );
        }
        error.map_or(Ok(self), Err)
    }

    /// Number of entries before the page.
    pub const fn offset(self) -> u64 {
        (self.page.saturating_sub(1) as u64) * self.per_page as u64
    }

    /// The requested page of `all`.
    pub fn cut<T>(self, all: Vec<T>) -> Listing<T> {
        let total = all.len() as u64;
        let skip = usize::try_from(self.offset()).unwrap_or(usize::MAX);
        let items = all
            .into_iter()
            .skip(skip)
            .take(self.per_page as usize)
            .collect();
        Listing {
            items,
            page: self.page,
            per_page: self.per_page,
            total,
        }
    }
}

/// Page of a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Listing<T> {
    /// Entries.
    pub items: Vec<T>,
    /// Number of the page, from 1.
    pub page: u32,
    /// Entries per page.
    pub per_page: u32,
    /// Total number of entries.
    pub total: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_past_the_end_is_empty_and_keeps_the_total() {
        let page = Paging {
            page: 3,
            per_page: 2,
        }
        .cut(vec![1, 2, 3]);
        assert!(page.items.is_empty());
        assert_eq!(page.total, 3);
    }

    #[test]
    fn pages_out_of_range_are_refused() {
        assert!(
            Paging {
                page: 0,
                per_page: 20
            }
            .checked()
            .is_err()
        );
        assert!(
            Paging {
                page: 1,
                per_page: 101
            }
            .checked()
            .is_err()
        );
        assert!(
            Paging {
                page: 1,
                per_page: 100
            }
            .checked()
            .is_ok()
        );
    }
}
