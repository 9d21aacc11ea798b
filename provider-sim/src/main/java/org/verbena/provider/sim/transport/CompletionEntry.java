// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.nio.ByteOrder;
import org.verbena.provider.sim.memory.PackedInts;

/**
 * A completion before it is added to a queue, as the eight-byte words of {@code struct ibv_wc}. An engine reuses one
 * object for all completions.
 */
final class CompletionEntry {
    private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

    /** {@code IBV_WC_WITH_IMM} of {@code enum ibv_wc_flags}. */
    static final int WITH_IMM = 1 << 1;

    /** {@code IBV_WC_IP_CSUM_OK} of {@code enum ibv_wc_flags}. */
    static final int IP_CSUM_OK = 1 << 2;

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

    /** The tag of the flow rule, for which {@code struct ibv_wc} has no field either. */
    int flowTag;

    /** Starts a new completion, and clears the fields that only some completions have. */
    CompletionEntry begin(long id, int status, int qpNum) {
        wrId = id;
        statusAndOpcode = PackedInts.of(status, 0);
        byteLen = 0;
        immediateAndQpNum = PackedInts.of(0, qpNum);
        sourceAndFlags = 0;
        path = 0;
        cvlan = 0;
        flowTag = 0;
        return this;
    }

    boolean isSuccess() {
        return PackedInts.first(statusAndOpcode) == WcStatuses.SUCCESS;
    }

    /** Sets the completed operation and its number of bytes. */
    void succeeded(int opcode, int bytes) {
        statusAndOpcode = PackedInts.of(WcStatuses.SUCCESS, opcode);
        byteLen = PackedInts.of(0, bytes);
    }

    void flags(int flags) {
        sourceAndFlags = PackedInts.of(PackedInts.first(sourceAndFlags), PackedInts.second(sourceAndFlags) | flags);
    }

    /** Sets the immediate data in memory order, or the invalidated key, and the flag that distinguishes them. */
    void immediate(int value, int flag) {
        immediateAndQpNum = PackedInts.of(value, PackedInts.second(immediateAndQpNum));
        flags(flag);
    }

    /** Sets the source queue pair of a datagram. */
    void source(int qpNum) {
        sourceAndFlags = PackedInts.of(qpNum, PackedInts.second(sourceAndFlags));
    }

    /** Sets the source LID and the service level of a datagram. */
    void path(int slid, int sl) {
        int lid = slid & 0xFFFF;
        int level = sl & 0xFF;
        path = LITTLE_ENDIAN
                ? PackedInts.of(lid << Short.SIZE, level)
                : PackedInts.of(lid, level << (Integer.SIZE - Byte.SIZE));
    }
}
