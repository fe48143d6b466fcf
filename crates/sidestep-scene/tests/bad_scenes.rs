//! What is wrong with a scene is said in one message: where it stands, what, and how to mend it.

use std::fmt::Write as _;

use sidestep_scene::format::number::Horizon;
use sidestep_scene::format::{Scene, SceneError};

/// A group of agents, so that a scene has somebody in it.
const WALKER: &str = "[[agents]]\npositions = [[0, 0]]\n";

fn message(text: &str) -> String {
    match Scene::from_toml(text, "test.toml") {
        Ok(scene) => panic!("this scene should be refused:\n{text}\nbut is read as {scene:?}"),
        Err(error) => error.to_string(),
    }
}

/// Asserts that the scene is refused at this place, with these words.
#[track_caller]
fn refused(text: &str, place: &str, words: &[&str]) {
    let message = message(text);
    let expected = format!("test.toml{place}");
    assert!(
        message.starts_with(&expected),
        "{message}\nis not at {expected}"
    );
    for word in words {
        assert!(message.contains(word), "{message}\nlacks {word}");
    }
}

#[test]
fn what_is_no_toml() {
    refused("name = ", ":1:", &["not valid TOML"]);
    refused("\n[[agents]\n", ":2:", &["not valid TOML"]);
    refused("dt = 1\ndt = 2\n", ":2:1:", &["duplicate key"]);
}

#[test]
fn unknown_keys_get_a_suggestion() {
    refused(
        "[[agents]]\npositions = [[0, 0]]\nradus = 0.5\n",
        ":3:1:",
        &["unknown key `radus`", "did you mean `radius`?", "max_speed"],
    );
    refused("sede = 3", ":1:1:", &["did you mean `seed`?"]);
    refused(
        "[parameters.look_ahead]\nmargn = 3",
        ":2:1:",
        &["did you mean `margin`?"],
    );
    let goal = "[[agents]]\npositions = [[0, 0]]\ngoals = [{ pont = [0, 1] }]\n";
    refused(goal, ":3:12:", &["did you mean `point`?"]);
    let spread = "[[agents]]\npositions = [[0, 0]]\nspeed = { min = 1, mx = 2 }\n";
    refused(spread, ":3:20:", &["did you mean `max`?"]);
}

#[test]
fn unknown_words_get_a_suggestion() {
    refused(
        "[bounds]\nkind = \"waled\"\nmin = [0, 0]\nmax = [1, 1]",
        ":2:8:",
        &["unknown value `waled`", "did you mean `walled`?", "torus"],
    );
    let behavior = "[[agents]]\npositions = [[0, 0]]\nbehaviors = [{ kind = \"persue\" }]\n";
    refused(behavior, ":3:23:", &["did you mean `pursue`?"]);
}

#[test]
fn wrong_types() {
    refused(
        "dt = \"fast\"",
        ":1:6:",
        &["`dt`", "a time step in seconds"],
    );
    refused("settle = 1", ":1:10:", &["`settle`", "boolean"]);
    refused("agents = 3", ":1:10:", &["`agents`"]);
    refused(
        "[[walls]]\npoints = [[0, 0], [1, 1, 1]]",
        ":2:",
        &["`walls.0.points.1`"],
    );
}

#[test]
fn a_list_is_no_table() {
    let circle = "[[obstacles]]\ncircle = [[0, 0], 1]\n";
    refused(
        circle,
        ":2:10: `obstacles.0.circle`",
        &["must be a table", "keys: center, radius"],
    );
    let goal = "[[agents]]\npositions = [[0, 0]]\ngoals = [[4, 2]]\n";
    refused(
        goal,
        ":3:10: `agents.0.goals.0`",
        &["must be a table", "point, offset"],
    );
    refused("bounds = []", ":1:10: `bounds`", &["must be a table"]);
}

