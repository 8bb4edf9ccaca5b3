//! Files of each format, and damaged ones.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

use bytes::Bytes;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const FILES: [(&str, &[u8]); 9] = [
    ("audio/mpeg", include_bytes!("files/song.mp3")),
    ("audio/mpeg", include_bytes!("files/varied.mp3")),
    ("audio/mpeg", include_bytes!("files/song.m4a")),
    ("audio/ogg", include_bytes!("files/song.ogg")),
    ("audio/ogg", include_bytes!("files/opus.ogg")),
    ("audio/flac", include_bytes!("files/song.flac")),
    ("audio/wav", include_bytes!("files/song.wav")),
    ("video/mp4", include_bytes!("files/film.mp4")),
    ("video/webm", include_bytes!("files/film.webm")),
];

async fn read(number: usize) -> Map<String, Value> {
    let (media_type, bytes) = FILES[number];
    recordings::read(Bytes::from_static(bytes), media_type).await
}

fn picked(read: &Map<String, Value>, names: &[&str]) -> Value {
    let of = |name: &&str| read.get(*name).cloned().unwrap_or_default();
    names.iter().map(of).collect()
}

fn formats() -> [Value; 7] {
    [
        json!([
            "mp3",
            "mp3",
            "audio/mpeg",
            "mono",
            22050,
            "cbr",
            false,
            3,
            "0:03"
        ]),
        json!([
            "mp3",
            "mp3",
            "audio/mpeg",
            "mono",
            22050,
            "vbr",
            false,
            3,
            "0:03"
        ]),
        json!([
            "mp4",
            "mp4",
            "audio/mp4",
            "mono",
            22050,
            null,
            false,
            3,
            "0:03"
        ]),
        json!([
            "ogg",
            "vorbis",
            "application/ogg",
            "mono",
            22050,
            "vbr",
            false,
            3,
            "0:03"
        ]),
        json!([
            "ogg",
            "opus",
            "audio/ogg; codecs=opus",
            "mono",
            48000,
            "vbr",
            false,
            1,
            "0:01"
        ]),
        json!([
            "flac",
            "flac",
            "audio/flac",
            "mono",
            8000,
            "vbr",
            true,
            0,
            null
        ]),
        json!([
            "wav",
            "wav",
            "audio/wav",
            "stereo",
            8000,
            "cbr",
            true,
            1,
            "0:01"
        ]),
    ]
}

fn picked_first(of: &Value) -> Value {
    of.as_array().unwrap().iter().take(7).cloned().collect()
}

#[tokio::test]
async fn formats_and_streams() {
    let names = [
        "fileformat",
        "dataformat",
        "mime_type",
        "channelmode",
        "sample_rate",
        "bitrate_mode",
        "lossless",
        "length",
        "length_formatted",
    ];
    for (number, expected) in formats().into_iter().enumerate() {
        let mut read = read(number).await;
        if number == 5 {
            // A third of a second rounds to none.
            assert_eq!(read.remove("length_formatted"), Some(json!("0:00")));
        }
        assert_eq!(picked(&read, &names), expected, "{number}");
        assert!(read["bitrate"].as_u64().unwrap() > 1_000, "{number}");
    }
}

#[tokio::test]
async fn the_bit_rate_of_sound_without_loss_is_exact() {
    for (number, rate) in [(5, 253_573), (6, 256_000)] {
        assert_eq!(read(number).await["bitrate"], rate, "{number}");
    }
    assert_eq!(read(6).await["compression_ratio"], 1.0);
}

#[tokio::test]
async fn the_bit_rate_of_ogg_is_that_of_its_sound() {
    // 3,256 bytes of pages with sound in 3 s, and 987 in 1 s.
    for (number, rate, ratio) in [(3, 8_683, 0.024_61), (4, 7_896, 0.010_28)] {
        let read = read(number).await;
        assert_eq!(read["bitrate"], rate, "{number}");
        let found = read["compression_ratio"].as_f64().unwrap();
        assert!((found - ratio).abs() < 0.000_01, "{found}");
    }
}

#[tokio::test]
async fn tags_and_covers() {
    let names = [
        "title",
        "artist",
        "album",
        "track_number",
        "totaltracks",
        "genre",
        "year",
        "comment",
    ];
    let tags = json!([
        "Canção da horta",
        "Ana Lima",
        "Varanda",
        "3",
        "9",
        "Samba",
        "2021",
        "Nota curta"
    ]);
    assert_eq!(picked(&read(2).await, &names), tags);
    // The encoder of this file keeps the comment in a frame of its own.
    let song = read(0).await;
    assert_eq!(picked(&song, &names[..7]), picked_first(&tags));
    assert_eq!(
        song["image"],
        json!({"mime": "image/jpeg", "width": 24, "height": 16})
    );
    assert!(read(1).await.get("image").is_none());
}

