//! The JSON schema of files of games, with which editors complete and check keys.

use std::borrow::Cow;
use std::path::Path;
use std::{env, fs};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::shapes::names;
use crate::source::File;
use crate::values::{Spanned, TextOr};

impl<T: JsonSchema> JsonSchema for Spanned<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }
}

impl<T: JsonSchema> JsonSchema for TextOr<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("TextOr{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let other = generator.subschema_for::<T>();
        json_schema!({ "anyOf": [{ "type": "string" }, other] })
    }
}

#[test]
fn the_schema_of_the_repository_is_that_of_the_reader() {
    let mut schema = schemars::schema_for!(File);
    let shape = schema.pointer_mut("/$defs/Board/properties/shape").expect("a board has a shape");
    shape["enum"] = names().into();
    let text = serde_json::to_string_pretty(&schema).expect("plain values") + "\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("games.schema.json");
    if env::var_os("ROTUNDA_RECORD").is_some() {
        fs::write(&path, &text).expect("writable");
    }
    let known = fs::read_to_string(&path).expect("a file of the repository");
    assert!(known == text, "games.schema.json: write it anew with ROTUNDA_RECORD=1");
}
