// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.control.ManagedDevice;
import org.verbena.provider.sim.control.SimDevice;
import org.verbena.provider.sim.ibcm.CmAgent;
import org.verbena.provider.sim.ibcm.ConnEvent;
import org.verbena.provider.sim.ibcm.IbCmConnection;
import org.verbena.provider.sim.ibcm.RequestHandler;
import org.verbena.provider.sim.transport.Alarm;
import org.verbena.provider.sim.transport.Engine;
import org.verbena.rocev2.CmMadDecoder;
import org.verbena.spi.cm.DriverCm;
import org.verbena.spi.cm.DriverCmChannel;

/** Connection management on the devices of a simulator. The engine's lock protects all state. */
public final class SimCm implements DriverCm {
    private final Engine engine;
    private final Random random;
    private final CmAgent agent;
    private final List<ManagedDevice> devices = new ArrayList<>();
    private final AddressBook addresses = new AddressBook(devices);
    private final PortTable ports;
    private final Map<IbCmConnection, RdmaId> byConnection = new HashMap<>();
    private final Set<RdmaId> ids = new LinkedHashSet<>();

    /**
     * Creates connection management.
     *
     * @param engine the engine of the devices
     * @param devices the devices
     */
    public SimCm(Engine engine, List<SimDevice> devices) {
        this.engine = engine;
        this.random = new Random(new SecureRandom().nextLong());
        this.ports = new PortTable(addresses, random);
        this.agent = new CmAgent(this::alarm, new SecureRandom(), new Requests());
        devices.forEach(device -> this.devices.add(device.manage(agent, this::failed)));
    }

    private CmAgent.Alarm alarm(Runnable action) {
        Alarm alarm = new Alarm(engine, action);
        return new CmAgent.Alarm() {
            @Override
            public void set(long millis) {
                alarm.set(TimeUnit.MILLISECONDS.toNanos(millis));
            }

            @Override
            public void cancel() {
                alarm.cancel();
            }
        };
    }

    /** Dispatches requests and events of connections to identifiers. */
    private final class Requests implements RequestHandler {
        @Override
        public Result handle(IbCmConnection connection, CmMadDecoder request) {
            return new IncomingRequest(SimCm.this, connection, request).handle();
        }

        @Override
        public void handle(IbCmConnection connection, ConnEvent event) {
            RdmaId id = byConnection.get(connection);
            if (id != null) {
                id.conversation().handle(event);
            }
        }
    }

    @Override
    public DriverCmChannel createChannel() {
        return new SimCmChannel(this);
    }

    // ---------------------------------------------------------------- for identifiers

    /** Runs an action under the lock, and handles the messages that arrive because of it. */
    <T> T call(Supplier<T> action) {
        return engine.call(() -> agent.call(action));
    }

    Engine engine() {
        return engine;
    }

    CmAgent agent() {
        return agent;
    }

    AddressBook addresses() {
        return addresses;
    }

    PortTable ports() {
        return ports;
    }

    List<ManagedDevice> devices() {
        return devices;
    }

    /** Returns 24 random bits. */
    int randomPsn() {
        return random.nextInt(1 << 24);
    }

    void add(RdmaId id) {
        ids.add(id);
    }

    void remove(RdmaId id) {
        ids.remove(id);
    }

    void bind(IbCmConnection connection, RdmaId id) {
        byConnection.put(connection, id);
    }

    void destroy(@Nullable IbCmConnection connection) {
        if (connection != null) {
            byConnection.remove(connection);
            agent.destroy(connection);
        }
    }

    /**
     * Returns whether an identifier has a connection.
     *
     * @return whether there is a connection, in any state
     */
    public boolean isConnected() {
        return engine.call(() -> !byConnection.isEmpty());
    }

    /** Destroys all connections, as the kernel does when a process ends. The peers are told. */
    public void disconnectAll() {
        call(() -> {
            List.copyOf(byConnection.values()).forEach(id -> id.conversation().end());
            return this;
        });
    }

    /** Reports that a device was removed: {@code cma_process_remove}. */
    private void failed(ManagedDevice device) {
        call(() -> {
            for (RdmaId id : List.copyOf(ids)) {
                id.deviceRemoved(device);
            }
            return this;
        });
    }

    /** Returns the first device, which serves loopback addresses, with an active port if there is one. */
    Optional<LoopbackDevice> loopback() {
        LoopbackDevice first = null;
        for (ManagedDevice device : devices) {
            if (device.addresses().isEmpty()) {
                continue;
            }
            for (int port = 1; port <= device.ports(); port++) {
                if (device.isActive(port)) {
                    return Optional.of(new LoopbackDevice(device, port));
                }
            }
            first = first == null ? new LoopbackDevice(device, 1) : first;
        }
        return Optional.ofNullable(first);
    }

    record LoopbackDevice(ManagedDevice device, int portNum) {}
}
