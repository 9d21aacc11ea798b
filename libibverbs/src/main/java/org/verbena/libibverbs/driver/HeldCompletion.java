// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.verbena.attr.Flags;
import org.verbena.attr.TmInfo;
import org.verbena.attr.WcFlag;
import org.verbena.libibverbs.abi.NetworkOrder;
import org.verbena.libibverbs.call.NativeMemory;
import org.verbena.spi.DriverCqReader;
import org.verbena.spi.work.WcLayout;

/** A copy of a completion: {@code struct ibv_wc}, and the fields that only {@code struct ibv_cq_ex} provides. */
final class HeldCompletion {
    private final byte[] bytes = new byte[WcLayout.SIZE];
    private final ByteBuffer wc = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());

    private long completionTs;
    private long completionWallclockNs;
    private int cvlan;
    private long flowTag;
    private TmInfo tmInfo = new TmInfo(0, 0);

    /** Copies a {@code struct ibv_wc}. */
    void copyFrom(NativeMemory memory, long address) {
        memory.get(address, bytes);
    }

    /** Writes the {@code struct ibv_wc}. */
    void copyTo(NativeMemory memory, long address) {
        memory.put(address, bytes);
    }

    /** Copies the current completion of a queue that was created with {@link CqSweep#fields}. */
    void copyFrom(DriverCqReader reader, Flags<WcFlag> fields) {
        wc.putLong(WcLayout.WR_ID, reader.wrId());
        wc.putInt(WcLayout.STATUS, reader.status());
        wc.putInt(WcLayout.OPCODE, reader.opcode());
        wc.putInt(WcLayout.VENDOR_ERR, (int) reader.vendorErr());
        wc.putInt(WcLayout.BYTE_LEN, (int) reader.byteLen());
        wc.putInt(WcLayout.INVALIDATED_RKEY, (int) reader.invalidatedRkey());
        wc.putInt(WcLayout.QP_NUM, (int) reader.qpNum());
        wc.putInt(WcLayout.SRC_QP, (int) reader.srcQp());
        wc.putInt(WcLayout.WC_FLAGS, reader.wcFlags());
        wc.put(WcLayout.DLID_PATH_BITS, (byte) reader.dlidPathBits());
        if (fields.contains(WcFlag.SLID)) {
            wc.putShort(WcLayout.SLID, (short) reader.slid());
        }
        if (fields.contains(WcFlag.SL)) {
            wc.put(WcLayout.SL, (byte) reader.sl());
        }
        if (fields.contains(WcFlag.COMPLETION_TIMESTAMP)) {
            completionTs = reader.completionTs();
        }
        if (fields.contains(WcFlag.COMPLETION_TIMESTAMP_WALLCLOCK)) {
            completionWallclockNs = reader.completionWallclockNs();
        }
        if (fields.contains(WcFlag.CVLAN)) {
            cvlan = reader.cvlan();
        }
        if (fields.contains(WcFlag.FLOW_TAG)) {
            flowTag = reader.flowTag();
        }
        if (fields.contains(WcFlag.TM_INFO)) {
            tmInfo = reader.tmInfo();
        }
    }

    long wrId() {
        return wc.getLong(WcLayout.WR_ID);
    }

    int status() {
        return wc.getInt(WcLayout.STATUS);
    }

    int opcode() {
        return wc.getInt(WcLayout.OPCODE);
    }

    long vendorErr() {
        return unsigned32(WcLayout.VENDOR_ERR);
    }

    long byteLen() {
        return unsigned32(WcLayout.BYTE_LEN);
    }

    int immData() {
        return NetworkOrder.of(wc.getInt(WcLayout.IMM_DATA));
    }

    long invalidatedRkey() {
        return unsigned32(WcLayout.INVALIDATED_RKEY);
    }

    long qpNum() {
        return unsigned32(WcLayout.QP_NUM);
    }

    long srcQp() {
        return unsigned32(WcLayout.SRC_QP);
    }

    int wcFlags() {
        return wc.getInt(WcLayout.WC_FLAGS);
    }

    long slid() {
        return Short.toUnsignedLong(wc.getShort(WcLayout.SLID));
    }

    int sl() {
        return Byte.toUnsignedInt(wc.get(WcLayout.SL));
    }

    int dlidPathBits() {
        return Byte.toUnsignedInt(wc.get(WcLayout.DLID_PATH_BITS));
    }

    long completionTs() {
        return completionTs;
    }

    long completionWallclockNs() {
        return completionWallclockNs;
    }

    int cvlan() {
        return cvlan;
    }

    long flowTag() {
        return flowTag;
    }

    TmInfo tmInfo() {
        return tmInfo;
    }

    private long unsigned32(int offset) {
        return Integer.toUnsignedLong(wc.getInt(offset));
    }
}
