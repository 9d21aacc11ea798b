package org.verbena.spi.handle;

import java.lang.System.Logger.Level;
import java.time.Duration;
import org.verbena.AsyncEvent;
import org.verbena.AsyncEventListener;
import org.verbena.AsyncEventType;
import org.verbena.AsyncEvents;
import org.verbena.ClosedHandleException;
import org.verbena.CompletionQueue;
import org.verbena.QueuePair;
import org.verbena.SharedReceiveQueue;
import org.verbena.VerbsObject;
import org.verbena.WorkQueue;

/** A thread that takes events and tells a listener. */
final class AsyncEventListening implements AsyncEvents.Listening, Runnable {
    /** The name of the logger. */
    static final String LOGGER = "org.verbena.events";

    private static final Duration PATIENCE = Duration.ofMillis(100);

    private final AsyncEvents events;
    private final AsyncEventListener listener;
    private final Thread thread;
    private volatile boolean ended;

    private AsyncEventListening(AsyncEvents events, AsyncEventListener listener, String of) {
        this.events = events;
        this.listener = listener;
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
        try {
            while (!ended) {
                events.nextEvent(PATIENCE).ifPresent(this::tellSafely);
            }
        } catch (ClosedHandleException e) {
            // The context was closed: there is nothing more to listen to.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tellSafely(AsyncEvent event) {
        try {
            tell(event);
        } catch (RuntimeException e) {
            System.getLogger(LOGGER).log(Level.WARNING, "a listener failed at " + event, e);
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
            // It ends all the same, when the listener has returned.
            Thread.currentThread().interrupt();
        }
    }
}
