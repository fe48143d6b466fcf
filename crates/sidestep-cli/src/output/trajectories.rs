//! `trajectories.csv`: where every agent was after every step.
//!
//! One line an agent and step, steps in order and agents in order of id within a step; step 0 is
//! the state before the first step.
//!
//! | column | unit | meaning |
//! |---|---|---|
//! | `step` | | number of steps done |
//! | `time` | s | simulated time |
//! | `id` | | stable id of the agent |
//! | `group` | | name of its group |
//! | `x`, `y` | m | position |
//! | `vx`, `vy` | m/s | velocity |
//! | `present` | | `true`, or `false` once it was removed on arrival |
//!
//! Numbers have as many digits as it takes to read the same bits back. The lines go to the disk
//! while the run goes on, so that memory doesn't grow with the run.

use std::io::{self, Write};

use sidestep_scene::recording::{Frame, Setting};

/// Names of the columns, in order. The Parquet file has the same.
pub const COLUMNS: [&str; 9] = [
    "step", "time", "id", "group", "x", "y", "vx", "vy", "present",
];

/// Writes the table line by line into any sink.
#[derive(Debug)]
pub struct CsvTrajectories<W: Write> {
    writer: csv::Writer<W>,
}

impl<W: Write> CsvTrajectories<W> {
    /// Starts the table with its head.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn start(sink: W) -> io::Result<Self> {
        let mut writer = csv::WriterBuilder::new()
            .has_headers(false)
            .from_writer(sink);
        writer.write_record(COLUMNS).map_err(plain)?;
        Ok(Self { writer })
    }

    /// Goes on with a table in a sink that has its head and some lines already.
    pub fn resume(sink: W) -> Self {
        let writer = csv::WriterBuilder::new()
            .has_headers(false)
            .from_writer(sink);
        Self { writer }
    }

    /// The sink, with all lines so far written to it.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn flushed(&mut self) -> io::Result<&W> {
        self.writer.flush()?;
        Ok(self.writer.get_ref())
    }

    /// Adds a line an agent.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn add(&mut self, setting: &Setting, frame: &Frame) -> io::Result<()> {
        for (agent, state) in setting.agents.iter().zip(&frame.agents) {
            self.writer
                .serialize((
                    frame.step,
                    frame.time,
                    agent.id,
                    group_name(setting, agent.group),
                    state.position.x,
                    state.position.y,
                    state.velocity.x,
                    state.velocity.y,
                    state.present,
                ))
                .map_err(plain)?;
        }
        Ok(())
    }

    /// Hands the sink back after the last line.
    ///
    /// # Errors
    /// When the sink fails.
    pub fn finish(self) -> io::Result<W> {
        self.writer.into_inner().map_err(|error| error.into_error())
    }
}

/// The error of the sink, out of the one that the table writer wraps around it.
fn plain(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Name of a group, empty where the setting doesn't have it.
pub(super) fn group_name(setting: &Setting, group: usize) -> &str {
    setting.groups.get(group).map_or("", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::synthetic;

    /// A sink that is full after some bytes, as a disk would be.
    struct Full {
        room: usize,
    }

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.room == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            let taken = bytes.len().min(self.room);
            self.room -= taken;
            Ok(taken)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    type Row = (u64, f64, u64, String, f32, f32, f32, f32, bool);

    /// The row of the first agent in the first frame, written and read.
    fn first_row(run: &synthetic::Run) -> Row {
        let mut table = CsvTrajectories::start(Vec::new()).expect("starts");
        table.add(&run.setting, &run.frames[0]).expect("adds");
        let bytes = table.finish().expect("finishes");
        let mut reader = csv::Reader::from_reader(bytes.as_slice());
        let row = reader.deserialize().next();
        row.expect("a row").expect("reads")
    }

    #[test]
    fn reading_the_table_gives_the_same_bits() {
        let run = synthetic::run(7, 40);
        let mut table = CsvTrajectories::start(Vec::new()).expect("starts");
        for frame in &run.frames {
            table.add(&run.setting, frame).expect("adds");
        }
        let bytes = table.finish().expect("finishes");
        let mut reader = csv::Reader::from_reader(bytes.as_slice());
        assert_eq!(reader.headers().expect("head"), COLUMNS.as_slice());
        let rows: Vec<Row> = reader
            .deserialize()
            .collect::<Result<_, _>>()
            .expect("rows");
        assert_eq!(rows.len(), 7 * run.frames.len());
        let mut rows = rows.into_iter();
        for frame in &run.frames {
            for (agent, state) in run.setting.agents.iter().zip(&frame.agents) {
                let row = rows.next().expect("a row an agent and step");
                assert_eq!(row.0, frame.step);
                assert_eq!(row.1.to_bits(), frame.time.to_bits());
                assert_eq!(row.2, agent.id);
                assert_eq!(row.3, run.setting.groups[agent.group]);
                assert_eq!(row.4.to_bits(), state.position.x.to_bits());
                assert_eq!(row.5.to_bits(), state.position.y.to_bits());
                assert_eq!(row.6.to_bits(), state.velocity.x.to_bits());
                assert_eq!(row.7.to_bits(), state.velocity.y.to_bits());
                assert_eq!(row.8, state.present);
            }
        }
    }

    #[test]
    fn extreme_numbers_survive() {
        let mut run = synthetic::run(1, 1);
        for value in [
            f32::MIN_POSITIVE,
            1e-45,
            f32::MAX,
            -0.0,
            0.1,
            16_777_217.0,
            f32::NAN,
        ] {
            run.frames[0].agents[0].position.x = value;
            let row = first_row(&run);
            assert!(row.4.to_bits() == value.to_bits() || (row.4.is_nan() && value.is_nan()));
        }
    }

    #[test]
    fn group_names_cannot_break_the_table() {
        let mut run = synthetic::run(1, 1);
        run.setting.groups[0] = "a,\"b\"\nc".to_owned();
        let row = first_row(&run);
        assert_eq!(row.3, "a,\"b\"\nc");
    }

    #[test]
    fn a_full_disk_is_reported() {
        let run = synthetic::run(50, 200);
        let mut table = CsvTrajectories::start(Full { room: 10_000 }).expect("starts");
        let error = run
            .frames
            .iter()
            .map(|frame| table.add(&run.setting, frame))
            .find_map(Result::err)
            .expect("the sink is too small");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
}
