//! Several engines racing for the first answer.

mod race;
mod shares;
mod worker;

use std::sync::Arc;
use std::time::Duration;

use vesc_col_core::{Dataset, Engine, Session};

use race::Race;

use crate::reduce::ReducedSession;

/// How long an engine works before the next one joins it. Most questions of a search are answered sooner, and calling an
/// engine back from a question costs more than asking it late.
const HEAD_START: Duration = Duration::from_millis(20);

/// Several engines as one: each question is raced, the first whole answer wins, the others are cancelled.
///
/// Each engine has one thread for the whole search, on which its session lives. The engines join a race in the order of
/// the list, 20 ms after each other. So easy questions are not asked thrice. Before the next question is asked, all
/// engines have come back and released what they do not keep. With fewer threads than engines ([`Run::threads`]) no
/// more engines than threads run at once: the next one starts when one has ended without an answer. The memory budget
/// and the threads are shared equally among the engines that may run at once. If no engine answers, those that ended
/// for want of memory are asked once more, one after the other, with all of it. An engine that
/// [leads](Portfolio::with_leader_for_dnf) has three quarters of the memory, and the others a quarter of its time.
///
/// An engine that does not support a question is passed by, and so is one that fails or panics while another answers. If no
/// engine answers wholly, the answer is what their results say together.
///
/// The default lists the engines that this crate was built with: `cover`, then `bdd`, then `sat`. For DNF and CNF `cover`
/// [leads](Portfolio::with_leader_for_dnf), and for formulas of one term it runs [alone](Portfolio::with_alone_for_one_term) at
/// first. Other sub-spaces begin [with `sat`](Portfolio::with_first_for_opaque). Columns that are the same in every row
/// [count as one](Portfolio::with_equal_columns_as_one). `docs/benchmarks.md` has the measurements behind it.
///
/// ```
/// use std::sync::Arc;
/// use vesc_col::engine::BddEngine;
/// use vesc_col::{Engine, Portfolio};
///
/// let alone = Portfolio::new([Arc::new(BddEngine::default()) as Arc<dyn Engine>]);
/// assert_eq!(alone.engines().len(), 1);
/// ```
///
/// [`Run::threads`]: vesc_col_core::Run::threads
#[derive(Clone, Debug)]
pub struct Portfolio {
    engines: Vec<Arc<dyn Engine>>,
    /// Names of engines.
    first_for_opaque: Vec<String>,
    alone_for_one_term: Vec<String>,
    leads_dnf: Vec<String>,
    head_start: Duration,
    equal_columns_as_one: bool,
}

impl Portfolio {
    /// A portfolio of these engines, the preferred one first.
    #[must_use]
    pub fn new(engines: impl IntoIterator<Item = Arc<dyn Engine>>) -> Portfolio {
        Portfolio {
            engines: engines.into_iter().collect(),
            first_for_opaque: Vec::new(),
            alone_for_one_term: Vec::new(),
            leads_dnf: Vec::new(),
            head_start: HEAD_START,
            equal_columns_as_one: false,
        }
    }

    /// The same portfolio, in which columns that are equal or complementary in every row count as one while a question is
    /// answered, or not. [default: not; as one for [`Portfolio::default`]]
    ///
    /// The answers are the same. They are found sooner where many columns are the same. First one column of each class
    /// is asked about, then all columns of the few classes that fit. This holds for k-term DNF and k-clause CNF over
    /// free inputs, for rows without errors and unknown cells, while all smaller sizes are empty. Other questions are
    /// asked about all columns, and so are these where hardly any columns are the same.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::engine::{BddEngine, Query};
    /// use vesc_col::{Dataset, DnfSpace, Engine, Features, Portfolio, Run};
    ///
    /// let mut builder = Dataset::builder(Features::new(["a", "b", "same_as_a"])?);
    /// for (a, b) in [(true, true), (true, false), (false, true)] {
    ///     builder.push(a && b, [a, b, a])?;
    /// }
    /// let data = Arc::new(builder.build()?);
    /// let portfolio = Portfolio::new([Arc::new(BddEngine::default()) as Arc<dyn Engine>]).with_equal_columns_as_one(true);
    /// let answer = portfolio.open(data).measure(&Query::new(Arc::new(DnfSpace::new(3, 2, 1))), &Run::new())?;
    /// assert_eq!(answer.concepts.to_string(), "2"); // `a & b` and `b & same_as_a`
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_equal_columns_as_one(self, equal_columns_as_one: bool) -> Portfolio {
        Portfolio { equal_columns_as_one, ..self }
    }

    /// The same portfolio, in which engines of this name come first for sub-spaces of which only the circuits are known
    /// ([`Shape::Opaque`](vesc_col_core::Shape)). This holds if the query asks neither for an exact count nor for the
    /// version space itself. [default: none; `sat` for [`Portfolio::default`]]
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::engine::{BddEngine, SatEngine};
    /// use vesc_col::{Engine, Portfolio};
    ///
    /// let engines: [Arc<dyn Engine>; 2] = [Arc::new(BddEngine::default()), Arc::new(SatEngine::default())];
    /// let portfolio = Portfolio::new(engines).with_first_for_opaque("sat");
    /// assert_eq!(portfolio.engines()[0].name(), "bdd"); // for all else
    /// ```
    #[must_use]
    pub fn with_first_for_opaque(mut self, engine: &str) -> Portfolio {
        self.first_for_opaque.push(engine.to_owned());
        self
    }

