package org.verbena.libibverbs.driver;

import org.verbena.libibverbs.abi.IbvCompChannel;
import org.verbena.spi.driver.DriverCompChannel;

/** A completion channel: {@code struct ibv_comp_channel}. */
final class NativeCompChannel extends NativeObject implements DriverCompChannel {
    NativeCompChannel(NativeContext context, long pointer) {
        super(context, pointer, Verb.DESTROY_COMP_CHANNEL, "completion channel");
    }

    @Override
    public int fd() {
        return struct().getInt(IbvCompChannel.FD);
    }
}
