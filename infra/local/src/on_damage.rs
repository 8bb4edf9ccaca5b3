//! The person's choice for data that lack something.

/// What a start does with data that lack something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnDamage {
    /// It ends, and names the remedies.
    #[default]
    Refuse,
    /// It moves unusable data aside and begins a new system.
    StartEmpty,
    /// It takes the store as it is, without the acknowledged writes that it lacks.
    AcceptLoss,
}
