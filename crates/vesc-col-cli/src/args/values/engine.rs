//! The option `--engine`.

use std::sync::Arc;

use vesc_col::{Engine, Portfolio};

/// The engine that the user chose, found among those that this build has.
#[derive(Clone, Debug)]
pub(crate) struct EngineChoice(Arc<dyn Engine>);

/// The choice that leaves it to the program: all engines race.
const AUTO: &str = "auto";

/// Engines that a build may lack.
const OPTIONAL: [&str; 3] = ["cover", "bdd", "sat"];

impl EngineChoice {
    /// Finds an engine by its name.
    pub(crate) fn parse(name: &str) -> Result<EngineChoice, String> {
        let portfolio = Portfolio::default();
        if portfolio.engines().is_empty() {
            return Err("this build has no engine at all".to_owned());
        }
        let chosen = portfolio.engines().iter().find(|engine| engine.name() == name).map(Arc::clone);
        let names: Vec<&str> = portfolio.engines().iter().map(vesc_col::Engine::name).collect();
        let choices = format!("{AUTO}, {}", names.join(", "));
        match chosen {
            Some(engine) => Ok(EngineChoice::alone(engine)),
            None if name == AUTO => Ok(EngineChoice(Arc::new(portfolio))),
            None if OPTIONAL.contains(&name) => Err(format!("this build has no engine `{name}`, it has {choices}")),
            None => Err(format!("there is no such engine, choose one of {choices}")),
        }
    }

    /// This engine without others. A portfolio of one makes an error of its panic.
    pub(crate) fn alone(engine: Arc<dyn Engine>) -> EngineChoice {
        EngineChoice(Arc::new(Portfolio::new([engine]).with_equal_columns_as_one(true)))
    }

    /// An engine that no name stands for.
    pub(crate) fn of(engine: Arc<dyn Engine>) -> EngineChoice {
        EngineChoice(engine)
    }

    /// The engine.
    pub(crate) fn engine(&self) -> &dyn Engine {
        &*self.0
    }
}
