//! Real sentences in many encodings, and bytes that are made to mislead.

use super::*;
use proptest::prelude::*;

fn of(bytes: &[u8]) -> Result<(String, Encoding), LeftOutReason> {
    decode(bytes.to_vec()).map(|text| (text.text, text.encoding))
}

/// Sentences of Western Europe, as comments and messages have them.
const WESTERN: &[&str] = &[
    "// Prüft, ob die Größe des Puffers für alle Einträge genügt.\n",
    "/* Straßenname fehlt; siehe „Übersicht“ und § 5. */",
    "# Vérifie que le cœur du système a bien été arrêté à temps.",
    "-- El tamaño máximo no está definido: ¿continuar? ¡Atención!",
    "; A função não está disponível; são necessárias três opções.",
    "# La velocità è già più alta, perché il server non può fermarsi.",
    "% La configuració de l'aplicació és col·lectiva i no té límit.",
    "# Filen blev ikke fundet på serveren, prøv igen senere i København.",
    "// Værdien må ikke være større enn den øvre grensen.",
    "/* Användaren får inte ändra på längden här. */",
    "# Tämä tiedosto sisältää käyttäjän määrittelemät säännöt.",
    "// Þetta er íslenska og það er gott að lesa hana.",
    "# De coördinator heeft geen idee wat de financiële gegevens zijn.",
    "Copyright © 1998 Jürgen Müller <jm@example.org>",
    "Søren Ødegård, José García, François Lefèvre, Håkan Öberg, Nuño Gonçalves",
    "temperature = 25 °C ± 0.5, area 12 m², 30 µs, ½ cup, 5 € or £4",
    "It’s “quoted” – and so on…",
    "caf\u{e9}",
    "the needle äöü in an old file\n",
    "%% dit «le TeXnicien de surface» <le@example.org>",
    "let letters = \"[a-zäöüßA-ZÄÖÜ]\";",
];

/// Sentences and the encodings in which they must not be taken for Windows-1252.
const OTHERS: &[(&str, &[&str])] = &[
    (
        "Съешь же ещё этих мягких французских булок",
        &["windows-1251", "KOI8-R", "ISO-8859-5", "IBM866", "x-mac-cyrillic"],
    ),
    ("# ключ", &["windows-1251", "KOI8-R", "IBM866"]),
    ("Η γρήγορη καφέ αλεπού πηδάει πάνω από το σκυλί", &["windows-1253", "ISO-8859-7"]),
    ("Zażółć gęślą jaźń, proszę o cierpliwość", &["windows-1250", "ISO-8859-2"]),
    ("Příliš žluťoučký kůň úpěl ďábelské ódy", &["windows-1250", "ISO-8859-2"]),
    ("Jiří Dvořák", &["windows-1250", "ISO-8859-2"]),
    ("Autor: Wałęsa, Gdańsk", &["windows-1250", "ISO-8859-2"]),
    ("Hűtőgép és erdő, jövő időben", &["windows-1250", "ISO-8859-2"]),
    ("Pijamalı hasta yağız şoföre çabucak güvendi", &["windows-1254"]),
    ("Įlinkdama fechtuotojo špaga sublykčiojusi pragręžė apvalų arbūzą", &["windows-1257"]),
    ("Glāžšķūņa rūķīši dzērumā čiepj Baha koncertflīģeļu vākus", &["windows-1257"]),
    ("いろはにほへと、ちりぬるを。", &["Shift_JIS", "EUC-JP", "ISO-2022-JP"]),
    ("// 設定ファイルを読む", &["Shift_JIS", "EUC-JP", "ISO-2022-JP"]),
    ("// 设置缓存的大小，默认为一百。", &["GBK", "gb18030"]),
    ("// 中", &["GBK", "Big5", "EUC-KR"]),
    ("// 設定快取的大小", &["Big5"]),
    ("// 캐시의 크기를 설정한다", &["EUC-KR"]),
    ("דג סקרן שט בים מאוכזב", &["windows-1255", "ISO-8859-8"]),
    ("نص حكيم له سر قاطع", &["windows-1256", "ISO-8859-6"]),
    ("เป็นมนุษย์สุดประเสริฐ", &["windows-874"]),
    ("Le cœur a ses raisons, l'œuvre aussi; 10 €", &["ISO-8859-15"]),
];

