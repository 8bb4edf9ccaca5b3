//! The schema of every table. In AWS the deployment template creates the tables; this module creates the
//! same schema in the embedded engine and in emulators.

use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType, Projection,
    ProjectionType, ScalarAttributeType, TimeToLiveSpecification,
};

use crate::error::ItemsError;
use crate::table::{Table, failure};

fn defect(error: impl std::fmt::Display) -> ItemsError {
    ItemsError::Defect(error.to_string())
}

fn key(name: &str, kind: KeyType) -> Result<KeySchemaElement, ItemsError> {
    KeySchemaElement::builder()
        .attribute_name(name)
        .key_type(kind)
        .build()
        .map_err(defect)
}

fn text(name: &str) -> Result<AttributeDefinition, ItemsError> {
    AttributeDefinition::builder()
        .attribute_name(name)
        .attribute_type(ScalarAttributeType::S)
        .build()
        .map_err(defect)
}

fn index(name: &str, hash: &str, range: &str) -> Result<GlobalSecondaryIndex, ItemsError> {
    GlobalSecondaryIndex::builder()
        .index_name(name)
        .key_schema(key(hash, KeyType::Hash)?)
        .key_schema(key(range, KeyType::Range)?)
        .projection(
            Projection::builder()
                .projection_type(ProjectionType::All)
                .build(),
        )
        .build()
        .map_err(defect)
}

impl Table {
    /// Creates the table unless it exists.
    pub async fn create(&self) -> Result<(), ItemsError> {
        let made = self
            .client
            .create_table()
            .table_name(&*self.name)
            .billing_mode(BillingMode::PayPerRequest)
            .key_schema(key("pk", KeyType::Hash)?)
            .key_schema(key("sk", KeyType::Range)?)
            .attribute_definitions(text("pk")?)
            .attribute_definitions(text("sk")?)
            .attribute_definitions(text("gsi1pk")?)
            .attribute_definitions(text("gsi1sk")?)
            .attribute_definitions(text("due_kind")?)
            .attribute_definitions(text("due_at")?)
            .global_secondary_indexes(index("by_listing", "gsi1pk", "gsi1sk")?)
            .global_secondary_indexes(index("by_due", "due_kind", "due_at")?)
            .send()
            .await;
        match made {
            Ok(_) => {}
            Err(error)
                if error
                    .as_service_error()
                    .is_some_and(aws_sdk_dynamodb::operation::create_table::CreateTableError::is_resource_in_use_exception) =>
            {
                return Ok(());
            }
            Err(error) => return Err(failure(&error)),
        }
        let expiry = TimeToLiveSpecification::builder()
            .attribute_name("expires_at")
            .enabled(true)
            .build()
            .map_err(defect)?;
        self.client
            .update_time_to_live()
            .table_name(&*self.name)
            .time_to_live_specification(expiry)
            .send()
            .await
            .map_err(|error| failure(&error))?;
        Ok(())
    }
}
