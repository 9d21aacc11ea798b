// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.storm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/** Counts the outcomes of the steps of a storm by action. Thread-safe. */
final class StormTally {
    private static final class Count {
        final LongAdder done = new LongAdder();
        final LongAdder refusedByUs = new LongAdder();
        final LongAdder refusedByDevice = new LongAdder();
        final LongAdder nothingThere = new LongAdder();
        final Set<Errno> errnos = ConcurrentHashMap.newKeySet();

        boolean isMissing() {
            return errnos.contains(Errno.EOPNOTSUPP) || errnos.contains(Errno.EPERM);
        }

        boolean isRefused() {
            return refusedByUs.sum() + refusedByDevice.sum() > 0;
        }

        @Override
        public String toString() {
            String names = errnos.stream().map(Errno::name).sorted().collect(Collectors.joining(" "));
            return "%8d done, %7d refused by Verbena, %7d by the device, %7d found nothing %s"
                    .formatted(done.sum(), refusedByUs.sum(), refusedByDevice.sum(), nothingThere.sum(), names);
        }
    }

    private final Map<Action, Count> counts = new LinkedHashMap<>();
    private final LongAdder made = new LongAdder();

    StormTally(List<Action> actions) {
        actions.forEach(action -> counts.put(action, new Count()));
    }

    private Count of(Action action) {
        Count count = counts.get(action);
        if (count == null) {
            throw new IllegalArgumentException("not an action of this storm: " + action);
        }
        return count;
    }

    void done(Action action) {
        of(action).done.increment();
        if (action.makes()) {
            made.increment();
        }
    }

    void foundNothing(Action action) {
        of(action).nothingThere.increment();
    }

    void refused(Action action, RuntimeException refusal) {
        Count count = of(action);
        if (refusal instanceof VerbsException e && !(refusal instanceof InvalidRequestException)) {
            count.refusedByDevice.increment();
            count.errnos.add(e.errno());
        } else {
            count.refusedByUs.increment();
        }
    }

    private long sum(Function<Count, LongAdder> part) {
        return counts.values().stream().map(part).mapToLong(LongAdder::sum).sum();
    }

    /**
     * Returns the actions that were never executed. Of actions that create handles, only those that the device supports
     * count. On a device that supports everything, all actions count.
     */
    List<Action> unsuccessful() {
        boolean hasEverything = counts.entrySet().stream()
                .noneMatch(entry -> entry.getKey().makes() && entry.getValue().isMissing());
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue().done.sum() == 0)
                .filter(entry -> hasEverything
                        || (entry.getKey().makes()
                                && entry.getValue().isRefused()
                                && !entry.getValue().isMissing()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns a table with one line for each action. */
    String table() {
        return counts.entrySet().stream()
                .map(entry -> "%-40s %s".formatted(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining("\n"));
    }

    /** Returns {@code 200000 steps run, 31250 objects made, 60126 refused}. */
    @Override
    public String toString() {
        long refused = sum(count -> count.refusedByUs) + sum(count -> count.refusedByDevice);
        long steps = sum(count -> count.done) + refused + sum(count -> count.nothingThere);
        return "%d steps run, %d objects made, %d refused".formatted(steps, made.sum(), refused);
    }
}
