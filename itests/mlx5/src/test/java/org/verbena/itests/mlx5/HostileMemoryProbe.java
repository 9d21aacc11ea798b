// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.verbena.AddressHandle;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.MrReregAttr;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.SendBatch;
import org.verbena.Verbs;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowSpec;
import org.verbena.attr.FlowSpecType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.connect.Connector;
import org.verbena.error.VerbsException;
import org.verbena.provider.ffm.memory.MemorySegments;

/** Registers memory that is freed, truncated or changed. Runs in a separate process, because a fault crashes it. */
final class HostileMemoryProbe implements AutoCloseable {
    private static final Flags<AccessFlag> LOCAL = Flags.of(AccessFlag.LOCAL_WRITE);
    private static final Flags<AccessFlag> REMOTE = LOCAL.with(AccessFlag.REMOTE_WRITE);
    private static final int PAGE = 4096;
    private static final int FRAME = 64;

    private final DeviceContext context;
    private final ProtectionDomain pd;
    private final CompletionQueue cq;
    private final boolean underlay;
    private final boolean simulated;

    private HostileMemoryProbe(String provider, boolean underlay) {
        this.context = Verbs.provider(provider).devices().get(0).open();
        this.pd = context.allocPd();
        this.cq = context.createCq(CqInitAttr.builder().cqe(1024).build());
        this.underlay = underlay;
        this.simulated = provider.equals("sim");
    }

    /** Takes a provider and the test as arguments. Prints one line for each case: its name and its outcome. */
    public static void main(String[] arguments) throws Exception {
        String test = arguments[1];
        try (HostileMemoryProbe probe = new HostileMemoryProbe(arguments[0], test.equals("underlay"))) {
            switch (test) {
                case "raw", "underlay" -> probe.postHeaders();
                case "transfer" -> probe.transfer();
                case "snapshots" -> probe.registerWhileBufferChanges(Long.parseLong(arguments[2]));
                case "flows" -> probe.createFlows();
                case "connected" -> say("connected", () -> probe.create(QpType.RC));
                default -> throw new IllegalArgumentException(test);
            }
        }
        System.out.println("end: reached");
    }

    @Override
    public void close() {
        context.close();
    }

    private static void say(String name, Runnable action) {
        String outcome;
        try {
            action.run();
            outcome = "accepted";
        } catch (VerbsException e) {
            outcome = "refused, " + e.getMessage();
        }
        System.out.println(name + ": " + outcome.replace('\n', ' '));
    }

    // ---------------------------------------------------------------- posts whose headers the CPU reads

    private void postHeaders() throws Exception {
        ByteBuffer plain = ByteBuffer.allocateDirect(PAGE);
        post("live buffer", pd.regMr(plain, LOCAL));
        post("allocated", pd.allocMr(PAGE, LOCAL));

        Arena shared = Arena.ofShared();
        MemoryRegion segment = MemorySegments.regMr(pd, shared.allocate(PAGE), LOCAL);
        MemoryRegion buffer = pd.regMr(shared.allocate(PAGE).asByteBuffer(), LOCAL);
        post("open shared arena", segment);
        shared.close();
        post("closed shared arena", segment);
        post("buffer of closed shared arena", buffer);

        Arena confined = Arena.ofConfined();
        MemoryRegion own = MemorySegments.regMr(pd, confined.allocate(PAGE), LOCAL);
        post("confined arena of this thread", own);
        CompletableFuture.runAsync(() -> post("confined arena of another thread", own))
                .get();
        confined.close();
        post("closed confined arena", own);

        Arena unmapped = Arena.ofShared();
        MemorySegment byAddress = unmapped.allocate(1 << 20);
        MemoryRegion numbers = pd.regMr(byAddress.address(), PAGE, LOCAL);
        unmapped.close();
        post("by address", numbers);
        onDemand();

        MemoryRegion moved = pd.regMr(plain, LOCAL);
        Arena target = Arena.ofShared();
        ByteBuffer other = target.allocate(PAGE).asByteBuffer();
        try {
            moved.rereg(MrReregAttr.builder().memory(other).build());
            target.close();
            post("moved to a closed arena", moved);
        } catch (VerbsException e) {
            System.out.println("moved to a closed arena: refused, addr is not changed: " + e.getMessage());
        }
        truncated("truncated file", 0);
        truncated("truncated file in compiled code", 30_000);
    }

    /** Registers the whole address space of the process, most of which is not mapped. */
    private void onDemand() {
        try {
            MemoryRegion all = pd.regMr(0, -1, LOCAL.with(AccessFlag.ON_DEMAND));
            post("on demand", all);
        } catch (VerbsException e) {
            System.out.println("on demand: refused, addr is not registered: " + e.getMessage());
        }
    }

