//! Colours of drawings and replay, for light and dark backgrounds.
//!
//! Groups: hues after Okabe and Ito ("Color Universal Design", 2008), which stay apart for people
//! with the common kinds of colour blindness, shifted in lightness to stand out from each
//! background. Speeds: seven steps of even lightness in the OKLCH colour space, from indigo to
//! orange, so that the order is visible without hue.

/// Colours on one background.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    /// Around the map.
    pub paper: &'static str,
    /// The map's ground.
    pub ground: &'static str,
    /// Lines of the coordinate grid.
    pub grid: &'static str,
    /// Text and bold lines.
    pub ink: &'static str,
    /// Text of less weight.
    pub quiet: &'static str,
    /// Inside of obstacles.
    pub stone: &'static str,
    /// Outline of obstacles.
    pub stone_edge: &'static str,
    /// Colours of groups, in order.
    pub groups: [&'static str; MOST_GROUPS],
    /// Colours of speeds, slow to fast.
    pub speeds: [&'static str; SPEED_STEPS],
}

/// Groups that have a colour of their own.
pub const MOST_GROUPS: usize = 8;
/// Steps of the speed scale.
pub const SPEED_STEPS: usize = 7;

/// On light backgrounds.
pub const LIGHT: Palette = Palette {
    paper: "#f6f3ec",
    ground: "#fdfcf9",
    grid: "#e6e1d6",
    ink: "#2a2d34",
    quiet: "#686a70",
    stone: "#d9d3c7",
    stone_edge: "#8f887b",
    groups: [
        "#0067a6", "#c4500a", "#00825f", "#a8508a", "#9a6c00", "#3a8fc4", "#5b5bb0", "#55585e",
    ],
    speeds: [
        "#2b2a8e", "#5c3097", "#893792", "#b14283", "#d1536b", "#e86d4d", "#f28f29",
    ],
};

/// On dark backgrounds.
pub const DARK: Palette = Palette {
    paper: "#14171c",
    ground: "#1a1e25",
    grid: "#272d37",
    ink: "#e8e6e1",
    quiet: "#9fa4ad",
    stone: "#39404c",
    stone_edge: "#6d7686",
    groups: [
        "#58aee8", "#ff9057", "#3fcb9f", "#e79bcb", "#efbb45", "#9ad4f5", "#a9a9f2", "#cfd2d8",
    ],
    speeds: [
        "#515bc3", "#8a61cb", "#bc68c5", "#e774b4", "#ff8f9f", "#ffb4a0", "#ffd5b4",
    ],
};

/// What the colour of an agent stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Colouring {
    /// Its group.
    Group,
    /// Its speed, from 0 to this (m/s).
    Speed(f32),
}

impl Colouring {
    /// Groups where there are a few, else speed up to `fastest` (m/s).
    pub fn choose(groups: usize, fastest: f32) -> Self {
        if (2..=MOST_GROUPS).contains(&groups) {
            Self::Group
        } else {
            Self::Speed(if fastest > 0.0 && fastest.is_finite() {
                fastest
            } else {
                1.0
            })
        }
    }
}

/// Step of the speed scale that shows `speed` where the scale ends at `fastest`.
pub fn speed_step(speed: f32, fastest: f32) -> usize {
    let share = (speed / fastest).clamp(0.0, 1.0);
    // Not a number becomes 0.
    ((share * SPEED_STEPS as f32) as usize).min(SPEED_STEPS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_speed_has_a_step() {
        assert_eq!(speed_step(0.0, 2.0), 0);
        assert_eq!(speed_step(2.0, 2.0), SPEED_STEPS - 1);
        assert_eq!(speed_step(99.0, 2.0), SPEED_STEPS - 1);
        assert_eq!(speed_step(f32::NAN, 2.0), 0);
        assert_eq!(speed_step(-1.0, 2.0), 0);
    }

    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).expect("hex"));
            let share = value / 255.0;
            if share <= 0.04045 {
                share / 12.92
            } else {
                ((share + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_and_agents_stand_out_from_both_backgrounds() {
        for palette in [LIGHT, DARK] {
            assert!(contrast(palette.ink, palette.paper) > 10.0);
            assert!(contrast(palette.quiet, palette.paper) > 4.5);
            for colour in palette.groups {
                assert!(contrast(colour, palette.ground) > 3.0, "{colour}");
            }
            // The fastest step on light and the slowest on dark are the faint ends of the scale.
            for colour in palette.speeds {
                assert!(contrast(colour, palette.ground) > 2.2, "{colour}");
            }
        }
    }
}
