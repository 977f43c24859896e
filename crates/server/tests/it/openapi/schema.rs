//! The part of OpenAPI that the server's description uses: values are made from it and held against it.

use serde_json::{Map, Value, json};

use super::chance::Chance;

pub(crate) struct Description(Value);

/// One thing that can be asked.
pub(crate) struct Operation {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) query: Vec<String>,
    pub(crate) headers: Vec<String>,
    pub(crate) body: Option<Value>,
    answers: Map<String, Value>,
}

impl Description {
    pub(crate) fn new(document: Value) -> Description {
        assert!(document["openapi"].as_str().unwrap().starts_with("3."), "{document}");
        Description(document)
    }

    pub(crate) fn operations(&self) -> Vec<Operation> {
        let mut found = Vec::new();
        for (path, methods) in self.0["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                let named = |place: &str| {
                    let parameters = operation["parameters"].as_array().into_iter().flatten();
                    let there = parameters.filter(|one| one["in"] == place);
                    there.map(|one| one["name"].as_str().unwrap().to_owned()).collect()
                };
                found.push(Operation {
                    method: method.to_uppercase(),
                    path: path.clone(),
                    query: named("query"),
                    headers: named("header"),
                    body: operation.pointer("/requestBody/content/application~1json/schema").cloned(),
                    answers: operation["responses"].as_object().unwrap().clone(),
                });
            }
        }
        found
    }

    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(place) => {
                self.0.pointer(place.trim_start_matches('#')).unwrap_or_else(|| panic!("{place} is not there"))
            }
            None => schema,
        }
    }

    /// A value that fits a schema.
    pub(crate) fn make(&self, schema: &Value, chance: &mut Chance, words: &[String], depth: usize) -> Value {
        let schema = self.resolved(schema);
        for several in ["oneOf", "anyOf"] {
            if let Some(choices) = schema[several].as_array() {
                return self.make(chance.pick(choices), chance, words, depth + 1);
            }
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let mut whole = Map::new();
            for part in parts {
                if let Value::Object(fields) = self.make(part, chance, words, depth + 1) {
                    whole.extend(fields);
                }
            }
            return Value::Object(whole);
        }
        if let Some(values) = schema["enum"].as_array() {
            return chance.pick(values).clone();
        }
        let types: Vec<&str> = match &schema["type"] {
            Value::String(one) => vec![one],
            Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
            _ => vec!["object"],
        };
        match *chance.pick(&types) {
            "null" => Value::Null,
            "boolean" => json!(chance.one_in(2)),
            "integer" | "number" => {
                let most = if chance.one_in(4) { 1 << 31 } else { 4 };
                json!(chance.below(most))
            }
            "string" => json!(if chance.one_in(8) { chance.nonsense() } else { chance.pick(words).clone() }),
            "array" => {
                let count = if depth > 6 { 0 } else { chance.below(4) };
                (0..count).map(|_| self.make(&schema["items"], chance, words, depth + 1)).collect()
            }
            _ => self.make_object(schema, chance, words, depth),
        }
    }

    fn make_object(&self, schema: &Value, chance: &mut Chance, words: &[String], depth: usize) -> Value {
        let required: Vec<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let mut made = Map::new();
        for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
            if required.contains(&name.as_str()) || chance.one_in(3) {
                made.insert(name.clone(), self.make(inner, chance, words, depth + 1));
            }
        }
        if schema["additionalProperties"].is_object() && chance.one_in(2) {
            let value = self.make(&schema["additionalProperties"], chance, words, depth + 1);
            made.insert(chance.pick(words).clone(), value);
        }
        Value::Object(made)
    }

    /// Whether a value fits a schema.
    pub(crate) fn fits(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let schema = self.resolved(schema);
        for several in ["oneOf", "anyOf"] {
            if let Some(choices) = schema[several].as_array() {
                let tried: Vec<_> = choices.iter().map(|choice| self.fits(choice, value)).collect();
                if tried.iter().any(Result::is_ok) {
                    return Ok(());
                }
                let why: Vec<String> = tried.into_iter().filter_map(Result::err).collect();
                return Err(format!("none of {}: {}", choices.len(), why.join("; ")));
            }
        }
        if let Some(parts) = schema["allOf"].as_array() {
            return parts.iter().try_for_each(|part| self.fits(part, value));
        }
        if let Some(values) = schema["enum"].as_array() {
            return if values.contains(value) { Ok(()) } else { Err(format!("{value} is none of {values:?}")) };
        }
        let fits = |kind: &str| match kind {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            "string" => value.is_string(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            _ => false,
        };
        let known = match &schema["type"] {
            Value::String(kind) => fits(kind),
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).any(fits),
            _ => true,
        };
        if !known {
            return Err(format!("{value} is not {}", schema["type"]));
        }
        match value {
            Value::Array(values) if schema["items"].is_object() => {
                values.iter().try_for_each(|value| self.fits(&schema["items"], value))
            }
            Value::Object(fields) => self.fields_fit(schema, fields),
            _ => Ok(()),
        }
    }

    fn fields_fit(&self, schema: &Value, fields: &Map<String, Value>) -> Result<(), String> {
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(name) {
                return Err(format!("{name} is missing"));
            }
        }
        let Some(properties) = schema["properties"].as_object() else { return Ok(()) };
        for (name, value) in fields {
            match properties.get(name) {
                Some(inner) => self.fits(inner, value).map_err(|why| format!("{name}: {why}"))?,
                None if schema["additionalProperties"].is_object() => {
                    self.fits(&schema["additionalProperties"], value)?;
                }
                None => return Err(format!("{name} is not described")),
            }
        }
        Ok(())
    }

    /// Whether an answer is one that is described.
    pub(crate) fn answer_fits(
        &self,
        operation: &Operation,
        status: u16,
        mime: &str,
        body: &[u8],
    ) -> Result<(), String> {
        let range = format!("{}XX", status / 100);
        let answer = operation.answers.get(&status.to_string()).or_else(|| operation.answers.get(&range));
        let answer = answer.ok_or_else(|| format!("{status} is not described"))?;
        let Some(content) = answer["content"].as_object() else {
            return if body.is_empty() { Ok(()) } else { Err(format!("{status} has a body")) };
        };
        let schema = content.get(mime).ok_or_else(|| format!("{status} comes as \"{mime}\""))?;
        if mime == "application/json" {
            let value = serde_json::from_slice(body).map_err(|error| format!("{status}: {error}"))?;
            self.fits(&schema["schema"], &value)
        } else {
            Ok(())
        }
    }
}