    private void truncated(String name, int before) throws IOException {
        Path file = Files.createTempFile("verbena", ".mapped");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, 2 * PAGE);
            MemoryRegion region = pd.regMr(mapped, LOCAL);
            if (before > 0) {
                warmUp(region, before);
            }
            channel.truncate(0);
            post(name, region);
        } finally {
            Files.delete(file);
        }
    }

    private void warmUp(MemoryRegion region, int posts) {
        try (Poster poster = new Poster()) {
            for (int i = 0; i < posts; i++) {
                poster.batch(region);
                poster.drain();
            }
        }
    }

    private void post(String name, MemoryRegion region) {
        try (Poster poster = new Poster()) {
            say(name + " by batch", () -> poster.batch(region));
            if (!underlay) {
                say(name + " by list of builder", () -> poster.builderList(region));
                say(name + " by builder", () -> poster.builder(region));
            }
        }
    }

    /** Posts the first bytes of a region on a queue pair in different ways. */
    private final class Poster implements AutoCloseable {
        private final QueuePair qp = sender();
        private final SendBatch batch = context.newSendBatch(1, 2, 0);
        private final CompletionArray done = context.newCompletionArray(16);
        private final AddressHandle ah =
                underlay ? pd.createAh(AhAttr.builder().dlid(1).portNum(1).build()) : null;

        void batch(MemoryRegion region) {
            batch.clear();
            fill(region);
            qp.postSend(batch);
        }

        private void fill(MemoryRegion region) {
            // mlx5_post_send_underlay requires the header in one piece; copy_eth_inline_headers does not.
            int first = underlay ? 8 : 2;
            batch.add()
                    .send()
                    .sge(region, 0, first)
                    .sge(region, first, FRAME - first)
                    .signaled();
            if (ah != null) {
                batch.get(0).to(ah, 1, 1);
            }
        }

        void builder(MemoryRegion region) {
            build(builder -> builder.wrSetSge(region, 0, FRAME));
        }

        void builderList(MemoryRegion region) {
            batch.clear();
            fill(region);
            build(builder -> builder.wrSetSgeList(batch.get(0)));
        }

        private void build(Consumer<QueuePairEx> data) {
            QueuePairEx builder = qp.toQpEx().orElseThrow();
            builder.wrStart();
            try {
                builder.wrSend();
                if (ah != null) {
                    builder.wrSetUdAddr(ah, 1, 1);
                }
                data.accept(builder);
            } finally {
                builder.wrAbort();
            }
        }

        void drain() {
            long deadline = System.nanoTime() + 30_000_000_000L;
            while (cq.poll(done) == 0) {
                if (System.nanoTime() > deadline) {
                    throw new AssertionError("no completion");
                }
                Thread.onSpinWait();
            }
        }

        @Override
        public void close() {
            qp.close();
            if (ah != null) {
                ah.close();
            }
        }
    }

    private QueuePair sender() {
        QpInitAttr.Builder request =
                request(underlay ? QpType.UD : QpType.RAW_PACKET).pd(pd).maxSendSge(2);
        if (underlay) {
            // libmlx5 offers no builders for underlay queue pairs.
            request.createFlags(QpCreateFlag.SOURCE_QPN).sourceQpn(0x1234);
        } else {
            request.sendOpsFlags(SendOp.SEND);
        }
        QueuePair qp = context.createQpEx(request.build());
        QpAttr.Builder init = QpAttr.builder().qpState(QpState.INIT);
        // Linux drivers/infiniband/hw/mlx5/qp.c, mlx5_ib_modify_qp: an underlay queue pair accepts only its state.
        qp.modify((underlay ? init : init.portNum(1)).build());
        qp.modify(QpAttr.builder().qpState(QpState.RTR).build());
        qp.modify(QpAttr.builder().qpState(QpState.RTS).build());
        return qp;
    }

    private QpInitAttr.Builder request(QpType type) {
        return QpInitAttr.builder()
                .qpType(type)
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(16)
                .maxRecvWr(16)
                .maxSendSge(1)
                .maxRecvSge(1);
    }

    private QueuePair create(QpType type) {
        return pd.createQp(request(type).build());
    }

    // ---------------------------------------------------------------- transfers by a device that copies with the CPU

    /** Transfers data from and to memory of a closed arena. Each work request must complete with an error. */
    private void transfer() {
        MemoryRegion live = pd.allocMr(PAGE, REMOTE);
        for (boolean ownMemory : new boolean[] {true, false}) {
            Arena arena = Arena.ofShared();
            MemoryRegion freed = MemorySegments.regMr(pd, arena.allocate(PAGE), REMOTE);
            QueuePair first = create(QpType.RC);
            QueuePair second = create(QpType.RC);
            Connector.create().connect(first, second);
            SendBatch batch = context.newSendBatch(1, 1, 0);
            MemoryRegion source = ownMemory ? freed : live;
            MemoryRegion target = ownMemory ? live : freed;
            batch.add()
                    .write(target.address(), target.rkey())
                    .sge(source, 0, FRAME)
                    .signaled();
            arena.close();
            first.postSend(batch);
            CompletionArray done = context.newCompletionArray(1);
            long deadline = System.nanoTime() + 30_000_000_000L;
            while (cq.poll(done) == 0 && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            System.out.println((ownMemory ? "own" : "remote") + ": " + done.status(0));
            first.close();
            second.close();
        }
    }

    // ---------------------------------------------------------------- buffers that change while they are registered

    /** Checks that the length and view of a region reflect the same state of the buffer, and lie within it. */
    private void registerWhileBufferChanges(long seed) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocateDirect(16 * PAGE);
        MemoryRegion whole = pd.regMr(buffer.duplicate(), LOCAL);
        MemoryRegion reregistered = pd.regMr(ByteBuffer.allocateDirect(PAGE), LOCAL);
        Random random = new Random(seed);
        Thread mutator = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                int position = random.nextInt(8) * PAGE;
                buffer.clear().position(position).limit(position + (1 + random.nextInt(8)) * PAGE);
            }
        });
        mutator.start();
        long base = whole.address();
        int accepted = 0;
        int refused = 0;
        for (int i = 0; i < 3_000; i++) {
            boolean change = i % 3 == 2;
            MemoryRegion region = reregistered;
            try {
                if (change) {
                    reregistered.rereg(MrReregAttr.builder().memory(buffer).build());
                } else {
                    Supplier<MemoryRegion> registration = i % 3 == 0
                            ? () -> pd.regMr(buffer, LOCAL)
                            : () -> pd.regMrIova(buffer, base & (PAGE - 1), LOCAL);
                    region = registration.get();
                }
                accepted++;
            } catch (VerbsException e) {
                refused++;
                continue;
            }
            long length = region.length();
            require(length >= 0 && length <= buffer.capacity(), "length " + length);
            region.view(0, (int) length);
            long lengthOfView = length;
            MemoryRegion registered = region;
            require(
                    throwsIndexError(() -> registered.view(0, (int) lengthOfView + 1)),
                    "the view is longer than the region: " + length);
            if (!simulated) {
                long offset = region.address() - base;
                require(offset >= 0 && offset + length <= buffer.capacity(), "offset " + offset + ", length " + length);
                require(
                        length == 0 || MemorySegment.ofBuffer(region.view(0, 1)).address() == region.address(),
                        "the view lies elsewhere");
            }
            if (!change) {
                region.close();
            }
        }
        mutator.interrupt();
        mutator.join();
        System.out.println("snapshots: " + (accepted > 0 ? "consistent" : "none") + ", " + accepted + " accepted, "
                + refused + " refused");
    }

    private static boolean throwsIndexError(Runnable action) {
        try {
            action.run();
            return false;
        } catch (IndexOutOfBoundsException e) {
            return true;
        }
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new AssertionError(message);
        }
    }

    // ---------------------------------------------------------------- flow rules

    /**
     * Passes specifications of all types with exact lengths to the C library. Then passes as many of the largest type
     * as the field can count.
     */
    private void createFlows() {
        QueuePair qp = sender();
        for (FlowSpecType type : FlowSpecType.values()) {
            say(type.name(), () -> {
                FlowSpec spec = specification(type);
                qp.createFlow(FlowAttr.builder().spec(spec).build()).close();
            });
        }
        for (int count : new int[] {255, 256}) {
            say(count + " specifications", () -> {
                FlowAttr.Builder rule = FlowAttr.builder();
                for (int i = 0; i < count; i++) {
                    rule.spec(specification(FlowSpecType.IPV6));
                }
                qp.createFlow(rule.build()).close();
            });
        }
        say(
                "65538 bytes",
                () -> qp.createFlow(FlowAttr.builder()
                        .spec(FlowSpec.of(FlowSpecType.ETH, new byte[65_538], new byte[65_538]))
                        .build()));
        qp.close();
    }

    private static FlowSpec specification(FlowSpecType type) {
        int length = switch (type) {
            case ETH -> 16;
            case IPV6 -> 40;
            case IPV4_EXT -> 12;
            case IPV4, ESP, GRE -> 8;
            case ACTION_DROP -> 0;
            default -> 4;
        };
        boolean action = type == FlowSpecType.ACTION_TAG || type == FlowSpecType.ACTION_DROP;
        return FlowSpec.of(type, new byte[length], new byte[action ? 0 : length]);
    }
}
