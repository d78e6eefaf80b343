//! [`Model`]: a net in floating point, and its gradient.

use arrayvec::ArrayVec;
use rand::Rng;
use rotunda_movegen::{Grid, SEATS, Seat};
use rotunda_search::net::{ACTIVE, Layout, Network, OUTPUT_UNIT, Regions, Shape};

use super::examples::{Example, Examples};
use super::logit::Units;

/// The neurons of a point of view, in a form that the compiler can vectorise.
type Neurons<'a> = &'a [f32];

/// The parameters of a net in one list: the columns of inputs for all regions, those for all
/// states, the columns of groups of inputs, biases, outputs, output biases.
///
/// An input adds its own column and those of its groups to the neurons. The groups are pieces of
/// one kind, owner and state, the same on one rank, the same on one file, and, with several
/// regions, the same input in all of them. So the net also learns about pieces on rare cells and in
/// rare regions.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub shape: Shape,
    pub regions: Regions,
    pub parameters: Vec<f32>,
    /// The groups of each input, as numbers after those of the inputs.
    groups: Vec<Groups>,
    /// The number of groups.
    group_count: usize,
}

/// The groups that an input belongs to: three, and one where there are regions.
type Groups = ArrayVec<u32, 4>;
/// The greatest absolute weight of an output, which 8-bit integers can hold.
pub(crate) const MAX_OUTPUT: f32 = 1.98;

impl Model {
    /// Creates a net with outputs near zero.
    pub fn new(
        shape: Shape,
        regions: Regions,
        (layout, grid): (Layout, &Grid),
        random: &mut impl Rng,
    ) -> Self {
        let (groups, group_count) = groups(layout, shape, grid);
        let mut model = Self { shape, regions, parameters: Vec::new(), groups, group_count };
        model.parameters = vec![0.0; model.len()];
        let spread = 1.0 / (shape.men as f32).sqrt();
        let hidden = shape.hidden;
        let begin = model.common_columns();
        for weight in &mut model.parameters[begin..][..shape.inputs * hidden] {
            *weight = random.random_range(-spread..spread) * 0.5;
        }
        let (begin, end) = (model.biases(), model.outputs());
        model.parameters[begin..end].fill(0.3);
        let (begin, end) = (model.outputs(), model.output_biases());
        for weight in &mut model.parameters[begin..end] {
            *weight = random.random_range(-0.1..0.1);
        }
        model
    }

    /// Returns this new net with the weights of a quantised network of as many neurons or fewer, so
    /// that both give the same output. The further neurons keep their input weights and have output
    /// weights of 0. An input's weights stand in one column: its own, or that of all king buckets.
    pub fn with_weights_of(&self, network: &Network) -> Self {
        let (active, unit) = (ACTIVE as f32, OUTPUT_UNIT as f32);
        let (hidden, known) = (self.shape.hidden, network.shape.hidden);
        let mut parameters = self.parameters.clone();
        let mut fill = |begin: usize, weights: &[i16], one: f32| {
            let rows = parameters[begin..].chunks_exact_mut(hidden);
            for (row, weights) in rows.zip(weights.chunks_exact(known)) {
                row.iter_mut().zip(weights).for_each(|(to, by)| *to = f32::from(*by) / one);
            }
        };
        let common = self.common_columns();
        let Shape { inputs, regions, .. } = network.shape;
        let (of_regions, of_states) = network.columns.split_at(regions * inputs * known);
        if network.regions == self.regions {
            fill(common, &vec![0; inputs * known], active);
            fill(0, of_regions, active);
        } else {
            fill(common, of_regions, active);
        }
        fill(self.state_columns(), of_states, active);
        fill(self.biases(), &network.biases, active);
        fill(self.outputs(), &network.outputs, unit);
        let (outputs, biases) =
            parameters[self.outputs()..].split_at_mut(self.output_biases() - self.outputs());
        for row in outputs.chunks_exact_mut(hidden) {
            row[known..].fill(0.0);
        }
        for (to, bias) in biases.iter_mut().zip(&network.output_biases) {
            *to = *bias as f32 / (active * unit);
        }
        self.with(parameters)
    }

