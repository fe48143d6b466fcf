//! No text makes the reader panic or take more memory than the text is worth.

use proptest::prelude::*;

use super::sample::EVERYTHING;
use super::{parse, to_scene};
use crate::import::testing::edited;

/// Reads and converts; whatever is wrong must name its source.
fn survives(text: &str) -> Result<(), TestCaseError> {
    match parse(text, "case.xml").and_then(|case| to_scene(&case, "case.xml")) {
        // A test case may be without agents, which a scene that is to run may not.
        Ok(scene) => prop_assert!(
            scene.agents.is_empty() || scene.check().is_ok(),
            "{:?}",
            scene.check()
        ),
        Err(fault) => prop_assert!(fault.to_string().starts_with("case.xml"), "{fault}"),
    }
    Ok(())
}

/// Pieces that are likely to reach deep into the reader.
fn piece() -> impl Strategy<Value = String> {
    let names = proptest::sample::select(vec![
        "x",
        "random",
        "xmin",
        "agent",
        "goalSequence",
        "idle",
        "obstacle",
        "vertex",
        "position",
        "doorway",
    ]);
    prop_oneof![
        names.clone().prop_map(|name| format!("<{name}>")),
        names.clone().prop_map(|name| format!("</{name}>")),
        names.prop_map(|name| format!("<{name}>1e12</{name}>")),
        any::<f64>().prop_map(|number| number.to_string()),
        Just("<!--".to_owned()),
        Just("-->".to_owned()),
        Just("<?xml version='1.0'?>".to_owned()),
        Just("<![CDATA[".to_owned()),
        Just("&lt;&#0;&x;".to_owned()),
        ".{0,8}",
    ]
}

proptest! {
    #[test]
    fn any_text(text in any::<String>()) {
        survives(&text)?;
    }

    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        survives(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn a_valid_file_with_pieces_put_in_or_cut_out(
        edits in proptest::collection::vec((0.0..1.0_f64, 0_usize..60, piece()), 1..4)
    ) {
        survives(&edited(EVERYTHING, &edits))?;
    }

    #[test]
    fn a_valid_file_with_other_numbers(numbers in proptest::collection::vec(any::<f64>(), 1..6), from in 0_usize..100) {
        let mut pieces: Vec<String> = EVERYTHING.split('>').map(str::to_owned).collect();
        let numeric: Vec<usize> = (0..pieces.len())
            .filter(|index| pieces[*index].split('<').next().is_some_and(|text| text.parse::<f64>().is_ok()))
            .collect();
        for (offset, number) in numbers.iter().enumerate() {
            let index = numeric[(from + offset) % numeric.len()];
            let tag = pieces[index].find('<').map(|at| pieces[index][at..].to_owned()).unwrap_or_default();
            pieces[index] = format!("{number}{tag}");
        }
        survives(&pieces.join(">"))?;
    }
}

#[test]
fn a_million_namespaces_do_not_eat_the_memory() {
    let mut text = String::new();
    for index in 0..60_000 {
        text.push_str(&format!("<a xmlns:n{index}='u{index}'>"));
    }
    let fault = parse(&text, "case.xml").expect_err("nothing is closed");
    assert!(fault.to_string().contains("namespaces"), "{fault}");
}

#[test]
fn an_element_with_ever_so_many_attributes_is_refused_at_once() {
    let attributes: String = (0..200_000).map(|index| format!(" a{index}='>'")).collect();
    let fault =
        parse(&format!("<SteerBenchTestCase{attributes}/>"), "case.xml").expect_err("too many");
    assert!(fault.to_string().contains("attributes"), "{fault}");
}
