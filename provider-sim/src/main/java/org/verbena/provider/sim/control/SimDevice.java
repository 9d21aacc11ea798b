// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.verbena.attr.NodeType;
import org.verbena.attr.TransportType;
import org.verbena.provider.sim.ibcm.CmAgent;
import org.verbena.spi.DriverContext;
import org.verbena.spi.DriverDevice;
import org.verbena.spi.model.DriverModel;

/** A simulated device. */
public final class SimDevice implements DriverDevice {
    private final String name;
    private final SimKernel kernel;

    /**
     * Creates a device.
     *
     * @param name its name
     * @param ordinal its position among the devices of the fabric, 0..255, which determines its addresses
     * @param model its driver model
     * @param environment its environment
     */
    public SimDevice(String name, int ordinal, DriverModel model, DeviceEnvironment environment) {
        this.name = name;
        this.kernel = new SimKernel(name, ordinal, model, environment);
    }

    /** {@return the number of ports, at least 1} */
    public int ports() {
        return kernel.ports();
    }

    /**
     * Takes a port down or brings it up. A change raises an event in the contexts.
     *
     * @param portNum the port number
     * @param up whether the port shall be up
     */
    public void port(int portNum, boolean up) {
        kernel.engine().run(() -> kernel.nic().portUp(portNum, up));
    }

    /**
     * Makes a queue pair fail, with an event. The call has no effect on a queue pair in RESET or ERR.
     *
     * @param qpNum the number of the queue pair
     * @return whether there is such a queue pair
     */
    public boolean failQueuePair(long qpNum) {
        return kernel.engine().call(() -> kernel.nic().failQueuePair(qpNum));
    }

    /**
     * Makes a work queue fail, with an event. The call has no effect on a work queue that is not in RDY.
     *
     * @param wqNum the number of the work queue
     * @return whether there is such a work queue
     */
    public boolean failWorkQueue(long wqNum) {
        return kernel.engine().call(() -> kernel.nic().failWorkQueue(wqNum));
    }

    /**
     * Attaches the device to a connection manager.
     *
     * @param agent the connection manager
     * @param whenFailed called under the engine's lock when the device fails
     * @return the device as the connection manager uses it
     */
    public ManagedDevice manage(CmAgent agent, Consumer<ManagedDevice> whenFailed) {
        ManagedDevice[] managed = new ManagedDevice[1];
        managed[0] = new ManagedDevice(kernel, agent, () -> whenFailed.accept(managed[0]));
        kernel.engine().run(() -> kernel.nic().generalServices(managed[0]));
        return managed[0];
    }

    /** Makes the device fail permanently, with an event in each context. */
    public void fail() {
        kernel.engine().run(kernel::fail);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long guid() {
        return kernel.guid();
    }

    @Override
    public Optional<UUID> fabric() {
        return kernel.fabric();
    }

    @Override
    public NodeType nodeType() {
        return kernel.model().nodeType();
    }

    /** Returns the transport type that libibverbs derives from the node type (try_driver of init.c). */
    @Override
    public TransportType transportType() {
        return switch (nodeType()) {
            case CA, SWITCH, ROUTER -> TransportType.IB;
            case RNIC -> TransportType.IWARP;
            case USNIC -> TransportType.USNIC;
            case USNIC_UDP -> TransportType.USNIC_UDP;
            case UNSPECIFIED -> TransportType.UNSPECIFIED;
            case UNKNOWN -> TransportType.UNKNOWN;
        };
    }

    @Override
    public DriverContext open() {
        kernel.requireAlive("ibv_open_device");
        return new SimContext(kernel);
    }
}