    /// Returns the net with the output weights of the quantised net.
    pub fn with_round_outputs(&self) -> Self {
        let mut model = self.clone();
        model.round_outputs();
        model
    }

    /// Rounds the output weights to those of the quantised net.
    pub fn round_outputs(&mut self) {
        let (begin, end) = (self.outputs(), self.output_biases());
        let unit = OUTPUT_UNIT as f32;
        for weight in &mut self.parameters[begin..end] {
            *weight = (*weight * unit).round() / unit;
        }
    }

    /// Returns a net of the same size with zero outputs.
    pub fn zeros(&self) -> Self {
        self.with(vec![0.0; self.len()])
    }

    /// Returns a net of the same size with other parameters.
    pub fn with(&self, parameters: Vec<f32>) -> Self {
        Self { parameters, ..self.clone() }
    }

    /// Returns the number of parameters.
    pub fn len(&self) -> usize {
        self.output_biases() + self.shape.buckets
    }

    /// Returns the first index of the columns of states.
    const fn state_columns(&self) -> usize {
        let Shape { inputs, regions, hidden, .. } = self.shape;
        regions * inputs * hidden
    }

    /// Returns the first index of the groups' columns.
    const fn group_columns(&self) -> usize {
        self.shape.columns() * self.shape.hidden
    }

    /// Returns the first index of the columns of inputs for every place of the king: those of the
    /// last groups, or of the only region.
    const fn common_columns(&self) -> usize {
        let Shape { inputs, regions, hidden, .. } = self.shape;
        if regions == 1 { 0 } else { self.biases() - inputs * hidden }
    }

    /// Returns the end index of the columns of inputs that belong to one of several regions.
    pub const fn regional_columns(&self) -> usize {
        if self.shape.regions == 1 { 0 } else { self.state_columns() }
    }

    /// Returns the first index of the biases.
    pub const fn biases(&self) -> usize {
        self.group_columns() + self.group_count * self.shape.hidden
    }

    /// Returns the first index of the output weights.
    pub const fn outputs(&self) -> usize {
        self.biases() + self.shape.hidden
    }

    /// Returns the first index of the output biases.
    pub const fn output_biases(&self) -> usize {
        let Shape { hidden, buckets, perspectives, .. } = self.shape;
        self.outputs() + buckets * perspectives * hidden
    }

    /// Returns the columns of all inputs, with those of their groups added.
    pub fn columns(&self) -> Vec<f32> {
        let hidden = self.shape.hidden;
        let mut columns = self.parameters[..self.group_columns()].to_vec();
        for (column, groups) in columns.chunks_exact_mut(hidden).zip(&self.groups) {
            for group in groups {
                let shared = &self.parameters[*group as usize * hidden..][..hidden];
                column.iter_mut().zip(shared).for_each(|(weight, shared)| *weight += shared);
            }
        }
        columns
    }

    /// Adds the gradients of inputs to those of their groups.
    pub fn share(&self, gradient: &mut [f32]) {
        let hidden = self.shape.hidden;
        let (inputs, rest) = gradient.split_at_mut(self.group_columns());
        for (column, groups) in inputs.chunks_exact(hidden).zip(&self.groups) {
            for group in groups {
                let begin = *group as usize * hidden - self.group_columns();
                let shared = &mut rest[begin..][..hidden];
                shared.iter_mut().zip(column).for_each(|(shared, weight)| *shared += weight);
            }
        }
    }
}

