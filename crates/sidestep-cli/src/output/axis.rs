//! An axis of a diagram, with marks at round values.

/// One axis: from where to where, and how far apart its marks are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Where it begins.
    pub low: f64,
    /// Where it ends.
    pub high: f64,
    step: f64,
}

impl Axis {
    /// The axis that all values lie on, with 0 unless that is far off, and about so many marks.
    /// What isn't finite doesn't count.
    pub fn over(values: impl Iterator<Item = f64>, marks: f64) -> Self {
        let values = values.filter(|it| it.is_finite());
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values {
            low = low.min(value);
            high = high.max(value);
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if low > 0.0 && low < 0.7 * high {
            low = 0.0;
        }
        let wide = if high > low {
            high - low
        } else {
            high.abs().max(1.0)
        };
        let rough = wide / marks;
        let power = 10.0_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|times| times * power)
            .find(|step| *step >= rough)
            .unwrap_or(rough);
        let low = (low / step).floor() * step;
        Self {
            low,
            high: ((high / step).ceil() * step).max(low + step),
            step,
        }
    }

    /// The axis between two values, whose marks don't matter.
    pub fn between(low: f64, high: f64) -> Self {
        let step = high - low;
        Self { low, high, step }
    }

    /// How far along the axis a value is, from 0 to 1.
    pub fn share(&self, value: f64) -> f32 {
        ((value - self.low) / (self.high - self.low)) as f32
    }

    /// The values of its marks.
    pub fn marks(self) -> impl Iterator<Item = f64> {
        let count = ((self.high - self.low) / self.step).round() as usize;
        (0..=count).map(move |mark| self.low + mark as f64 * self.step)
    }

    /// A mark's value, with as many digits as the step needs.
    pub fn text(&self, mark: f64) -> String {
        let digits = (-self.step.log10().floor()).max(0.0) as usize;
        format!("{mark:.digits$}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_marks() {
        let axis = Axis::over([0.25, 3.25, f64::NAN].into_iter(), 7.0);
        assert_eq!(
            axis,
            Axis {
                low: 0.0,
                high: 3.5,
                step: 0.5
            }
        );
        let marks: Vec<String> = axis.marks().map(|mark| axis.text(mark)).collect();
        assert_eq!(
            marks,
            ["0.0", "0.5", "1.0", "1.5", "2.0", "2.5", "3.0", "3.5"]
        );
        let axis = Axis::over([100.0, 130.0].into_iter(), 7.0);
        assert_eq!((axis.low, axis.high, axis.step), (100.0, 130.0, 5.0));
    }
}
