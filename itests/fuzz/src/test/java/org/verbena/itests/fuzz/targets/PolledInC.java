// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.verbena.itests.fuzz.calls.Numbers;
import org.verbena.libibverbs.FakeLibibverbs;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.ContextStructs.IbvContext;
import org.verbena.libibverbs.abi.ContextStructs.IbvContextOps;
import org.verbena.libibverbs.abi.ContextStructs.VerbsContext;
import org.verbena.libibverbs.abi.CqStructs.IbvCqEx;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.work.WcLayout;

/** Implements the poll functions of the C library. Returns data of an input, and checks the order of the calls. */
final class PolledInC {
    private static final int CQ_EX_SIZE = 512;

    private static final List<CField> READS = List.of(
            IbvCqEx.READ_OPCODE,
            IbvCqEx.READ_VENDOR_ERR,
            IbvCqEx.READ_BYTE_LEN,
            IbvCqEx.READ_IMM_DATA,
            IbvCqEx.READ_QP_NUM,
            IbvCqEx.READ_SRC_QP,
            IbvCqEx.READ_WC_FLAGS,
            IbvCqEx.READ_SLID,
            IbvCqEx.READ_SL,
            IbvCqEx.READ_DLID_PATH_BITS,
            IbvCqEx.READ_COMPLETION_TS,
            IbvCqEx.READ_COMPLETION_WALLCLOCK_NS,
            IbvCqEx.READ_CVLAN,
            IbvCqEx.READ_FLOW_TAG,
            IbvCqEx.READ_TM_INFO);

    private final FakeLibibverbs library;
    private final Numbers numbers;
    private final Struct cqEx;
    private boolean locked;

    PolledInC(FakeLibibverbs library, Numbers numbers) {
        this.library = library;
        this.numbers = numbers;
        this.cqEx = library.struct(CQ_EX_SIZE);
    }

    /** Installs the functions in the next extended completion queue, except for the fields that the queue lacks. */
    void implement() {
        library.context()
                .inner(IbvContext.OPS)
                .put(IbvContextOps.POLL_CQ, library.function(arguments -> poll((int) arguments[1], arguments[2])));
        cqEx.put(IbvCqEx.START_POLL, library.function(arguments -> start()))
                .put(IbvCqEx.NEXT_POLL, library.function(arguments -> next()))
                .put(IbvCqEx.END_POLL, library.function(arguments -> end()));
        int missing = numbers.uint16();
        for (int i = 0; i < READS.size(); i++) {
            cqEx.put(READS.get(i), (missing & 1 << i) != 0 ? 0 : library.function(this::read));
        }
        library.extend(VerbsContext.CREATE_CQ_EX, arguments -> cqEx.address());
    }

    boolean isLocked() {
        return locked;
    }

    /**
     * Writes the returned number of completions, but never more than fit. Java cannot survive a library that writes
     * more.
     */
    private long poll(int count, long completions) {
        long result = numbers.below(4) != 0 ? numbers.below(count + 1) : numbers.number();
        library.memory().put(completions, numbers.bytes((int) Math.max(0, Math.min(result, count)) * WcLayout.SIZE));
        return result;
    }

    private long start() {
        assertThat(locked).as("start_poll of a locked queue").isFalse();
        long result = present();
        locked = (int) result == 0;
        return result;
    }

    private long next() {
        assertThat(locked).as("next_poll of a queue that is not locked").isTrue();
        return present();
    }

    private long end() {
        assertThat(locked).as("end_poll of a queue that is not locked").isTrue();
        locked = false;
        return numbers.number();
    }

    private long present() {
        cqEx.put(IbvCqEx.WR_ID, numbers.number()).put(IbvCqEx.STATUS, (int) numbers.number());
        return numbers.below(4) != 0 ? 0 : numbers.number();
    }

    private long read(long... arguments) {
        assertThat(locked).as("a read from a queue that is not locked").isTrue();
        if (library.room(arguments[1]) > 0) {
            // struct ibv_wc_tm_info
            library.memory().put(arguments[1], numbers.bytes((int) library.room(arguments[1])));
        }
        return numbers.number();
    }
}
