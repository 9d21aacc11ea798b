// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.verbena.MemoryRegion;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.WrOpcode;

/**
 * Builds sends. The memory has five zones, so that concurrent operations do not touch the same bytes. The zones hold
 * sent data, received data, the results of reads and atomics, data that peers write, and data that peers read.
 */
final class SendArguments {
    /** The size of a zone. */
    static final int ZONE = Traffic.BYTES / 5;

    /** The offset of the zone for received data. */
    static final int RECEIVED = ZONE;

    private static final int SENT = 0;
    private static final int FETCHED = 2 * ZONE;
    private static final int WRITTEN = 3 * ZONE;
    private static final int READ = 4 * ZONE;
    private static final int MOST = 10_000;
    private static final int ONE_PACKET = 1000;
    private static final int UNKNOWN_OPCODE = 77;
    private static final List<Integer> SIZES = List.of(0, 1, 4, 8, 255, 256, 257, 512, 1023, 1024, 1025, 2048, 4096);

    private static final List<WrOpcode> DATAGRAM = List.of(WrOpcode.SEND, WrOpcode.SEND, WrOpcode.SEND_WITH_IMM);
    private static final List<WrOpcode> UNRELIABLE = List.of(
            WrOpcode.SEND,
            WrOpcode.SEND_WITH_IMM,
            WrOpcode.RDMA_WRITE,
            WrOpcode.RDMA_WRITE,
            WrOpcode.RDMA_WRITE_WITH_IMM);
    private static final List<WrOpcode> RELIABLE = List.of(
            WrOpcode.SEND,
            WrOpcode.SEND,
            WrOpcode.SEND_WITH_IMM,
            WrOpcode.SEND_WITH_INV,
            WrOpcode.RDMA_WRITE,
            WrOpcode.RDMA_WRITE,
            WrOpcode.RDMA_WRITE_WITH_IMM,
            WrOpcode.RDMA_READ,
            WrOpcode.RDMA_READ,
            WrOpcode.ATOMIC_CMP_AND_SWP,
            WrOpcode.ATOMIC_FETCH_AND_ADD,
            WrOpcode.BIND_MW,
            WrOpcode.LOCAL_INV);

    private static final Set<WrOpcode> BRING_DATA = EnumSet.of(
            WrOpcode.SEND,
            WrOpcode.SEND_WITH_IMM,
            WrOpcode.SEND_WITH_INV,
            WrOpcode.RDMA_WRITE,
            WrOpcode.RDMA_WRITE_WITH_IMM);

    /** The operations that bind and invalidate keys. */
    private static final Set<WrOpcode> KEYS = EnumSet.of(WrOpcode.BIND_MW, WrOpcode.LOCAL_INV, WrOpcode.SEND_WITH_INV);

    private SendArguments() {}

    static void send(StepBuilder builder) {
        PairArguments.end(builder);
        StepValues values = builder.values();
        Traffic traffic = builder.device().traffic();
        int made = builder.arguments().objects(StepField.PAIR).get(0);
        ConnectedQps connection = traffic.connection(made).orElseThrow();
        boolean first = traffic.list("send "
                        + connection
                                .end(builder.arguments().integer(StepField.END))
                                .label())
                .isEmpty();
        QpType type = PairAttributes.type(connection.arguments());
        WrOpcode opcode = opcode(builder, type, first);
        if (opcode == WrOpcode.RDMA_READ && connection.cutsDifferently() && values.oneIn(2)) {
            opcode = WrOpcode.RDMA_WRITE;
        }
        builder.set(StepField.OPCODE, first && values.wildly(60) ? UNKNOWN_OPCODE : opcode.value());
        // A work request that fails before it is sent races with the responses to earlier ones.
        operation(builder, opcode, first && type != QpType.UD);
        flags(builder, opcode);
        if (connection.arguments().number(StepField.BUILDERS) != 0 && values.oneIn(2)) {
            builder.set(StepField.BUILDERS, 1);
        }
    }

    /**
     * Returns an operation that the service supports; in wild steps any at the start of a list. A failing bind in the
     * middle of a list is a race.
     */
    private static WrOpcode opcode(StepBuilder builder, QpType type, boolean first) {
        StepValues values = builder.values();
        if (first && builder.path() != WalkKind.POST && values.wildly(12)) {
            return values.oneOf(RELIABLE);
        }
        WrOpcode opcode = values.oneOf(
                switch (type) {
                    case UD -> DATAGRAM;
                    case UC -> UNRELIABLE;
                    default -> RELIABLE;
                });
        boolean isLeftOut =
                builder.path() == WalkKind.POST ? KEYS.contains(opcode) : opcode == WrOpcode.BIND_MW && !first;
        return isLeftOut ? WrOpcode.SEND : opcode;
    }

