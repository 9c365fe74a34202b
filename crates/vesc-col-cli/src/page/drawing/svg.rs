//! A few elements of SVG as text.

use std::fmt::Write as _;

/// Pixels that a character takes, at most, in the font of the page.
const CHARACTER: usize = 9;

/// Characters of a name that are drawn; longer ones are cut.
const MOST_CHARACTERS: usize = 40;

/// A drawing that grows by elements.
#[derive(Debug, Default)]
pub(super) struct Svg(String);

impl Svg {
    /// A name, cut if it is too long to be drawn.
    pub(super) fn cut(name: &str) -> String {
        match name.char_indices().nth(MOST_CHARACTERS) {
            Some((end, _)) => format!("{}…", &name[..end]),
            None => name.to_owned(),
        }
    }

    /// How many pixels a name takes when it is drawn.
    pub(super) fn width(name: &str) -> usize {
        Svg::cut(name).chars().count() * CHARACTER
    }

    pub(super) fn line(&mut self, points: &[(usize, usize)]) {
        let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        self.add(format_args!("<polyline class=\"wire\" points=\"{}\"/>", points.join(" ")));
    }

    pub(super) fn path(&mut self, class: &str, path: &str) {
        self.add(format_args!("<path class=\"{class}\" d=\"{path}\"/>"));
    }

    pub(super) fn rectangle(&mut self, class: &str, (x, y): (usize, usize), (width, height): (usize, usize)) {
        self.add(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>"
        ));
    }

    pub(super) fn circle(&mut self, (x, y): (usize, usize), radius: usize) {
        self.add(format_args!("<circle class=\"gate\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"));
    }

    pub(super) fn text(&mut self, (x, y): (usize, usize), anchor: &str, text: &str) {
        self.add(format_args!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\">{}</text>", escape(text)));
    }

    /// Puts what `draw` adds into a group that shows `title`.
    pub(super) fn group(&mut self, title: &str, draw: impl FnOnce(&mut Svg)) {
        let title = escape(title);
        self.add(format_args!("<g role=\"group\" aria-label=\"{title}\"><title>{title}</title>"));
        draw(self);
        self.0.push_str("</g>");
    }

    /// The same for one thing that the keyboard reaches.
    pub(super) fn item(&mut self, title: &str, draw: impl FnOnce(&mut Svg)) {
        let title = escape(title);
        self.add(format_args!("<g tabindex=\"0\" role=\"img\" aria-label=\"{title}\"><title>{title}</title>"));
        draw(self);
        self.0.push_str("</g>");
    }

    /// The same for one thing that only the pointer reaches, where the page says the same in another way.
    pub(super) fn tip(&mut self, title: &str, draw: impl FnOnce(&mut Svg)) {
        self.add(format_args!("<g><title>{}</title>", escape(title)));
        draw(self);
        self.0.push_str("</g>");
    }

    pub(super) fn dot(&mut self, (x, y): (usize, usize), radius: usize) {
        self.add(format_args!("<circle class=\"dot\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"));
    }

    /// The whole drawing as one image, with a description for those who do not see it.
    pub(super) fn finish_as_image(self, size: (usize, usize), title: &str, description: &str) -> String {
        self.finish_as("img", size, title, description)
    }

    /// The whole drawing, whose parts can be reached one by one, with a description for those who do not see it.
    pub(super) fn finish(self, size: (usize, usize), title: &str, description: &str) -> String {
        self.finish_as("group", size, title, description)
    }

    fn finish_as(self, role: &str, (width, height): (usize, usize), title: &str, description: &str) -> String {
        let (title, description) = (escape(title), escape(description));
        format!(
            "<svg class=\"drawing\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"{role}\" \
             aria-label=\"{title}\"><desc>{description}</desc>{}</svg>",
            self.0
        )
    }

    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.0.write_fmt(element);
    }
}

/// Makes a text safe between tags and in attributes.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(character),
        }
    }
    safe
}
