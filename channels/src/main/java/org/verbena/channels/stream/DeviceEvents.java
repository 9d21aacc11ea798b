package org.verbena.channels.stream;

import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.attr.DeviceAttr;

/** The completion events of one device, the thread that waits for them, and the limit of its queues. */
final class DeviceEvents {
    private final CompletionChannel channel;
    private final int maxQueue;
    private volatile boolean closed;

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

    private static void dispatch(CompletionQueue cq) {
        if (cq.cqContext().orElse(null) instanceof CompletionEvents events) {
            events.stream().onEvent(events, cq);
        }
    }

    void close() {
        closed = true;
        channel.close();
    }
}
