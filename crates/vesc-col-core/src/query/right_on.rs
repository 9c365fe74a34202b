//! What a hypothesis owes to one row, as a circuit.

use crate::{Circuit, Dataset, EngineError, Fit, Query, Sample, Samples, Signal};

/// A row with more completions than this is not written out completion by completion.
const MOST_WRITTEN_OUT: u64 = 1 << 10;

impl Query {
    /// Whether hypothesis `h` is right on a distinct sample whose label is `positive`, as a circuit.
    ///
    /// Where the sample has unknown cells, it must be right on some legal completion; on every one for
    /// [`Fit::CertainWithin`].
    ///
    /// This is what an engine lowers that knows sub-spaces by their circuits. It has the gates of one
    /// [`predict`](crate::SubSpace::predict) for each completion. Three values in one evaluation would not do: by them
    /// `x & a | !x & a` would be unknown where x is and a is true.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col_core::{Circuit, Dataset, Dnf, DnfSpace, Features, Fit, Query, SubSpace};
    ///
    /// let features = Features::numbered(2);
    /// let mut builder = Dataset::builder(features.clone());
    /// builder.push_partial(true, [Some(true), None])?;
    /// let data = builder.build()?;
    /// let space = DnfSpace::new(2, 2, 1);
    /// let query = Query::new(Arc::new(space)).with_fit(Fit::Possible);
    /// query.require_few_completions("mine", &data)?;
    ///
    /// let mut circuit = Circuit::new();
    /// let h = circuit.inputs(space.width());
    /// let right = query.right_on(&mut circuit, &h, data.positives(), 0, true);
    /// for (text, fits) in [("x0 & x1", true), ("x0 & !x1", true), ("!x0 & x1", false)] {
    ///     let bits = space.encode(&Dnf::parse(text, &features)?).expect("a term of two literals");
    ///     assert_eq!(circuit.eval(right, &bits), fits);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such sample; if it has too many unknown cells, which
    /// [`require_few_completions`](Query::require_few_completions) refuses.
    pub fn right_on(
        &self,
        circuit: &mut Circuit,
        h: &[Signal],
        samples: &Samples,
        index: usize,
        label: bool,
    ) -> Signal {
        let features = self.space().features();
        let right = |words: Vec<u64>| {
            let x: Vec<Signal> = Sample::from_slice(&words)[..features].iter().by_vals().map(Signal::from).collect();
            self.space().predict(circuit, h, &x).complement_if(!label)
        };
        let right: Vec<Signal> = samples.completions_within(index, self.space().domain()).map(right).collect();
        match self.fit() {
            Fit::CertainWithin { .. } => circuit.and(right),
            _ => circuit.or(right),
        }
    }

    /// [`validate`](Query::validate), and no row with more legal completions than [`right_on`](Query::right_on) writes
    /// out: 1024, as many as ten unknown cells of free features have.
    ///
    /// # Errors
    ///
    /// [`EngineError::Unsupported`] for these, and what [`validate`](Query::validate) says.
    pub fn require_few_completions(&self, engine: &str, data: &Dataset) -> Result<(), EngineError> {
        self.validate(engine, data)?;
        let is_long = |samples: &Samples, index| {
            let count = samples.completion_count(index, self.space().domain());
            count.is_none_or(|count| count > MOST_WRITTEN_OUT)
        };
        let has_long = |samples: &Samples| (0..samples.distinct()).any(|index| is_long(samples, index));
        if self.fit().completes_rows() && (has_long(data.positives()) || has_long(data.negatives())) {
            return Err(EngineError::unsupported(engine, "a row with more than 1024 completions"));
        }
        Ok(())
    }
}
