package org.verbena.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** What one driver says to every value of an attribute. Each value is asked for once. */
final class CapCurve {
    /**
     * Values that are refused for one reason, one behind the other in a list.
     *
     * @param from the first of them
     * @param to the last of them
     * @param answer what the driver says to the first
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

    /** The refused ones among these values, neighbours of one errno together. */
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
