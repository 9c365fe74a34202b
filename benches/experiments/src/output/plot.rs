//! Lines through points, drawn as SVG.

use std::error::Error;
use std::ops::Range;

use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

use super::table::number;

/// Width and height of a drawing.
const SIZE: (u32, u32) = (960, 440);
/// Room on the right for the names of the lines.
const NAMES: u32 = 250;
/// Colours that the colour-blind tell apart (Okabe and Ito).
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];

/// A line with a name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Series {
    pub(crate) name: String,
    /// Where, how much, and whether that is a lower bound only.
    pub(crate) points: Vec<(f64, f64, bool)>,
}

/// A drawing of several lines; hollow marks are lower bounds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plot {
    pub(crate) title: String,
    pub(crate) x: String,
    pub(crate) y: String,
    /// Whether the horizontal axis is logarithmic.
    pub(crate) log_x: bool,
    /// Whether the vertical axis is logarithmic; then points at 0 are left out.
    pub(crate) log_y: bool,
    /// Whether points have marks.
    pub(crate) marks: bool,
    pub(crate) series: Vec<Series>,
}

impl Plot {
    /// The drawing as the text of an SVG file.
    pub(super) fn draw(&self) -> Result<String, Box<dyn Error>> {
        let mut text = String::new();
        let x = self.range(|point| point.0, self.log_x);
        // A few whole numbers each have a label of their own.
        let labels = if self.log_x || x.end - x.start > 20.0 { 10 } else { (x.end - x.start).ceil() as usize };
        let y = self.range(|point| point.1, self.log_y);
        match (self.log_x, self.log_y) {
            (true, true) => self.draw_on(&mut text, labels, x.log_scale(), y.log_scale())?,
            (true, false) => self.draw_on(&mut text, labels, x.log_scale(), y)?,
            (false, true) => self.draw_on(&mut text, labels, x, y.log_scale())?,
            (false, false) => self.draw_on(&mut text, labels, x, y)?,
        }
        Ok(text)
    }

    fn is_drawn(&self, point: &(f64, f64, bool)) -> bool {
        (!self.log_x || point.0 > 0.0) && (!self.log_y || point.1 > 0.0)
    }

    /// From the least to the greatest, with some room.
    fn range(&self, of: impl Fn(&(f64, f64, bool)) -> f64, logarithmic: bool) -> Range<f64> {
        let points = self.series.iter().flat_map(|series| &series.points).filter(|point| self.is_drawn(point));
        let (low, high) =
            points.map(of).fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        if low > high {
            return 0.1..1.0;
        }
        if logarithmic {
            return low / 1.3..high * 1.3;
        }
        let room = ((high - low) * 0.04).max(1e-3);
        let bottom = if low >= 0.0 { (low - room).max(0.0) } else { low - room };
        bottom..high + room
    }

    fn draw_on<X, Y>(&self, text: &mut String, labels: usize, x: X, y: Y) -> Result<(), Box<dyn Error>>
    where
        X: AsRangedCoord<Value = f64>,
        X::CoordDescType: ValueFormatter<f64> + Ranged<ValueType = f64>,
        Y: AsRangedCoord<Value = f64>,
        Y::CoordDescType: ValueFormatter<f64> + Ranged<ValueType = f64>,
    {
        let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let (left, right) = area.split_horizontally(SIZE.0 - NAMES);
        let mut chart = ChartBuilder::on(&left)
            .caption(&self.title, ("sans-serif", 17))
            .margin(12)
            .x_label_area_size(42)
            .y_label_area_size(66)
            .build_cartesian_2d(x, y)?;
        chart
            .configure_mesh()
            .x_desc(&self.x)
            .y_desc(&self.y)
            .light_line_style(BLACK.mix(0.04))
            .x_labels(labels)
            .x_label_formatter(&|value| tick(*value))
            .y_label_formatter(&|value| tick(*value))
            .draw()?;
        for ((series, colour), line) in self.series.iter().zip(COLOURS.iter().cycle()).zip(0..) {
            let points: Vec<_> = series.points.iter().filter(|point| self.is_drawn(point)).copied().collect();
            chart.draw_series(LineSeries::new(points.iter().map(|&(x, y, _)| (x, y)), colour.stroke_width(2)))?;
            if self.marks {
                chart.draw_series(points.iter().map(|&(x, y, limited)| {
                    let style = if limited { colour.stroke_width(1) } else { colour.filled() };
                    Circle::new((x, y), 4, style)
                }))?;
            }
            let height = 50 + 20 * line;
            right.draw(&PathElement::new([(0, height), (18, height)], colour.stroke_width(2)))?;
            right.draw(&Text::new(series.name.as_str(), (24, height - 6), ("sans-serif", 13)))?;
        }
        area.present()?;
        Ok(())
    }
}

/// A number as an axis shows it: short.
fn tick(value: f64) -> String {
    if value == 0.0 || (1e-4..1e5).contains(&value.abs()) {
        let text = number(value);
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    } else {
        format!("{value:e}")
    }
}
