package org.verbena.tck.accounting;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.DeviceContext;
import org.verbena.Flags;
import org.verbena.InvalidRequestException;
import org.verbena.MemoryWindow;
import org.verbena.MwBind;
import org.verbena.PostException;
import org.verbena.QpAttr;
import org.verbena.QpAttrMask;
import org.verbena.QpInitAttr;
import org.verbena.QpState;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.SendBatch;
import org.verbena.SendFlag;
import org.verbena.SendWr;
import org.verbena.SharedReceiveQueue;
import org.verbena.VerbsException;
import org.verbena.VerbsObject;
import org.verbena.WcFlag;
import org.verbena.WcStatus;
import org.verbena.WorkQueue;
import org.verbena.WqAttr;
import org.verbena.WqState;
import org.verbena.tck.accounting.WorkQueueBook.Work;

/**
 * Accounts for every work request that is posted through a device context: each accepted one completes exactly once, or
 * its queue is reset or destroyed.
 *
 * <p>{@link #context} returns a proxy, and everything created from it is a proxy. An unsignaled send is accounted for by
 * a later completion of its queue, or by a flush. Receives of a shared receive queue may remain there. A completion
 * queue that may have overrun excuses lost completions, but never additional ones.
 */
public final class Accounting {
    /** {@code IBV_WC_RECV} in verbs.h: every opcode of a receive contains this bit. */
    private static final int RECV = 128;

    private static final Duration PAUSE = Duration.ofMillis(1);
    private static final int POLLED = 16;

    private final DeviceContext genuine;
    private final Interception interception = new Interception(this::record);
    private final Map<QueuePair, QueuePairBook> qps = Collections.synchronizedMap(new WeakHashMap<>());
    private final Map<SharedReceiveQueue, WorkQueueBook> srqs = Collections.synchronizedMap(new WeakHashMap<>());
    private final Map<WorkQueue, WorkQueueBook> wqs = Collections.synchronizedMap(new WeakHashMap<>());
    private final Map<CompletionQueue, CompletionQueueBook> cqs = Collections.synchronizedMap(new WeakHashMap<>());

    /** By number, the newest last: a number may be used again. */
    private final Map<Long, List<QueuePairBook>> byNumber = new ConcurrentHashMap<>();

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

    /**
     * Returns the context to use instead of the provider's.
     *
     * @return a proxy
     */
    public DeviceContext context() {
        return interception.observe(genuine);
    }

    /**
     * Returns the number of work requests that queues have accepted.
     *
     * @return the number
     */
    public long accepted() {
        return accepted.get();
    }

    // ---------------------------------------------------------------- calls

    private @Nullable Object record(Observed on, String method, Object[] given, Object[] arguments, Observed.Call call)
            throws Throwable {
        Object target = on.target();
        if (target instanceof SendWr || target instanceof RecvWr) {
            return workRequest(on, method, arguments, call);
        }
        if (target instanceof SendBatch || target instanceof RecvBatch) {
            return batch(on, method, arguments, call);
        }
        if (target instanceof QueuePairEx qp) {
            return builder(book(qp.queuePair()), method, arguments, call);
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
            created(handle, arguments);
        }
        if (method.equals("close") || isReset(method, arguments)) {
            discard(target);
        }
        return result;
    }

    private static boolean isReset(String method, Object[] arguments) {
        return method.equals("modify")
                && ((arguments[0] instanceof QpAttr qp
                                && qp.attrMask().contains(QpAttrMask.STATE)
                                && qp.qpState() == QpState.RESET)
                        || (arguments[0] instanceof WqAttr wq && wq.wqState() == WqState.RESET));
    }

    @SuppressWarnings("unchecked")
    private @Nullable Object workRequest(Observed on, String method, Object[] arguments, Observed.Call call)
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

    private @Nullable Object batch(Observed on, String method, Object[] arguments, Observed.Call call)
            throws Throwable {
        Object result = call.run();
        if (method.equals("add")) {
            int size = on.target() instanceof SendBatch sends ? sends.size() : ((RecvBatch) on.target()).size();
            Object place = on.place(size - 1, Objects.requireNonNull(result));
            Observed note = Interception.handlerOf(place);
            if (note != null) {
                note.reset();
            }
            return place;
        }
        return method.equals("get") ? on.place((int) arguments[0], Objects.requireNonNull(result)) : result;
    }

