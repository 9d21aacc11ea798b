// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.cm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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
    /** Completes when C has destroyed the channel. */
    final CompletableFuture<@Nullable Void> destroyed = new CompletableFuture<>();

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
        List<CmIdHandle> orphans = new ArrayList<>(0);
        try {
            return call(GET, () -> take(orphans));
        } finally {
            orphans.forEach(CmIdHandle::close);
        }
    }

    private Optional<CmEvent> take(List<CmIdHandle> orphans) {
        Optional<DriverCmEvent> taken = driver.nextEvent();
        while (taken.isPresent()) {
            Optional<CmEvent> event = handle(taken.get(), orphans);
            if (event.isPresent()) {
                return event;
            }
            taken = driver.nextEvent();
        }
        return Optional.empty();
    }

    private Optional<CmEvent> handle(DriverCmEvent event, List<CmIdHandle> orphans) {
        return event.listener().isPresent()
                ? request(event, event.listener().get(), orphans)
                : manager.find(event.id()).map(id -> id.handle(event));
    }

    /** Creates the identifier of a request. If the listener is closed, the identifier is an orphan. */
    private Optional<CmEvent> request(DriverCmEvent event, DriverCmId listener, List<CmIdHandle> orphans) {
        Optional<CmIdHandle> known = manager.find(listener);
        if (known.isEmpty()) {
            orphans.add(add(event.id(), PortSpace.TCP));
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
        List<CmIdHandle> claimed = new ArrayList<>();
        if (manager.exclusive(() -> claim(claimed))) {
            destroy(claimed);
        }
    }

    /**
     * Claims the right to destroy the channel and its identifiers. The caller holds the manager's lock exclusively.
     *
     * @param claimed receives the identifiers that no other thread destroys
     */
    boolean claim(List<CmIdHandle> claimed) {
        if (closed) {
            return false;
        }
        closed = true;
        ids.stream().filter(CmIdHandle::claim).forEach(claimed::add);
        return true;
    }

    /** Destroys the claimed identifiers and then the channel. The caller holds no lock. */
    void destroy(List<CmIdHandle> claimed) {
        FirstFailure failures = new FirstFailure();
        try {
            claimed.forEach(id -> failures.during(id::destroy));
            List.copyOf(ids).forEach(id -> id.destroyed.join());
            waiters.begin();
            failures.during(driver::destroy);
        } finally {
            manager.remove(this);
            destroyed.complete(null);
        }
        failures.end();
    }

    @Override
    public String toString() {
        return text;
    }
}
