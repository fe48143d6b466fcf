//! `sidestep verify` as a person or a script calls it, with criteria that take no second.

use sidestep_scene::verify::Criterion;

use crate::common::Workplace;

#[test]
fn a_table_tells_criterion_source_ours_wanted_and_whether_it_holds() {
    let place = Workplace::new();
    let out = place.succeed(&["verify", "--only", "rimea-1,imo-1"]);
    let lines: Vec<&str> = out.lines().map(str::trim).collect();
    for head in ["criterion", "source", "ours", "wanted", "holds"] {
        assert!(lines[0].contains(head), "{out}");
    }
    for (name, source) in [("rimea-1", "RiMEA"), ("imo-1", "IMO")] {
        let line = lines.iter().find(|line| line.starts_with(name));
        let line = line.expect(name);
        assert!(line.contains(source) && line.ends_with("yes"), "{line}");
    }
    assert!(out.contains("2 of 2 criteria hold"), "{out}");
    assert_eq!(place.names_in(""), [""; 0]);
}

#[test]
fn json_has_every_figure_with_its_bounds() {
    let place = Workplace::new();
    let report = place.json(&["verify", "--only", "rimea-1", "--json"]);
    assert_eq!((&report["held"], &report["total"]), (&1.into(), &1.into()));
    let finding = &report["findings"][0];
    assert_eq!(finding["criterion"], "rimea-1");
    assert_eq!(finding["holds"], true);
    let reading = &finding["readings"][0];
    let time = reading["ours"].as_f64().expect("a time");
    // 40 m at 1.33 m/s take 30.1 s, and getting up to speed a little more.
    assert!((30.0..31.5).contains(&time), "{time}");
    assert_eq!(
        (reading["at_least"].as_f64(), reading["at_most"].as_f64()),
        (Some(26.0), Some(34.0))
    );
}

#[test]
fn out_writes_a_picture_of_each_curve() {
    let place = Workplace::new();
    place.succeed(&["verify", "--only", "imo-7,rimea-1", "--out", "pictures/new"]);
    assert_eq!(place.names_in("pictures/new"), ["imo-7.svg"]);
    let text = place.read("pictures/new/imo-7.svg");
    let document = roxmltree::Document::parse(&text).expect("well-formed XML");
    let texts: Vec<_> = document.descendants().filter_map(|it| it.text()).collect();
    assert!(texts.contains(&"ours"), "{texts:?}");
}

#[test]
fn what_does_not_hold_is_told_and_only_strict_fails_for_it() {
    let place = Workplace::new();
    // Our people come through a door faster than IMO's rule of design allows.
    let loose = place.run(&["verify", "--only", "imo-4"]);
    assert_eq!((loose.code, loose.error.as_str()), (0, ""));
    assert!(loose.out.contains("0 of 1 criteria hold"), "{}", loose.out);
    assert!(
        loose.out.contains("instead of 1.33 or less"),
        "{}",
        loose.out
    );
    let strict = place.run(&["verify", "--only", "imo-4", "--strict"]);
    assert_eq!(strict.code, 1);
    assert_eq!(strict.out, loose.out);
    assert!(
        strict.error.contains("doesn't hold: imo-4"),
        "{}",
        strict.error
    );
}

#[test]
fn a_name_that_there_is_not_is_refused_with_those_there_are() {
    let place = Workplace::new();
    let ending = place.run(&["verify", "--only", "rimea-99"]);
    assert_eq!((ending.code, ending.out.as_str()), (2, ""));
    assert!(ending.error.contains("rimea-99"), "{}", ending.error);
    for criterion in Criterion::ALL {
        assert!(ending.error.contains(criterion.name()), "{}", ending.error);
    }
    place.write("file", "in the way");
    let ending = place.run(&["verify", "--only", "rimea-1", "--out", "file/below"]);
    assert_eq!(ending.code, 1);
    assert!(ending.error.contains("in the way"), "{}", ending.error);
}

#[test]
fn the_readme_tells_what_does_not_hold() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    let readme = std::fs::read_to_string(readme).expect("the README");
    assert!(readme.contains("docs/criteria.md") && readme.contains("sidestep verify"));
    assert!(readme.contains("`imo-4`"));
}
