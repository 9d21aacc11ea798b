// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpType;
import org.verbena.attr.WrOpcode;
import org.verbena.provider.sim.SimFault;
import org.verbena.provider.sim.SimFaults;
import org.verbena.provider.sim.SimProvider;
import org.verbena.tck.engine.Effort;
import org.verbena.tck.engine.ResultLine;

/**
 * Checks that every message on a reliable connection between two simulators arrives once, in order and complete.
 * Meanwhile the network loses, repeats and reorders packets in both directions.
 */
class NetworkLossIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int UDP_PORT = 24_791;
    private static final int OUTSTANDING = 16;
    private static final int PLACE = 8192;
    private static final int COUNTERS = OUTSTANDING * PLACE;
    private static final int RECEIVES = COUNTERS + PLACE;
    private static final int RECEIVE_COUNT = 64;
    private static final int LENGTH = RECEIVES + RECEIVE_COUNT * PLACE;

    /** The sequence numbers start near the largest one, so that they wrap around. */
    private static final int FIRST_PSN = 0xFF_FF00;

    private static final WrOpcode[] OPERATIONS = {
        WrOpcode.SEND,
        WrOpcode.SEND_WITH_IMM,
        WrOpcode.RDMA_WRITE,
        WrOpcode.RDMA_WRITE_WITH_IMM,
        WrOpcode.RDMA_READ,
        WrOpcode.ATOMIC_FETCH_AND_ADD,
        WrOpcode.ATOMIC_CMP_AND_SWP
    };

    /** A device with one queue pair and its memory. */
    private static final class Station implements AutoCloseable {
        final SimProvider provider;
        final DeviceContext context;
        final CompletionQueue cq;
        final MemoryRegion memory;
        final QueuePair qp;
        final CompletionArray completions;

        Station(String address, double loss, long seed) {
            provider = (SimProvider) new SimProvider()
                    .configure(Map.of("profile", "rxe", "address", address, "udp-port", Integer.toString(UDP_PORT)));
            SimFaults faults = provider.fabric().faults();
            faults.seed(seed);
            faults.inject(SimFault.drop().chance(loss));
            faults.inject(SimFault.delay(Duration.ofMillis(1)).chance(loss / 2));
            faults.inject(SimFault.duplicate().chance(loss / 2));
            context = provider.devices().get(0).open();
            ProtectionDomain pd = context.allocPd();
            cq = context.createCq(CqInitAttr.builder().cqe(256).build());
            memory = pd.allocMr(
                    LENGTH,
                    Flags.of(
                            AccessFlag.LOCAL_WRITE,
                            AccessFlag.REMOTE_WRITE,
                            AccessFlag.REMOTE_READ,
                            AccessFlag.REMOTE_ATOMIC));
            qp = pd.createQp(QpInitAttr.builder()
                    .qpType(QpType.RC)
                    .sendCq(cq)
                    .recvCq(cq)
                    .maxSendWr(OUTSTANDING)
                    .maxRecvWr(RECEIVE_COUNT)
                    .maxSendSge(1)
                    .maxRecvSge(1)
                    .build());
            completions = context.newCompletionArray(32);
        }

        void connect(Station peer) {
            qp.modify(QpAttr.toInit(1, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC)
                    .build());
            AhAttr address = AhAttr.global(GlobalRoute.to(peer.context.queryGid(1, 1), 1), 1);
            qp.modify(QpAttr.toRtr(Mtu.BYTES_256, peer.qp.qpNum(), FIRST_PSN, address)
                    .maxDestRdAtomic(OUTSTANDING)
                    .build());
            qp.modify(QpAttr.toRts(FIRST_PSN)
                    .timeout(10)
                    .retryCnt(7)
                    .maxRdAtomic(4)
                    .build());
        }

        ByteBuffer view(int offset, int length) {
            return memory.view(offset, length).order(ByteOrder.nativeOrder());
        }

        @Override
        public void close() {
            context.close();
            provider.close();
        }
    }

    /**
     * A message in flight.
     *
     * @param number its position in the sequence
     * @param operation its operation
     * @param length its length in bytes
     */
    private record Message(long number, WrOpcode operation, int length) {
        int place() {
            return (int) (number % OUTSTANDING) * PLACE;
        }

        boolean takesReceive() {
            return operation == WrOpcode.SEND || operation == WrOpcode.SEND_WITH_IMM || hasImmediate();
        }

        boolean hasImmediate() {
            return operation == WrOpcode.SEND_WITH_IMM || operation == WrOpcode.RDMA_WRITE_WITH_IMM;
        }

        boolean isSend() {
            return operation == WrOpcode.SEND || operation == WrOpcode.SEND_WITH_IMM;
        }

        void fill(ByteBuffer target) {
            for (int i = 0; i < length; i++) {
                target.put(i, (byte) (number * 31 + i * 7L));
            }
        }

        void check(ByteBuffer content) {
            for (int i = 0; i < length; i++) {
                if (content.get(i) != (byte) (number * 31 + i * 7L)) {
                    throw new AssertionError(this + ": byte " + i + " is " + content.get(i));
                }
            }
        }
    }

    private final Queue<Message> sent = new ArrayDeque<>();
    private final Queue<Message> toReceive = new ArrayDeque<>();
    private long added;
    private long posted;

    /** The value that the next compare-and-swap will find. */
    private long swapped;

    /** The value that the next completed compare-and-swap must have found. */
    private long found;

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.05})
    void everyMessageArrivesOnce(double loss) throws Exception {
        long seed = Long.getLong("verbena.loss.seed", System.nanoTime());
        long count = Effort.now().of(10_000, 500_000);
        System.out.printf("%s messages with a loss of %s from seed %d (-Dverbena.loss.seed)%n", count, loss, seed);
        Random random = new Random(seed);
        try (Station near = new Station("127.0.0.2", loss, seed);
                Station far = new Station("127.0.0.3", loss, ~seed)) {
            near.connect(far);
            far.connect(near);
            SendBatch sends = near.context.newSendBatch(1, 1, 0);
            RecvBatch receives = far.context.newRecvBatch(1, 1);
            for (int i = 0; i < RECEIVE_COUNT; i++) {
                postReceive(far, receives, i);
            }
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (posted < count || !sent.isEmpty() || !toReceive.isEmpty()) {
                while (posted < count && sent.size() < OUTSTANDING) {
                    post(near, far, sends, message(random));
                }
                if (pollSender(near, far) + pollReceiver(far, receives) > 0) {
                    deadline = System.nanoTime() + PATIENCE.toNanos();
                }
                if (System.nanoTime() > deadline) {
                    throw new AssertionError("no completion for " + PATIENCE + ": sent " + sent + ", to receive "
                            + toReceive + ", counters " + near.context.portCounters(1) + far.context.portCounters(1));
                }
            }
            assertThat(far.context.portCounters(1).get("dropped_internal")).isZero();
        }
        new ResultLine("loss-sim", "sim", "loss-" + loss)
                .write(count + " messages delivered once, in order, with every byte");
    }

    private Message message(Random random) {
        WrOpcode operation = OPERATIONS[random.nextInt(OPERATIONS.length)];
        boolean atomic = operation == WrOpcode.ATOMIC_FETCH_AND_ADD || operation == WrOpcode.ATOMIC_CMP_AND_SWP;
        int length = atomic ? Long.BYTES : random.nextInt(1 << random.nextInt(13));
        return new Message(posted++, operation, length);
    }

    private static void postReceive(Station far, RecvBatch receives, int index) {
        receives.clear();
        receives.add().wrId(index).sge(far.memory, RECEIVES + index * PLACE, PLACE);
        far.qp.postRecv(receives);
    }

    private void post(Station near, Station far, SendBatch sends, Message message) {
        long remote = far.memory.address() + message.place();
        long rkey = far.memory.rkey();
        sends.clear();
        SendWr wr = sends.add().wrId(message.number()).signaled().sge(near.memory, message.place(), message.length());
        int immediate = (int) message.number();
        switch (message.operation()) {
            case SEND -> wr.send();
            case SEND_WITH_IMM -> wr.sendImm(immediate);
            case RDMA_WRITE -> wr.write(remote, rkey);
            case RDMA_WRITE_WITH_IMM -> wr.writeImm(remote, rkey, immediate);
            case RDMA_READ -> wr.read(remote, rkey);
            case ATOMIC_FETCH_AND_ADD -> wr.fetchAdd(far.memory.address() + COUNTERS, rkey, 3);
            default -> wr.compareSwap(far.memory.address() + COUNTERS + 8, rkey, swapped, message.number());
        }
        Station source = message.operation() == WrOpcode.RDMA_READ ? far : near;
        message.fill(source.view(message.place(), message.length()));
        if (message.operation() == WrOpcode.ATOMIC_CMP_AND_SWP) {
            swapped = message.number();
        }
        sent.add(message);
        if (message.takesReceive()) {
            toReceive.add(message);
        }
        near.qp.postSend(sends);
    }

    private int pollSender(Station near, Station far) {
        int polled = near.cq.poll(near.completions);
        for (int i = 0; i < polled; i++) {
            Completion completion = near.completions.get(i);
            Message message = sent.remove();
            assertThat(completion.isSuccess()).as("%s: %s", message, completion).isTrue();
            assertThat(completion.wrId()).isEqualTo(message.number());
            ByteBuffer local = near.view(message.place(), message.length());
            switch (message.operation()) {
                case RDMA_WRITE -> message.check(far.view(message.place(), message.length()));
                case RDMA_READ -> message.check(local);
                case ATOMIC_FETCH_AND_ADD -> {
                    assertThat(local.getLong(0)).as("%s", message).isEqualTo(added);
                    added += 3;
                }
                case ATOMIC_CMP_AND_SWP -> {
                    assertThat(local.getLong(0)).as("%s", message).isEqualTo(found);
                    found = message.number();
                }
                default -> {
                    // pollReceiver checks the other operations.
                }
            }
        }
        near.completions.release();
        return polled;
    }

    private int pollReceiver(Station far, RecvBatch receives) {
        int polled = far.cq.poll(far.completions);
        for (int i = 0; i < polled; i++) {
            Completion completion = far.completions.get(i);
            Message message = toReceive.remove();
            assertThat(completion.isSuccess()).as("%s: %s", message, completion).isTrue();
            assertThat(completion.byteLen()).as("%s", message).isEqualTo(message.length());
            if (message.hasImmediate()) {
                assertThat(completion.immData()).isEqualTo((int) message.number());
            }
            int index = (int) completion.wrId();
            int at = message.isSend() ? RECEIVES + index * PLACE : message.place();
            message.check(far.view(at, message.length()));
            postReceive(far, receives, index);
        }
        far.completions.release();
        return polled;
    }
}
