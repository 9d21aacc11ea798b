package org.verbena.provider.sim.transport;

import java.nio.ByteOrder;
import org.verbena.provider.sim.memory.Pair;

/**
 * A completion before it is added to a queue, as the eight-byte words of {@code struct ibv_wc}. An engine reuses one
 * object for all completions.
 */
final class Completion {
    private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    /** {@code IBV_WC_WITH_IMM} of {@code enum ibv_wc_flags}. */
    static final int WITH_IMM = 1 << 1;

    long wrId;
    long statusAndOpcode;

    /** {@code vendor_err}, which is always 0, and {@code byte_len}. */
    long byteLen;

    long immediateAndQpNum;
    long sourceAndFlags;

    /** {@code pkey_index}, {@code slid}, {@code sl} and {@code dlid_path_bits}. */
    long path;

    /** The tag control information of a stripped tag, for which {@code struct ibv_wc} has no field. */
    int cvlan;

    /** Starts a new completion, and clears the fields that only some completions have. */
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

    /** Sets the completed operation and its number of bytes. */
    void succeeded(int opcode, int bytes) {
        statusAndOpcode = Pair.of(WcStatuses.SUCCESS, opcode);
        byteLen = Pair.of(0, bytes);
    }

    void flags(int flags) {
        sourceAndFlags = Pair.of(Pair.first(sourceAndFlags), Pair.second(sourceAndFlags) | flags);
    }

    /** Sets the immediate data in memory order, or the invalidated key, and the flag that distinguishes them. */
    void immediate(int value, int flag) {
        immediateAndQpNum = Pair.of(value, Pair.second(immediateAndQpNum));
        flags(flag);
    }

    /** Sets the source queue pair of a datagram. */
    void source(int qpNum) {
        sourceAndFlags = Pair.of(qpNum, Pair.second(sourceAndFlags));
    }

    /** Sets the source LID and the service level of a datagram. */
    void path(int slid, int sl) {
        int lid = slid & 0xFFFF;
        int level = sl & 0xFF;
        path = LITTLE_ENDIAN ? Pair.of(lid << Short.SIZE, level) : Pair.of(lid, level << (Integer.SIZE - Byte.SIZE));
    }
}