    /// The same portfolio, in which an engine of this name that comes first starts alone. It has all threads and all
    /// memory for formulas of one term, or one clause, that fit every row. This holds if the query asks neither for an
    /// exact count nor for the version space itself. The others join when it has come back without the whole answer.
    /// [default: none; `cover` for [`Portfolio::default`]]
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::engine::{BddEngine, SatEngine};
    /// use vesc_col::{Engine, Portfolio};
    ///
    /// let engines: [Arc<dyn Engine>; 2] = [Arc::new(BddEngine::default()), Arc::new(SatEngine::default())];
    /// let portfolio = Portfolio::new(engines).with_alone_for_one_term("bdd");
    /// assert_eq!(portfolio.engines().len(), 2);
    /// ```
    #[must_use]
    pub fn with_alone_for_one_term(mut self, engine: &str) -> Portfolio {
        self.alone_for_one_term.push(engine.to_owned());
        self
    }

    /// The same portfolio, in which an engine of this name leads if it comes first. That is for DNF and CNF that fit every row, if
    /// no more is asked than a search wants to know.
    ///
    /// While it works, the others together have a quarter of its time and of the memory, in pieces of 50 head starts at least.
    /// When half of the run's time is over, they work as long as the leader does. They race when it has come without the whole
    /// answer. [default: none; `cover` for [`Portfolio::default`]]
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::engine::{BddEngine, SatEngine};
    /// use vesc_col::{Engine, Portfolio};
    ///
    /// let engines: [Arc<dyn Engine>; 2] = [Arc::new(BddEngine::default()), Arc::new(SatEngine::default())];
    /// let portfolio = Portfolio::new(engines).with_leader_for_dnf("bdd");
    /// assert_eq!(portfolio.engines()[0].name(), "bdd");
    /// ```
    #[must_use]
    pub fn with_leader_for_dnf(mut self, engine: &str) -> Portfolio {
        self.leads_dnf.push(engine.to_owned());
        self
    }

    /// The same portfolio with this long between an engine's start and the next one's. [default: 20 ms]
    ///
    /// ```
    /// use std::time::Duration;
    /// use vesc_col::Portfolio;
    ///
    /// // Everybody starts at once.
    /// let hasty = Portfolio::default().with_head_start(Duration::ZERO);
    /// assert_eq!(hasty.head_start(), Duration::ZERO);
    /// ```
    #[must_use]
    pub fn with_head_start(self, head_start: Duration) -> Portfolio {
        Portfolio { head_start, ..self }
    }

    /// How long an engine works before the next one joins it.
    #[must_use]
    pub fn head_start(&self) -> Duration {
        self.head_start
    }

    /// The same portfolio with this engine in the place of those of that name; as the last one, if there is none. What was said
    /// of the name holds for the new engine: the default's `sat` begins where only circuits are known, whoever it is.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use vesc_col::Portfolio;
    /// use vesc_col::engine::SatEngine;
    /// use vesc_col::sat::Varisat;
    ///
    /// // Another solver, or your own.
    /// let portfolio = Portfolio::default().replacing("sat", Arc::new(SatEngine::with_backend(Varisat)));
    /// let names: Vec<&str> = portfolio.engines().iter().map(|engine| engine.name()).collect();
    /// assert_eq!(names, ["cover", "bdd", "sat"]);
    /// ```
    #[must_use]
    pub fn replacing(mut self, name: &str, engine: Arc<dyn Engine>) -> Portfolio {
        let new_name = engine.name().to_owned();
        let place = self.engines.iter().position(|known| known.name() == name);
        self.engines.retain(|known| known.name() != name);
        self.engines.insert(place.unwrap_or(self.engines.len()), engine);
        for listed in self.first_for_opaque.iter_mut().chain(&mut self.alone_for_one_term).chain(&mut self.leads_dnf) {
            if listed == name {
                listed.clone_from(&new_name);
            }
        }
        self
    }

    /// The engines, the preferred one first.
    #[must_use]
    pub fn engines(&self) -> &[Arc<dyn Engine>] {
        &self.engines
    }
}

impl Default for Portfolio {
    #[allow(unused_mut, clippy::vec_init_then_push, reason = "which engines there are depends on the features")]
    fn default() -> Portfolio {
        let mut engines: Vec<Arc<dyn Engine>> = Vec::new();
        #[cfg(feature = "cover")]
        engines.push(Arc::new(vesc_col_cover::CoverEngine::default()));
        #[cfg(feature = "bdd")]
        engines.push(Arc::new(vesc_col_bdd::BddEngine::default()));
        #[cfg(feature = "sat")]
        engines.push(Arc::new(vesc_col_sat::SatEngine::default()));
        Portfolio::new(engines)
            .with_first_for_opaque("sat")
            .with_alone_for_one_term("cover")
            .with_leader_for_dnf("cover")
            .with_equal_columns_as_one(true)
    }
}

impl Engine for Portfolio {
    fn name(&self) -> &str {
        "portfolio"
    }

    fn open(&self, data: Arc<Dataset>) -> Box<dyn Session> {
        match self.equal_columns_as_one {
            false => Box::new(Race::new(self, &data)),
            true => {
                let racing = self.clone().with_equal_columns_as_one(false);
                Box::new(ReducedSession::new(Arc::new(racing), data))
            }
        }
    }
}
