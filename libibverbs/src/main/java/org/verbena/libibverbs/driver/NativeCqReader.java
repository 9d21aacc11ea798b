// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.verbena.attr.TmInfo;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.CqStructs.IbvCqEx;
import org.verbena.libibverbs.abi.CqStructs.IbvWcTmInfo;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.NetworkOrder;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.call.NativeLinker.NativeFunction;
import org.verbena.spi.DriverCqReader;

/** Reads completions in place with the functions of {@code struct ibv_cq_ex} that {@code ibv_wc_read_*} call inline. */
class NativeCqReader implements DriverCqReader {
    private static final int NONE = 0;

    private final Libibverbs library;
    private final Struct cqEx;
    private final long pointer;
    private final long noOptions;

    private final NativeFunction startPoll;
    private final NativeFunction nextPoll;
    private final NativeFunction endPoll;
    private final NativeFunction readOpcode;
    private final NativeFunction readVendorErr;
    private final NativeFunction readByteLen;
    private final NativeFunction readImmData;
    private final NativeFunction readQpNum;
    private final NativeFunction readSrcQp;
    private final NativeFunction readWcFlags;
    private final NativeFunction readSlid;
    private final NativeFunction readSl;
    private final NativeFunction readDlidPathBits;
    private final NativeFunction readCompletionTs;
    private final NativeFunction readCompletionWallclockNs;
    private final NativeFunction readCvlan;
    private final NativeFunction readFlowTag;
    private final NativeFunction readTmInfo;

    NativeCqReader(NativeContext context, long pointer) {
        this.library = context.library();
        this.cqEx = library.struct(pointer);
        this.pointer = pointer;
        this.noOptions = library.zeroes().address();
        boolean brief = context.dataPath().brief().polls();
        // start_poll waits for the lock of the queue and holds it until end_poll: never brief, see BriefCalls.
        startPoll = function(IbvCqEx.START_POLL, "start_poll", false);
        nextPoll = function(IbvCqEx.NEXT_POLL, "next_poll", brief);
        endPoll = function(IbvCqEx.END_POLL, "end_poll", brief);
        readOpcode = function(IbvCqEx.READ_OPCODE, "read_opcode", brief);
        readVendorErr = function(IbvCqEx.READ_VENDOR_ERR, "read_vendor_err", brief);
        readByteLen = function(IbvCqEx.READ_BYTE_LEN, "read_byte_len", brief);
        readImmData = function(IbvCqEx.READ_IMM_DATA, "read_imm_data", brief);
        readQpNum = function(IbvCqEx.READ_QP_NUM, "read_qp_num", brief);
        readSrcQp = function(IbvCqEx.READ_SRC_QP, "read_src_qp", brief);
        readWcFlags = function(IbvCqEx.READ_WC_FLAGS, "read_wc_flags", brief);
        readSlid = function(IbvCqEx.READ_SLID, "read_slid", brief);
        readSl = function(IbvCqEx.READ_SL, "read_sl", brief);
        readDlidPathBits = function(IbvCqEx.READ_DLID_PATH_BITS, "read_dlid_path_bits", brief);
        readCompletionTs = function(IbvCqEx.READ_COMPLETION_TS, "read_completion_ts", brief);
        readCompletionWallclockNs =
                function(IbvCqEx.READ_COMPLETION_WALLCLOCK_NS, "read_completion_wallclock_ns", brief);
        readCvlan = function(IbvCqEx.READ_CVLAN, "read_cvlan", brief);
        readFlowTag = function(IbvCqEx.READ_FLOW_TAG, "read_flow_tag", brief);
        readTmInfo = function(IbvCqEx.READ_TM_INFO, "read_tm_info", brief);
    }

    private NativeFunction function(CField field, String name, boolean brief) {
        return library.function(cqEx, field, name, brief);
    }

    @Override
    public int startPoll() {
        return (int) startPoll.call(pointer, noOptions, NONE);
    }

    @Override
    public int nextPoll() {
        return (int) nextPoll.call(pointer, NONE, NONE);
    }

    @Override
    public void endPoll() {
        endPoll.call(pointer, NONE, NONE);
    }

    @Override
    public long wrId() {
        return cqEx.get(IbvCqEx.WR_ID);
    }

    @Override
    public int status() {
        return (int) cqEx.get(IbvCqEx.STATUS);
    }

    @Override
    public int opcode() {
        return (int) read(readOpcode);
    }

    @Override
    public long vendorErr() {
        return unsigned32(readVendorErr);
    }

    @Override
    public long byteLen() {
        return unsigned32(readByteLen);
    }

    @Override
    public int immData() {
        return NetworkOrder.of(read(readImmData));
    }

    /** Reads the key. The C header uses the same function as for immediate data, but does not swap the bytes. */
    @Override
    public long invalidatedRkey() {
        return unsigned32(readImmData);
    }

    @Override
    public long qpNum() {
        return unsigned32(readQpNum);
    }

    @Override
    public long srcQp() {
        return unsigned32(readSrcQp);
    }

    @Override
    public int wcFlags() {
        return (int) read(readWcFlags);
    }

    @Override
    public long slid() {
        return unsigned32(readSlid);
    }

    @Override
    public int sl() {
        return Byte.toUnsignedInt((byte) read(readSl));
    }

    @Override
    public int dlidPathBits() {
        return Byte.toUnsignedInt((byte) read(readDlidPathBits));
    }

    @Override
    public long completionTs() {
        return read(readCompletionTs);
    }

    @Override
    public long completionWallclockNs() {
        return read(readCompletionWallclockNs);
    }

    @Override
    public int cvlan() {
        return Short.toUnsignedInt((short) read(readCvlan));
    }

    @Override
    public long flowTag() {
        return unsigned32(readFlowTag);
    }

    @Override
    public TmInfo tmInfo() {
        try (Frame frame = library.frame()) {
            Struct answer = frame.struct(IbvWcTmInfo.SIZE);
            readTmInfo.call(pointer, answer.address(), NONE);
            return new TmInfo(answer.get(IbvWcTmInfo.TAG), answer.get(IbvWcTmInfo.PRIV));
        }
    }

    private long read(NativeFunction function) {
        return function.call(pointer, NONE, NONE);
    }

    private long unsigned32(NativeFunction function) {
        return Integer.toUnsignedLong((int) read(function));
    }
}
