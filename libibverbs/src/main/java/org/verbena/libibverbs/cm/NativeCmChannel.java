// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.cm;

import java.util.Optional;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;
import org.verbena.libibverbs.abi.CmStructs.RdmaEventChannel;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.call.NativeLinker.NativeResult;
import org.verbena.libibverbs.driver.FileDescriptor;
import org.verbena.libibverbs.driver.VerbsExceptions;
import org.verbena.spi.StackReserve;
import org.verbena.spi.cm.DriverCmChannel;
import org.verbena.spi.cm.DriverCmEvent;
import org.verbena.spi.cm.DriverCmId;

/** An event channel: {@code struct rdma_event_channel}. */
final class NativeCmChannel implements DriverCmChannel {
    private final NativeCm cm;
    private final long pointer;
    private final FileDescriptor descriptor;
    private final CmEvents events;

    NativeCmChannel(NativeCm cm, long pointer) {
        this.cm = cm;
        this.pointer = pointer;
        this.descriptor = FileDescriptor.nonBlocking(
                cm.library().libibverbs(), cm.library().struct(pointer).getInt(RdmaEventChannel.FD), toString());
        this.events = new CmEvents(cm);
    }

    long pointer() {
        return pointer;
    }

    @Override
    public int fd() {
        return descriptor.number();
    }

    @Override
    public DriverCmId createId(PortSpace portSpace) {
        StackReserve.requireForControl();
        Librdmacm library = cm.library();
        try (Frame frame = library.frame()) {
            Struct id = frame.struct(Long.BYTES);
            library.run(CmVerb.CREATE_ID, this, pointer, id.address(), 0, portSpace.value());
            return NativeCmId.created(cm, library.libibverbs().pointerAt(id.address()), pointer, portSpace);
        }
    }

    /**
     * Takes the next event and acknowledges it at once. A destroy of its identifier waits for the acknowledgement, so
     * the pointers of the event are valid until then. Afterwards C may reuse them for another identifier.
     */
    @Override
    public Optional<DriverCmEvent> nextEvent() {
        StackReserve.requireForControl();
        Optional<Struct> taken = take();
        while (taken.isPresent()) {
            Optional<DriverCmEvent> event = copy(taken.get());
            if (event.isPresent()) {
                return event;
            }
            taken = take();
        }
        return Optional.empty();
    }

    private Optional<DriverCmEvent> copy(Struct event) {
        try {
            return events.read(event);
        } finally {
            cm.library().call(CmVerb.ACK_CM_EVENT, this, event.address());
        }
    }

    private Optional<Struct> take() {
        Librdmacm library = cm.library();
        try (Frame frame = library.frame()) {
            Struct event = frame.struct(Long.BYTES);
            NativeResult result;
            do {
                result = library.call(CmVerb.GET_CM_EVENT, this, pointer, event.address());
            } while ((int) result.value() != 0 && result.errno() == Errno.EINTR.number());
            if ((int) result.value() == 0) {
                return Optional.of(library.struct(library.libibverbs().pointerAt(event.address())));
            }
            if (result.errno() == Errno.EAGAIN.number()) {
                return Optional.empty();
            }
            throw VerbsExceptions.ofErrno(CmVerb.GET_CM_EVENT.cName(), toString(), result);
        }
    }

    @Override
    public void awaitEvent(long nanos) throws InterruptedException {
        descriptor.awaitReadable(nanos);
    }

    @Override
    public void destroy() {
        StackReserve.requireForControl();
        cm.library().call(CmVerb.DESTROY_EVENT_CHANNEL, this, pointer);
    }

    @Override
    public String toString() {
        return "event channel of " + Librdmacm.FILE;
    }
}
