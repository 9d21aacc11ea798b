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
 * Drafts sends. The memory has five zones, so that concurrent operations do not touch the same bytes. The zones hold
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

    static void send(StepBuilder draft) {
        PairArguments.end(draft);
        StepValues dice = draft.dice();
        Traffic traffic = draft.side().traffic();
        int made = draft.arguments().objects(StepField.PAIR).get(0);
        ConnectedQps connection = traffic.connection(made).orElseThrow();
        boolean first = traffic.list("send "
                        + connection.end(draft.arguments().integer(StepField.END)).label())
                .isEmpty();
        QpType type = PairAttributes.type(connection.arguments());
        WrOpcode opcode = opcode(draft, type, first);
        if (opcode == WrOpcode.RDMA_READ && connection.cutsDifferently() && dice.oneIn(2)) {
            opcode = WrOpcode.RDMA_WRITE;
        }
        draft.set(StepField.OPCODE, first && dice.wildly(60) ? UNKNOWN_OPCODE : opcode.value());
        // A work request that fails before it is sent races with the responses to earlier ones.
        operation(draft, opcode, first && type != QpType.UD);
        flags(draft, opcode);
        if (connection.arguments().number(StepField.BUILDERS) != 0 && dice.oneIn(2)) {
            draft.set(StepField.BUILDERS, 1);
        }
    }

    /**
     * Returns an operation that the service supports; in wild steps any at the start of a list. A failing bind in the
     * middle of a list is a race.
     */
    private static WrOpcode opcode(StepBuilder draft, QpType type, boolean first) {
        StepValues dice = draft.dice();
        if (first && draft.path() != WalkPath.POST && dice.wildly(12)) {
            return dice.oneOf(RELIABLE);
        }
        WrOpcode opcode = dice.oneOf(
                switch (type) {
                    case UD -> DATAGRAM;
                    case UC -> UNRELIABLE;
                    default -> RELIABLE;
                });
        boolean isLeftOut =
                draft.path() == WalkPath.POST ? KEYS.contains(opcode) : opcode == WrOpcode.BIND_MW && !first;
        return isLeftOut ? WrOpcode.SEND : opcode;
    }

    private static void operation(StepBuilder draft, WrOpcode opcode, boolean mayFail) {
        StepValues dice = draft.dice();
        boolean fails = mayFail && mayAsk(draft) && dice.wildly(8);
        boolean last = false;
        switch (opcode) {
            case SEND -> elements(draft, SENT, size(draft), fails);
            case SEND_WITH_IMM -> {
                draft.set(StepField.IMM_DATA, dice.below(1 << 20));
                elements(draft, SENT, size(draft), fails);
            }
            case SEND_WITH_INV -> {
                invalidated(draft);
                elements(draft, SENT, size(draft), fails);
            }
            case RDMA_WRITE -> {
                remote(draft, WRITTEN);
                elements(draft, SENT, size(draft), fails);
            }
            case RDMA_WRITE_WITH_IMM -> {
                draft.set(StepField.IMM_DATA, dice.below(1 << 20));
                remote(draft, WRITTEN);
                elements(draft, SENT, size(draft), fails);
            }
            case RDMA_READ -> {
                remote(draft, READ);
                elements(draft, FETCHED, size(draft), fails);
                last = true;
            }
            case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD -> {
                atomic(draft, opcode);
                elements(draft, FETCHED, dice.wildly(8) ? size(draft) : Long.BYTES, fails);
                last = true;
            }
            case LOCAL_INV -> invalidated(draft);
            default -> {
                draft.pick(StepField.MW);
                TrafficArguments.opened(draft);
            }
        }
        // An operation that fails when its response arrives races with the requests sent after it.
        if (!(fails && last) && dice.oneIn(3)) {
            draft.set(StepField.MORE, 1);
        }
    }

    private static void atomic(StepBuilder draft, WrOpcode opcode) {
        StepValues dice = draft.dice();
        remote(draft, WRITTEN);
        long place = draft.arguments().number(StepField.REMOTE_OFFSET);
        draft.set(StepField.REMOTE_OFFSET, dice.wildly(6) ? place : place & -Long.BYTES)
                .set(StepField.SWAP, dice.below(1 << 20));
        if (opcode == WrOpcode.ATOMIC_CMP_AND_SWP) {
            draft.set(StepField.COMPARE, dice.below(2));
        }
    }

    /**
     * Returns whether a draft may contain requests that the device must refuse. On the POST path it may not, because
     * that path tests the library only.
     */
    static boolean mayAsk(StepBuilder draft) {
        return draft.path() != WalkPath.POST;
    }

    /**
     * Drafts the peer's memory: mostly inside the registered memory, sometimes across its end or without a valid key.
     */
    private static void remote(StepBuilder draft, int zone) {
        StepValues dice = draft.dice();
        if (!mayAsk(draft)) {
            whole(draft).stream().findFirst().ifPresent(region -> draft.name(StepField.REMOTE, region));
            draft.set(StepField.REMOTE_OFFSET, zone + (dice.below(ZONE - MOST) & -Long.BYTES));
            return;
        }
        draft.set(
                StepField.REMOTE_OFFSET,
                dice.wildly(12) ? Traffic.BYTES - dice.below(100) : zone + dice.below(ZONE - MOST));
        if (!dice.wildly(12)) {
            List<Integer> windows = draft.side().open(Kind.MW);
            draft.pick(StepField.REMOTE, !windows.isEmpty() && dice.oneIn(3) ? Kind.MW : Kind.MR);
        }
    }

    private static void invalidated(StepBuilder draft) {
        if (draft.dice().wildly(3)) {
            draft.pick(StepField.MR);
        } else {
            draft.pick(StepField.MW);
        }
    }

    private static void flags(StepBuilder draft, WrOpcode opcode) {
        StepValues dice = draft.dice();
        long flags = dice.oneIn(4) && opcode != WrOpcode.BIND_MW ? 0 : SendFlag.SIGNALED.mask();
        flags |= dice.oneIn(4) ? SendFlag.SOLICITED.mask() : 0;
        flags |= dice.oneIn(6) ? SendFlag.FENCE.mask() : 0;
        flags |= BRING_DATA.contains(opcode) && dice.oneIn(6) ? SendFlag.INLINE.mask() : 0;
        draft.set(StepField.SEND_FLAGS, flags);
    }

    /** Returns a number of bytes: empty, small, about the size of a packet, or several packets. */
    static int size(StepBuilder draft) {
        StepValues dice = draft.dice();
        if (!mayAsk(draft)) {
            return 1 + dice.below(ONE_PACKET);
        }
        if (dice.oneIn(3)) {
            return dice.below(300);
        }
        return dice.oneIn(2) ? dice.oneOf(SIZES) : dice.below(MOST);
    }

    /**
     * Drafts elements with a total length. If they may fail, one may have no valid key or a region that is too small.
     */
    static void elements(StepBuilder draft, int zone, int length, boolean fails) {
        StepValues dice = draft.dice();
        List<Integer> whole = whole(draft);
        if (whole.isEmpty() && !fails) {
            return;
        }
        int count = 1 + (dice.oneIn(3) ? dice.below(PairAttributes.MOST_SGE) : 0);
        int bad = fails ? dice.below(count) : -1;
        List<Integer> parts = parts(dice, length, count);
        int offset = zone + dice.below(ZONE - MOST - Traffic.ROUTE_HEADER);
        for (int i = 0; i < count; i++) {
            if (i != bad && !whole.isEmpty()) {
                draft.name(Elements.SGES.get(i), dice.oneOf(whole));
            } else if (dice.oneIn(2)) {
                draft.pick(Elements.SGES.get(i), Kind.MR);
            }
            draft.set(Elements.OFFSETS.get(i), offset).set(Elements.LENGTHS.get(i), parts.get(i));
            offset += parts.get(i);
        }
    }

    private static List<Integer> whole(StepBuilder draft) {
        Traffic traffic = draft.side().traffic();
        return draft.side().open(Kind.MR).stream()
                .filter(step -> draft.side()
                        .madeBy(step)
                        .map(MemoryRegion.class::cast)
                        .filter(traffic::isWhole)
                        .isPresent())
                .toList();
    }

    private static List<Integer> parts(StepValues dice, int length, int count) {
        List<Integer> parts = new ArrayList<>();
        int left = length;
        for (int i = 1; i < count; i++) {
            int part = dice.below(left + 1);
            parts.add(part);
            left -= part;
        }
        parts.add(left);
        return parts;
    }
}
