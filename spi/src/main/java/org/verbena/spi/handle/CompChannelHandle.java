package org.verbena.spi.handle;

import java.time.Duration;
import java.util.Optional;
import org.verbena.*;
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

    @Override
    public Optional<CompletionQueue> nextEvent() {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public Optional<CompletionQueue> nextEvent(Duration timeout) throws InterruptedException {
        throw new UnsupportedOperationException("data path");
    }
}
