package org.verbena.provider.sim.transport;

import java.nio.ByteOrder;
import org.verbena.provider.sim.memory.Pair;

/**
 * A completion on its way to a queue, as the eight-byte numbers that {@code struct ibv_wc} consists of. There is one for
 * all: it is filled in and added, again and again.
 */
final class Completion {
    private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    /** {@code IBV_WC_WITH_IMM} of {@code enum ibv_wc_flags}. */
    static final int WITH_IMM = 1 << 1;

    long wrId;
    long statusAndOpcode;

    /** Behind {@code vendor_err}, which is always 0. */
    long byteLen;

    long immediateAndQpNum;
    long sourceAndFlags;

    /** {@code pkey_index}, {@code slid}, {@code sl} and {@code dlid_path_bits}. */
    long path;

    /** The tag control information of a stripped tag, which {@code struct ibv_wc} has no field for. */
    int cvlan;

    /** Begins anew; what only some completions have is cleared. */
    Completion begin(long id, int status, int qpNum) {
        wrId = id;
        statusAndOpcode = Pair.of(status, 0);
        byteLen = 0;
        immediateAndQpNum = Pair.of(0, qpNum);
        sourceAndFlags = 0;
        path = 0;
        cvlan = 0;
        return this;
    }

    boolean isSuccess() {
        return Pair.first(statusAndOpcode) == WcStatuses.SUCCESS;
    }

    /** Says what has succeeded, and with how many bytes. */
    void succeeded(int opcode, int bytes) {
        statusAndOpcode = Pair.of(WcStatuses.SUCCESS, opcode);
        byteLen = Pair.of(0, bytes);
    }

    void flags(int flags) {
        sourceAndFlags = Pair.of(Pair.first(sourceAndFlags), Pair.second(sourceAndFlags) | flags);
    }

    /** Immediate data as it lies in memory, or the key that was invalidated; a flag says which. */
    void immediate(int value, int flag) {
        immediateAndQpNum = Pair.of(value, Pair.second(immediateAndQpNum));
        flags(flag);
    }

    /** Where a datagram comes from. */
    void source(int qpNum) {
        sourceAndFlags = Pair.of(qpNum, Pair.second(sourceAndFlags));
    }

    /** Which way it came. */
    void path(int slid, int sl) {
        int lid = slid & 0xFFFF;
        int level = sl & 0xFF;
        path = LITTLE_ENDIAN ? Pair.of(lid << Short.SIZE, level) : Pair.of(lid, level << (Integer.SIZE - Byte.SIZE));
    }
}
