// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.caps;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** The answers of one driver to the values of an attribute. Each answer is cached. */
final class CapCurve {
    /**
     * Consecutive values of a list that are rejected with the same errno.
     *
     * @param from the first value
     * @param to the last value
     * @param answer the answer to the first value
     */
    record Refusals(long from, long to, CapAnswer answer) {}

    private final String driver;
    private final LongFunction<CapAnswer> ask;
    private final Map<Long, CapAnswer> answers = new HashMap<>();

    CapCurve(String driver, LongFunction<CapAnswer> ask) {
        this.driver = driver;
        this.ask = ask;
    }

    String driver() {
        return driver;
    }

    CapAnswer at(long requested) {
        return answers.computeIfAbsent(requested, ask::apply);
    }

    /** Returns the rejected ones among these values. Consecutive values with the same errno are merged. */
    List<Refusals> refusals(List<Long> requested) {
        List<Refusals> found = new ArrayList<>();
        Refusals last = null;
        for (long value : requested) {
            CapAnswer answer = at(value);
            if (last != null && last.answer().agrees(answer)) {
                last = new Refusals(last.from(), value, last.answer());
                found.set(found.size() - 1, last);
            } else if (answer.isRefused()) {
                last = new Refusals(value, value, answer);
                found.add(last);
            } else {
                last = null;
            }
        }
        return found;
    }
}