#[test]
fn numbers_that_make_no_sense() {
    let agents = |line: &str| format!("[[agents]]\npositions = [[0, 0]]\n{line}\n");
    refused(
        &agents("radius = -0.4"),
        ":3:10: `agents.0.radius`",
        &["must be a length in metres from 0.0001 to 1000000, but is -0.4"],
    );
    for bad in ["nan", "inf", "-inf", "1e300", "0"] {
        refused(
            &agents(&format!("radius = {bad}")),
            ":3:10:",
            &["must be a length"],
        );
    }
    refused(&agents("radius = 1e999"), ":3:10:", &["overflow"]);
    refused(
        &agents("speed = { min = 3, max = 1 }"),
        ":3:9:",
        &["`min` (3) must not be above `max` (1)"],
    );
    refused("dt = 0", ":1:6:", &["a time step in seconds", "but is 0"]);
    refused("dt = 2", ":1:6:", &["from 0.0001 to 1"]);
    refused("seed = -1", ":1:8:", &["a whole number"]);
    let run = format!("dt = 0.0001\nduration = 1e6\n{WALKER}");
    refused(&run, ":2:12:", &["steps", "shorten `duration`"]);
}

#[test]
fn absurd_counts() {
    for count in [
        "1e12",
        "1_000_000_000_000",
        "0",
        "1.5",
        "-3",
        "99999999999999999999999",
    ] {
        let text =
            format!("[[agents]]\ncount = {count}\nregion = {{ min = [0, 0], max = [1, 1] }}\n");
        refused(&text, ":2:9:", &["a whole number from 1 to 1000000"]);
    }
    let group = "[[agents]]\ncount = 600_000\nregion = { min = [0, 0], max = [1, 1] }\n";
    refused(
        &group.repeat(2),
        ":4:",
        &["more than 1000000 agents in all"],
    );
    let scatter =
        "[[scatter]]\ncount = 600_000\nradius = 1\nregion = { min = [0, 0], max = [1, 1] }\n";
    refused(
        &scatter.repeat(2),
        ":6:9:",
        &["more than 1000000 obstacles in all"],
    );
}

#[test]
fn shapes_that_are_none() {
    let polygon = |points: &str| format!("[[obstacles]]\npolygon = {{ points = {points} }}\n");
    let refused_polygon = |points: &str, words: &str| refused(&polygon(points), ":2:22:", &[words]);
    refused_polygon("[]", "a polygon needs at least 3 points, but has 0");
    refused_polygon("[[0, 0], [1, 0]]", "but has 2");
    refused_polygon("[[0, 0], [1, 1], [2, 2]]", "on one line");
    refused_polygon(
        "[[0, 0], [4, 0], [1, 1], [0, 4]]",
        "bends inwards at point 2",
    );
    refused_polygon("[[0, 0], [1, 1], [1, 0], [0, 1]]", "not convex");
    refused_polygon("[[0, 0], [0, 0], [1, 0], [0, 1]]", "remove one of them");
    let many: String = (0..2000).fold(String::new(), |mut text, index| {
        let _ = write!(text, "[{index}, {}],", index * index / 10);
        text
    });
    refused_polygon(&format!("[{many}]"), "at most 1000 corners");
    refused(
        "[[walls]]\npoints = [[1, 1]]",
        ":2:10:",
        &["at least 2 points"],
    );
    let region = "[[agents]]\ncount = 1\nregion = { min = [5, 0], max = [1, 1] }\n";
    refused(region, ":3:10:", &["`min` must be below `max`"]);
    let direction = "[[agents]]\npositions = [[0, 0]]\ngoals = [{ direction = [0, 0] }]\n";
    refused(direction, ":3:24:", &["must not be [0, 0]"]);
}

