//! A chart of what an enum costs to compile.
//!
//! Comes in: costs by size of the enum. Goes out: an SVG of four panels: CPU seconds and the compiler's peak memory, in debug and in
//! release, over the number of variants, both axes logarithmic. Colours go well with a light and a dark page alike: the ground is a white
//! card.

use std::path::Path;

use plotters::prelude::*;

/// One line of a panel.
pub(crate) struct Line {
    pub(crate) name: &'static str,
    /// The number of variants and the cost.
    pub(crate) points: Vec<(f64, f64)>,
}

/// One panel.
pub(crate) struct Panel {
    pub(crate) title: String,
    pub(crate) lines: Vec<Line>,
}

/// Blue, orange and green, told apart by people who do not see red from green too.
const COLOURS: [RGBColor; 3] = [RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(0, 158, 115)];

const GREY: RGBColor = RGBColor(90, 90, 90);

/// Writes the panels, two in a row.
///
/// # Panics
/// When the file cannot be written.
pub(crate) fn write(path: &Path, panels: &[Panel]) {
    let rows = panels.len().div_ceil(2);
    let height = u32::try_from(rows).unwrap_or(1) * 330;
    let root = SVGBackend::new(path, (900, height)).into_drawing_area();
    root.fill(&WHITE).expect("the chart can be written");
    for (area, panel) in root.split_evenly((rows, 2)).iter().zip(panels) {
        draw(area, panel);
    }
    root.present().expect("the chart can be written");
}

fn draw(area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>, panel: &Panel) {
    let all = || panel.lines.iter().flat_map(|line| line.points.iter().copied());
    let range = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, 0.0_f64), |(least, most), value| (least.min(value), most.max(value)))
    };
    let (narrow, wide) = range(&mut all().map(|(size, _)| size));
    let (low, high) = range(&mut all().map(|(_, cost)| cost));
    let mut chart = ChartBuilder::on(area)
        .caption(&panel.title, ("sans-serif", 15).into_font().color(&BLACK))
        .margin(14)
        .x_label_area_size(36)
        .y_label_area_size(48)
        .build_cartesian_2d((narrow..wide).log_scale(), (10.0_f64.powf(low.log10().floor())..high * 1.5).log_scale())
        .expect("the panel has room");
    chart
        .configure_mesh()
        .x_desc("variants")
        .y_labels(20)
        .x_label_formatter(&|size| labelled(*size, all().any(|(drawn, _)| (drawn - size).abs() < 0.5)))
        .y_label_formatter(&|cost| labelled(*cost, [1, 2, 5].contains(&first_digit(*cost))))
        .label_style(("sans-serif", 12).into_font().color(&GREY))
        .axis_style(GREY)
        .light_line_style(TRANSPARENT)
        .bold_line_style(RGBColor(225, 225, 225))
        .draw()
        .expect("the chart can be written");
    for (line, colour) in panel.lines.iter().zip(COLOURS) {
        let points = || line.points.iter().copied();
        chart
            .draw_series(LineSeries::new(points(), colour.stroke_width(2)))
            .expect("the chart can be written")
            .label(line.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        let dots = points().map(|point| Circle::new(point, 3, colour.filled()));
        chart.draw_series(dots).expect("the chart can be written");
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .label_font(("sans-serif", 12))
        .border_style(TRANSPARENT)
        .draw()
        .expect("the chart can be written");
}

/// A number at an axis, or nothing where there would be too many of them.
fn labelled(number: f64, is_shown: bool) -> String {
    match (is_shown, number < 1.0) {
        (true, true) => format!("{number:.1}"),
        (true, false) => format!("{number:.0}"),
        (false, _) => String::new(),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a digit")]
fn first_digit(number: f64) -> i64 {
    (number / 10.0_f64.powf((number * 1.000_001).log10().floor())).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_names_its_panels_and_lines_and_draws_every_point() {
        let line = |name, factor: f64| Line {
            name,
            points: [100.0, 1_000.0, 3_000.0, 8_000.0].map(|size| (size, 0.1 + size * factor)).into(),
        };
        let panel = |title: &str| Panel {
            title: title.to_owned(),
            lines: vec![line("ours", 0.0003), line("a peer", 0.001), line("by hand", 0.0008)],
        };
        let panels = ["one", "two", "three", "four"].map(panel);
        let path = std::env::temp_dir().join(format!("llamon-errors-chart-{}.svg", std::process::id()));
        write(&path, &panels);
        let svg = std::fs::read_to_string(&path).expect("the chart is there");
        for word in ["one", "two", "three", "four", "ours", "a peer", "by hand", "variants"] {
            assert!(svg.contains(&format!("\n{word}\n")), "{word} in {svg}");
        }
        assert_eq!(svg.matches("<circle").count(), panels.len() * 3 * 4);
        std::fs::remove_file(&path).expect("the chart can be removed");
    }
}
