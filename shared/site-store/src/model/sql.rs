//! SQL text with the values of its placeholders, as it is run and as it is cached by.

use rusqlite::ToSql;
use rusqlite::types::{ToSqlOutput, ValueRef};

/// The value of a placeholder.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Parameter {
    Integer(i64),
    Text(String),
}

impl From<i64> for Parameter {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<String> for Parameter {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl ToSql for Parameter {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Integer(number) => ValueRef::Integer(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
        }))
    }
}

/// SQL text with the values of its placeholders.
#[derive(Debug, Default, Clone, PartialEq, Eq, Hash)]
pub(super) struct Sql {
    pub(super) text: String,
    pub(super) values: Vec<Parameter>,
}

impl Sql {
    pub(super) fn value(&mut self, value: impl Into<Parameter>) {
        self.values.push(value.into());
    }
}
