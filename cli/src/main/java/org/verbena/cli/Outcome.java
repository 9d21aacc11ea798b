package org.verbena.cli;

import org.jspecify.annotations.Nullable;

/**
 * What came of a creation that succeeded.
 *
 * @param numberName the C name of the object's number
 * @param number the object's number
 * @param granted the capabilities that the create call wrote back
 * @param queried the capabilities that the driver says afterwards, null where it does not say
 * @param queryRefusal why it does not say, null where it does or where C has no such call
 */
record Outcome(
        String numberName,
        long number,
        Record granted,
        @Nullable Record queried,
        @Nullable Refusal queryRefusal) {}
