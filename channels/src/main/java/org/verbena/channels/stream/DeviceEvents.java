package org.verbena.channels.stream;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;

/** The completion events of one device, and the thread that waits for them. */
final class DeviceEvents {
    private static final Duration LOOK_UP = Duration.ofSeconds(1);
    private static final long RECOVERY_NANOS = 1_000_000;

    private final CompletionChannel channel;
    private volatile boolean closed;

    DeviceEvents(DeviceContext context) {
        channel = context.createCompChannel();
        Thread thread =
                new Thread(this::run, "verbena-channels-" + context.device().name());
        thread.setDaemon(true);
        thread.start();
    }

    CompletionChannel channel() {
        return channel;
    }

    private void run() {
        boolean recovering = false;
        while (!closed && !channel.isClosed()) {
            try {
                channel.nextEvent(LOOK_UP).ifPresent(DeviceEvents::dispatch);
                recovering = false;
            } catch (InterruptedException | RuntimeException | Error e) {
                if (!closed && !channel.isClosed() && !recovering) {
                    StreamRuntime.log("the thread of completion events continues", e);
                }
                recovering = true;
                LockSupport.parkNanos(RECOVERY_NANOS);
            }
        }
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
