//! `animation.gif`: the map with everybody under way.

use glam::Vec2;
use sidestep_scene::recording::Setting;

use super::gif::Gif;
use super::picture::{Painter, PictureError};
use super::sheet::{BORDER, Sheet, length_text};
use super::style;
use super::svg::{escape, number};
use super::{Page, agent_group, defs, open, page, travel, world};
use crate::output::extent::{Extent, wrapping_box};
use crate::output::palette::{Colouring, speed_step};
use crate::output::replay::{JUMPED, Kept, PRESENT, ReplayFrames};

/// Width of the picture (px).
const WIDTH: u32 = 800;
/// Time that a picture is shown (hundredths of a second).
const DELAY: u16 = 8;
/// Most pictures: a longer run is played faster.
const MOST: f64 = 375.0;
/// Pictures that are looked at for their colours.
const LOOKED_AT: usize = 12;

/// What the moving picture is drawn from.
#[derive(Clone, Copy, Debug)]
pub struct AnimationSource<'a> {
    /// The setting of the run.
    pub setting: &'a Setting,
    /// Where everybody was.
    pub frames: &'a ReplayFrames,
    /// What agents and targets reached.
    pub travelled: Extent,
    /// What colours stand for.
    pub colouring: Colouring,
}

/// A moment between two kept frames.
struct Moment<'a> {
    /// Time since the start of the run (s).
    time: f64,
    before: &'a Kept,
    after: &'a Kept,
    /// How far it is from the one to the other, from 0 to 1.
    share: f32,
}

/// Draws the run as a GIF that plays at the speed of the run, or faster where that takes longer
/// than 30 s, and begins again.
///
/// # Errors
/// When a picture doesn't fit into memory.
pub fn animation(source: &AnimationSource<'_>) -> Result<Vec<u8>, PictureError> {
    let setting = source.setting;
    let sheet = Sheet::new(Extent::of_run(setting, &source.travelled).framed(0.03));
    let height = sheet.bottom() + BORDER;
    let moments = moments(source.frames.kept());
    let painter = Painter::new();
    let ground = painter.picture(&background(source, &sheet, height, &moments), WIDTH)?;
    let draw = |moment: &Moment<'_>| {
        let mut picture = ground.clone();
        painter.paint_over(&mut picture, &foreground(source, &sheet, height, moment))?;
        Ok::<_, PictureError>(picture)
    };
    let every = moments.len().div_ceil(LOOKED_AT).max(1);
    let looked_at = (moments.iter().step_by(every))
        .map(draw)
        .collect::<Result<Vec<_>, _>>()?;
    let packing = |error: ::gif::EncodingError| PictureError::Packing(error.to_string());
    let mut gif = Gif::begin(&looked_at, DELAY).map_err(packing)?;
    for moment in &moments {
        gif.add(&draw(moment)?).map_err(packing)?;
    }
    gif.finish().map_err(packing)
}

/// The moments that are shown, evenly spread over the run.
fn moments(kept: &[Kept]) -> Vec<Moment<'_>> {
    let (Some(first), Some(last)) = (kept.first(), kept.last()) else {
        return Vec::new();
    };
    let lasts = (last.time - first.time).max(0.0);
    let count = (lasts * 100.0 / f64::from(DELAY)).floor().min(MOST - 1.0) as usize + 1;
    let apart = lasts / (count.max(2) - 1) as f64;
    (0..count)
        .map(|index| {
            let time = first.time + index as f64 * apart;
            let next = kept.partition_point(|frame| frame.time <= time);
            let before = &kept[next.saturating_sub(1)];
            let after = kept.get(next).unwrap_or(before);
            let between = after.time - before.time;
            let share = if between > 0.0 {
                ((time - before.time) / between) as f32
            } else {
                0.0
            };
            Moment {
                time,
                before,
                after,
                share,
            }
        })
        .collect()
}

