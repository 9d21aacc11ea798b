// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.jspecify.annotations.Nullable;
import org.verbena.attr.Flags;
import org.verbena.attr.TmInfo;
import org.verbena.attr.WcFlag;
import org.verbena.error.Errno;

/** Reads the completions that {@link CqSweep} has removed from the queue, then those in the queue. */
final class SweptCqReader extends NativeCqReader {
    private static final int EMPTY = Errno.ENOENT.number();

    private final Flags<WcFlag> fields;
    private final HeldCompletions held = new HeldCompletions();

    /** The current completion, null if it is in the queue. */
    private @Nullable HeldCompletion current;

    private boolean started;

    SweptCqReader(NativeContext context, long pointer, Flags<WcFlag> fields) {
        super(context, pointer);
        this.fields = fields;
    }

    HeldCompletions held() {
        return held;
    }

    /** Removes the completions from the queue, at most the given number. No poll is in progress. */
    void hold(int most) {
        try {
            held.take(this::pollTo, most);
        } finally {
            endPoll();
        }
    }

    private int pollTo(HeldCompletion target) {
        int result = pollQueue();
        if (result == 0) {
            target.copyFrom(this, fields);
            return 1;
        }
        return result == EMPTY ? 0 : -1;
    }

    private int pollQueue() {
        if (started) {
            return super.nextPoll();
        }
        int result = super.startPoll();
        started = result == 0;
        return result;
    }

    @Override
    public int startPoll() {
        return nextPoll();
    }

    @Override
    public int nextPoll() {
        current = held.next();
        return current == null ? pollQueue() : 0;
    }

    @Override
    public void endPoll() {
        current = null;
        if (started) {
            started = false;
            super.endPoll();
        }
    }

    @Override
    public long wrId() {
        HeldCompletion copy = current;
        return copy == null ? super.wrId() : copy.wrId();
    }

    @Override
    public int status() {
        HeldCompletion copy = current;
        return copy == null ? super.status() : copy.status();
    }

    @Override
    public int opcode() {
        HeldCompletion copy = current;
        return copy == null ? super.opcode() : copy.opcode();
    }

    @Override
    public long vendorErr() {
        HeldCompletion copy = current;
        return copy == null ? super.vendorErr() : copy.vendorErr();
    }

    @Override
    public long byteLen() {
        HeldCompletion copy = current;
        return copy == null ? super.byteLen() : copy.byteLen();
    }

    @Override
    public int immData() {
        HeldCompletion copy = current;
        return copy == null ? super.immData() : copy.immData();
    }

    @Override
    public long invalidatedRkey() {
        HeldCompletion copy = current;
        return copy == null ? super.invalidatedRkey() : copy.invalidatedRkey();
    }

    @Override
    public long qpNum() {
        HeldCompletion copy = current;
        return copy == null ? super.qpNum() : copy.qpNum();
    }

    @Override
    public long srcQp() {
        HeldCompletion copy = current;
        return copy == null ? super.srcQp() : copy.srcQp();
    }

    @Override
    public int wcFlags() {
        HeldCompletion copy = current;
        return copy == null ? super.wcFlags() : copy.wcFlags();
    }

    @Override
    public long slid() {
        HeldCompletion copy = current;
        return copy == null ? super.slid() : copy.slid();
    }

    @Override
    public int sl() {
        HeldCompletion copy = current;
        return copy == null ? super.sl() : copy.sl();
    }

    @Override
    public int dlidPathBits() {
        HeldCompletion copy = current;
        return copy == null ? super.dlidPathBits() : copy.dlidPathBits();
    }

    @Override
    public long completionTs() {
        HeldCompletion copy = current;
        return copy == null ? super.completionTs() : copy.completionTs();
    }

    @Override
    public long completionWallclockNs() {
        HeldCompletion copy = current;
        return copy == null ? super.completionWallclockNs() : copy.completionWallclockNs();
    }

    @Override
    public int cvlan() {
        HeldCompletion copy = current;
        return copy == null ? super.cvlan() : copy.cvlan();
    }

    @Override
    public long flowTag() {
        HeldCompletion copy = current;
        return copy == null ? super.flowTag() : copy.flowTag();
    }

    @Override
    public TmInfo tmInfo() {
        HeldCompletion copy = current;
        return copy == null ? super.tmInfo() : copy.tmInfo();
    }
}
