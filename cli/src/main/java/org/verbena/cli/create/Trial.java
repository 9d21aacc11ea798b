// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.create;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.verbena.DeviceContext;
import org.verbena.cli.text.CommandReport;
import org.verbena.cli.text.Refusal;
import org.verbena.cli.text.Table;

/** A trial that creates an object to find out what the device grants, and destroys it. */
interface Trial extends Explainable {
    /**
     * Creates the object and the objects that it needs, queries it, and destroys it. Closing the context destroys the
     * other objects.
     *
     * @throws org.verbena.error.VerbsException if a creation fails
     */
    Outcome run(DeviceContext context);

    /**
     * The result of a successful creation.
     *
     * @param numberName the C name of the object's number
     * @param number the number of the object
     * @param granted the capabilities that the create call returned
     * @param queried the capabilities that a later query returned, null if there is no result
     * @param queryRefusal the reason why the query failed, null if it succeeded or C has no such call
     */
    record Outcome(
            String numberName,
            long number,
            Map<String, Object> granted,
            @Nullable Map<String, Object> queried,
            @Nullable Refusal queryRefusal) {
        void addTo(CommandReport report) {
            report.put("granted", granted);
            report.put("queried", queried);
            if (queryRefusal != null) {
                report.put("query_error", queryRefusal.members());
            }
            report.put(numberName, number);
        }

        /** Returns a table with one row per capability and the columns requested, granted and queried. */
        String text(Trial trial) {
            Table table = queried == null
                    ? Table.ofStructs(List.of("requested", "granted"), List.of(trial.requested(), granted))
                    : Table.ofStructs(
                            List.of("requested", "granted", "queried"), List.of(trial.requested(), granted, queried));
            return "ibv_" + trial.op() + " gave " + numberName + " " + number + "\n\n" + table
                    + (queryRefusal == null ? "" : "\n\nNot queried: " + queryRefusal.message());
        }
    }
}