/// What stays as it is.
fn background(
    source: &AnimationSource<'_>,
    sheet: &Sheet,
    height: f32,
    moments: &[Moment<'_>],
) -> String {
    let setting = source.setting;
    let mut map = String::new();
    world::grid(&mut map, sheet);
    world::ground(&mut map, sheet, setting);
    travel::goals(&mut map, sheet, setting);
    world::walls(&mut map, sheet, setting);
    world::brink(&mut map, sheet, setting);
    world::edges(&mut map, sheet, setting);
    let mut subtitle = format!("method {} · seed {}", setting.method, setting.seed);
    let apart = moments
        .get(1)
        .map_or(0.0, |next| next.time - moments[0].time);
    let faster = apart * 100.0 / f64::from(DELAY);
    if faster > 1.05 {
        subtitle += &format!(
            " · {} times as fast",
            length_text((faster * 10.0).round() / 10.0)
        );
    }
    page(
        sheet,
        setting,
        &Page {
            height,
            subtitle: &subtitle,
            description: "",
            map: &map,
            below: "",
        },
    )
}

/// What moves, and the time.
fn foreground(
    source: &AnimationSource<'_>,
    sheet: &Sheet,
    height: f32,
    moment: &Moment<'_>,
) -> String {
    let setting = source.setting;
    let mut out = open(sheet, height) + &style::style() + &defs(sheet, setting);
    let clip = match wrapping_box(&setting.bounds) {
        Some(_) => "world",
        None => "map",
    };
    out += &format!("<g clip-path=\"url(#{clip})\">\n");
    world::obstacles_now(&mut out, sheet, setting, &moment.before.obstacles);
    let agents = moment.before.agents.iter().zip(&moment.after.agents);
    for (&agent, (before, after)) in source.frames.shown().iter().zip(agents) {
        if before.flags & PRESENT == 0 {
            continue;
        }
        let walks = after.flags & PRESENT != 0 && after.flags & JUMPED == 0;
        let position = match walks {
            true => between(source, before.position, after.position, moment.share),
            false => before.position,
        };
        let class = match source.colouring {
            Colouring::Group => format!("g{}", agent_group(setting, agent)),
            Colouring::Speed(fastest) => {
                format!("s{}", speed_step(before.velocity.length(), fastest))
            }
        };
        travel::disc(&mut out, sheet, setting, (agent, position), &class);
    }
    for (before, after) in moment.before.targets.iter().zip(&moment.after.targets) {
        let at = sheet.place(between(source, *before, *after, moment.share));
        let (x, y) = (number(at.x), number(at.y));
        out += &format!(
            r#"<g class="target"><circle cx="{x}" cy="{y}" r="4"/><circle cx="{x}" cy="{y}" r="9.5"/></g>"#
        );
    }
    let time = escape(&format!("{:.1} s", moment.time));
    out += &format!(
        r#"</g>
<text class="quiet" x="{}" y="100" font-size="18" text-anchor="end">{time}</text>
</svg>
"#,
        number(sheet.corner.x + sheet.size.x)
    );
    out
}

/// A place between two (m); where the world wraps, the first where they are on its two sides.
fn between(source: &AnimationSource<'_>, before: Vec2, after: Vec2, share: f32) -> Vec2 {
    let across = wrapping_box(&source.setting.bounds)
        .is_some_and(|world| ((after - before).abs() * 2.0).cmpgt(world.size()).any());
    if across {
        before
    } else {
        before.lerp(after, share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::synthetic;

    /// The frames of a made-up run that are kept.
    fn kept(steps: usize) -> ReplayFrames {
        let run = synthetic::run(6, steps);
        let mut frames = ReplayFrames::new(&run.setting, 1_000_000, 10);
        run.frames.iter().for_each(|frame| frames.add(frame));
        frames.end(&run.frames[steps]);
        frames
    }

    #[test]
    fn a_run_plays_at_its_own_speed_and_a_long_one_in_half_a_minute() {
        let short = kept(90);
        let moments_of_short = moments(short.kept());
        assert_eq!(moments_of_short.len(), 38);
        assert!((moments_of_short[37].time - 3.0).abs() < 1e-9);
        let long = kept(3000);
        let moments_of_long = moments(long.kept());
        assert_eq!(moments_of_long.len(), MOST as usize);
        assert!((moments_of_long[374].time - 100.0).abs() < 1e-9);
        for moment in &moments_of_long {
            assert!(moment.before.time <= moment.time && (0.0..=1.0).contains(&moment.share));
        }
        assert!(moments(&[]).is_empty());
        let still = kept(0);
        assert_eq!(moments(still.kept()).len(), 1);
    }

    /// Between two kept frames everybody is between its places; who was put elsewhere was never there.
    #[test]
    fn who_walks_is_shown_on_its_way_and_who_is_put_elsewhere_is_not() {
        let run = synthetic::run(6, 120);
        let frames = kept(120);
        let source = AnimationSource {
            setting: &run.setting,
            frames: &frames,
            travelled: Extent::of_setting(&run.setting),
            colouring: Colouring::Group,
        };
        let sheet = Sheet::new(Extent::of_setting(&run.setting).framed(0.03));
        let next = |agent: usize| {
            let mut jumps = frames.kept().windows(2);
            jumps.find(|pair| pair[1].agents[agent].flags & JUMPED != 0)
        };
        // Agent 1 jumps at step 90; agent 0 never does.
        let pair = next(1).expect("a jump");
        assert!(next(0).is_none());
        let moment = Moment {
            time: (pair[0].time + pair[1].time) / 2.0,
            before: &pair[0],
            after: &pair[1],
            share: 0.5,
        };
        let drawn = foreground(&source, &sheet, 800.0, &moment);
        let is_at = |place: Vec2| {
            let at = sheet.place(place);
            drawn.contains(&format!(r#"cx="{}" cy="{}""#, number(at.x), number(at.y)))
        };
        let places = |agent: usize| [&pair[0], &pair[1]].map(|it| it.agents[agent].position);
        let [before, after] = places(0);
        assert!(before != after && is_at(before.lerp(after, 0.5)) && !is_at(before));
        let [before, after] = places(1);
        assert!(is_at(before) && !is_at(before.lerp(after, 0.5)));
    }
}
