//! The figures side by side.

use crate::case::Figures;

/// Prints each row when it comes, and keeps all for a file.
pub(crate) struct Table {
    csv: String,
    /// The figures of the first variant of the present case.
    first: Option<(String, Figures)>,
}

impl Table {
    pub(crate) fn new() -> Table {
        println!("| question | variant | formulas | seconds | ratio | peak nodes | ratio | MiB |");
        println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
        Table { csv: "question,variant,formulas,seconds,peak_nodes,mebibytes\n".to_owned(), first: None }
    }

    /// One measurement; the ratios are to the first variant of the case.
    pub(crate) fn row(&mut self, case: &str, variant: &str, figures: &Figures) {
        let (mut times, mut nodes) = (String::new(), String::new());
        match &self.first {
            Some((name, first)) if name == case => {
                times = format!("{:.1}", figures.seconds / first.seconds.max(1e-4));
                nodes = format!("{:.1}", figures.nodes as f64 / first.nodes.max(1) as f64);
            }
            _ => self.first = Some((case.to_owned(), figures.clone())),
        }
        println!(
            "| {case} | {variant} | {} | {:.4} | {times} | {} | {nodes} | {} |",
            figures.answer, figures.seconds, figures.nodes, figures.mebibytes
        );
        self.csv += &format!("\"{case}\",{variant},{figures}\n");
    }

    /// All rows.
    pub(crate) fn csv(&self) -> &str {
        &self.csv
    }
}
