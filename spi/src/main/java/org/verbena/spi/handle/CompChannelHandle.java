package org.verbena.spi.handle;

import org.verbena.CompletionChannel;
import org.verbena.spi.driver.DriverCompChannel;

/** A completion channel. */
final class CompChannelHandle extends Handle implements CompletionChannel {
    private final DriverCompChannel driver;

    CompChannelHandle(ContextHandle owner, Resource resource, DriverCompChannel driver) {
        super(owner, resource);
        this.driver = driver;
    }

    @Override
    public int fd() {
        return call("ibv_create_comp_channel", driver::fd);
    }
}