fn encoded(text: &str, label: &str) -> Vec<u8> {
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).expect("a known label");
    let (bytes, _, unmappable) = encoding.encode(text);
    assert!(!unmappable, "{label} cannot write {text}");
    bytes.into_owned()
}

fn utf16(text: &str, encoding: Encoding) -> Vec<u8> {
    let bytes = |unit: u16| match encoding {
        Encoding::Utf16Be => unit.to_be_bytes(),
        _ => unit.to_le_bytes(),
    };
    text.encode_utf16().flat_map(bytes).collect()
}

#[test]
fn encodings_are_told_apart() {
    assert_eq!(
        of(b"plain\r\n\ttext\x0C\x1b[0m"),
        Ok(("plain\r\n\ttext\x0C\x1b[0m".into(), Encoding::Ascii))
    );
    assert_eq!(of(b""), Ok((String::new(), Encoding::Ascii)));
    assert_eq!(of("Grüße".as_bytes()), Ok(("Grüße".into(), Encoding::Utf8)));
    assert_eq!(of(b"\xEF\xBB\xBFa"), Ok(("a".into(), Encoding::Utf8)));
    assert_eq!(of(b"\xFF\xFEa\0"), Ok(("a".into(), Encoding::Utf16Le)));
    assert_eq!(of(b"\xFE\xFF\0a"), Ok(("a".into(), Encoding::Utf16Be)));
    assert_eq!(of(b"caf\xE9"), Ok(("café".into(), Encoding::Windows1252)));
    assert_eq!(of(b"a\0b"), Err(LeftOutReason::Binary));
    assert_eq!(of(b"\x7FELF\x02"), Err(LeftOutReason::Binary));
    assert_eq!(of(b"\x89PNG\r\n\x1a\n\0\0"), Err(LeftOutReason::Binary));
}

#[test]
fn western_sentences_are_read() {
    for sentence in WESTERN {
        let bytes = encoded(sentence, "windows-1252");
        assert_eq!(of(&bytes), Ok(((*sentence).into(), Encoding::Windows1252)), "{sentence}");
    }
    let all = WESTERN.concat();
    let without_icelandic = all.replace(WESTERN[11], "");
    let bytes = encoded(&without_icelandic, "windows-1252");
    assert_eq!(of(&bytes), Ok((without_icelandic, Encoding::Windows1252)));
}

#[test]
fn other_encodings_are_not_taken_for_western() {
    for (sentence, labels) in OTHERS {
        for label in *labels {
            let bytes = encoded(sentence, label);
            let told = of(&bytes);
            assert!(told.is_err(), "{sentence} in {label}: {told:?}");
            let in_code = [b"int main(void) { return 0; } // ", bytes.as_slice(), b"\n"].concat();
            let told = of(&in_code);
            assert!(told.is_err(), "{sentence} in {label}, in code: {told:?}");
        }
    }
}

#[test]
fn utf16_needs_no_mark_where_it_is_plain() {
    let greek = "Η γρήγορη αλεπού πηδάει πάνω από το σκυλί\n";
    let texts = [
        "#include <windows.h>\r\n",
        "\"key\" = \"värde\";\n",
        greek,
        "配置文件的大小，\n默认为一百。还有别的。\n",
    ];
    for text in texts.into_iter().chain(WESTERN.iter().copied().take(12)) {
        for (encoding, mark) in
            [(Encoding::Utf16Le, UTF16LE_MARK), (Encoding::Utf16Be, UTF16BE_MARK)]
        {
            let bytes = utf16(text, encoding);
            assert_eq!(of(&bytes), Ok((text.into(), encoding)), "{text}");
            assert_eq!(of(&[mark, &bytes].concat()), Ok((text.into(), encoding)), "{text}");
        }
    }
}

