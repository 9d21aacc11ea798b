// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.accounting;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.DeviceContext;
import org.verbena.MemoryWindow;
import org.verbena.MwBind;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.VerbsObject;
import org.verbena.WorkQueue;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.SendFlag;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WcStatus;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqState;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;
import org.verbena.tck.accounting.WorkQueueBook.Work;

/**
 * Accounts for every work request that is posted through a device context: each accepted one completes exactly once, or
 * its queue is reset or destroyed.
 *
 * <p>{@link #context} returns a proxy, and everything created from it is a proxy. An unsignaled send is accounted for
 * by a later completion of its queue, or by a flush. Receives of a shared receive queue may remain there. A completion
 * queue that may have overrun excuses lost completions, but never additional ones.
 */
public final class Accounting {
    /** {@code IBV_WC_RECV} in verbs.h: every opcode of a receive contains this bit. */
    private static final int RECV = 128;

    private static final Duration PAUSE = Duration.ofMillis(1);
    private static final int POLLED = 16;

    private final DeviceContext genuine;
    private final Interception interception = new Interception(this::record);
    private final Books books = new Books();
    private final AmbiguousCompletions ambiguous = new AmbiguousCompletions();
    private final ArrayUses arrays = new ArrayUses();
    private final List<String> violations = Collections.synchronizedList(new ArrayList<>());
    private final AtomicLong accepted = new AtomicLong();

    private Accounting(DeviceContext genuine) {
        this.genuine = genuine;
    }

    /**
     * Starts to account for a device context.
     *
     * @param context the provider's device context
     * @return the accounting
     */
    public static Accounting of(DeviceContext context) {
        return new Accounting(context);
    }

    /** {@return the context to use instead of the provider's} */
    public DeviceContext context() {
        return interception.observe(genuine);
    }

    /** {@return the number of work requests that queues have accepted} */
    public long accepted() {
        return accepted.get();
    }

    // ---------------------------------------------------------------- calls

    private @Nullable Object record(
            ObservedHandle on, String method, Object[] given, Object[] arguments, ObservedHandle.Call call)
            throws Throwable {
        Object target = on.target();
        if (target instanceof SendWr || target instanceof RecvWr) {
            return workRequest(on, method, arguments, call);
        }
        if (target instanceof SendBatch || target instanceof RecvBatch) {
            return batch(on, method, arguments, call);
        }
        if (target instanceof QueuePairEx qp) {
            return builder(books.of(qp.queuePair()), method, arguments, call);
        }
        if (target instanceof CompletionQueue cq) {
            return completions(cq, method, arguments, call);
        }
        if (method.equals("postSend") || method.equals("postRecv")) {
            return post((VerbsObject) target, method, given, call);
        }
        if (target instanceof MemoryWindow && method.equals("bind")) {
            return bind(arguments, call);
        }
        Object result = call.run();
        if (result instanceof VerbsObject handle) {
            books.created(handle, arguments);
        }
        if (method.equals("close") || isReset(method, arguments)) {
            books.discard(target);
        }
        return result;
    }

    private static boolean isReset(String method, Object[] arguments) {
        return method.equals("modify")
                && ((arguments[0] instanceof QpAttr qp
                                && qp.attrMask().contains(QpAttr.Mask.STATE)
                                && qp.qpState() == QpState.RESET)
                        || (arguments[0] instanceof WqAttr wq && wq.wqState() == WqState.RESET));
    }

    @SuppressWarnings("unchecked")
    private @Nullable Object workRequest(ObservedHandle on, String method, Object[] arguments, ObservedHandle.Call call)
            throws Throwable {
        Object result = call.run();
        switch (method) {
            case "wrId" -> on.wrId((long) arguments[0]);
            case "signaled" -> on.signaled(true);
            case "flags" -> on.signaled(((Flags<SendFlag>) arguments[0]).contains(SendFlag.SIGNALED));
            default -> {}
        }
        return result;
    }

    private @Nullable Object batch(ObservedHandle on, String method, Object[] arguments, ObservedHandle.Call call)
            throws Throwable {
        Object result = call.run();
        if (method.equals("add")) {
            int size = on.target() instanceof SendBatch sends ? sends.size() : ((RecvBatch) on.target()).size();
            Object place = on.place(size - 1, Objects.requireNonNull(result));
            ObservedHandle note = Interception.handlerOf(place);
            if (note != null) {
                note.reset();
            }
            return place;
        }
        return method.equals("get") ? on.place((int) arguments[0], Objects.requireNonNull(result)) : result;
    }

    @SuppressWarnings("unchecked")
    private @Nullable Object builder(
            @Nullable QueuePairBook qp, String method, Object[] arguments, ObservedHandle.Call call) throws Throwable {
        if (qp == null) {
            return call.run();
        }
        if (method.equals("wrComplete")) {
            return acceptSends(qp, qp.built(), 0, call);
        }
        Object result = call.run();
        switch (method) {
            case "wrStart" -> qp.beginList();
            case "wrId" -> qp.wrId((long) arguments[0]);
            case "wrFlags" -> qp.wrFlags((Flags<SendFlag>) arguments[0]);
            default -> {
                if (QueuePairBook.OPERATIONS.contains(method)) {
                    qp.operation();
                }
            }
        }
        return result;
    }

