// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.accounting;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.QueuePair;
import org.verbena.attr.Flags;
import org.verbena.attr.QpState;
import org.verbena.attr.SendFlag;
import org.verbena.tck.accounting.WorkQueueBook.Work;

/** The queues of one queue pair, and the list of sends that the caller is building. */
final class QueuePairBook {
    /** The calls of {@code ibv_wr_post(3)} that begin a work request. */
    static final Set<String> OPERATIONS = Set.of(
            "wrSend",
            "wrSendImm",
            "wrSendInv",
            "wrSendTso",
            "wrRdmaWrite",
            "wrRdmaWriteImm",
            "wrRdmaRead",
            "wrAtomicCmpSwp",
            "wrAtomicFetchAdd",
            "wrAtomicWrite",
            "wrFlush",
            "wrLocalInv",
            "wrBindMw");

    final WeakReference<QueuePair> handle;
    final WorkQueueBook sends;
    final WorkQueueBook receives;
    final @Nullable CompletionQueueBook sendCq;
    final @Nullable CompletionQueueBook recvCq;
    final boolean shared;
    private final boolean sqSigAll;
    private final List<Work> building = new ArrayList<>();
    private long wrId;
    private boolean signaled;

    QueuePairBook(
            QueuePair qp,
            @Nullable CompletionQueueBook sendCq,
            @Nullable CompletionQueueBook recvCq,
            @Nullable WorkQueueBook srq,
            boolean sqSigAll) {
        this.handle = new WeakReference<>(qp);
        this.sends = new WorkQueueBook("send queue of " + qp);
        this.receives = srq == null ? new WorkQueueBook("receive queue of " + qp) : srq;
        this.shared = srq != null;
        this.sendCq = sendCq;
        this.recvCq = recvCq;
        this.sqSigAll = sqSigAll;
    }

    /** Returns the queues that are destroyed with the queue pair. */
    Stream<WorkQueueBook> ownQueues() {
        return shared ? Stream.of(sends) : Stream.of(sends, receives);
    }

    /**
     * Returns whether the driver rejects sends because of the state. rxe rejects them at the doorbell, but sends them
     * once the queue pair is in RTS: {@code rxe_post_send} in the kernel.
     */
    boolean isBeforeRts() {
        QueuePair qp = handle.get();
        return qp != null && qp.state().value() < QpState.RTS.value();
    }

    Work send(long id, boolean isSignaled) {
        return new Work(id, isSignaled || sqSigAll);
    }

    synchronized void beginList() {
        building.clear();
    }

    synchronized void wrId(long id) {
        wrId = id;
    }

    synchronized void wrFlags(Flags<SendFlag> flags) {
        signaled = flags.contains(SendFlag.SIGNALED);
    }

    synchronized void operation() {
        building.add(send(wrId, signaled));
    }

    synchronized List<Work> built() {
        return List.copyOf(building);
    }
}