#[tokio::test]
async fn tags_of_mp3_files_by_name() {
    let plain = ["TCOM", "TPE2", "TPUB", "TBPM", "TPOS", "TCOP", "TDRC"];
    let texts = ["Bia", "Trio", "Selo", "120", "1/2", "© Ana", "2021-05-04"];
    let mut frames = Vec::new();
    let mut frame = |id: &str, text: Vec<u8>| {
        frames.extend(id.as_bytes());
        frames.extend([0, 0, 0, u8::try_from(text.len()).unwrap(), 0, 0]);
        frames.extend(text);
    };
    for (id, text) in plain.into_iter().zip(texts) {
        frame(id, [&[3], text.as_bytes()].concat());
    }
    frame("COMM", b"\x03por\0Nota curta".to_vec());
    frame("USLT", b"\x03por\0Primeiro verso".to_vec());
    let size = u8::try_from(frames.len() % 128).unwrap();
    let mut file = b"ID3\x04\0\0\0\0".to_vec();
    file.extend([u8::try_from(frames.len() / 128).unwrap(), size]);
    file.extend(frames);
    // Silent frames of MPEG 1, layer III, 128 kbit/s, 44.1 kHz.
    for _ in 0..4 {
        file.extend([0xFF, 0xFB, 0x90, 0x00]);
        file.extend([0; 413]);
    }
    let read = recordings::read(file.into(), "audio/mpeg").await;
    let names = [
        "composer",
        "band",
        "publisher",
        "bpm",
        "part_of_a_set",
        "copyright_message",
        "recording_time",
        "comment",
        "unsynchronised_lyric",
    ];
    let expected = texts.into_iter().chain(["Nota curta", "Primeiro verso"]);
    assert_eq!(picked(&read, &names), json!(expected.collect::<Vec<_>>()));
    assert_eq!(read["year"], "2021");
    assert!(read.get("text").is_none());
}

#[tokio::test]
async fn films_have_dimensions_and_sound() {
    let film = read(7).await;
    let names = [
        "length",
        "length_formatted",
        "width",
        "height",
        "fileformat",
        "mime_type",
    ];
    assert_eq!(
        picked(&film, &names),
        json!([2, "0:02", 64, 36, "mp4", "video/mp4"])
    );
    assert_eq!(
        picked(
            film["audio"].as_object().unwrap(),
            &["sample_rate", "codec", "bits_per_sample"]
        ),
        json!([22050, "ISO/IEC 14496-3 AAC", 16])
    );
}

#[tokio::test]
async fn films_for_the_web_have_them_too() {
    let film = read(8).await;
    let names = [
        "length",
        "length_formatted",
        "width",
        "height",
        "fileformat",
        "dataformat",
        "mime_type",
    ];
    assert_eq!(
        picked(&film, &names),
        json!([2, "0:02", 64, 36, "webm", "vp8", "video/webm"])
    );
    let sound = json!({
        "dataformat": "vorbis", "sample_rate": 22050, "channels": 1, "channelmode": "mono",
    });
    assert_eq!(
        (&film["bitrate"], &film["audio"]["bitrate"]),
        (&json!(9_910), &json!(24_000))
    );
    let audio = film["audio"].as_object().unwrap();
    assert_eq!(
        picked(
            audio,
            &["dataformat", "sample_rate", "channels", "channelmode"]
        ),
        picked(
            sound.as_object().unwrap(),
            &["dataformat", "sample_rate", "channels", "channelmode"]
        )
    );
}

#[tokio::test]
async fn other_files_have_no_members() {
    for media_type in [
        "audio/mpeg",
        "audio/ogg",
        "video/mp4",
        "video/webm",
        "application/pdf",
    ] {
        for bytes in [
            &b""[..],
            b"texto",
            &[0xFF; 5_000],
            b"ID3\x04\0\0\x7F\x7F\x7F\x7F",
        ] {
            let read = recordings::read(Bytes::copy_from_slice(bytes), media_type).await;
            assert!(read.get("length").is_none(), "{media_type}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn damaged_files_are_read_or_not_and_never_fail(
        number in 0..FILES.len(),
        cut in 0.0..1.0_f64,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..20),
    ) {
        let (media_type, bytes) = FILES[number];
        let kept = (bytes.len() as f64 * cut) as usize;
        let mut bytes = bytes[..kept.max(1)].to_vec();
        for (at, value) in changes {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let read = runtime.block_on(recordings::read(bytes.into(), media_type));
        prop_assert!(serde_json::to_vec(&read).unwrap().len() < 20_000);
    }
}