    @SuppressWarnings("unchecked")
    private @Nullable Object builder(@Nullable QueuePairBook qp, String method, Object[] arguments, Observed.Call call)
            throws Throwable {
        if (qp == null) {
            return call.run();
        }
        if (method.equals("wrComplete")) {
            return accept(qp.sends, qp.sendCq, qp.built(), 0, call);
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

    private @Nullable Object post(VerbsObject queue, String method, Object[] given, Observed.Call call)
            throws Throwable {
        Observed batch = Interception.handlerOf(given[0]);
        if (batch == null) {
            return call.run();
        }
        int size = batch.target() instanceof SendBatch sends ? sends.size() : ((RecvBatch) batch.target()).size();
        int from = given.length == 1 ? 0 : (int) given[1];
        int to = given.length == 1 ? size : (int) given[2];
        QueuePairBook qp = queue instanceof QueuePair pair ? book(pair) : null;
        List<Work> works = new ArrayList<>();
        for (int i = Math.max(from, 0); i < Math.min(to, size); i++) {
            Observed note = batch.noteAt(i);
            if (note != null) {
                works.add(method.equals("postSend") && qp != null ? note.send(qp) : note.receive());
            }
        }
        if (qp != null) {
            return method.equals("postSend")
                    ? accept(qp.sends, qp.sendCq, works, from, call)
                    : accept(qp.receives, qp.recvCq, works, from, call);
        }
        WorkQueueBook book = queue instanceof SharedReceiveQueue srq ? srqs.get(srq) : wqs.get((WorkQueue) queue);
        return book == null ? call.run() : accept(book, null, works, from, call);
    }

    private @Nullable Object bind(Object[] arguments, Observed.Call call) throws Throwable {
        QueuePairBook qp = arguments[0] instanceof QueuePair pair ? book(pair) : null;
        if (qp == null || !(arguments[1] instanceof MwBind bind)) {
            return call.run();
        }
        boolean signaled = bind.sendFlags() != null && bind.sendFlags().contains(SendFlag.SIGNALED);
        return accept(qp.sends, qp.sendCq, List.of(qp.send(bind.wrId(), signaled)), 0, call);
    }

    private @Nullable Object accept(
            WorkQueueBook queue, @Nullable CompletionQueueBook cq, List<Work> works, int from, Observed.Call call)
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
            queue.withdraw(works.subList(posted, works.size()))
                    .forEach(work -> violations.add("%s completed work request %d, which it had refused with %s"
                            .formatted(queue, work.wrId(), e)));
            throw e;
        }
    }

    // ---------------------------------------------------------------- handles

    private @Nullable QueuePairBook book(QueuePair qp) {
        return qps.get(qp);
    }

    private void created(VerbsObject handle, Object[] arguments) {
        if (handle instanceof CompletionQueue cq) {
            cqs.computeIfAbsent(cq, CompletionQueueBook::new);
        } else if (handle instanceof SharedReceiveQueue srq) {
            srqs.computeIfAbsent(srq, key -> new WorkQueueBook("queue of " + key));
        } else if (handle instanceof WorkQueue wq) {
            wqs.computeIfAbsent(wq, key -> {
                WorkQueueBook book = new WorkQueueBook("queue of " + key);
                cq(key.cq()).serves(book);
                return book;
            });
        } else if (handle instanceof QueuePair qp && !qps.containsKey(qp)) {
            boolean sqSigAll = arguments.length > 0 && arguments[0] instanceof QpInitAttr attr && attr.sqSigAll();
            QueuePairBook book = new QueuePairBook(
                    qp,
                    qp.sendCq().map(this::cq).orElse(null),
                    qp.recvCq().map(this::cq).orElse(null),
                    qp.srq().map(srqs::get).orElse(null),
                    sqSigAll);
            Optional.ofNullable(book.sendCq).ifPresent(cq -> cq.serves(book.sends));
            Optional.ofNullable(book.recvCq).filter(cq -> !book.shared).ifPresent(cq -> cq.serves(book.receives));
            qps.put(qp, book);
            byNumber.compute(qp.qpNum(), (number, known) -> {
                List<QueuePairBook> all = new ArrayList<>(known == null ? List.of() : known);
                all.add(book);
                return List.copyOf(all);
            });
        }
    }

    private CompletionQueueBook cq(CompletionQueue cq) {
        return cqs.computeIfAbsent(cq, CompletionQueueBook::new);
    }

    private void discard(Object target) {
        if (target instanceof QueuePair qp) {
            Optional.ofNullable(book(qp)).stream()
                    .flatMap(QueuePairBook::ownQueues)
                    .forEach(WorkQueueBook::discard);
        } else if (target instanceof SharedReceiveQueue srq) {
            Optional.ofNullable(srqs.get(srq)).ifPresent(WorkQueueBook::discard);
        } else if (target instanceof WorkQueue wq) {
            Optional.ofNullable(wqs.get(wq)).ifPresent(WorkQueueBook::discard);
        }
    }

    // ---------------------------------------------------------------- completions

    private @Nullable Object completions(CompletionQueue cq, String method, Object[] arguments, Observed.Call call)
            throws Throwable {
        Object result;
        try {
            result = call.run();
        } catch (VerbsException e) {
            if (!(e instanceof InvalidRequestException) && !method.equals("close")) {
                cq(cq).overrun();
            }
            throw e;
        }
        if (method.equals("poll") && arguments[0] instanceof CompletionArray array) {
            polled(cq, array, (int) Objects.requireNonNull(result));
        } else if ((method.equals("startPoll") || method.equals("nextPoll")) && Boolean.TRUE.equals(result)) {
            read((CompletionQueueEx) cq);
        }
        return result;
    }

