// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.verbena.AsyncEvent;
import org.verbena.AsyncEventListener;
import org.verbena.AsyncEvents;
import org.verbena.CompletionQueue;
import org.verbena.QueuePair;
import org.verbena.SharedReceiveQueue;
import org.verbena.VerbsObject;
import org.verbena.WorkQueue;
import org.verbena.attr.AsyncEventType;
import org.verbena.error.ClosedHandleException;

/**
 * Delivers events to a listener in a dedicated thread. The thread ends only when this object is closed or when the
 * events end.
 */
final class AsyncEventListening implements AsyncEvents.Listening, Runnable {
    /** The name of the logger. */
    static final String LOGGER = "org.verbena.events";

    private static final Duration PATIENCE = Duration.ofMillis(100);

    /** The pause after an OutOfMemoryError or StackOverflowError. */
    private static final long RECOVERY_NANOS = 1_000_000;

    private final AsyncEvents events;
    private final AsyncEventListener listener;
    private final String of;
    private final Thread thread;
    private volatile boolean ended;

    private AsyncEventListening(AsyncEvents events, AsyncEventListener listener, String of) {
        this.events = events;
        this.listener = listener;
        this.of = of;
        this.thread = new Thread(this, "verbena-events of " + of);
        thread.setDaemon(true);
    }

    static AsyncEventListening start(AsyncEvents events, AsyncEventListener listener, String of) {
        AsyncEventListening listening = new AsyncEventListening(events, listener, of);
        listening.thread.start();
        return listening;
    }

    @Override
    public void run() {
        while (!ended) {
            try {
                events.nextEvent(PATIENCE).ifPresent(this::tellSafely);
            } catch (InterruptedException e) {
                // A listener has left its thread interrupted. close() does not use interrupts, so this one is ignored.
            } catch (ClosedHandleException e) {
                return; // the context is closed
            } catch (OutOfMemoryError | StackOverflowError e) {
                log("no memory to receive an event of " + of, e);
                LockSupport.parkNanos(RECOVERY_NANOS);
            } catch (Throwable e) {
                log("no more events can be received of " + of, e);
                endSafely(e);
                return;
            }
        }
    }

    private void tellSafely(AsyncEvent event) {
        try {
            tell(event);
        } catch (Throwable e) {
            // This includes errors: a failing listener must still receive later events.
            log("a listener failed at " + event, e);
        }
    }

    private void endSafely(Throwable cause) {
        try {
            listener.ended(cause);
        } catch (Throwable e) {
            log("a listener failed in ended()", e);
        }
    }

    private static void log(String what, Throwable e) {
        try {
            System.getLogger(LOGGER).log(Level.WARNING, what, e);
        } catch (Throwable again) {
            // A failure to log must not end the delivery.
        }
    }

    private void tell(AsyncEvent event) {
        AsyncEventType type = event.eventType();
        VerbsObject element = event.element().orElse(null);
        if (element instanceof QueuePair qp) {
            listener.queuePair(type, qp);
        } else if (element instanceof CompletionQueue cq) {
            listener.completionQueue(type, cq);
        } else if (element instanceof SharedReceiveQueue srq) {
            listener.sharedReceiveQueue(type, srq);
        } else if (element instanceof WorkQueue wq) {
            listener.workQueue(type, wq);
        } else if (event.portNum() != 0) {
            listener.port(type, event.portNum());
        } else if (type == AsyncEventType.DEVICE_FATAL) {
            listener.device(type);
        } else {
            listener.other(event);
        }
    }

    @Override
    public void close() {
        ended = true;
        if (Thread.currentThread().equals(thread)) {
            return;
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            // The thread ends anyway as soon as the listener returns.
            Thread.currentThread().interrupt();
        }
    }
}
