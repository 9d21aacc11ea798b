// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.Optional;
import org.verbena.attr.AsyncEventType;
import org.verbena.error.Errno;
import org.verbena.libibverbs.abi.ContextStructs.IbvAsyncEvent;
import org.verbena.libibverbs.abi.ContextStructs.IbvContext;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.call.NativeLinker.NativeResult;
import org.verbena.spi.DriverAsyncEvent;
import org.verbena.spi.DriverObject;

/** The asynchronous events of an open device. */
final class AsyncEventSource {
    private final Libibverbs library;
    private final Struct context;
    private final String name;
    private final ObjectsByPointer objects;
    private final Calls calls;
    private final FileDescriptor descriptor;

    AsyncEventSource(Libibverbs library, Struct context, String name, ObjectsByPointer objects, Calls calls) {
        this.library = library;
        this.context = context;
        this.name = name;
        this.objects = objects;
        this.calls = calls;
        this.descriptor = FileDescriptor.nonBlocking(library, context.getInt(IbvContext.ASYNC_FD), name);
    }

    /**
     * Returns the next event, if any, and acknowledges it at once. A destroy of its object would otherwise wait for the
     * acknowledgement. The object is not destroyed during this call, so the pointer that C received from the kernel
     * remains valid.
     */
    Optional<DriverAsyncEvent> next() {
        try (Frame frame = library.frame()) {
            Struct event = frame.struct(IbvAsyncEvent.SIZE);
            NativeResult result = library.call(Verb.GET_ASYNC_EVENT, context.address(), event.address());
            if ((int) result.value() != 0) {
                if (result.errno() == Errno.EAGAIN.number()) {
                    return Optional.empty();
                }
                throw VerbsExceptions.ofInt(Verb.GET_ASYNC_EVENT, name, result);
            }
            return Optional.of(resolve(event));
        }
    }

    void await(long nanos) throws InterruptedException {
        descriptor.awaitReadable(nanos);
    }

    private DriverAsyncEvent resolve(Struct event) {
        boolean stranger = false;
        try {
            int code = event.getInt(IbvAsyncEvent.EVENT_TYPE);
            Optional<Class<? extends DriverObject>> kind = kindOfElement(code);
            if (kind.isEmpty()) {
                return new DriverAsyncEvent(code, Optional.empty(), event.getInt(IbvAsyncEvent.ELEMENT_PORT_NUM));
            }
            Optional<DriverObject> element = element(event.get(IbvAsyncEvent.ELEMENT_QP), kind.get());
            stranger = element.isEmpty();
            return new DriverAsyncEvent(code, element, 0);
        } finally {
            // C dereferences the pointer to acknowledge the event, so it must belong to a live object.
            if (!stranger) {
                library.call(Verb.ACK_ASYNC_EVENT, event.address());
            }
        }
    }

    /**
     * Returns the type of the object that an event contains, as {@code ibv_get_async_event} interprets the event.
     * Events of types that it does not know contain a port number.
     */
    private static Optional<Class<? extends DriverObject>> kindOfElement(int code) {
        return switch (AsyncEventType.of(code)) {
            case CQ_ERR -> Optional.of(NativeCq.class);
            case QP_FATAL,
                    QP_REQ_ERR,
                    QP_ACCESS_ERR,
                    COMM_EST,
                    SQ_DRAINED,
                    PATH_MIG,
                    PATH_MIG_ERR,
                    QP_LAST_WQE_REACHED -> Optional.of(NativeQp.class);
            case SRQ_ERR, SRQ_LIMIT_REACHED -> Optional.of(NativeSrq.class);
            case WQ_FATAL -> Optional.of(NativeWq.class);
            case DEVICE_FATAL,
                    PORT_ACTIVE,
                    PORT_ERR,
                    LID_CHANGE,
                    PKEY_CHANGE,
                    SM_CHANGE,
                    CLIENT_REREGISTER,
                    GID_CHANGE,
                    UNKNOWN -> Optional.empty();
        };
    }

    /**
     * Finds the object of an event. An event may arrive while its object is being created; its pointer is known only
     * after the creation.
     */
    private Optional<DriverObject> element(long pointer, Class<? extends DriverObject> kind) {
        Optional<DriverObject> known = objects.find(pointer, kind).map(DriverObject.class::cast);
        return known.isPresent()
                ? known
                : calls.withoutCreations(() -> objects.find(pointer, kind).map(DriverObject.class::cast));
    }
}
