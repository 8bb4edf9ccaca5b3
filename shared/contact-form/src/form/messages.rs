//! The messages of a form.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::coerce;

/// The keys with their English texts, in the order of the interface.
const DEFAULTS: [(&str, &str); 23] = [
    (
        "mail_sent_ok",
        "Thank you for your message. It has been sent.",
    ),
    (
        "mail_sent_ng",
        "There was an error trying to send your message. Please try again later.",
    ),
    (
        "validation_error",
        "One or more fields have an error. Please check and try again.",
    ),
    (
        "spam",
        "There was an error trying to send your message. Please try again later.",
    ),
    (
        "accept_terms",
        "You must accept the terms and conditions before sending your message.",
    ),
    ("invalid_required", "Please fill out this field."),
    ("invalid_too_long", "This field has a too long input."),
    ("invalid_too_short", "This field has a too short input."),
    (
        "upload_failed",
        "There was an unknown error uploading the file.",
    ),
    (
        "upload_file_type_invalid",
        "You are not allowed to upload files of this type.",
    ),
    ("upload_file_too_large", "The uploaded file is too large."),
    (
        "upload_failed_php_error",
        "There was an error uploading the file.",
    ),
    ("invalid_email", "Please enter an email address."),
    ("invalid_url", "Please enter a URL."),
    ("invalid_tel", "Please enter a telephone number."),
    ("invalid_date", "Please enter a date in YYYY-MM-DD format."),
    ("date_too_early", "This field has a too early date."),
    ("date_too_late", "This field has a too late date."),
    ("invalid_number", "Please enter a number."),
    ("number_too_small", "This field has a too small number."),
    ("number_too_large", "This field has a too large number."),
    (
        "quiz_answer_not_correct",
        "The answer to the quiz is incorrect.",
    ),
    ("captcha_not_match", "Your entered code is incorrect."),
];

/// The texts in Brazilian Portuguese, in the same order.
const PORTUGUESE: [(&str, &str); 23] = [
    ("mail_sent_ok", "Obrigado pela mensagem! Ela foi enviada."),
    (
        "mail_sent_ng",
        "Não conseguimos enviar a sua mensagem. Tente de novo mais tarde.",
    ),
    (
        "validation_error",
        "Há campos com erro. Confira e tente de novo.",
    ),
    (
        "spam",
        "Não conseguimos enviar a sua mensagem. Tente de novo mais tarde.",
    ),
    (
        "accept_terms",
        "Para enviar a mensagem, é preciso aceitar os termos e condições.",
    ),
    ("invalid_required", "Preencha este campo."),
    ("invalid_too_long", "O texto deste campo é longo demais."),
    ("invalid_too_short", "O texto deste campo é curto demais."),
    (
        "upload_failed",
        "O arquivo não pôde ser enviado, por um erro desconhecido.",
    ),
    (
        "upload_file_type_invalid",
        "Arquivos deste tipo não são aceitos.",
    ),
    (
        "upload_file_too_large",
        "O arquivo enviado é grande demais.",
    ),
    (
        "upload_failed_php_error",
        "Ocorreu um erro no envio do arquivo.",
    ),
    ("invalid_email", "Digite um endereço de e-mail."),
    ("invalid_url", "Digite o endereço de um site."),
    ("invalid_tel", "Digite um número de telefone."),
    ("invalid_date", "Digite uma data no formato AAAA-MM-DD."),
    (
        "date_too_early",
        "A data deste campo é anterior à primeira permitida.",
    ),
    (
        "date_too_late",
        "A data deste campo é posterior à última permitida.",
    ),
    ("invalid_number", "Digite um número."),
    ("number_too_small", "O número deste campo é pequeno demais."),
    ("number_too_large", "O número deste campo é grande demais."),
    (
        "quiz_answer_not_correct",
        "A resposta à pergunta não está certa.",
    ),
    ("captcha_not_match", "O código digitado não está certo."),
];

/// The keys with their default texts in the language of a locale: Portuguese, else English.
pub fn defaults(locale: &str) -> &'static [(&'static str, &'static str); 23] {
    if is_portuguese(locale) {
        &PORTUGUESE
    } else {
        &DEFAULTS
    }
}

/// Whether forms of a locale have Portuguese texts.
pub(crate) fn is_portuguese(locale: &str) -> bool {
    locale.split(['_', '-']).next() == Some("pt")
}

/// A value that is none of the offered ones. Not among the messages of a form.
pub fn undefined_value(locale: &str) -> &'static str {
    if is_portuguese(locale) {
        "O valor enviado neste campo não é uma das opções."
    } else {
        "Undefined value was submitted through this field."
    }
}

/// More values than the field takes. Not among the messages of a form.
pub fn too_many_items(locale: &str) -> &'static str {
    if is_portuguese(locale) {
        "Há opções demais selecionadas."
    } else {
        "Too many items are selected."
    }
}

