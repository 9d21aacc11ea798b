package org.verbena.cli.create;

import org.verbena.cli.text.StructTable;

/**
 * Text for display of a creation result: a table with one row per capability and the columns requested, granted and
 * queried.
 */
final class OutcomeText {
    private OutcomeText() {}

    static String of(Trial trial, Outcome outcome) {
        String title = "ibv_" + trial.op() + " gave " + outcome.numberName() + " " + outcome.number();
        String text = title + "\n\n" + table(trial.requested(), outcome);
        return outcome.queryRefusal() == null
                ? text
                : text + "\n\nNot queried: " + outcome.queryRefusal().message();
    }

    private static StructTable table(Record requested, Outcome outcome) {
        StructTable table = new StructTable().column("requested", requested).column("granted", outcome.granted());
        return outcome.queried() == null ? table : table.column("queried", outcome.queried());
    }
}
