// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Checks two connection managers that are connected by a network. The network loses, repeats, delays and reorders
 * messages. The applications on both sides make every request at any time.
 */
class AgentPairTest {
    private static final int STEPS_OF_SMALL_RUNS = 4;
    private static final int CHOICES = 11;
    private static final ByteBuffer NONE = ByteBuffer.allocate(0);

    /** A client, a server, and the network between them. */
    private static final class World {
        private final Bench client;
        private final Bench server;
        private final IbCmConnection active;
        private final List<ByteBuffer> toServer = new ArrayList<>();
        private final List<ByteBuffer> toClient = new ArrayList<>();
        private boolean activeDestroyed;
        private final List<IbCmConnection> destroyed = new ArrayList<>();

        World(long seed) {
            Random random = new Random(seed);
            client = new Bench(Bench.HERE, 0x1111, random);
            server = new Bench(Bench.THERE, 0x2222, random);
            server.agent.listen(server.device, Bench.SERVICE);
            active = client.agent.create(client.device);
            active.sendReq(client.route(), Bench.SERVICE, Bench.param());
            collect();
        }

        private void collect() {
            toServer.addAll(client.sent);
            client.sent.clear();
            toClient.addAll(server.sent);
            server.sent.clear();
        }

        private void step(int choice, int pick) {
            switch (choice) {
                case 0 -> deliver(server, toServer, pick, true);
                case 1 -> deliver(client, toClient, pick, true);
                case 2 -> deliver(server, toServer, pick, false);
                case 3 -> deliver(client, toClient, pick, false);
                case 4 -> lose(pick);
                case 5 -> advance(pick % 2 == 0 ? 600 : 5_000);
                case 6 -> passive(pick, connection -> connection.sendRep(Bench.param()));
                case 7 -> {
                    if (!activeDestroyed) {
                        active.sendRtu();
                    }
                }
                case 8 -> {
                    if (!activeDestroyed && !active.sendDreq()) {
                        active.sendDrep();
                    }
                }
                case 9 ->
                    passive(pick, connection -> {
                        if (!connection.sendDreq()) {
                            connection.sendDrep();
                        }
                    });
                default -> end(pick);
            }
            collect();
        }

        private interface Act {
            void on(IbCmConnection connection);
        }

        private void passive(int pick, Act act) {
            List<IbCmConnection> alive = new ArrayList<>(server.requests);
            alive.removeAll(destroyed);
            if (!alive.isEmpty()) {
                act.on(alive.get(pick % alive.size()));
            }
        }

        private void deliver(Bench to, List<ByteBuffer> from, int pick, boolean once) {
            if (!from.isEmpty()) {
                int index = pick % from.size();
                to.receive(once ? from.remove(index) : from.get(index));
            }
        }

        private void lose(int pick) {
            List<ByteBuffer> from = pick % 2 == 0 ? toServer : toClient;
            if (!from.isEmpty()) {
                from.remove(pick % from.size());
            }
        }

        private void advance(long millis) {
            client.advance(millis);
            server.advance(millis);
        }

        private void end(int pick) {
            switch (pick % 4) {
                case 0 -> passive(pick / 4, connection -> connection.sendRej(28, NONE));
                case 1 ->
                    passive(pick / 4, connection -> {
                        destroyed.add(connection);
                        server.agent.destroy(connection);
                    });
                case 2 -> {
                    if (!activeDestroyed) {
                        activeDestroyed = true;
                        client.agent.destroy(active);
                    }
                }
                default -> passive(pick / 4, IbCmConnection::establish);
            }
        }

