//! Masks a client's contacts for colleagues.

/// `contato@padaria.com.br` as `c•••@padaria.com.br`; a number by its last four digits.
pub fn masked(contact: &str) -> String {
    match contact.rsplit_once('@') {
        Some((local, domain)) => {
            let first: String = local.chars().take(1).collect();
            format!("{first}•••@{domain}")
        }
        None => {
            let digits: Vec<char> = contact.chars().filter(char::is_ascii_digit).collect();
            let last: String = digits.iter().skip(digits.len().saturating_sub(4)).collect();
            format!("•••{last}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contacts_stay_recognisable_and_unusable() {
        assert_eq!(masked("contato@padaria.com.br"), "c•••@padaria.com.br");
        assert_eq!(masked("+5511999991234"), "•••1234");
        assert_eq!(masked("12"), "•••12");
        assert_eq!(masked("á@b.c"), "á•••@b.c");
    }
}
