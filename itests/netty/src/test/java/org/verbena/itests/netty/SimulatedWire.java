// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import org.verbena.provider.sim.SimFault;
import org.verbena.provider.sim.SimProvider;
import org.verbena.tck.engine.Effort;
import org.verbena.tck.engine.ResultLine;

/**
 * Runs Netty's tests on a simulator, and counts the messages on the wire. The condition of a fault counts them,
 * because the simulator passes each message to it. The fault matches no message.
 */
final class SimulatedWire implements AutoCloseable {
    /** The minimum number of bytes on the wire. Netty's tests exchange more, so a run without RDMA fails. */
    private static final long LEAST_BYTES = 10_000_000;

    private static final long LEAST_MESSAGES = 10_000;

    private final SimProvider simulator;
    private final Wire wire;
    private final LongAdder messages = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    SimulatedWire(SimProvider simulator) {
        this.simulator = simulator;
        wire = new Wire(simulator);
        simulator.fabric().faults().inject(SimFault.drop().where(message -> {
            messages.increment();
            bytes.add(message.length());
            return false;
        }));
    }

    Wire wire() {
        return wire;
    }

    /** Runs all tests, or one class in a brief run, and writes the result line. */
    void run(String environment) throws Exception {
        Run run;
        try (OverRdma tests = new OverRdma(wire)) {
            run = tests.run(Effort.now() == Effort.FULL ? Catalogue.classes() : Catalogue.brief());
        }
        new ResultLine(environment, "sim", wire.device())
                .write("%s, %d messages with %d bytes on the wire".formatted(run, messages.sum(), bytes.sum()));
        run.requireSuccess();
        assertThat(messages.sum()).as("messages on the wire").isPositive();
        if (Run.isComplete()) {
            assertThat(messages.sum()).as("messages on the wire").isGreaterThan(LEAST_MESSAGES);
            assertThat(bytes.sum()).as("bytes on the wire").isGreaterThan(LEAST_BYTES);
        }
    }

    @Override
    public void close() throws IOException {
        wire.close();
        simulator.close();
    }
}