/// Returns the groups of each column, and their number: kind and owner, the same on a rank, the
/// same on a file, and the input in all regions. The first three differ by state. The numbers of
/// groups follow those of the columns.
fn groups(layout: Layout, shape: Shape, grid: &Grid) -> (Vec<Groups>, usize) {
    let Shape { inputs, regions, .. } = shape;
    let kinds = layout.blocks * layout.places() * layout.kinds;
    let places: Vec<(usize, usize)> = grid.all().map(|cell| grid.place(cell)).collect();
    let files = places.iter().map(|place| place.0).max().unwrap_or(0) + 1;
    let ranks = places.iter().map(|place| place.1).max().unwrap_or(0) + 1;
    let of_state = kinds * (1 + ranks + files);
    let states = shape.columns() / inputs - regions + 1;
    let in_all_regions = states * of_state;
    let groups = (0..shape.columns()).map(|row| {
        let (input, state) = (row % inputs, (row / inputs + 1).saturating_sub(regions));
        let (kind, (file, rank)) = (input / layout.cells, places[input % layout.cells]);
        let numbers = [kind, kinds * (1 + rank) + kind, kinds * (1 + ranks + file) + kind];
        let numbers = numbers.map(|number| state * of_state + number);
        let everywhere = (regions > 1 && state == 0).then_some(in_all_regions + input);
        let numbers = numbers.into_iter().chain(everywhere);
        numbers.map(|number| (shape.columns() + number) as u32).collect()
    });
    (groups.collect(), in_all_regions + if regions > 1 { inputs } else { 0 })
}

/// The objective of a training: the mix of its target, and the scale of its outputs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Objective {
    /// The part of the result in the target. The rest is the search's score.
    pub result: f32,
    /// The centipawns of the output 1, and in a duel also of one unit of odds (the natural
    /// logarithm).
    pub scale: f32,
    /// The centipawns of one unit of odds among many.
    pub units: Units,
}

/// The arithmetic of examples with fixed weights.
pub(crate) struct Pass<'a> {
    pub model: &'a Model,
    pub examples: &'a Examples,
    pub objective: Objective,
    /// See [`Model::columns`].
    pub columns: &'a [f32],
}

/// The hidden layer of a point of view.
pub(crate) struct Hidden {
    pub seat: Seat,
    pub sums: Vec<f32>,
}