#[test]
fn half_texts_and_disguises_are_left_out() {
    let unsupported = Err(LeftOutReason::UnsupportedEncoding);
    for bytes in [
        &b"\xFF\xFEa\0\0\xD8b\0"[..],          // a lone surrogate
        b"\xFF\xFEa\0b",                       // half a unit
        b"\xFF\xFEa\0\xFE\xFFb\0",             // the mark of the other byte order
        b"\xFF\xFEa\0\0\0b\0",                 // a NUL
        b"\xFF\xFE\0\0a\0\0\0",                // UTF-32
        b"\0\0\xFE\xFF\0\0\0a",                // UTF-32
        b"\x1b$B$$$m$O\x1b(B",                 // ISO-2022-JP
        b"\x1b$)C\x0e>H3g\x0f",                // ISO-2022-KR
        b"\xEF\xBB\xBFcaf\xE9",                // a mark that lies
        b"caf\xC3\xA9 and caf\xE9",            // two encodings
        b"undefined \x81 \x8D \x8F \x90 \x9D", // nothing in Windows-1252
        b"\xDA\xC4\xC4\xC4\xBF\n\xB3 a \xB3",  // a frame of DOS
        b"pa\xBB a pl\xE1\xBB",                // Latin-2
        b"sch\x94n und gr\x94\xE1er",          // DOS
        b"f\x9Fr sch\x9An",                    // Macintosh
    ] {
        assert_eq!(of(bytes), unsupported, "{bytes:x?}");
    }
    for bytes in [
        &b"a\0"[..],
        b"\x01\0\x02\0\x03\0\x04\0",
        b"ab\0\0cd\0\0",
        b"a\0b\0c",
        b"caf\xE9\x01",
        b"key\0value\0",
        b"a\0long/name\0of/a/file.txt\0",
        b"a\0\0\xD8b\0c\0d\0e\0",
    ] {
        assert_eq!(of(bytes), Err(LeftOutReason::Binary), "{bytes:x?}");
    }
}

#[test]
fn a_few_control_characters_do_not_make_a_source_binary() {
    for source in
        ["imap <F2> \x16\x16 and so on, as vim has it\n", "sep='\x01'  # not in any name\n"]
    {
        assert_eq!(of(source.as_bytes()), Ok((source.into(), Encoding::Ascii)));
    }
    assert_eq!(of(b"short\x01"), Err(LeftOutReason::Binary));
    let mark_inside = "a\u{FEFF}b";
    assert_eq!(of(mark_inside.as_bytes()), Ok((mark_inside.into(), Encoding::Utf8)));
}

proptest! {
    #[test]
    fn decoding_is_undone_by_encoding(bytes in hostile_bytes()) {
        let Ok(text) = decode(bytes.clone()) else { return Ok(()) };
        prop_assert_eq!(text.byte_size, bytes.len() as u64);
        prop_assert!(!text.text.contains('\0'));
        let again = match text.encoding {
            Encoding::Ascii | Encoding::Utf8 => text.text.clone().into_bytes(),
            Encoding::Windows1252 => encoded(&text.text, "windows-1252"),
            utf16_order => utf16(&text.text, utf16_order),
        };
        prop_assert!(bytes.ends_with(&again));
        prop_assert!([&[][..], UTF8_MARK, UTF16LE_MARK, UTF16BE_MARK].contains(&&bytes[..bytes.len() - again.len()]));
    }

    #[test]
    fn text_without_controls_is_text(text in "[^\\x00-\\x1F\\x7F]{0,40}") {
        let told = of(text.as_bytes()).map(|(text, _)| text);
        prop_assert_eq!(told.as_deref(), Ok(text.strip_prefix('\u{FEFF}').unwrap_or(&text)));
    }

    #[test]
    fn utf16_with_a_mark_is_read_whatever_it_says(text in "[^\\x00-\\x1F\\x7F\u{FEFF}\\p{Cn}\\p{Co}]{0,40}") {
        let bytes = [UTF16BE_MARK, &utf16(&text, Encoding::Utf16Be)].concat();
        prop_assert_eq!(of(&bytes), Ok((text, Encoding::Utf16Be)));
    }
}

/// Anything, and things that nearly are texts.
fn hostile_bytes() -> impl Strategy<Value = Vec<u8>> {
    let pieces: Vec<&'static [u8]> = vec![
        UTF8_MARK,
        UTF16LE_MARK,
        UTF16BE_MARK,
        b"a",
        b" ",
        b"\n",
        b"\0",
        b"\x01",
        b"\xE9",
        b"\xC3\xA9",
        b"\xD8\0",
        b"\0\xD8",
        b"a\0",
        b"\0a",
        b"\x81",
        b"\x93",
        b"word",
        b"\xB0",
        b"\x1b$B",
        b"\n\0",
    ];
    prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..64),
        proptest::collection::vec(proptest::sample::select(pieces), 0..24)
            .prop_map(|pieces| pieces.concat()),
    ]
}
