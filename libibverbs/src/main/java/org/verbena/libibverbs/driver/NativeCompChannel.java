// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.Optional;
import org.verbena.error.Errno;
import org.verbena.libibverbs.abi.CqStructs.IbvCompChannel;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.call.NativeLinker.NativeResult;
import org.verbena.spi.DriverCompChannel;
import org.verbena.spi.DriverCq;

/** A completion channel: {@code struct ibv_comp_channel}. */
final class NativeCompChannel extends NativeObject implements DriverCompChannel {
    private final FileDescriptor descriptor;

    NativeCompChannel(NativeContext context, long pointer) {
        super(context, pointer, Verb.DESTROY_COMP_CHANNEL, "completion channel");
        this.descriptor = FileDescriptor.nonBlocking(context.library(), struct().getInt(IbvCompChannel.FD), toString());
    }

    @Override
    public int fd() {
        return descriptor.number();
    }

    @Override
    public Optional<DriverCq> nextEvent() {
        Libibverbs library = context().library();
        try (Frame frame = library.frame()) {
            Struct cq = frame.struct(Long.BYTES);
            Struct cqContext = frame.struct(Long.BYTES);
            NativeResult result = library.call(Verb.GET_CQ_EVENT, pointer(), cq.address(), cqContext.address());
            if ((int) result.value() != 0) {
                if (result.errno() == Errno.EAGAIN.number()) {
                    return Optional.empty();
                }
                throw VerbsExceptions.ofInt(Verb.GET_CQ_EVENT, toString(), result);
            }
            return context()
                    .objects()
                    .find(library.pointerAt(cq.address()), NativeCq.class)
                    .map(NativeCq::received);
        }
    }

    @Override
    public void awaitEvent(long nanos) throws InterruptedException {
        descriptor.awaitReadable(nanos);
    }
}