/// The form is for signed-in users. Not among the messages of a form.
pub fn subscribers_only(locale: &str) -> &'static str {
    if is_portuguese(locale) {
        "Este formulário é só para usuários que entraram no site."
    } else {
        "This contact form is available only for logged in users."
    }
}

/// The mail of a submission may have been sent or not. Not among the messages of a form.
pub fn mail_uncertain(locale: &str) -> &'static str {
    if is_portuguese(locale) {
        "Recebemos seu envio, mas a entrega do e-mail ainda não foi confirmada. Por favor, não envie de novo."
    } else {
        "We received your submission, but the delivery of its mail is not confirmed yet. Please do not send it again."
    }
}

/// The messages that were written for a form, in the order of the interface.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Messages(Vec<(String, String)>);

impl Messages {
    /// Every message with its default text.
    pub fn defaults(locale: &str) -> Self {
        let own = |(key, text): (&str, &str)| (key.to_owned(), text.to_owned());
        Self(defaults(locale).map(own).to_vec())
    }

    /// The messages as a write replaces them: only known keys; anything but a map counts as an empty one.
    pub fn from_write(value: &Value) -> Self {
        let given = |key: &str| value.as_object()?.get(key).and_then(coerce::text);
        let own =
            |(key, _): &(&str, &str)| Some(((*key).to_owned(), given(key)?.trim().to_owned()));
        Self(DEFAULTS.iter().filter_map(own).collect())
    }

    /// The text for `key`, or its default text.
    pub fn get(&self, key: &str, locale: &str) -> &str {
        let own = self.0.iter().find(|(own, _)| own == key);
        own.map(|(_, text)| text.as_str())
            .or_else(|| {
                defaults(locale)
                    .iter()
                    .find(|(own, _)| *own == key)
                    .map(|(_, text)| *text)
            })
            .unwrap_or_default()
    }

    /// The messages that were written, by key.
    pub fn written(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(key, text)| (key.as_str(), text.as_str()))
    }

    /// The property in the answer to a write: only what is stored, and `[]` in place of an empty map.
    pub fn shown_after_write(&self) -> Value {
        if self.0.is_empty() {
            return Value::Array(Vec::new());
        }
        let member = |(key, text): &(String, String)| (key.clone(), Value::from(text.as_str()));
        Value::Object(self.0.iter().map(member).collect())
    }

    /// The property when the form is read: the missing keys with their default texts behind the stored ones.
    pub fn shown(&self, locale: &str) -> Value {
        let member = |(key, text): &(String, String)| (key.clone(), Value::from(text.as_str()));
        let mut shown: Map<String, Value> = self.0.iter().map(member).collect();
        for (key, text) in defaults(locale) {
            if !shown.contains_key(*key) {
                shown.insert((*key).to_owned(), Value::from(*text));
            }
        }
        Value::Object(shown)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_are_unique_and_have_texts() {
        let mut keys: Vec<&str> = DEFAULTS.iter().map(|(key, _)| *key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 23);
        assert!(DEFAULTS.iter().all(|(_, text)| text.ends_with('.')));
        let same = |(english, own): (&(&str, &str), &(&str, &str))| {
            english.0 == own.0 && english.1 != own.1
        };
        assert!(DEFAULTS.iter().zip(&PORTUGUESE).all(same));
    }

    #[test]
    fn a_write_keeps_only_known_keys() {
        let messages = Messages::from_write(
            &json!({"spam": " não ", "outra": "x", "mail_sent_ok": "ok", "invalid_url": [1]}),
        );
        assert_eq!(
            messages.shown_after_write().to_string(),
            r#"{"mail_sent_ok":"ok","spam":"não"}"#
        );
    }

    #[test]
    fn missing_keys_come_back_behind_the_stored_ones() {
        let messages = Messages::from_write(&json!({"invalid_tel": "Telefone!"}));
        let shown = messages.shown("en_US");
        let keys: Vec<&String> = shown.as_object().unwrap().keys().collect();
        assert_eq!(keys.len(), 23);
        assert_eq!(keys[0], "invalid_tel");
        assert_eq!(keys[1], "mail_sent_ok");
        assert_eq!(shown["invalid_tel"], "Telefone!");
    }

    #[test]
    fn text_in_place_of_a_map_shows_an_empty_list() {
        let messages = Messages::from_write(&json!("oi"));
        assert_eq!(messages.shown_after_write(), json!([]));
        assert_eq!(messages.get("spam", "en_US"), DEFAULTS[3].1);
        assert_eq!(messages.get("nenhuma", "en_US"), "");
    }

    #[test]
    fn a_new_form_has_every_message() {
        assert_eq!(
            Messages::defaults("pt_BR").shown_after_write(),
            Messages::default().shown("pt_BR")
        );
        assert_eq!(Messages::defaults("pt_BR").written().count(), 23);
    }
}
