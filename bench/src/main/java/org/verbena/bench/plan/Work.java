// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The work of one measured process. */
public sealed interface Work {
    /**
     * A JMH benchmark.
     *
     * @param benchmark the class and method
     * @param params the JMH parameters, one value for each
     * @param operations the number of operations of one call
     * @param threads the number of threads, each with its own queue pairs
     * @param metric the counter of the benchmark to report instead of times, or an empty string
     */
    record JavaWork(String benchmark, Map<String, String> params, int operations, int threads, String metric)
            implements Work {
        static JavaWork of(String benchmark) {
            return new JavaWork(benchmark, Map.of(), 1, 1, "");
        }

        JavaWork with(String param, Object value) {
            Map<String, String> more = new TreeMap<>(params);
            more.put(param, value.toString());
            return new JavaWork(benchmark, more, operations, threads, metric);
        }

        JavaWork operations(int number) {
            return new JavaWork(benchmark, params, number, threads, metric);
        }

        JavaWork threads(int number) {
            return new JavaWork(benchmark, params, operations, number, metric);
        }

        JavaWork metric(String name) {
            return new JavaWork(benchmark, params, operations, threads, name);
        }

        /** Returns whether the benchmark starts another JVM as the peer. */
        public boolean hasPeer() {
            return benchmark.startsWith("NetworkTraffic.") || benchmark.startsWith("BareDatagrams.");
        }

        /**
         * Returns whether an operation runs many times the code of a post: it creates, modifies or destroys objects, or
         * it is a call of a channel.
         */
        public boolean runsMuchCode() {
            return benchmark.startsWith("ControlPath.")
                    || benchmark.startsWith("Connections.")
                    || benchmark.startsWith("Streams.");
        }
    }

    /**
     * A workload of the benchmark program in C.
     *
     * @param arguments the name of the workload and its options
     */
    record CWork(List<String> arguments) implements Work {
        static CWork of(String workload) {
            return new CWork(List.of(workload));
        }

        CWork with(String option, Object value) {
            List<String> more = new ArrayList<>(arguments);
            more.add("--" + option);
            more.add(value.toString());
            return new CWork(List.copyOf(more));
        }
    }

    /**
     * A JVM that starts, does something short and ends; timed from outside.
     *
     * @param mainClass a class of {@code org.verbena.bench.process}
     * @param arguments the arguments of the class
     */
    record StartWork(String mainClass, List<String> arguments) implements Work {}

    /**
     * A program of the perftest package, as server and as client.
     *
     * @param program the name of the program
     * @param size the size of a message in bytes
     */
    record PerftestWork(String program, int size) implements Work {}
}
