package org.verbena.cli.create;

import org.jspecify.annotations.Nullable;
import org.verbena.cli.text.Refusal;

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
        Record granted,
        @Nullable Record queried,
        @Nullable Refusal queryRefusal) {}
