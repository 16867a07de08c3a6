//! `csv`: prints results as tables, for spreadsheets and scripts.

use super::args::{Csv, Table};
use super::screen::print_verbatim;
use super::status::Status;
use super::summary::read_or_newest;
use crate::results::{figures_csv, programs_csv};
use crate::Error;

pub(super) fn csv(arguments: &Csv) -> Result<Status, Error> {
    let results = read_or_newest(arguments.results.as_deref())?;
    let text = match arguments.table {
        Table::Figures => figures_csv(&results),
        Table::Programs => programs_csv(&results),
    };
    print_verbatim(&text.map_err(|error| Error::Input(format!("cannot write the table: {error}")))?);
    Ok(Status::Pass)
}
