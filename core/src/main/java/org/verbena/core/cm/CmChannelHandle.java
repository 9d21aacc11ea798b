// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.cm;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.cm.PortSpace;
import org.verbena.core.waiting.Waiters;
import org.verbena.error.ClosedHandleException;
import org.verbena.spi.cm.DriverCmChannel;
import org.verbena.spi.cm.DriverCmEvent;
import org.verbena.spi.cm.DriverCmId;

/** A channel of events. */
final class CmChannelHandle implements EventChannel {
    private static final String GET = "rdma_get_cm_event";

    private final CmManagerHandle manager;
    private final DriverCmChannel driver;
    private final String text;
    private final Waiters waiters;
    private final Set<CmIdHandle> ids = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    CmChannelHandle(CmManagerHandle manager, DriverCmChannel driver, long number) {
        this.manager = manager;
        this.driver = driver;
        this.text = "event channel #" + number;
        this.waiters = new Waiters(text, GET, driver::awaitEvent);
    }

    CmManagerHandle owner() {
        return manager;
    }

    DriverCmChannel driver() {
        return driver;
    }

    void requireOpen(String verb) {
        if (closed) {
            throw new ClosedHandleException(verb, text);
        }
    }

    private <T> T call(String verb, Supplier<T> action) {
        return manager.shared(verb, () -> {
            requireOpen(verb);
            return action.get();
        });
    }

    @Override
    public ConnectionManager manager() {
        return manager;
    }

    @Override
    public int fd() {
        return call("rdma_create_event_channel", driver::fd);
    }

    @Override
    public CmId createId(PortSpace portSpace) {
        CmChecks.present("rdma_create_id", this, "ps", portSpace);
        return call("rdma_create_id", () -> add(driver.createId(portSpace), portSpace));
    }

    private CmIdHandle add(DriverCmId id, PortSpace portSpace) {
        CmIdHandle handle = new CmIdHandle(this, id, portSpace, manager.next());
        add(handle);
        manager.add(handle);
        return handle;
    }

    void add(CmIdHandle id) {
        ids.add(id);
    }

    void remove(CmIdHandle id) {
        ids.remove(id);
    }

    // ---------------------------------------------------------------- events

    @Override
    public Optional<CmEvent> nextEvent() {
        return call(GET, () -> {
            Optional<DriverCmEvent> taken = driver.nextEvent();
            while (taken.isPresent()) {
                Optional<CmEvent> event = handle(taken.get());
                if (event.isPresent()) {
                    return event;
                }
                taken = driver.nextEvent();
            }
            return Optional.empty();
        });
    }

    private Optional<CmEvent> handle(DriverCmEvent event) {
        return event.listener().isPresent()
                ? request(event, event.listener().get())
                : manager.find(event.id()).map(id -> id.handle(event));
    }

    /** Creates the identifier of a request. If the listener is closed, the request goes with it. */
    private Optional<CmEvent> request(DriverCmEvent event, DriverCmId listener) {
        Optional<CmIdHandle> known = manager.find(listener);
        if (known.isEmpty()) {
            event.id().destroy();
            return Optional.empty();
        }
        CmIdHandle listening = known.get();
        CmIdHandle id = listening.channelHandle().add(event.id(), listening.portSpace());
        return Optional.of(id.requested(event, listening));
    }

    @Override
    public Optional<CmEvent> nextEvent(Duration timeout) throws InterruptedException {
        return waiters.await(this::nextEvent, CmChecks.present(GET, this, "timeout", timeout));
    }

    // ---------------------------------------------------------------- closing

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        manager.exclusive(this::destroy);
    }

    /** Destroys the identifiers and the channel. The caller holds the lock exclusively. */
    void destroy() {
        if (closed) {
            return;
        }
        closed = true;
        Failures failures = new Failures();
        ids.forEach(id -> failures.during(id::destroy));
        waiters.begin();
        failures.during(driver::destroy);
        manager.remove(this);
        failures.end();
    }

    @Override
    public String toString() {
        return text;
    }
}
