//! The members of a sub-space that are one function on the legal inputs.

use vesc_col_core::{Domain, EngineError, Run, Signal, StopReason, SubSpace};

use crate::encoded_circuit::EncodedCircuit;
use crate::encoder::Encoder;
use crate::error::MeasureError;
use crate::{Backend, Lit, NAME, SatEncoding, Varisat};

/// All members of a sub-space that predict on the legal inputs what `member` predicts, itself among them.
///
/// One solver proposes members that agree with it on the inputs met so far. Another one looks for a legal input on
/// which a proposal differs, which then is an input met. A proposal without one is found.
///
/// ```
/// use vesc_col_core::{Dnf, DnfSpace, Domain, Features, Run};
/// use vesc_col_sat::members_alike;
///
/// let features = Features::new(["idle", "busy", "irq"])?;
/// let domain = Domain::builder(3).exactly_one([0, 1]).build()?;
/// let space = DnfSpace::new(3, 2, 1);
/// let bits = space.encode(&Dnf::parse("busy & irq", &features)?).expect("a member");
/// let alike = members_alike(&space, &domain, &bits, 10, &Run::new())?;
/// let texts = alike.iter().map(|bits| space.decode_dnf(bits).display(&features).to_string());
/// let mut texts: Vec<String> = texts.collect();
/// texts.sort();
/// assert_eq!(texts, ["!idle & irq", "busy & irq"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Why the run ended, or [`StopReason::EngineLimit`] if there are more than `most`.
pub fn members_alike(
    space: &dyn SubSpace,
    domain: &Domain,
    member: &[bool],
    most: usize,
    run: &Run,
) -> Result<Vec<Vec<bool>>, StopReason> {
    let found = Proposals::new(space, run).and_then(|mut proposals| {
        let mut found = vec![member.to_vec()];
        proposals.block(member)?;
        while let Some(proposal) = proposals.next()? {
            match differing_input(space, domain, [member, &proposal], run)? {
                Some(input) => proposals.agree_on(member, &input)?,
                None if found.len() == most => return Err(StopReason::EngineLimit.into()),
                None => {
                    proposals.block(&proposal)?;
                    found.push(proposal);
                }
            }
        }
        Ok(found)
    });
    found.map_err(|error| match error {
        MeasureError::Stopped(reason) => reason,
        MeasureError::Failed(_) => StopReason::EngineLimit,
    })
}

/// Members that agree with one of them on some inputs.
struct Proposals<'a> {
    space: &'a dyn SubSpace,
    encoder: Encoder<'a>,
    h: Vec<Lit>,
}

impl<'a> Proposals<'a> {
    fn new(space: &'a dyn SubSpace, run: &'a Run) -> Result<Proposals<'a>, MeasureError> {
        let mut encoder = Encoder::new(Varisat.open(run), SatEncoding::default(), run);
        let h = encoder.variables(space.width())?;
        let mut encoded = EncodedCircuit::default();
        let bits = encoded.inputs(&h);
        let is_member = space.member(&mut encoded.circuit, &bits);
        encoder.assert(&mut encoded, is_member, None)?;
        Ok(Proposals { space, encoder, h })
    }

    fn next(&mut self) -> Result<Option<Vec<bool>>, MeasureError> {
        let is_there = self.encoder.solve(&[])?;
        Ok(is_there.then(|| self.h.iter().map(|&bit| self.encoder.value(bit)).collect()))
    }

    fn block(&mut self, member: &[bool]) -> Result<(), MeasureError> {
        let clause: Vec<Lit> = self.h.iter().zip(member).map(|(&bit, &value)| bit.negate_if(value)).collect();
        self.encoder.clause(&clause)
    }

    /// Demands on an input what the member predicts there.
    fn agree_on(&mut self, member: &[bool], input: &[bool]) -> Result<(), MeasureError> {
        let mut encoded = EncodedCircuit::default();
        let h = encoded.inputs(&self.h);
        let input = constants(input);
        let wanted = self.space.predict(&mut encoded.circuit, &constants(member), &input);
        let wanted = wanted.constant().ok_or_else(not_constant)?;
        let predicted = self.space.predict(&mut encoded.circuit, &h, &input).complement_if(!wanted);
        self.encoder.assert(&mut encoded, predicted, None)
    }
}

/// A legal input on which two members differ.
fn differing_input(
    space: &dyn SubSpace,
    domain: &Domain,
    members: [&[bool]; 2],
    run: &Run,
) -> Result<Option<Vec<bool>>, MeasureError> {
    let mut encoder = Encoder::new(Varisat.open(run), SatEncoding::default(), run);
    let inputs = encoder.variables(space.features())?;
    let mut encoded = EncodedCircuit::default();
    let x = encoded.inputs(&inputs);
    let [one, other] = members.map(|member| space.predict(&mut encoded.circuit, &constants(member), &x));
    let differ = encoded.circuit.xor(one, other);
    let legal = domain.legal(&mut encoded.circuit, &x);
    encoder.assert(&mut encoded, differ, None)?;
    encoder.assert(&mut encoded, legal, None)?;
    let is_there = encoder.solve(&[])?;
    Ok(is_there.then(|| inputs.iter().map(|&input| encoder.value(input)).collect()))
}

fn constants(bits: &[bool]) -> Vec<Signal> {
    bits.iter().copied().map(Signal::from).collect()
}

fn not_constant() -> MeasureError {
    EngineError::failed(NAME, "a prediction on constants is no constant").into()
}
