// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Draws curves over two axes as SVG. Each curve has its name at its end, so that no legend is needed. */
final class Chart {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 340;
    private static final int LEFT = 64;
    private static final int TOP = 30;
    private static final int BOTTOM = HEIGHT - 46;
    private static final int LABEL_GAP = 12;
    private static final double LETTER = 7.3;
    private static final double LINE = 15;
    private static final int FEW = 12;

    /**
     * A line of values.
     *
     * @param name the label of the line
     * @param look the number of its colour
     * @param dashed whether it is the secondary line of its colour
     * @param points from left to right
     */
    record Curve(String name, int look, boolean dashed, List<Point> points) {}

    /**
     * A point of a curve.
     *
     * @param x the value on the horizontal axis
     * @param y the value on the vertical axis
     */
    record Point(double x, double y) {}

    private final String title;
    private final Axis x;
    private final Axis y;
    private final List<Curve> curves;
    private final double right;

    Chart(String title, Axis x, Axis y, List<Curve> curves) {
        this.title = title;
        this.x = x;
        this.y = y;
        this.curves = curves;
        int longest =
                curves.stream().mapToInt(curve -> curve.name().length()).max().orElse(0);
        this.right = WIDTH - LABEL_GAP - 8 - LETTER * longest;
    }

    /** Returns the chart as an element of a page that defines its colours. */
    String inline() {
        return "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n"
                        .formatted(WIDTH, HEIGHT, Markup.text(title))
                + content() + "</svg>\n";
    }

    /** Returns the chart as a file with its own colours for light and dark screens. */
    String standalone() {
        return ("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %1$d %2$d\" width=\"%1$d\" height=\"%2$d\""
                                + " role=\"img\" aria-label=\"%3$s\">%n")
                        .formatted(WIDTH, HEIGHT, Markup.text(title))
                + "<style>\n" + Markup.resource("chart.css") + "</style>\n"
                + "<rect class=\"card\" width=\"100%\" height=\"100%\" rx=\"8\"/>\n"
                + content() + "</svg>\n";
    }

    private String content() {
        StringBuilder svg = new StringBuilder();
        axes(svg);
        curves.forEach(curve -> curve(svg, curve));
        names(svg);
        return svg.toString();
    }

    private double across(double value) {
        return LEFT + 6 + x.place(value) * (right - LEFT - 12);
    }

    private double up(double value) {
        return BOTTOM - 6 - y.place(value) * (BOTTOM - TOP - 12);
    }

    private void axes(StringBuilder svg) {
        for (Axis.Tick tick : y.ticks()) {
            double at = up(tick.value());
            line(svg, LEFT, at, right, at);
            text(svg, "", LEFT - 8, at + 4, "end", tick.label());
        }
        for (Axis.Tick tick : x.ticks()) {
            double at = across(tick.value());
            line(svg, at, TOP, at, BOTTOM);
            text(svg, "", at, BOTTOM + 18, "middle", tick.label());
        }
        text(svg, "title", (LEFT + right) / 2, BOTTOM + 37, "middle", x.title());
        text(svg, "title", LEFT - 56, TOP - 14, "start", y.title());
    }

    private void curve(StringBuilder svg, Curve curve) {
        StringBuilder path = new StringBuilder();
        curve.points()
                .forEach(point -> path.append(path.isEmpty() ? "M" : "L")
                        .append(number(across(point.x())))
                        .append(' ')
                        .append(number(up(point.y()))));
        svg.append("<g class=\"")
                .append(look(curve))
                .append("\"><path class=\"curve\" d=\"")
                .append(path)
                .append("\"/>");
        if (curve.points().size() <= FEW) {
            curve.points()
                    .forEach(point -> svg.append("<circle class=\"dot\" r=\"3.5\" cx=\"%s\" cy=\"%s\"/>"
                            .formatted(number(across(point.x())), number(up(point.y())))));
        }
        svg.append("</g>\n");
    }

    private static String look(Curve curve) {
        return "driver-" + curve.look() + " turn-" + (curve.dashed() ? 1 : 0);
    }

    /** Draws the name of each curve at its end, or as close to it as the other names allow. */
    private void names(StringBuilder svg) {
        List<Curve> fromTop =
                curves.stream().sorted(Comparator.comparingDouble(this::end)).toList();
        List<Double> places = apart(fromTop, this::end);
        for (int i = 0; i < fromTop.size(); i++) {
            Curve curve = fromTop.get(i);
            svg.append("<g class=\"").append(look(curve)).append("\">");
            text(svg, "name", right + LABEL_GAP, places.get(i) + 4, "start", curve.name());
            svg.append("</g>\n");
        }
    }

    private double end(Curve curve) {
        return up(curve.points().get(curve.points().size() - 1).y());
    }

    private static List<Double> apart(List<Curve> fromTop, ToDoubleFunction<Curve> wanted) {
        List<Double> places = new ArrayList<>();
        for (Curve curve : fromTop) {
            double least = places.isEmpty() ? TOP : places.get(places.size() - 1) + LINE;
            places.add(Math.max(least, wanted.applyAsDouble(curve)));
        }
        double lowest = BOTTOM;
        for (int i = places.size() - 1; i >= 0; i--) {
            places.set(i, Math.min(places.get(i), lowest));
            lowest = places.get(i) - LINE;
        }
        return places;
    }

    private static void line(StringBuilder svg, double x1, double y1, double x2, double y2) {
        svg.append("<line class=\"grid\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>%n"
                .formatted(number(x1), number(y1), number(x2), number(y2)));
    }

    private static void text(StringBuilder svg, String look, double x, double y, String anchor, String text) {
        svg.append("<text class=\"%s\" x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>%n"
                .formatted(look, number(x), number(y), anchor, Markup.text(text)));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