    private void polled(CompletionQueue cq, CompletionArray array, int count) {
        for (int i = 0; i < count; i++) {
            complete(
                    cq,
                    OptionalLong.of(array.qpNum(i)),
                    array.wrId(i),
                    array.statusCode(i),
                    array.isSuccess(i) ? array.opcodeCode(i) : 0);
        }
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
        CompletionQueueBook cq = cq(from);
        boolean success = status == WcStatus.SUCCESS.value();
        boolean mayBeSend = !success || (opcode & RECV) == 0;
        boolean mayBeReceive = !success || (opcode & RECV) != 0;
        List<WorkQueueBook> candidates = Stream.concat(
                        ofQueuePairs(cq, qpNum, mayBeSend, mayBeReceive),
                        mayBeReceive
                                ? Stream.concat(all(srqs), all(wqs).filter(cq.queues()::contains))
                                : Stream.empty())
                .distinct()
                .toList();
        if (candidates.stream().noneMatch(queue -> queue.complete(wrId, success))) {
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

    private Stream<WorkQueueBook> ofQueuePairs(
            CompletionQueueBook cq, OptionalLong qpNum, boolean mayBeSend, boolean mayBeReceive) {
        List<QueuePairBook> books = qpNum.isPresent()
                ? byNumber.getOrDefault(qpNum.getAsLong(), List.of())
                : byNumber.values().stream().flatMap(List::stream).toList();
        List<WorkQueueBook> queues = new ArrayList<>();
        for (QueuePairBook qp : books) {
            if (mayBeSend && cq.equals(qp.sendCq)) {
                queues.add(0, qp.sends);
            }
            if (mayBeReceive && cq.equals(qp.recvCq)) {
                queues.add(0, qp.receives);
            }
        }
        return queues.stream();
    }

    private static Stream<WorkQueueBook> all(Map<?, WorkQueueBook> books) {
        synchronized (books) {
            return List.copyOf(books.values()).stream();
        }
    }

    // ---------------------------------------------------------------- the end

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
            keys(qps).forEach(this::flush);
            keys(wqs).forEach(this::flush);
            drain(patience);
        }
        List<String> all = new ArrayList<>(violations);
        books().forEach(queue -> {
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

    private static <K> List<K> keys(Map<K, ?> map) {
        synchronized (map) {
            return List.copyOf(map.keySet());
        }
    }

    /** Returns the book of a handle that the caller references. */
    private static <K, V> V known(Map<K, V> books, K handle) {
        return Objects.requireNonNull(books.get(handle));
    }

    /** Returns the queues whose work requests must complete. */
    private Stream<WorkQueueBook> books() {
        return Stream.concat(keys(qps).stream().flatMap(qp -> known(qps, qp).ownQueues()), all(wqs));
    }

    private void flush(QueuePair qp) {
        QueuePairBook book = known(qps, qp);
        if (qp.isClosed() || book.ownQueues().allMatch(queue -> queue.size() == 0)) {
            return;
        }
        try {
            qp.modify(QpAttr.builder()
                    .qpState(QpState.ERR)
                    .attrMask(Flags.of(QpAttrMask.STATE))
                    .build());
        } catch (VerbsException | IllegalStateException e) {
            // A list is being built, or the device is gone. Destroying the queue pair discards its work requests.
            book.ownQueues().forEach(WorkQueueBook::excuse);
        }
        Stream.of(book.sendCq, book.recvCq)
                .filter(cq -> cq != null && cq.mayOverrun())
                .forEach(cq -> book.ownQueues().forEach(WorkQueueBook::excuse));
    }

    private void flush(WorkQueue wq) {
        WorkQueueBook book = known(wqs, wq);
        // Work queues that share a completion queue and use equal numbers are not told apart: each of them is flushed.
        if (wq.isClosed() || cq(wq.cq()).queues().stream().allMatch(queue -> queue.size() == 0)) {
            return;
        }
        try {
            wq.modify(WqAttr.builder().wqState(WqState.ERR).build());
        } catch (VerbsException | IllegalStateException e) {
            book.excuse();
        }
        if (cq(wq.cq()).mayOverrun()) {
            book.excuse();
        }
    }

    private void drain(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        CompletionArray array = genuine.newCompletionArray(POLLED);
        boolean found = true;
        while (found || (isMissing() && System.nanoTime() < end)) {
            found = false;
            for (CompletionQueue cq : keys(cqs)) {
                found |= drain(cq, array);
            }
            if (!found && isMissing()) {
                pause();
            }
        }
    }

    private boolean isMissing() {
        return books().anyMatch(queue -> !queue.missing().isEmpty());
    }

    private boolean drain(CompletionQueue cq, CompletionArray array) {
        if (cq.isClosed()) {
            return false;
        }
        try {
            int count = cq.poll(array);
            polled(cq, array, count);
            return count > 0;
        } catch (VerbsException | IllegalStateException e) {
            // An overrun queue, or one that is being read in place.
            known(cqs, cq).queues().forEach(WorkQueueBook::excuse);
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
