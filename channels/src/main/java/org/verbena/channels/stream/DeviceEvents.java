// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import org.jspecify.annotations.Nullable;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.attr.DeviceAttr;

/**
 * The completion events of one device, the thread that waits for them, the limit of its queues, and its shared pool.
 */
final class DeviceEvents {
    private final CompletionChannel channel;
    private final int maxQueue;
    private volatile boolean closed;
    private @Nullable StreamPool sharedPool;

    DeviceEvents(DeviceContext context) {
        DeviceAttr limits = context.queryDevice();
        maxQueue = Math.min(limits.maxQpWr(), limits.maxCqe());
        channel = context.createCompChannel();
        EventThread.start(
                "verbena-channels-" + context.device().name(),
                channel::nextEvent,
                () -> closed || channel.isClosed(),
                DeviceEvents::dispatch);
    }

    CompletionChannel channel() {
        return channel;
    }

    /** Returns the entries that each queue of a stream can have. */
    int maxQueue() {
        return maxQueue;
    }

    /** Returns the pool of a protection domain that all streams of the device share. */
    synchronized StreamPool sharedPool(ProtectionDomain pd, int size) {
        StreamPool known = sharedPool;
        if (known == null) {
            known = new StreamPool(pd, size);
            sharedPool = known;
        }
        return known;
    }

    private synchronized @Nullable StreamPool lastPool() {
        return sharedPool;
    }

    private static void dispatch(CompletionQueue cq) {
        if (cq.cqContext().orElse(null) instanceof CompletionEvents events) {
            events.stream().onEvent(events, cq);
        }
    }

    void close() {
        closed = true;
        channel.close();
        StreamPool last = lastPool();
        if (last != null) {
            last.close();
        }
    }
}
