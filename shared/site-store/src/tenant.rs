//! Tenants: the sites of one deployment. A tenant's name is the prefix of its keys.

use std::fmt;
use std::str::FromStr;

/// Name of a tenant: 1 to 40 letters a-z, digits and dashes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tenant(String);

/// The text is not a valid tenant name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a tenant's name has 1 to 40 letters a-z, digits and dashes")]
pub struct NotATenant;

impl Tenant {
    /// Tenant of a deployment with a single site.
    pub fn main() -> Self {
        Self("main".to_owned())
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Tenant {
    type Err = NotATenant;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let sound = (1..=40).contains(&text.len())
            && text
                .bytes()
                .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
        if sound {
            Ok(Self(text.to_owned()))
        } else {
            Err(NotATenant)
        }
    }
}

impl fmt::Display for Tenant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!("main".parse(), Ok(Tenant::main()));
        for wrong in ["", "Main", "a#b", "a/b", &"a".repeat(41)] {
            assert_eq!(wrong.parse::<Tenant>(), Err(NotATenant), "{wrong}");
        }
    }
}
