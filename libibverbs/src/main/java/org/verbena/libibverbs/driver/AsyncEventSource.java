package org.verbena.libibverbs.driver;

import java.util.Optional;
import org.verbena.AsyncEventType;
import org.verbena.Errno;
import org.verbena.libibverbs.NativeResult;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.IbvAsyncEvent;
import org.verbena.libibverbs.abi.IbvContext;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.driver.DriverAsyncEvent;
import org.verbena.spi.driver.DriverObject;

/** The asynchronous events of an open device. */
final class AsyncEventSource {
    private final Libibverbs library;
    private final Struct context;
    private final String name;
    private final EventElements elements;
    private final FileDescriptor descriptor;

    AsyncEventSource(Libibverbs library, Struct context, String name, EventElements elements) {
        this.library = library;
        this.context = context;
        this.name = name;
        this.elements = elements;
        this.descriptor = FileDescriptor.nonBlocking(library, context.getInt(IbvContext.ASYNC_FD), name);
    }

    /**
     * Acknowledges the event at once: until then a destroy of its object would wait. Nobody destroys the object
     * meanwhile, so that the pointer that C has read from the kernel still stands for it.
     */
    Optional<DriverAsyncEvent> next() {
        try (Frame frame = library.frame()) {
            Struct event = frame.struct(IbvAsyncEvent.SIZE);
            NativeResult result = library.call(Verb.GET_ASYNC_EVENT, context.address(), event.address());
            if ((int) result.value() != 0) {
                if (result.errno() == Errno.EAGAIN.number()) {
                    return Optional.empty();
                }
                throw Failure.ofInt(Verb.GET_ASYNC_EVENT, name, result);
            }
            try {
                return Optional.of(resolve(event));
            } finally {
                library.call(Verb.ACK_ASYNC_EVENT, event.address());
            }
        }
    }

    void await(long nanos) throws InterruptedException {
        descriptor.awaitReadable(nanos);
    }

    /** As {@code ibv_get_async_event} does: numbers that it does not know leave a port number. */
    private DriverAsyncEvent resolve(Struct event) {
        int code = event.getInt(IbvAsyncEvent.EVENT_TYPE);
        return switch (AsyncEventType.of(code)) {
            case CQ_ERR,
                    QP_FATAL,
                    QP_REQ_ERR,
                    QP_ACCESS_ERR,
                    COMM_EST,
                    SQ_DRAINED,
                    PATH_MIG,
                    PATH_MIG_ERR,
                    QP_LAST_WQE_REACHED,
                    SRQ_ERR,
                    SRQ_LIMIT_REACHED,
                    WQ_FATAL ->
                new DriverAsyncEvent(code, elements.find(event.get(IbvAsyncEvent.ELEMENT_QP), DriverObject.class), 0);
            case DEVICE_FATAL,
                    PORT_ACTIVE,
                    PORT_ERR,
                    LID_CHANGE,
                    PKEY_CHANGE,
                    SM_CHANGE,
                    CLIENT_REREGISTER,
                    GID_CHANGE,
                    UNKNOWN ->
                new DriverAsyncEvent(code, Optional.empty(), event.getInt(IbvAsyncEvent.ELEMENT_PORT_NUM));
        };
    }
}
