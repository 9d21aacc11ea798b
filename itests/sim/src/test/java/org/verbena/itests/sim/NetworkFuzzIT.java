// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.connect.Connector;
import org.verbena.itests.sim.RxeRules.Nak;
import org.verbena.itests.sim.RxeRules.Target;
import org.verbena.provider.sim.SimProvider;
import org.verbena.rocev2.Icrc;
import org.verbena.rocev2.PacketDecoder;
import org.verbena.rocev2.PacketEncoder;
import org.verbena.rocev2.RoceOpcode;
import org.verbena.rocev2.RoceOpcode.Header;
import org.verbena.tck.engine.Effort;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.fixture.QpStateWalk;

/**
 * Sends packets with random content to a simulated device, from the address of its peer and mostly with correct
 * checksums. No packet causes an exception, changes memory that it may not access, or makes the heap grow. Queue pairs
 * fail only where those of rdma_rxe fail, with the same negative acknowledgements.
 */
class NetworkFuzzIT {
    private static final String VICTIM = "127.0.0.7";
    private static final String ATTACKER = "127.0.0.8";
    private static final int UDP_PORT = 24_795;
    private static final int REMOTE_QPN = 0x1234;
    private static final int PART = 4096;
    private static final byte UNTOUCHED = 0x5A;
    private static final int MAX_PAYLOAD = 1100;
    private static final int BURST = 32;
    private static final int RECEIVES = 64;
    private static final long HEAP_GROWTH = 32 << 20;
    private static final Mtu MTU = Mtu.BYTES_1024;
    private static final int MTU_BYTES = 1024;
    private static final int RNR_TIMER = 1;
    private static final int NAK_BITS = 0x60;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final RoceOpcode[] OPCODES = RoceOpcode.values();

