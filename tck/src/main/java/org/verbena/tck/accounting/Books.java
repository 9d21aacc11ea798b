// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.accounting;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.CompletionQueue;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.VerbsObject;
import org.verbena.WorkQueue;

/**
 * The books of all queues of one device context.
 *
 * <p>A handle that nothing references loses its book here. The book of the completion queue keeps it, because the
 * garbage collector may run between a flush and the poll of the flushed work requests.
 */
final class Books {
    private final Map<QueuePair, QueuePairBook> qps = Collections.synchronizedMap(new WeakHashMap<>());
    private final Map<SharedReceiveQueue, WorkQueueBook> srqs = Collections.synchronizedMap(new WeakHashMap<>());
    private final Map<WorkQueue, WorkQueueBook> wqs = Collections.synchronizedMap(new WeakHashMap<>());
    private final Map<CompletionQueue, CompletionQueueBook> cqs = Collections.synchronizedMap(new WeakHashMap<>());

    /** The books by queue pair number, the newest last, because numbers are reused. */
    private final Map<Long, List<QueuePairBook>> byNumber = new ConcurrentHashMap<>();

    /** Returns the book of a queue pair, unless it was created elsewhere. */
    @Nullable
    QueuePairBook of(QueuePair qp) {
        return qps.get(qp);
    }

    /** Opens the book of a new handle. */
    void created(VerbsObject handle, Object[] arguments) {
        if (handle instanceof CompletionQueue cq) {
            cqs.computeIfAbsent(cq, CompletionQueueBook::new);
        } else if (handle instanceof SharedReceiveQueue srq) {
            WorkQueueBook book = srqs.computeIfAbsent(srq, key -> new WorkQueueBook("queue of " + key));
            if (arguments.length > 0 && arguments[0] instanceof SrqInitAttr attr) {
                attr.cq().ifPresent(cq -> of(cq).servesWithoutQp(book));
            }
        } else if (handle instanceof WorkQueue wq) {
            wqs.computeIfAbsent(wq, key -> {
                WorkQueueBook book = new WorkQueueBook("queue of " + key);
                of(key.cq()).serves(book);
                of(key.cq()).servesWithoutQp(book);
                return book;
            });
        } else if (handle instanceof QueuePair qp && !qps.containsKey(qp)) {
            boolean sqSigAll = arguments.length > 0 && arguments[0] instanceof QpInitAttr attr && attr.sqSigAll();
            QueuePairBook book = new QueuePairBook(
                    qp,
                    qp.sendCq().map(this::of).orElse(null),
                    qp.recvCq().map(this::of).orElse(null),
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

    CompletionQueueBook of(CompletionQueue cq) {
        return cqs.computeIfAbsent(cq, CompletionQueueBook::new);
    }

    /** Discards the work requests of a queue that was reset or destroyed. */
    void discard(Object target) {
        if (target instanceof QueuePair qp) {
            Optional.ofNullable(of(qp)).stream()
                    .flatMap(QueuePairBook::ownQueues)
                    .forEach(WorkQueueBook::discard);
        } else if (target instanceof SharedReceiveQueue srq) {
            Optional.ofNullable(srqs.get(srq)).ifPresent(WorkQueueBook::discard);
        } else if (target instanceof WorkQueue wq) {
            Optional.ofNullable(wqs.get(wq)).ifPresent(WorkQueueBook::discard);
        }
    }

    /** Returns the book of a shared receive queue or work queue, unless it was created elsewhere. */
    @Nullable
    WorkQueueBook ofReceives(VerbsObject queue) {
        return queue instanceof SharedReceiveQueue srq ? srqs.get(srq) : wqs.get((WorkQueue) queue);
    }

    /** Returns the queues that a completion may belong to. */
    List<WorkQueueBook> candidates(
            CompletionQueueBook cq, OptionalLong qpNum, boolean mayBeSend, boolean mayBeReceive) {
        Stream<WorkQueueBook> receives = mayBeReceive ? cq.queuesWithoutQp().stream() : Stream.empty();
        return Stream.concat(ofQueuePairs(cq, qpNum, mayBeSend, mayBeReceive), receives)
                .distinct()
                .toList();
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

    List<QueuePair> queuePairs() {
        return keys(qps);
    }

    List<WorkQueue> workQueues() {
        return keys(wqs);
    }

    List<CompletionQueue> completionQueues() {
        return keys(cqs);
    }

    private static <K> List<K> keys(Map<K, ?> map) {
        synchronized (map) {
            return List.copyOf(map.keySet());
        }
    }

    /** Returns the queues whose work requests must complete. */
    Stream<WorkQueueBook> queues() {
        return Stream.concat(
                keys(qps).stream()
                        .flatMap(qp -> Objects.requireNonNull(qps.get(qp)).ownQueues()),
                all(wqs));
    }
}
