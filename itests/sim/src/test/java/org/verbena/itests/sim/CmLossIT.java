// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.verbena.cm.ConnectionManager;
import org.verbena.provider.sim.SimFault;
import org.verbena.provider.sim.SimFaults;
import org.verbena.provider.sim.SimProvider;
import org.verbena.tck.engine.Effort;
import org.verbena.tck.engine.ResultLine;

/** Checks that two simulators set up and tear down all connections while the network loses packets. */
class CmLossIT {
    private static final int UDP_PORT = 26_791;
    private static final String NEAR = "127.0.0.2";
    private static final String FAR = "127.0.0.3";
    private static final double LOSS = 0.05;

    /** REQ, REP, RTU, DREQ and DREP. */
    private static final int MESSAGES = 5;

    @Test
    void everyConnectionEnds() throws Exception {
        long seed = Long.getLong("verbena.loss.seed", System.nanoTime());
        int count = (int) Effort.now().of(10, 1_000);
        System.out.printf("%s connections with a loss of %s from seed %d (-Dverbena.loss.seed)%n", count, LOSS, seed);
        AtomicLong sent = new AtomicLong();
        try (SimProvider near = provider(NEAR, seed, sent);
                SimProvider far = provider(FAR, ~seed, sent);
                ConnectionManager client = ConnectionManager.open(near);
                ConnectionManager server = ConnectionManager.open(far)) {
            LossyConnections connections =
                    new LossyConnections(client, server, new InetSocketAddress(InetAddress.getByName(FAR), 0));
            connections.run(count);
            new ResultLine("cm-loss-sim", "sim", "loss-" + LOSS)
                    .write("%s, %d messages more than without losses"
                            .formatted(connections, sent.get() - (long) MESSAGES * count));
        }
    }

    private static SimProvider provider(String address, long seed, AtomicLong sent) {
        SimProvider provider = (SimProvider) new SimProvider()
                .configure(Map.of("profile", "rxe", "address", address, "udp-port", Integer.toString(UDP_PORT)));
        SimFaults faults = provider.fabric().faults();
        faults.seed(seed);
        faults.inject(
                SimFault.drop().where(message -> sent.incrementAndGet() > 0).chance(LOSS));
        return provider;
    }
}
