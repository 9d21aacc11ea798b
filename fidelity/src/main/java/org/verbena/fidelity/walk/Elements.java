// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.verbena.MemoryRegion;

/** The scatter/gather elements of a work request, read from the fields of its step. */
final class Elements {
    /** Consumes an element. */
    @FunctionalInterface
    interface Consumer {
        void accept(long addr, long length, long lkey);
    }

    static final List<StepField> SGES = List.of(StepField.SGE_1, StepField.SGE_2, StepField.SGE_3);
    static final List<StepField> OFFSETS = List.of(StepField.OFFSET_1, StepField.OFFSET_2, StepField.OFFSET_3);
    static final List<StepField> LENGTHS = List.of(StepField.LENGTH_1, StepField.LENGTH_2, StepField.LENGTH_3);

    /** A key of no object, because a walk never creates that many regions. */
    static final long NO_KEY = 0xFFFF_FF77L;

    private Elements() {}

    /** Passes every element that has a region or a length to the consumer. */
    static void forEach(WalkDevice device, Step step, Consumer consumer) {
        StepArguments arguments = step.arguments();
        for (int i = 0; i < SGES.size(); i++) {
            if (arguments.has(SGES.get(i)) || arguments.has(LENGTHS.get(i))) {
                Optional<MemoryRegion> region = device.find(step, SGES.get(i), MemoryRegion.class);
                consumer.accept(
                        device.traffic().addressOf(step.end(), region, arguments.number(OFFSETS.get(i))),
                        arguments.number(LENGTHS.get(i)),
                        region.map(MemoryRegion::lkey).orElse(NO_KEY));
            }
        }
    }

    static int count(Step step) {
        return (int) IntStream.range(0, SGES.size())
                .filter(i ->
                        step.arguments().has(SGES.get(i)) || step.arguments().has(LENGTHS.get(i)))
                .count();
    }

    /** Returns the total length of all elements in bytes. */
    static int length(StepArguments arguments) {
        return LENGTHS.stream().mapToInt(arguments::integer).sum();
    }
}
