// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.caps;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.verbena.cli.text.Refusal;
import org.verbena.cli.text.Table;

/**
 * The answers of several drivers to the values of one attribute.
 *
 * @param attr the attribute
 * @param requested the values, ascending
 * @param curves the answers, one curve for each driver
 */
record CapSweep(CapAttr attr, List<Long> requested, List<CapCurve> curves) {
    /** Returns the text output: a table, followed by the reasons of the rejections. */
    String text() {
        List<String> parts = new ArrayList<>(List.of(attr.cName(), table().toString()));
        String reasons = curves.stream()
                .flatMap(curve -> curve.refusals(requested).stream().map(refusals -> reason(curve, refusals)))
                .collect(Collectors.joining("\n"));
        if (!reasons.isEmpty()) {
            parts.add(reasons);
        }
        return String.join("\n\n", parts);
    }

    private Table table() {
        List<String> headings = new ArrayList<>(List.of("requested"));
        curves.forEach(curve -> headings.add(curve.driver()));
        Table table = new Table(headings);
        for (long value : requested) {
            List<@Nullable Object> row = new ArrayList<>(List.of(value));
            curves.forEach(curve -> row.add(curve.at(value).value()));
            table.row(row);
        }
        return table;
    }

    private static String reason(CapCurve curve, CapCurve.Refusals refusals) {
        String values =
                refusals.from() == refusals.to() ? "" + refusals.from() : refusals.from() + ".." + refusals.to();
        return curve.driver() + " " + values + ": " + refusals.answer().value() + ", "
                + refusals.answer().diagnosis();
    }

    /** Returns the members of the JSON output: numbers, strings, lists and maps. */
    Map<String, @Nullable Object> members() {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("attribute", attr.cName());
        members.put("meaning", attr.meaning());
        members.put("requested", requested);
        members.put("answers", curves.stream().map(this::members).toList());
        return members;
    }

    private Map<String, @Nullable Object> members(CapCurve curve) {
        List<@Nullable Object> answers = new ArrayList<>();
        requested.forEach(value -> answers.add(curve.at(value).value()));
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("driver", curve.driver());
        members.put("granted", answers);
        members.put(
                "refusals",
                curve.refusals(requested).stream().map(CapSweep::members).toList());
        return members;
    }

    private static Map<String, @Nullable Object> members(CapCurve.Refusals refusals) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("from", refusals.from());
        members.put("to", refusals.to());
        members.put("errno", refusals.answer().value());
        members.put(
                "violations", Refusal.violations(refusals.answer().diagnosis().violations()));
        return members;
    }
}
