//! Ways round temporary obstacles: what is clear, which side is taken, what is blocked and by what.

mod rounds;
mod yard;