#[test]
fn keys_that_do_not_fit_together() {
    refused("", ": ", &["no agents"]);
    refused(
        "[bounds]\nmin = [0, 0]",
        ":2:7:",
        &["an open world has no edges"],
    );
    refused("[bounds]\nkind = \"torus\"", ":1:1:", &["needs both"]);
    refused(
        "[[obstacles]]\ntemporary = true",
        ":1:1:",
        &["`circle`, `polygon` and `box`"],
    );
    let times = "[[obstacles]]\ncircle = { center = [0, 0], radius = 1 }\nappear = 3\nvanish = 2\n";
    refused(times, ":4:10:", &["later than `appear`"]);
    refused(
        "[[agents]]\nradius = 1",
        ":1:1:",
        &["the group has no agents"],
    );
    refused(
        "[[agents]]\ncount = 3",
        ":2:9:",
        &["where do these agents start?"],
    );
    let both = format!("{WALKER}count = 3");
    refused(&both, ":1:1:", &["keep one of these"]);
    let goal = |goal: &str| format!("{WALKER}goals = [{goal}]\n");
    refused(&goal("{}"), ":3:10:", &["a goal needs one of"]);
    refused(
        &goal("{ point = [0, 0], idle = 1 }"),
        ":3:",
        &["make two goals"],
    );
    refused(
        &goal("{ idle = 1, radius = 2 }"),
        ":3:31:",
        &["takes no `radius`"],
    );
    refused(
        &goal("{ target = \"bat\" }"),
        ":3:21:",
        &["unknown target `bat`", "there are none"],
    );
    refused(
        &goal("{ agent = \"group-2\" }"),
        ":3:20:",
        &["did you mean `group-1`?"],
    );
    let behavior = |behavior: &str| format!("{WALKER}behaviors = [{{ {behavior} }}]\n");
    refused(
        &behavior("kind = \"follow_path\""),
        ":3:14:",
        &["needs `path`"],
    );
    refused(
        &behavior("kind = \"wander\", point = [0, 0]"),
        ":3:41:",
        &["`wander` takes no `point`", "turn_rate"],
    );
    // These were taken and then ignored.
    refused(
        &behavior("kind = \"queue\", radius = 0.5"),
        ":3:",
        &["`queue` takes no `radius`"],
    );
    refused(
        &behavior("kind = \"follow_leader\", agents = \"a\", slowing_distance = 2.0"),
        ":3:",
        &["`follow_leader` takes no `slowing_distance`"],
    );
}

#[test]
fn methods_and_manners_of_a_group() {
    let group = |line: &str| format!("{WALKER}{line}\n");
    refused(
        &group("method = \"orka\""),
        ":3:10: `agents.0.method`",
        &["unknown method `orka`", "did you mean `orca`?"],
    );
    refused(
        &group("avoid = false\nmethod = \"orca\""),
        ":4:10: `agents.0.method`",
        &["`avoid = false`", "remove one of both"],
    );
    for line in [
        "method = \"orca\"",
        "behaviors = [{ kind = \"seek\" }]",
        "responsibility = 0.5",
        "priority = 3",
        "route = \"walkable\"",
        "when_blocked = \"wait\"",
    ] {
        let key = line.split(' ').next().unwrap_or_default();
        refused(
            &group(&format!("control = \"driven\"\n{line}")),
            ":4:",
            &[&format!("take no `{key}`; remove it")],
        );
    }
    refused(
        &group("control = \"drive\""),
        ":3:11:",
        &["unknown value `drive`", "did you mean `driven`?"],
    );
    refused(
        &group("responsibility = -1"),
        ":3:18:",
        &["must be a part in the work from 0 to 1000"],
    );
    refused(
        &group("priority = 1e12"),
        ":3:12:",
        &[
            "`agents.0.priority`",
            "a whole number from -1000000 to 1000000",
        ],
    );
    refused(&group("priority = 1.5"), ":3:12:", &["a whole number"]);
}

#[test]
fn ways_and_what_to_do_without_one() {
    let group = |line: &str| format!("{WALKER}{line}\n");
    refused(
        &group("route = \"walkabel\""),
        ":3:9: `agents.0.route`",
        &["unknown value `walkabel`", "did you mean `walkable`?"],
    );
    refused(
        &group("when_blocked = \"pres\""),
        ":3:16: `agents.0.when_blocked`",
        &["did you mean `press`?"],
    );
    let torus = "[bounds]\nkind = \"torus\"\nmin = [0, 0]\nmax = [9, 9]\n";
    refused(
        &format!("{torus}{}", group("route = \"walkable\"")),
        ":7:9: `agents.0.route`",
        &["on a torus", "remove `route`"],
    );
    refused(
        &group("method = \"no-detours\""),
        ":3:10:",
        &["did you mean `no-detour`?"],
    );
    let link = |rest: &str| format!("[[links]]\nfrom = [0, 0]\n{rest}\n{WALKER}");
    assert!(Scene::from_toml(&link("to = [1, 0]\nseconds = 1"), "test.toml").is_ok());
    refused(
        &link("to = [0, 0]\nseconds = 1"),
        ":3:6: `links.0.to`",
        &["must be another point than `from`"],
    );
    refused(
        &link("to = [1, 0]\nseconds = 0"),
        ":4:11: `links.0.seconds`",
        &["must be a time in seconds from 0.0001"],
    );
    refused(&link("to = [1, 0]"), ":1:1:", &["`seconds`"]);
    refused(&link("to = 3\nseconds = 1"), ":3:6:", &["`links.0.to`"]);
}

