//! Generated images, and pictures as input.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use service_fakes::{FakeServices, Service};

use crate::client::{PROVIDERS, ask, post, request, text_of};

const GENERATIONS: &str = "/v1/images/generations";
const GEMINI: &str = "/v1beta/models/gemini-nano-banana-2.1:generateContent";

fn openai(size: &str) -> Value {
    json!({
        "model": "gpt-image-2", "prompt": "Uma xícara de café", "n": 1, "size": size,
        "quality": "low", "output_format": "jpeg",
    })
}

fn gemini() -> Value {
    json!({
        "contents": [{ "parts": [{ "text": "Uma xícara de café" }] }],
        "generationConfig": {
            "responseModalities": ["IMAGE"],
            "imageConfig": { "aspectRatio": "16:9", "imageSize": "1K" },
        },
    })
}

async fn openai_image(fakes: &FakeServices, key: &str) -> Value {
    let body = openai("1536x1024");
    let answer = post(fakes, Service::OpenAi, GENERATIONS, key, &body).await;
    answer.unwrap().json().await
}

async fn gemini_image(fakes: &FakeServices, key: &str) -> Value {
    let answer = post(fakes, Service::Gemini, GEMINI, key, &gemini()).await;
    answer.unwrap().json().await
}

/// The base64 data of an answer, where it has some.
fn data(answer: &Value) -> Option<&str> {
    let parts = &answer["candidates"][0]["content"]["parts"];
    let of_gemini = parts[1]["inlineData"]["data"].as_str();
    answer["data"][0]["b64_json"].as_str().or(of_gemini)
}

fn size(base64: &str) -> (u32, u32) {
    let bytes = STANDARD.decode(base64).unwrap();
    let picture = image::load_from_memory(&bytes).unwrap();
    (picture.width(), picture.height())
}

#[tokio::test]
async fn images_have_the_size_that_was_asked_for() {
    let fakes = FakeServices::start().await.unwrap();
    let answer = openai_image(&fakes, "sk-fast").await;
    assert_eq!(size(data(&answer).unwrap()), (1536, 1024));
    assert_eq!(answer["size"], "1536x1024");
    let billed = fakes.billed(Service::OpenAi, "sk-fast");
    assert_eq!(billed.images, 1);
    assert_eq!(answer["usage"]["output_tokens"], billed.output_tokens);
    let answer = gemini_image(&fakes, "sk-fast").await;
    assert_eq!(size(data(&answer).unwrap()), (1344, 768));
    assert_eq!(fakes.billed(Service::Gemini, "sk-fast").images, 1);
}

#[tokio::test]
async fn images_are_refused_missing_or_broken() {
    let fakes = FakeServices::start().await.unwrap();
    let refused = openai_image(&fakes, "sk-filter").await;
    assert_eq!(refused["error"]["code"], "moderation_blocked");
    let refused = gemini_image(&fakes, "sk-filter").await;
    assert_eq!(refused["candidates"][0]["finishReason"], "IMAGE_SAFETY");
    assert_eq!(data(&openai_image(&fakes, "sk-noimage").await), None);
    assert_eq!(data(&gemini_image(&fakes, "sk-noimage").await), None);
    for answer in [
        openai_image(&fakes, "sk-brokenbase64").await,
        gemini_image(&fakes, "sk-brokenbase64").await,
    ] {
        assert!(STANDARD.decode(data(&answer).unwrap()).is_err());
    }
    assert_eq!(fakes.billed(Service::OpenAi, "sk-filter").calls, 0);
}

#[tokio::test]
async fn a_huge_image_has_thirty_mebibytes() {
    let fakes = FakeServices::start().await.unwrap();
    let answer = openai_image(&fakes, "sk-huge").await;
    let bytes = STANDARD.decode(data(&answer).unwrap()).unwrap();
    assert_eq!(bytes.len(), 30 << 20);
}

#[tokio::test]
async fn malformed_requests_for_images_are_rejected() {
    let fakes = FakeServices::start().await.unwrap();
    let mut with_format = openai("1024x1024");
    with_format["response_format"] = json!("b64_json");
    let mut two = openai("1024x1024");
    two["n"] = json!(2);
    let mut text_model = openai("1024x1024");
    text_model["model"] = json!("gpt-6-luna");
    for (body, status) in [
        (with_format, 400),
        (two, 400),
        (text_model, 404),
        (openai("1000x1000"), 400),
        (openai("512x512"), 400),
        (openai("3840x1024"), 400),
        (openai("2048x1152"), 200),
    ] {
        let answer = post(&fakes, Service::OpenAi, GENERATIONS, "sk-fast", &body).await;
        assert_eq!(answer.unwrap().status, status, "{body}");
    }
}

#[tokio::test]
async fn pictures_are_described() {
    let fakes = FakeServices::start().await.unwrap();
    let picture = image::RgbImage::from_pixel(40, 20, image::Rgb([20, 30, 200]));
    let mut file = std::io::Cursor::new(Vec::new());
    picture
        .write_to(&mut file, image::ImageFormat::Png)
        .unwrap();
    let base64 = STANDARD.encode(file.into_inner());
    for service in PROVIDERS {
        let mut body = request(service, "Descreva a imagem.", None, false);
        match service {
            Service::OpenAi => {
                let url = format!("data:image/png;base64,{base64}");
                let part = json!({ "type": "input_image", "image_url": url });
                body["input"] = json!([{ "role": "user", "content": [part] }]);
            }
            Service::Anthropic => {
                let source = json!({ "type": "base64", "media_type": "image/png", "data": base64 });
                let block = json!({ "type": "image", "source": source });
                body["messages"][0]["content"] = json!([block]);
            }
            _ => {
                let data = json!({ "mimeType": "image/png", "data": base64 });
                body["contents"][0]["parts"] = json!([{ "inlineData": data }]);
            }
        }
        let answer = ask(&fakes, service, "sk-fast", &body, false).await.unwrap();
        let text = text_of(service, &answer.json().await);
        assert_eq!(text, "Imagem horizontal com predominância de tons azulados");
    }
}