    // ---------------------------------------------------------------- posts

    private @Nullable Object post(VerbsObject queue, String method, Object[] given, ObservedHandle.Call call)
            throws Throwable {
        ObservedHandle batch = Interception.handlerOf(given[0]);
        if (batch == null) {
            return call.run();
        }
        int size = batch.target() instanceof SendBatch sends ? sends.size() : ((RecvBatch) batch.target()).size();
        int from = given.length == 1 ? 0 : (int) given[1];
        int to = given.length == 1 ? size : (int) given[2];
        QueuePairBook qp = queue instanceof QueuePair pair ? books.of(pair) : null;
        List<Work> works = new ArrayList<>();
        for (int i = Math.max(from, 0); i < Math.min(to, size); i++) {
            ObservedHandle note = batch.noteAt(i);
            if (note != null) {
                works.add(method.equals("postSend") && qp != null ? note.send(qp) : note.receive());
            }
        }
        if (qp != null) {
            return method.equals("postSend")
                    ? acceptSends(qp, works, from, call)
                    : accept(qp.receives, qp.recvCq, works, from, call);
        }
        WorkQueueBook book = books.ofReceives(queue);
        return book == null ? call.run() : accept(book, null, works, from, call);
    }

    private @Nullable Object bind(Object[] arguments, ObservedHandle.Call call) throws Throwable {
        QueuePairBook qp = arguments[0] instanceof QueuePair pair ? books.of(pair) : null;
        if (qp == null || !(arguments[1] instanceof MwBind bind)) {
            return call.run();
        }
        boolean signaled = bind.sendFlags() != null && bind.sendFlags().contains(SendFlag.SIGNALED);
        return acceptSends(qp, List.of(qp.send(bind.wrId(), signaled)), 0, call);
    }

    private @Nullable Object acceptSends(QueuePairBook qp, List<Work> works, int from, ObservedHandle.Call call)
            throws Throwable {
        try {
            return accept(qp.sends, qp.sendCq, works, from, call);
        } catch (VerbsException e) {
            if (e.errno().equals(Errno.EINVAL) && qp.isBeforeRts()) {
                qp.sends.tolerate(works);
            }
            throw e;
        }
    }

    private @Nullable Object accept(
            WorkQueueBook queue, @Nullable CompletionQueueBook cq, List<Work> works, int from, ObservedHandle.Call call)
            throws Throwable {
        queue.accept(works);
        if (cq != null) {
            cq.checkLoad();
        }
        try {
            Object result = call.run();
            accepted.addAndGet(works.size());
            return result;
        } catch (Throwable e) {
            int posted = e instanceof PostException post ? Math.max(0, Math.min(post.badWr() - from, works.size())) : 0;
            accepted.addAndGet(posted);
            queue.withdraw(works.subList(posted, works.size())).stream()
                    .filter(work -> !ambiguous.move(work.wrId(), queue))
                    .forEach(work -> violations.add("%s completed work request %d, which it had refused with %s"
                            .formatted(queue, work.wrId(), e)));
            throw e;
        }
    }

    // ---------------------------------------------------------------- completions

    private @Nullable Object completions(
            CompletionQueue cq, String method, Object[] arguments, ObservedHandle.Call call) throws Throwable {
        if (method.equals("poll") && arguments[0] instanceof CompletionArray array) {
            return poll(cq, array, call);
        }
        Object result = completionCall(cq, method, call);
        if ((method.equals("startPoll") || method.equals("nextPoll")) && Boolean.TRUE.equals(result)) {
            read((CompletionQueueEx) cq);
        }
        return result;
    }

    private @Nullable Object completionCall(CompletionQueue cq, String method, ObservedHandle.Call call)
            throws Throwable {
        try {
            return call.run();
        } catch (VerbsException e) {
            if (!(e instanceof InvalidRequestException) && !method.equals("close")) {
                books.of(cq).overrun();
            }
            throw e;
        }
    }

    private @Nullable Object poll(CompletionQueue cq, CompletionArray array, ObservedHandle.Call call)
            throws Throwable {
        arrays.begin(array);
        List<Completion> polled = List.of();
        boolean shared;
        try {
            Object result = completionCall(cq, "poll", call);
            polled = polled(array, (int) Objects.requireNonNull(result));
            return result;
        } finally {
            shared = arrays.end(array);
            if (shared) {
                // Each thread may have read completions of the other.
                books.of(cq).queues().forEach(WorkQueueBook::excuse);
            } else {
                polled.forEach(completion -> complete(cq, completion));
            }
        }
    }

    private static List<Completion> polled(CompletionArray array, int count) {
        List<Completion> polled = new ArrayList<>();
        // Another thread may have polled less.
        for (int i = 0; i < Math.min(count, array.size()); i++) {
            polled.add(array.get(i));
        }
        return polled;
    }

    private void complete(CompletionQueue cq, Completion completion) {
        complete(
                cq,
                OptionalLong.of(completion.qpNum()),
                completion.wrId(),
                completion.statusCode(),
                completion.isSuccess() ? completion.opcodeCode() : 0);
    }