#[test]
fn parameters_of_detours() {
    let detour = |line: &str| format!("[parameters.detour]\n{line}\n{WALKER}");
    for good in [
        "clearance = 0",
        "side_margin = 0",
        "rounds = 1",
        "most_turns = 1",
        "round_walls = false",
    ] {
        assert!(
            Scene::from_toml(&detour(good), "test.toml").is_ok(),
            "{good}"
        );
    }
    refused(
        &detour("neighbourhood = 9"),
        ":2:1:",
        &["did you mean `neighborhood`?"],
    );
    refused(
        &detour("neighborhood = 0"),
        ":2:16: `parameters.detour.neighborhood`",
        &["must be a length in metres from 0.0001"],
    );
    refused(
        &detour("clearance = -0.1"),
        ":2:13:",
        &["must be a distance in metres from 0"],
    );
    refused(
        &detour("side_margin = nan"),
        ":2:15:",
        &["must be a share from 0 to 1000"],
    );
    refused(
        &detour("rounds = 0"),
        ":2:10:",
        &["a whole number from 1 to 1000"],
    );
    refused(&detour("rounds = 2.5"), ":2:10:", &["a whole number"]);
    refused(
        &detour("most_turns = 1e9"),
        ":2:14:",
        &["a whole number from 1 to 1000000"],
    );
}

#[test]
fn parameters_of_the_methods() {
    refused(
        "[parameters.sampling]\nhorizn = 3",
        ":2:1:",
        &["did you mean `horizon`?"],
    );
    refused(
        "[parameters.sampeling]\nhorizon = 3",
        ":1:",
        &["did you mean `sampling`?"],
    );
    refused(
        "[parameters.orca]\ntime_horizon = 0",
        ":2:16:",
        &["must be a time in seconds from 0.0001"],
    );
    refused(
        "[parameters.sampling]\nhaste = 0.5",
        ":2:9:",
        &["must be a factor from 1"],
    );
    refused(
        "[parameters.unaligned]\nhalving_density = 0",
        ":2:19:",
        &["a number a square metre"],
    );
}

#[test]
fn what_can_not_grow_with_the_number_of_agents() {
    let grows = |rest: &str| {
        format!(
            "keep_density = true\n{rest}\n[[agents]]\ncount = 2\nregion = {{ min = [0, 0], max = [4, 4] }}\n"
        )
    };
    assert!(Scene::from_toml(&grows(""), "test.toml").is_ok());
    refused(
        &grows("walls = [{ points = [[0, 0], [1, 1]] }]"),
        ":2:9: `walls`",
        &["`keep_density`", "remove one of both"],
    );
    refused(
        &grows("links = [{ from = [0, 0], to = [1, 1], seconds = 1 }]"),
        ":2:9: `links`",
        &["`keep_density`", "remove one of both"],
    );
    refused(
        &format!("{}{WALKER}", grows("")),
        ":6:",
        &["every group starts in a `region`"],
    );
}

/// A guide, guests and a formation with these lines, which begin in line 8.
fn tour(formation: &str) -> String {
    format!(
        "[[agents]]\nname = \"guide\"\npositions = [[0, 0]]\n\
         [[agents]]\nname = \"guests\"\npositions = [[2, 0], [4, 0]]\n\
         [[formations]]\n{formation}\n"
    )
}