    private final long seed = Long.getLong("verbena.packets.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final ByteBuffer packet = ByteBuffer.allocate(2048);
    private final ByteBuffer answer = ByteBuffer.allocate(8192);
    private final PacketEncoder encoder = new PacketEncoder();
    private final Icrc icrc = new Icrc();

    /** Memory of which the peer may access only the second quarter, and the device itself only the third quarter. */
    private final ByteBuffer memory = ByteBuffer.allocateDirect(4 * PART);

    private SimProvider victim;
    private DeviceContext context;
    private ProtectionDomain pd;
    private CompletionQueue cq;
    private MemoryRegion open;
    private MemoryRegion local;
    private QueuePair[] queuePairs;
    private RxeRules[] rules;
    private CompletionArray completions;
    private RecvBatch receives;
    private DatagramChannel attacker;
    private final PacketDecoder sent = new PacketDecoder();
    private final PacketDecoder received = new PacketDecoder();
    /** The packets since the last check, with their effects. */
    private final List<String> burst = new ArrayList<>();

    private long errors;

    @BeforeEach
    void start() throws IOException {
        victim = (SimProvider) new SimProvider()
                .configure(Map.of("profile", "rxe", "address", VICTIM, "udp-port", Integer.toString(UDP_PORT)));
        context = victim.devices().get(0).open();
        pd = context.allocPd();
        cq = context.createCq(CqInitAttr.builder().cqe(1024).build());
        for (int i = 0; i < memory.capacity(); i++) {
            memory.put(i, UNTOUCHED);
        }
        open = pd.regMr(
                memory.slice(PART, PART),
                AccessFlag.LOCAL_WRITE,
                AccessFlag.REMOTE_WRITE,
                AccessFlag.REMOTE_READ,
                AccessFlag.REMOTE_ATOMIC);
        local = pd.regMr(memory.slice(2 * PART, PART), AccessFlag.REMOTE_READ);
        completions = context.newCompletionArray(64);
        receives = context.newRecvBatch(1, 1);
        QpType[] types = {QpType.RC, QpType.UC, QpType.UD};
        queuePairs = new QueuePair[types.length];
        rules = new RxeRules[types.length];
        List<Target> targets = List.of(
                new Target((int) open.rkey(), open.iova(), PART, true),
                new Target((int) local.rkey(), local.iova(), PART, false));
        for (int i = 0; i < types.length; i++) {
            queuePairs[i] = pd.createQp(QpInitAttr.builder()
                    .qpType(types[i])
                    .sendCq(cq)
                    .recvCq(cq)
                    .maxSendWr(4)
                    .maxRecvWr(RECEIVES)
                    .maxSendSge(1)
                    .maxRecvSge(1)
                    .build());
            rules[i] = new RxeRules(types[i], MTU_BYTES, RNR_TIMER, targets);
            activate(i);
        }
        attacker = DatagramChannel.open();
        attacker.bind(new InetSocketAddress(ATTACKER, UDP_PORT));
        attacker.configureBlocking(false);
        DontFragment.set(attacker);
        icrc.ipv4(address(ATTACKER), address(VICTIM)).ports(UDP_PORT, UDP_PORT);
    }

    private static int address(String dotted) {
        return ByteBuffer.wrap(new InetSocketAddress(dotted, 0).getAddress().getAddress())
                .getInt();
    }

    @AfterEach
    void stop() throws IOException {
        attacker.close();
        context.close();
        victim.close();
    }

    /** Moves a queue pair to RTS, connected to the attacker, with all receives posted. */
    private void activate(int index) {
        QueuePair qp = queuePairs[index];
        rules[index].connects();
        Gid peer = Gid.parse("0000:0000:0000:0000:0000:ffff:7f00:0008");
        Flags<AccessFlag> access = qp.qpType() == QpType.RC
                ? Flags.of(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC)
                : Flags.of(AccessFlag.REMOTE_WRITE);
        QpStateWalk walk = QpStateWalk.of(qp, AhAttr.global(GlobalRoute.to(peer, 1), 1), MTU)
                .with(attr -> attr.qpAccessFlags(access)
                        .destQpNum(REMOTE_QPN)
                        .rqPsn(0)
                        .sqPsn(0)
                        .maxDestRdAtomic(4)
                        .minRnrTimer(RNR_TIMER)
                        .timeout(10)
                        .retryCnt(6)
                        .rnrRetry(6));
        walk.step(QpState.INIT);
        for (int i = 0; i < RECEIVES; i++) {
            postReceive(index);
        }
        walk.step(QpState.RTR);
        walk.step(QpState.RTS);
    }

    private void postReceive(int index) {
        QueuePair qp = queuePairs[index];
        int length = random.nextInt(PART);
        receives.clear();
        receives.add().wrId(qp.qpNum()).sge(open, 0, length);
        qp.postRecv(receives);
        rules[index].receives(length);
    }

    @Test
    void theDeviceWorksAfterRandomPackets() throws Exception {
        long count = Effort.now().of(1_000, 1_000_000);
        System.out.printf("%d packets from seed %d (-Dverbena.packets.seed)%n", count, seed);
        long before = usedHeap();
        for (long i = 0; i < count; i++) {
            int length = encode();
            attacker.send(packet.clear().limit(length), new InetSocketAddress(VICTIM, UDP_PORT));
            follow(length);
            if (i % BURST == 0) {
                awaitReceived(i + 1);
                settle(i);
            }
        }
        awaitReceived(count);

        assertThat(context.portCounters(1).get("dropped_internal")).isZero();
        for (int i = 0; i < memory.capacity(); i++) {
            if (i < PART || i >= 2 * PART) {
                assertThat(memory.get(i)).as("byte %d", i).isEqualTo(UNTOUCHED);
            }
        }
        assertThat(usedHeap() - before).isLessThan(HEAP_GROWTH);
        assertThat(errors).as("failed queue pairs").isPositive();
        assertWorks();
        new ResultLine("packets-sim", "sim", "rxe")
                .write(count + " packets survived, " + errors + " queue pairs failed");
    }

    private static long usedHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Encodes a packet with plausible headers, changes some of its bytes, and returns its length. */
    private int encode() {
        RoceOpcode opcode = OPCODES[random.nextInt(OPCODES.length)];
        QueuePair target = queuePairs[random.nextInt(queuePairs.length)];
        packet.clear();
        encoder.begin(packet, 0, opcode)
                .destQpn(random.nextInt(50) == 0 ? random.nextInt(1 << 24) : (int) target.qpNum())
                .psn((rules[0].expectedPsn() + small()) & 0xFF_FFFF, random.nextBoolean())
                .pkey(random.nextInt(50) == 0 ? random.nextInt(1 << 16) : 0xFFFF)
                .solicited(random.nextBoolean());
        int payload = random.nextInt(4) == 0 ? MTU_BYTES : random.nextInt(1 << random.nextInt(11));
        if (random.nextBoolean() && rules[0].restOfWrite() > 0) {
            payload = rules[0].restOfWrite();
        }
        if (opcode.has(Header.DETH)) {
            encoder.deth(random.nextInt(10) == 0 ? random.nextInt() : (int) QpStateWalk.QKEY, REMOTE_QPN);
        }
        if (opcode.has(Header.RETH)) {
            encoder.reth(target(), key(), requested(payload));
        }
        if (opcode.has(Header.ATOMIC_ETH)) {
            encoder.atomicEth(target() & ~7L, key(), random.nextLong(), random.nextLong());
        }
        if (opcode.has(Header.AETH)) {
            encoder.aeth(random.nextInt(256), random.nextInt(1 << 24));
        }
        if (opcode.has(Header.IMMDT)) {
            encoder.immediate(random.nextInt());
        }
        if (opcode.has(Header.IETH)) {
            encoder.invalidatedRkey(key());
        }
        int length = encoder.end(Math.min(payload, MAX_PAYLOAD));
        if (random.nextInt(3) == 0) {
            length = mutate(length);
        }
        if (random.nextInt(10) != 0 && length >= RoceOpcode.BTH_LENGTH + 4) {
            packet.clear();
            packet.putInt(length - 4, Integer.reverseBytes(icrc.compute(packet, 0, length)));
        }
        return length;
    }

    /** Returns a number near 0, mostly 0. */
    private int small() {
        return random.nextInt(3) == 0 ? random.nextInt(21) - 10 : 0;
    }

    /** Returns a length, often that of the packet or of a few packets. */
    private long requested(int payload) {
        return switch (random.nextInt(20)) {
            case 0 -> random.nextInt() & 0xFFFF_FFFFL;
            case 1, 2, 3, 4, 5, 6 -> random.nextInt(PART);
            case 7, 8, 9 -> payload + random.nextInt(PART / 2);
            default -> payload;
        };
    }

    /** Returns an address in, around or far from the region that the peer may access. */
    private long target() {
        return random.nextInt(20) == 0 ? random.nextLong() : open.iova() - 64 + random.nextInt(PART + 128);
    }

    private int key() {
        return switch (random.nextInt(10)) {
            case 0 -> random.nextInt();
            case 1 -> (int) local.rkey();
            default -> (int) open.rkey();
        };
    }

    private int mutate(int length) {
        for (int i = random.nextInt(4); i >= 0; i--) {
            packet.put(random.nextInt(length), (byte) random.nextInt(256));
        }
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(length);
            case 1 -> Math.min(length + random.nextInt(64), 1400);
            default -> length;
        };
    }