impl Pass<'_> {
    /// Returns the loss of an example in nats above the least possible loss, and adds its gradient
    /// to `gradient`.
    pub fn learn(&self, example: &Example, gradient: &mut [f32]) -> f32 {
        let hidden = self.hidden(example);
        let (loss, errors) = self.errors(example, &hidden);
        self.propagate(example, &hidden, &errors, gradient);
        loss
    }

    /// The loss of an example.
    pub fn loss(&self, example: &Example) -> f32 {
        self.errors(example, &self.hidden(example)).0
    }

    /// Returns the net's outputs for an example: for the mover in a duel, and otherwise for every
    /// living seat.
    pub fn outputs(&self, example: &Example) -> impl Iterator<Item = f32> {
        self.combined(example, &self.hidden(example)).into_iter()
    }

    pub fn combined(&self, example: &Example, hidden: &[Hidden]) -> ArrayVec<f32, SEATS> {
        let bias = self.model.parameters[self.model.output_biases() + self.bucket(example)];
        let parts = hidden.iter().enumerate();
        let parts = parts.map(|(index, own)| self.weighted(example, index, &own.sums));
        let parts: ArrayVec<f32, SEATS> = parts.collect();
        let perspectives = self.model.shape.perspectives;
        parts.chunks(perspectives).map(|parts| bias + parts.iter().sum::<f32>()).collect()
    }

    /// The pieces of an example, by their numbers, with their states.
    fn pieces(&self, example: &Example) -> impl Iterator<Item = (u16, u8)> {
        let (begin, count) = example.pieces;
        let range = begin as usize..begin as usize + usize::from(count);
        let pieces = self.examples.pieces[range.clone()].iter().copied();
        pieces.zip(self.examples.states[range].iter().copied())
    }

    /// Returns the points of view of an example: mover and opponent in a duel, and otherwise all
    /// living seats.
    pub fn seats(&self, example: &Example) -> impl Iterator<Item = Seat> {
        let (turn, alive, duel) = (example.turn, example.alive, self.examples.is_duel());
        let seats = (0..SEATS as u8).filter(move |seat| alive >> seat & 1 != 0);
        seats.map(move |seat| Seat(if duel { seat ^ turn } else { seat }))
    }

    /// The columns of a seat's inputs, in the region of its king, and of their states.
    pub fn inputs(&self, example: &Example, seat: Seat) -> impl Iterator<Item = usize> {
        let region = self.model.regions.of(example.kings[seat.index()]);
        let Shape { inputs, regions, threats, .. } = self.model.shape;
        let mirrored = example.mirrored >> seat.0 & 1 != 0;
        let of_seat = self.examples.features.inputs(seat, mirrored);
        self.pieces(example).flat_map(move |(piece, state)| {
            let input = of_seat[usize::from(piece)] as usize;
            let of_state =
                (threats && state > 0).then(|| (regions + usize::from(state) - 1) * inputs + input);
            [Some(region * inputs + input), of_state].into_iter().flatten()
        })
    }

    fn hidden(&self, example: &Example) -> Vec<Hidden> {
        let count = self.model.shape.hidden;
        let biases = &self.model.parameters[self.model.biases()..][..count];
        let of_seat = |seat| {
            let mut sums = biases.to_vec();
            for input in self.inputs(example, seat) {
                let column = &self.columns[input * count..][..count];
                sums.iter_mut().zip(column).for_each(|(sum, weight)| *sum += weight);
            }
            Hidden { seat, sums }
        };
        self.seats(example).map(of_seat).collect()
    }

    /// The output weights of a point of view.
    fn output_weights(&self, example: &Example, perspective: usize) -> usize {
        let Shape { hidden, perspectives, .. } = self.model.shape;
        let bucket = self.bucket(example);
        let perspective = perspective % perspectives;
        self.model.outputs() + (bucket * perspectives + perspective) * hidden
    }

    fn bucket(&self, example: &Example) -> usize {
        self.model.shape.bucket(usize::from(example.pieces.1))
    }

    fn weighted(&self, example: &Example, perspective: usize, sums: Neurons<'_>) -> f32 {
        let begin = self.output_weights(example, perspective);
        let weights = &self.model.parameters[begin..][..sums.len()];
        let active = sums.iter().map(|sum| sum.clamp(0.0, 1.0));
        active.zip(weights).map(|(active, weight)| active * active * weight).sum()
    }

    fn propagate(
        &self,
        example: &Example,
        hidden: &[Hidden],
        errors: &[f32; SEATS],
        gradient: &mut [f32],
    ) {
        let count = self.model.shape.hidden;
        let bias = self.model.output_biases() + self.bucket(example);
        let outputs = if self.examples.is_duel() { 1 } else { hidden.len() };
        gradient[bias] += errors[..outputs].iter().sum::<f32>();
        let mut back = vec![0.0; count];
        for (index, own) in hidden.iter().enumerate() {
            let begin = self.output_weights(example, index);
            let weights = &self.model.parameters[begin..][..count];
            let of_outputs = &mut gradient[begin..][..count];
            let error = errors[index];
            for (((back, sum), weight), of_output) in
                back.iter_mut().zip(&own.sums).zip(weights).zip(of_outputs)
            {
                let active = sum.clamp(0.0, 1.0);
                *of_output += error * active * active;
                let open = if *sum > 0.0 && *sum < 1.0 { 2.0 * active } else { 0.0 };
                *back = error * weight * open;
            }
            for input in self.inputs(example, own.seat) {
                let column = &mut gradient[input * count..][..count];
                column.iter_mut().zip(&back).for_each(|(weight, back)| *weight += back);
            }
            let biases = &mut gradient[self.model.biases()..][..count];
            biases.iter_mut().zip(&back).for_each(|(bias, back)| *bias += back);
        }
    }
}