#[test]
fn formations_that_make_no_sense() {
    let good = "members = \"guests\"\nleader = \"guide\"\npattern = \"file\"";
    assert!(Scene::from_toml(&tour(good), "test.toml").is_ok());
    for (formation, place, words) in [
        (
            "members = \"guests\"\nleader = \"guide\"",
            ":7:",
            &["`pattern`", "add it"][..],
        ),
        (
            "members = \"guests\"\nleader = \"guide\"\npattern = \"wegde\"",
            ":10:11: `formations.0.pattern`",
            &["unknown value `wegde`", "did you mean `wedge`?", "queue"],
        ),
        (
            "members = \"guest\"\nleader = \"guide\"\npattern = \"file\"",
            ":8:11: `formations.0.members`",
            &["unknown group `guest`", "did you mean `guests`?"],
        ),
        (
            "members = \"guests\"\nleader = \"gide\"\npattern = \"file\"",
            ":9:10: `formations.0.leader`",
            &["unknown group `gide`", "did you mean `guide`?"],
        ),
        (
            "members = \"guests\"\nleader = \"guests\"\npattern = \"file\"",
            ":9:10: `formations.0.leader`",
            &["can't follow itself", "a group of its own"],
        ),
        (
            "members = \"guests\"\npattern = \"file\"",
            ":7:1: `formations.0`",
            &["what does this formation keep to?", "leader", "place"],
        ),
        (
            "members = \"guests\"\npattern = \"file\"\nleader = \"guide\"\nplace = [0, 0]",
            ":11:9: `formations.0.place`",
            &["remove one of both"],
        ),
        (
            "members = \"guests\"\npattern = \"file\"\nleader = \"guide\"\nheading = 1",
            ":11:11: `formations.0.heading`",
            &["remove `heading`"],
        ),
        (
            "members = \"guests\"\npattern = \"file\"\nplace = [9, 0]\nwaits_from = 1",
            ":11:14: `formations.0.waits_from`",
            &["a place waits for nobody", "name a `leader`"],
        ),
    ] {
        refused(&tour(formation), place, words);
    }
    for (line, what) in [
        (
            "spacing = -0.9",
            "must be a distance in metres from 0 to 1000000, but is -0.9",
        ),
        ("spacing = nan", "must be a distance"),
        (
            "looseness = 1.5",
            "must be a part of a whole from 0 to 1, but is 1.5",
        ),
        (
            "columns = 0",
            "must be a whole number from 1 to 1000, but is 0",
        ),
        ("columns = 2.5", "must be a whole number"),
        ("radius = -1", "must be a distance in metres"),
    ] {
        refused(&tour(&format!("{good}\n{line}")), ":11:", &[what]);
    }
    // Nobody is in two.
    let twice =
        format!("{good}\n[[formations]]\nmembers = \"guests\"\nplace = [1, 1]\npattern = \"ring\"");
    refused(
        &tour(&twice),
        ":12:11: `formations.1.members`",
        &["in formation 0 (counted from 0) already", "make two groups"],
    );
    // And nobody follows who follows it.
    let round = format!(
        "{good}\n[[formations]]\nmembers = \"guide\"\nleader = \"guests\"\npattern = \"file\""
    );
    refused(
        &tour(&round),
        ":9:10: `formations.0.leader`",
        &["would follow those who follow it", "`place`"],
    );
}

#[test]
fn members_that_could_not_go_to_their_slots() {
    let with = |line: &str| {
        format!(
            "[[agents]]\nname = \"all\"\npositions = [[0, 0]]\n{line}\n\
             [[formations]]\nmembers = \"all\"\nplace = [1, 1]\npattern = \"ring\"\n"
        )
    };
    assert!(Scene::from_toml(&with("on_arrival = \"remove\""), "test.toml").is_ok());
    for (line, word) in [
        ("control = \"driven\"", "keep their velocity"),
        ("route = \"walkable\"", "remove `route`"),
        (
            "on_arrival = \"respawn\"",
            "make it `stop`, `remove` or `continue`",
        ),
        (
            "on_arrival = \"redraw\"",
            "make it `stop`, `remove` or `continue`",
        ),
        (
            "behaviors = [{ kind = \"wander\" }]",
            "add `{ kind = \"arrive\" }`",
        ),
        (
            "behaviors = [{ kind = \"seek\", point = [9, 9] }]",
            "add `{ kind = \"arrive\" }`",
        ),
        (
            "behaviors = [{ kind = \"arrive\", weight = 0 }]",
            "add `{ kind = \"arrive\" }`",
        ),
    ] {
        refused(
            &with(line),
            ":6:11: `formations.0.members`",
            &["group `all`", word],
        );
    }
    let many = with("").replace(
        "positions = [[0, 0]]",
        "count = 1001\ncircle = { center = [0, 0], radius = 1000 }",
    );
    refused(
        &many,
        ":7:11:",
        &["has 1001 agents", "at most 1000 members"],
    );
}

