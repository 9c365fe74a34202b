//! Tests of the languages: live formulas, keys, parts, and hostile input.

mod hostile;
mod keys;
mod languages;
mod live;
mod parts;
mod promise;
mod rules;