    private void read(CompletionQueueEx cq) {
        int status = cq.statusCode();
        complete(
                cq,
                cq.wcFlags().contains(WcFlag.QP_NUM) ? OptionalLong.of(cq.qpNum()) : OptionalLong.empty(),
                cq.wrId(),
                status,
                status == WcStatus.SUCCESS.value() ? cq.opcodeCode() : 0);
    }

    private void complete(CompletionQueue from, OptionalLong qpNum, long wrId, int status, int opcode) {
        CompletionQueueBook cq = books.of(from);
        boolean success = status == WcStatus.SUCCESS.value();
        List<WorkQueueBook> candidates =
                books.candidates(cq, qpNum, !success || (opcode & RECV) == 0, !success || (opcode & RECV) != 0);
        boolean expected = success
                ? WorkQueueBook.complete(candidates, wrId, true).isPresent()
                : ambiguous.assign(wrId, candidates);
        if (!expected && candidates.stream().noneMatch(queue -> ambiguous.move(wrId, queue))) {
            boolean again = candidates.stream().anyMatch(queue -> queue.hasCompleted(wrId));
            violations.add("%s: completion of work request %d of QP %s with status %d, opcode %d: %s"
                    .formatted(
                            cq,
                            wrId,
                            qpNum,
                            status,
                            opcode,
                            again ? "it has completed before" : "no such work request was posted"));
        }
    }

    // ---------------------------------------------------------------- final check

    /**
     * Flushes the queue pairs and work queues that are open, and checks that everything has completed.
     *
     * @param patience how long flushed work requests may take
     * @throws AssertionError if a work request has not completed, or a completion belongs to none
     */
    public void settle(Duration patience) {
        if (accepted() == 0 && violations.isEmpty()) {
            return;
        }
        if (!genuine.isClosed()) {
            books.queuePairs().forEach(this::flush);
            books.workQueues().forEach(this::flush);
            drain(patience);
            books.queues().forEach(ambiguous::moveFromReleased);
        }
        List<String> all = new ArrayList<>(violations);
        books.queues().forEach(queue -> {
            List<Long> missing = genuine.isClosed() ? List.of() : queue.missing();
            if (!missing.isEmpty()) {
                all.add("%s has lost the work requests %s".formatted(queue, missing));
            }
        });
        violations.clear();
        if (!all.isEmpty()) {
            throw new AssertionError("Completion accounting: " + String.join("; ", all));
        }
    }

    private void flush(QueuePair qp) {
        if (qp.isClosed()) {
            // A close of the context that failed later has destroyed it.
            books.discard(qp);
        }
        QueuePairBook book = Objects.requireNonNull(books.of(qp));
        if (book.ownQueues().allMatch(queue -> queue.size() == 0)) {
            return;
        }
        try {
            qp.modify(QpAttr.builder()
                    .qpState(QpState.ERR)
                    .attrMask(Flags.of(QpAttr.Mask.STATE))
                    .build());
        } catch (VerbsException | IllegalStateException e) {
            // The caller is building a list, or the device has failed. Destroying the queue pair discards its work
            // requests.
            book.ownQueues().forEach(WorkQueueBook::excuse);
        }
        Stream.of(book.sendCq, book.recvCq)
                .filter(cq -> cq != null && cq.mayOverrun())
                .forEach(cq -> book.ownQueues().forEach(WorkQueueBook::excuse));
    }

    private void flush(WorkQueue wq) {
        if (wq.isClosed()) {
            books.discard(wq);
        }
        WorkQueueBook book = Objects.requireNonNull(books.ofReceives(wq));
        // Work queues that share a completion queue and use equal numbers are indistinguishable. Each of them is
        // flushed.
        if (wq.isClosed() || books.of(wq.cq()).queues().stream().allMatch(queue -> queue.size() == 0)) {
            return;
        }
        try {
            wq.modify(WqAttr.builder().wqState(WqState.ERR).build());
        } catch (VerbsException | IllegalStateException e) {
            book.excuse();
        }
        if (books.of(wq.cq()).mayOverrun()) {
            book.excuse();
        }
    }

    private void drain(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        CompletionArray array = genuine.newCompletionArray(POLLED);
        boolean found = true;
        while (found || (isMissing() && System.nanoTime() < end)) {
            found = false;
            for (CompletionQueue cq : books.completionQueues()) {
                found |= drain(cq, array);
            }
            if (!found && isMissing()) {
                pause();
            }
        }
    }

    private boolean isMissing() {
        return books.queues().anyMatch(queue -> !queue.missing().isEmpty());
    }

    private boolean drain(CompletionQueue cq, CompletionArray array) {
        if (cq.isClosed()) {
            return false;
        }
        try {
            int count = cq.poll(array);
            polled(array, count).forEach(completion -> complete(cq, completion));
            return count > 0;
        } catch (VerbsException | IllegalStateException e) {
            // The completion queue has overrun, or a caller is reading it in place.
            books.of(cq).queues().forEach(WorkQueueBook::excuse);
            return false;
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
