//! A small design, simulated: two queues, a round-robin arbiter, a state machine of five states, a timer, an operation.

use crate::dice::Dice;

/// The number of entries of a queue, and the periods of the timer.
const DEPTH: usize = 7;
const PERIOD: usize = 12;

/// The design's registers, and the configuration of the current test.
pub(crate) struct Design {
    queues: [usize; 2],
    granted: usize,
    state: usize,
    timer: usize,
    configuration: [bool; 6],
    /// How often each source asks, and how often the sink takes.
    rates: [f64; 4],
}

impl Design {
    pub(crate) fn new(dice: &mut Dice) -> Design {
        let mut design =
            Design { queues: [0; 2], granted: 0, state: 0, timer: 0, configuration: [false; 6], rates: [0.5; 4] };
        design.configure(dice);
        design
    }

    /// The cells after some clock cycles more. Now and then a new test begins, with another configuration.
    pub(crate) fn run(&mut self, dice: &mut Dice) -> Vec<bool> {
        if dice.chance(0.1) {
            self.configure(dice);
        }
        let mut row = Vec::new();
        for _ in 0..dice.between(1, 4) {
            row = self.cycle(dice);
        }
        row
    }

    fn configure(&mut self, dice: &mut Dice) {
        self.configuration = std::array::from_fn(|_| dice.chance(0.5));
        self.rates = std::array::from_fn(|_| dice.pick(&[0.2, 0.4, 0.6, 0.8]));
    }

    fn cycle(&mut self, dice: &mut Dice) -> Vec<bool> {
        let [enable, fair, hold, _, _, _] = self.configuration;
        let asks: [bool; 3] = std::array::from_fn(|source| dice.chance(self.rates[source]));
        let grant = if fair {
            (1..=3).map(|step| (self.granted + step) % 3).find(|&source| asks[source])
        } else {
            (0..3).find(|&source| asks[source])
        };
        let into = usize::from(dice.chance(0.5));
        let takes = dice.chance(self.rates[3]);
        let push = grant.is_some() && self.queues[into] < DEPTH;
        let overflow = grant.is_some() && !push;
        self.queues[into] += usize::from(push);
        let from = (0..2).max_by_key(|&queue| self.queues[queue]).unwrap_or(0);
        let pop = takes && self.queues[from] > 0;
        self.queues[from] -= usize::from(pop);
        self.granted = grant.unwrap_or(self.granted);
        self.timer = if enable { (self.timer + 1) % PERIOD } else { self.timer };
        let expired = self.timer == PERIOD - 1;
        self.state = match self.state {
            0 if push => 1,
            1 if expired => 4,
            1 if pop => 2,
            2 if hold && dice.chance(0.5) => 2,
            2 => 3,
            3 if overflow => 4,
            3 => 0,
            4 if dice.chance(0.4) => 0,
            state => state,
        };
        let operation = dice.below(4);
        let mut row = vec![push, pop, overflow, expired, takes, into == 1, from == 1];
        row.extend(asks);
        row.extend((0..3).map(|source| grant == Some(source)));
        row.extend((0..5).map(|state| self.state == state));
        row.extend((0..4).map(|code| operation == code));
        for level in self.queues {
            row.extend([level == 0, level == DEPTH, level >= 4, level & 1 == 1]);
        }
        row.extend((0..4).map(|bit| self.timer >> bit & 1 == 1));
        row.extend(self.configuration);
        // Data bits of the transfer.
        row.extend((0..6).map(|_| dice.chance(0.5)));
        row
    }
}