    private static void operation(StepBuilder builder, WrOpcode opcode, boolean mayFail) {
        StepValues values = builder.values();
        boolean fails = mayFail && mayAsk(builder) && values.wildly(8);
        boolean last = false;
        switch (opcode) {
            case SEND -> elements(builder, SENT, size(builder), fails);
            case SEND_WITH_IMM -> {
                builder.set(StepField.IMM_DATA, values.below(1 << 20));
                elements(builder, SENT, size(builder), fails);
            }
            case SEND_WITH_INV -> {
                invalidated(builder);
                elements(builder, SENT, size(builder), fails);
            }
            case RDMA_WRITE -> {
                remote(builder, WRITTEN);
                elements(builder, SENT, size(builder), fails);
            }
            case RDMA_WRITE_WITH_IMM -> {
                builder.set(StepField.IMM_DATA, values.below(1 << 20));
                remote(builder, WRITTEN);
                elements(builder, SENT, size(builder), fails);
            }
            case RDMA_READ -> {
                remote(builder, READ);
                elements(builder, FETCHED, size(builder), fails);
                last = true;
            }
            case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD -> {
                atomic(builder, opcode);
                elements(builder, FETCHED, values.wildly(8) ? size(builder) : Long.BYTES, fails);
                last = true;
            }
            case LOCAL_INV -> invalidated(builder);
            default -> {
                builder.pick(StepField.MW);
                TrafficArguments.opened(builder);
            }
        }
        // An operation that fails when its response arrives races with the requests sent after it.
        if (!(fails && last) && values.oneIn(3)) {
            builder.set(StepField.MORE, 1);
        }
    }

    private static void atomic(StepBuilder builder, WrOpcode opcode) {
        StepValues values = builder.values();
        remote(builder, WRITTEN);
        long place = builder.arguments().number(StepField.REMOTE_OFFSET);
        builder.set(StepField.REMOTE_OFFSET, values.wildly(6) ? place : place & -Long.BYTES)
                .set(StepField.SWAP, values.below(1 << 20));
        if (opcode == WrOpcode.ATOMIC_CMP_AND_SWP) {
            builder.set(StepField.COMPARE, values.below(2));
        }
    }

    /**
     * Returns whether a step may contain requests that the device must refuse. On the POST path it may not, because
     * that path tests the library only.
     */
    static boolean mayAsk(StepBuilder builder) {
        return builder.path() != WalkKind.POST;
    }

    /**
     * Sets the peer's memory: mostly inside the registered memory, sometimes across its end or without a valid key.
     */
    private static void remote(StepBuilder builder, int zone) {
        StepValues values = builder.values();
        if (!mayAsk(builder)) {
            whole(builder).stream().findFirst().ifPresent(region -> builder.name(StepField.REMOTE, region));
            builder.set(StepField.REMOTE_OFFSET, zone + (values.below(ZONE - MOST) & -Long.BYTES));
            return;
        }
        builder.set(
                StepField.REMOTE_OFFSET,
                values.wildly(12) ? Traffic.BYTES - values.below(100) : zone + values.below(ZONE - MOST));
        if (!values.wildly(12)) {
            List<Integer> windows = builder.device().open(Kind.MW);
            builder.pick(StepField.REMOTE, !windows.isEmpty() && values.oneIn(3) ? Kind.MW : Kind.MR);
        }
    }

    private static void invalidated(StepBuilder builder) {
        if (builder.values().wildly(3)) {
            builder.pick(StepField.MR);
        } else {
            builder.pick(StepField.MW);
        }
    }

    private static void flags(StepBuilder builder, WrOpcode opcode) {
        StepValues values = builder.values();
        long flags = values.oneIn(4) && opcode != WrOpcode.BIND_MW ? 0 : SendFlag.SIGNALED.mask();
        flags |= values.oneIn(4) ? SendFlag.SOLICITED.mask() : 0;
        flags |= values.oneIn(6) ? SendFlag.FENCE.mask() : 0;
        flags |= BRING_DATA.contains(opcode) && values.oneIn(6) ? SendFlag.INLINE.mask() : 0;
        builder.set(StepField.SEND_FLAGS, flags);
    }

    /** Returns a number of bytes: empty, small, about the size of a packet, or several packets. */
    static int size(StepBuilder builder) {
        StepValues values = builder.values();
        if (!mayAsk(builder)) {
            return 1 + values.below(ONE_PACKET);
        }
        if (values.oneIn(3)) {
            return values.below(300);
        }
        return values.oneIn(2) ? values.oneOf(SIZES) : values.below(MOST);
    }

    /**
     * Builds elements with a total length. If they may fail, one may have no valid key or a region that is too small.
     */
    static void elements(StepBuilder builder, int zone, int length, boolean fails) {
        StepValues values = builder.values();
        List<Integer> whole = whole(builder);
        if (whole.isEmpty() && !fails) {
            return;
        }
        int count = 1 + (values.oneIn(3) ? values.below(PairAttributes.MOST_SGE) : 0);
        int bad = fails ? values.below(count) : -1;
        List<Integer> parts = parts(values, length, count);
        int offset = zone + values.below(ZONE - MOST - Traffic.ROUTE_HEADER);
        for (int i = 0; i < count; i++) {
            if (i != bad && !whole.isEmpty()) {
                builder.name(Elements.SGES.get(i), values.oneOf(whole));
            } else if (values.oneIn(2)) {
                builder.pick(Elements.SGES.get(i), Kind.MR);
            }
            builder.set(Elements.OFFSETS.get(i), offset).set(Elements.LENGTHS.get(i), parts.get(i));
            offset += parts.get(i);
        }
    }

    private static List<Integer> whole(StepBuilder builder) {
        Traffic traffic = builder.device().traffic();
        return builder.device().open(Kind.MR).stream()
                .filter(step -> builder.device()
                        .madeBy(step)
                        .map(MemoryRegion.class::cast)
                        .filter(traffic::isWhole)
                        .isPresent())
                .toList();
    }

    private static List<Integer> parts(StepValues values, int length, int count) {
        List<Integer> parts = new ArrayList<>();
        int left = length;
        for (int i = 1; i < count; i++) {
            int part = values.below(left + 1);
            parts.add(part);
            left -= part;
        }
        parts.add(left);
        return parts;
    }
}
