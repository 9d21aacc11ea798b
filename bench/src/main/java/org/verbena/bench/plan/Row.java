// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.plan;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table: two works to compare, and a goal.
 *
 * @param id the name for the command line
 * @param environment the test environment
 * @param title the description of the operation
 * @param subject the work to be judged
 * @param yardstick the work to compare it with, measured in turn
 * @param yardstickName the name of the yardstick in the table
 * @param goal the performance goal
 * @param variables the environment variables of both processes
 */
public record Row(
        String id,
        Environment environment,
        String title,
        Work subject,
        @Nullable Work yardstick,
        String yardstickName,
        Goal goal,
        Map<String, String> variables) {
    static Row of(String id, Environment environment, String title, Work subject) {
        return new Row(id, environment, title, subject, null, "", new Goal.Measure(), Map.of());
    }

    Row beside(Work other) {
        return beside(other, "C");
    }

    Row beside(Work other, String name) {
        return new Row(id, environment, title, subject, other, name, goal, variables);
    }

    Row goal(Goal asked) {
        return new Row(id, environment, title, subject, yardstick, yardstickName, asked, variables);
    }

    Row variables(Map<String, String> newVariables) {
        return new Row(id, environment, title, subject, yardstick, yardstickName, goal, newVariables);
    }

    /** Returns whether a smoke run judges the row. */
    public boolean isGuarded() {
        return goal instanceof Goal.Metric metric && metric.guarded();
    }

    /** The test environment of a measurement. */
    public enum Environment {
        /** The genuine libmlx5 over a faked kernel. */
        MLX5("Genuine libmlx5 over a faked kernel"),
        /** The kernel's rdma_rxe in an emulated machine. */
        SOFTROCE("rdma_rxe of a real kernel, in an emulated machine"),
        /** The simulator. */
        SIM("Simulator"),
        /** Two simulated devices in two JVMs on the loopback interface. */
        NETWORK("Simulator on the network, two JVMs"),
        /** Socket channels over the simulator, in one JVM. */
        CHANNELS("Socket channels on the simulator"),
        /** From the start of a JVM. */
        START("From the start of a JVM");

        private final String title;

        Environment(String title) {
            this.title = title;
        }

        /** Returns the name for the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the heading of the environment. */
        public String title() {
            return title;
        }
    }
}