#[test]
fn names_are_given_once_and_can_not_leave_their_folder() {
    let two = "[[agents]]\nname = \"a\"\npositions = [[0, 0]]\n".repeat(2);
    refused(&two, ":5:8:", &["already a group `a`"]);
    refused("name = \"../up\"", ":1:8:", &["is no name"]);
}

#[test]
fn overrides_are_named_in_the_message() {
    let text = "[[agents]]\npositions = [[0, 0]]\nradius = 0.5\n";
    let set = |key: &str, value: &str| {
        let set = [(key.to_owned(), value.to_owned())];
        Scene::with_overrides(text, "test.toml", &set)
            .map_err(|error: SceneError| error.to_string())
    };
    for (key, value, words) in [
        (
            "agents.0.radius",
            "-1",
            "--set agents.0.radius=-1: `agents.0.radius`: must be a length",
        ),
        (
            "agents.0.radus",
            "1",
            "--set agents.0.radus=1: unknown key `radus`; did you mean",
        ),
        ("agents.3.radius", "1", "`agents` has no item 3"),
        ("agents.radius", "1", "`agents.*.radius`"),
        ("agents.0.radius.x", "1", "is a plain value"),
        ("bounds.kind", "walled", "--set bounds.kind=walled"),
        ("", "1", "is no key"),
        ("a..b", "1", "is no key"),
        ("dt", "quick", "a time step in seconds"),
        ("agents.0.positions.0", "[0, nan]", "a coordinate in metres"),
    ] {
        let message = set(key, value).expect_err(key);
        assert!(message.starts_with("test.toml: --set "), "{message}");
        assert!(message.contains(words), "{message}\nlacks {words}");
    }
    let scene = set("agents.*.radius", "{ min = 1, max = 2 }").expect("a good override");
    assert_eq!(scene.agents[0].radius.largest(), 2.0);
    assert_eq!(
        set("method", "classic-2").expect("plain text").method,
        "classic-2"
    );
    assert_eq!(set("parameters.look_ahead.margin", "1").map(|_| ()), Ok(()));
    let horizon =
        set("parameters.sampling.horizon", "3").map(|scene| scene.parameters.sampling.horizon);
    assert_eq!(horizon, Ok(Horizon::new(3.0).ok()));
}

#[test]
fn files_that_can_not_be_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let in_folder = |name: &str| folder.path().join(name);
    let message = |name: &str| Scene::load(&in_folder(name)).expect_err(name).to_string();
    assert!(message("missing.toml").contains("there is no such file"));
    assert!(message("").contains("is a folder"));
    std::fs::write(in_folder("latin.toml"), b"name = \"a\"\ntitle = \"\xfc\"\n").expect("written");
    assert!(message("latin.toml").contains("not UTF-8 text (line 2)"));
    let large = std::fs::File::create(in_folder("large.toml")).expect("created");
    large.set_len(65 * 1024 * 1024).expect("made large");
    assert!(message("large.toml").contains("larger than 64 MiB"));
    for name in ["missing.toml", "latin.toml", "large.toml"] {
        assert!(message(name).contains(name));
    }
}

#[test]
fn a_scene_without_a_name_is_called_like_its_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("my scene.toml");
    std::fs::write(&path, WALKER).expect("written");
    let scene = Scene::load(&path).expect("a good scene");
    assert_eq!(scene.name(), "my-scene");
    assert_eq!(scene.origin.folder.as_deref(), Some(folder.path()));
}
