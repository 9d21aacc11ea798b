// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.accounting;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.Flags;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.PostException;

/** A device context with one queue pair, whose completions a test sets. */
final class StubContext {
    /** The {@code wr_id}s of the next completions. */
    final Deque<Long> completions = new ArrayDeque<>();

    /** The index of the work request at which a post fails. */
    int badWr = Integer.MAX_VALUE;

    private final Map<Integer, Long> ids = new HashMap<>();
    private long polled;

    private final CompletionQueue cq =
            fake(CompletionQueue.class, (proxy, method, arguments) -> switch (method.getName()) {
                case "grantedCqe" -> 16;
                case "isClosed" -> false;
                case "poll" -> completions.isEmpty() ? 0 : take();
                default -> throw new UnsupportedOperationException(method.getName());
            });

    private final QueuePair qp = fake(QueuePair.class, (proxy, method, arguments) -> switch (method.getName()) {
        case "qpNum" -> 7L;
        case "isClosed" -> false;
        case "sendCq", "recvCq" -> Optional.of(cq);
        case "srq" -> Optional.empty();
        case "modify" -> null;
        case "postSend" -> post();
        default -> throw new UnsupportedOperationException(method.getName());
    });

    private final CompletionArray array =
            fake(CompletionArray.class, (proxy, method, arguments) -> switch (method.getName()) {
                case "size" -> 1;
                case "get" -> new Completion(polled, 0, 0, 0, 0, 0, 7, 0, Flags.none(CompletionFlag.class));
                default -> throw new UnsupportedOperationException(method.getName());
            });

    private final ProtectionDomain pd = fake(ProtectionDomain.class, (proxy, method, arguments) -> qp);

    private final DeviceContext context =
            fake(DeviceContext.class, (proxy, method, arguments) -> switch (method.getName()) {
                case "isClosed" -> false;
                case "allocPd" -> pd;
                case "createCq" -> cq;
                case "newSendBatch" -> batch();
                case "newCompletionArray" -> array;
                default -> throw new UnsupportedOperationException(method.getName());
            });

    DeviceContext context() {
        return context;
    }

    private int take() {
        polled = completions.remove();
        return 1;
    }

    private Object post() {
        if (badWr < ids.size()) {
            throw new PostException("ibv_post_send", Errno.ENOMEM, "a stub", badWr, true, Diagnosis.UNKNOWN);
        }
        return "posted";
    }

    private SendBatch batch() {
        List<SendWr> places = new ArrayList<>();
        return fake(SendBatch.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "size" -> places.size();
            case "add" -> {
                int index = places.size();
                places.add(wr(index));
                yield places.get(index);
            }
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private SendWr wr(int index) {
        return fake(SendWr.class, (proxy, method, arguments) -> {
            ids.merge(index, method.getName().equals("wrId") ? (Long) arguments[0] : 0L, Long::sum);
            return proxy;
        });
    }

    static <T> T fake(Class<T> type, InvocationHandler handler) {
        InvocationHandler whole = (proxy, method, arguments) -> switch (method.getName()) {
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "stub " + type.getSimpleName();
            default -> handler.invoke(proxy, method, arguments);
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, whole));
    }
}