        /** Delivers all messages, lets the applications answer them, and ends all connections. */
        private void settle() {
            for (int i = 0; i < 400 && (i < 2 || isBusy()); i++) {
                while (!toServer.isEmpty() || !toClient.isEmpty()) {
                    deliver(server, toServer, 0, true);
                    deliver(client, toClient, 0, true);
                    collect();
                }
                for (IbCmConnection connection : server.requests) {
                    if (!destroyed.contains(connection)) {
                        connection.sendRep(Bench.param());
                        connection.sendDrep();
                    }
                }
                if (!activeDestroyed) {
                    active.sendRtu();
                    active.sendDreq();
                    active.sendDrep();
                }
                collect();
                advance(5_000);
                collect();
            }
        }

        private boolean isBusy() {
            return !toServer.isEmpty() || !toClient.isEmpty() || client.awaitsTimer() || server.awaitsTimer();
        }

        private void check(Object history) {
            assertThat(isBusy()).as("timers and messages after %s", history).isFalse();
            List<IbCmConnection> all = new ArrayList<>(server.requests);
            all.removeAll(destroyed);
            for (IbCmConnection connection : all) {
                assertThat(connection.state())
                        .as("passive side after %s", history)
                        .isIn(ConnState.IDLE, ConnState.ESTABLISHED, ConnState.DREQ_RCVD);
                server.agent.destroy(connection);
            }
            if (!activeDestroyed) {
                assertThat(active.state()).as("active side after %s", history).isEqualTo(ConnState.IDLE);
                client.agent.destroy(active);
            }
            assertThat(client.agent.size())
                    .as("entries of the client after %s", history)
                    .isZero();
            assertThat(server.agent.size())
                    .as("entries of the server after %s", history)
                    .isEqualTo(1);
            for (Bench side : List.of(client, server)) {
                assertThat(Collections.frequency(side.events, ConnEvent.Type.REP_RECEIVED))
                        .isLessThanOrEqualTo(1);
            }
        }
    }

    @Test
    void everyShortRunEnds() {
        int runs = (int) Math.pow(CHOICES, STEPS_OF_SMALL_RUNS);
        for (int run = 0; run < runs; run++) {
            World world = new World(run);
            int left = run;
            for (int i = 0; i < STEPS_OF_SMALL_RUNS; i++) {
                world.step(left % CHOICES, run + i);
                left /= CHOICES;
            }
            world.settle();
            world.check("run " + run);
        }
    }

    @Test
    void randomRunsEnd() {
        long seed = System.nanoTime();
        System.out.println("runs from seed " + seed);
        Random random = new Random(seed);
        for (int run = 0; run < 3_000; run++) {
            World world = new World(random.nextLong());
            List<String> history = new ArrayList<>(List.of("seed " + seed + ", run " + run));
            int steps = random.nextInt(60);
            for (int i = 0; i < steps; i++) {
                int choice = random.nextInt(CHOICES);
                int pick = random.nextInt(1 << 16);
                history.add(choice + "/" + pick);
                world.step(choice, pick);
            }
            world.settle();
            world.check(history);
        }
    }

    /** A message with random content affects only its own connection. */
    @Test
    void randomMessagesAreHarmless() {
        long seed = System.nanoTime();
        System.out.println("messages from seed " + seed);
        Random random = new Random(seed);
        Bench bench = Bench.create();
        for (int i = 0; i < 50_000; i++) {
            byte[] mad = new byte[256];
            random.nextBytes(mad);
            mad[0] = 1;
            mad[1] = 7;
            mad[2] = 2;
            mad[3] = 3;
            mad[16] = 0;
            mad[17] = (byte) (0x10 + random.nextInt(11));
            if (random.nextBoolean()) {
                ByteBuffer.wrap(mad).putLong(24 + 8, Bench.SERVICE).put(24 + 72, Bench.HERE.raw());
                ByteBuffer.wrap(mad).putShort(24 + 96, (short) 0);
            }
            bench.receive(ByteBuffer.wrap(mad));
            bench.sent.clear();
            for (IbCmConnection connection : bench.requests) {
                bench.agent.destroy(connection);
            }
            bench.requests.clear();
        }
        bench.advance(10_000_000);
        assertThat(bench.agent.size()).isEqualTo(1);
    }
}
