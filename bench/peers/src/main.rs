//! Steps the plaza of `bench/peers/run` with Sidestep or with `dodgy_2d`, on one thread.
//!
//!     peer setting COUNT                           prints where people stand and want to go
//!     peer METHOD SETTING.json WARMING STEPS OUT   steps, and writes everybody's places to OUT
//!
//! METHOD is `default`, `orca`, `none` or `dodgy`. What goes to OUT, and what is printed, is what
//! every peer writes: see `bench/peers/run`.

mod dodgy;
mod own;
mod plaza;

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::time::Instant;

use plaza::Plaza;

/// A crowd that can be stepped.
trait Crowd {
    /// Does one step. Only this is timed.
    fn step(&mut self) -> Result<(), Box<dyn Error>>;

    /// Where everybody is now (m), in the order of the setting.
    fn places(&self) -> Vec<[f32; 2]>;
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["setting", count] => {
            println!("{}", serde_json::to_string(&Plaza::new(count.parse()?))?);
            Ok(())
        }
        [method, setting, warming, steps, out] => {
            let plaza: Plaza = serde_json::from_str(&fs::read_to_string(setting)?)?;
            let crowd: Box<dyn Crowd> = match method {
                "dodgy" => Box::new(dodgy::Dodgy::new(&plaza)),
                _ => Box::new(own::Own::new(&plaza, method)?),
            };
            measure(crowd, warming.parse()?, steps.parse()?, out)
        }
        _ => Err("usage: peer setting COUNT | peer METHOD SETTING.json WARMING STEPS OUT".into()),
    }
}

fn measure(
    mut crowd: Box<dyn Crowd>,
    warming: usize,
    steps: usize,
    out: &str,
) -> Result<(), Box<dyn Error>> {
    for _ in 0..warming {
        crowd.step()?;
    }
    let mut out = BufWriter::new(File::create(out)?);
    write_places(&mut out, &crowd.places())?;
    let mut seconds = Vec::new();
    for _ in 0..steps {
        let start = Instant::now();
        crowd.step()?;
        seconds.push(start.elapsed().as_secs_f64());
        write_places(&mut out, &crowd.places())?;
    }
    out.flush()?;
    println!("{}", serde_json::json!({ "seconds": seconds }));
    Ok(())
}

fn write_places(out: &mut impl Write, places: &[[f32; 2]]) -> std::io::Result<()> {
    for number in places.iter().flatten() {
        out.write_all(&number.to_le_bytes())?;
    }
    Ok(())
}