    /**
     * Waits until the device has received this number of packets. The test waits so often that the kernel drops none.
     */
    private void awaitReceived(long packets) throws InterruptedException {
        await("packet " + packets, () -> context.portCounters(1).get("rcvd_pkts") >= packets);
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time of %s", what).isLessThan(deadline);
            Thread.sleep(0, 100_000);
        }
    }

    /** Records the expected effect of the packet that was sent. */
    private void follow(int length) {
        packet.clear();
        if (sent.wrap(packet, 0, length) != PacketDecoder.Defect.NONE
                || icrc.findIdentification(packet, 0, length, sent.icrc()) < 0) {
            return;
        }
        for (int i = 0; i < queuePairs.length; i++) {
            if (queuePairs[i].qpNum() == sent.destQpn()) {
                rules[i].arrives(sent);
                burst.add(sent.opcode() + " qpn " + sent.destQpn() + " psn " + sent.psn() + " pad " + sent.padCount()
                        + ", " + sent.payloadLength() + " bytes: " + rules[i]);
            }
        }
    }

    /** Returns the negative acknowledgements that have arrived. */
    private List<Nak> takeNaks() throws IOException {
        List<Nak> naks = new ArrayList<>();
        while (attacker.receive(answer.clear()) != null) {
            assertThat(received.wrap(answer, 0, answer.position())).isEqualTo(PacketDecoder.Defect.NONE);
            if (received.opcode() == RoceOpcode.RC_ACKNOWLEDGE && (received.syndrome() & NAK_BITS) != 0) {
                naks.add(new Nak(received.psn(), received.syndrome()));
            }
        }
        return naks;
    }

    /**
     * Checks that only queue pairs that fail on rdma_rxe have failed, with the same negative acknowledgements. Polls
     * the completions, posts receives, and connects failed queue pairs again.
     */
    private void settle(long packets) throws IOException {
        for (int i = 0; i < queuePairs.length; i++) {
            boolean fails = queuePairs[i].query().attr().qpState() == QpState.ERR;
            assertThat(fails)
                    .as(
                            "failure of %s %s after %d packets from seed %d: %s",
                            queuePairs[i].qpType(), queuePairs[i].qpNum(), packets + 1, seed, String.join("\n", burst))
                    .isEqualTo(
                            queuePairs[i].qpType() == QpType.RC
                                    ? rules[i].hasFailed()
                                    : fails && rules[i].mayHaveFailed());
        }
        assertThat(takeNaks())
                .as("answers up to packet %d from seed %d to %s", packets, seed, String.join("\n", burst))
                .isEqualTo(rules[0].takeNaks());
        burst.clear();
        Map<Long, Integer> completed = new HashMap<>();
        for (int polled = cq.poll(completions); polled > 0; polled = cq.poll(completions)) {
            for (int i = 0; i < polled; i++) {
                completed.merge(completions.wrId(i), 1, Integer::sum);
            }
            completions.release();
        }
        for (int i = 0; i < queuePairs.length; i++) {
            QueuePair qp = queuePairs[i];
            if (qp.query().attr().qpState() == QpState.ERR) {
                errors++;
                qp.modify(QpAttr.builder().qpState(QpState.RESET).build());
                activate(i);
            } else {
                for (int j = completed.getOrDefault(qp.qpNum(), 0); j > 0; j--) {
                    postReceive(i);
                }
            }
        }
    }

    /** Checks that the device still exchanges messages with another one. */
    private void assertWorks() throws Exception {
        SimProvider other = (SimProvider) new SimProvider()
                .configure(Map.of("profile", "rxe", "address", "127.0.0.9", "udp-port", Integer.toString(UDP_PORT)));
        try (DeviceContext peer = other.devices().get(0).open()) {
            ProtectionDomain ofPeer = peer.allocPd();
            CompletionQueue peerCq = peer.createCq(CqInitAttr.builder().cqe(16).build());
            QpInitAttr attr = QpInitAttr.builder()
                    .qpType(QpType.RC)
                    .maxSendWr(4)
                    .maxRecvWr(4)
                    .maxSendSge(1)
                    .maxRecvSge(1)
                    .sendCq(peerCq)
                    .recvCq(peerCq)
                    .build();
            QueuePair sender = ofPeer.createQp(attr);
            QueuePair receiver =
                    pd.createQp(attr.toBuilder().sendCq(cq).recvCq(cq).build());
            Connector.create().connect(sender, receiver);
            MemoryRegion source = ofPeer.allocMr(64, AccessFlag.LOCAL_WRITE);
            SendBatch sends = peer.newSendBatch(1, 1, 0);
            sends.add().write(open.iova(), open.rkey()).sge(source, 0, 64).signaled();
            sender.postSend(sends);
            CompletionArray done = peer.newCompletionArray(1);
            await("a write", () -> peerCq.poll(done) > 0);
            assertThat(done.get(0).isSuccess()).as("%s", done.get(0)).isTrue();
        }
        other.close();
    }
}
