package org.verbena.provider.sim.control;

import java.util.Optional;
import java.util.UUID;
import org.verbena.NodeType;
import org.verbena.TransportType;
import org.verbena.spi.driver.DriverContext;
import org.verbena.spi.driver.DriverDevice;
import org.verbena.spi.model.DriverModel;

/** A simulated device. */
public final class SimDevice implements DriverDevice {
    private final String name;
    private final SimKernel kernel;

    /**
     * A device of its own.
     *
     * @param name its name
     * @param ordinal its place among the devices that can reach each other, 0..255; its addresses follow from it
     * @param model how it answers
     * @param surroundings what it finds around itself
     */
    public SimDevice(String name, int ordinal, DriverModel model, Surroundings surroundings) {
        this.name = name;
        this.kernel = new SimKernel(name, ordinal, model, surroundings);
    }

    /**
     * The number of ports.
     *
     * @return 1 and up
     */
    public int ports() {
        return kernel.ports();
    }

    /**
     * Takes a port down or up, and tells the contexts if that changes anything.
     *
     * @param portNum the port
     * @param up whether it is to be up
     */
    public void port(int portNum, boolean up) {
        kernel.engine().run(() -> kernel.adapter().portUp(portNum, up));
    }

    /**
     * Ends a queue pair that works, with an event.
     *
     * @param qpNum its number
     * @return whether there is such a queue pair
     */
    public boolean failQueuePair(long qpNum) {
        return kernel.engine().call(() -> kernel.adapter().failQueuePair(qpNum));
    }

    /**
     * Ends a work queue that works, with an event.
     *
     * @param wqNum its number
     * @return whether there is such a work queue
     */
    public boolean failWorkQueue(long wqNum) {
        return kernel.engine().call(() -> kernel.adapter().failWorkQueue(wqNum));
    }

    /** Ends the device, and tells the contexts. */
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
        return Optional.of(kernel.fabric());
    }

    @Override
    public NodeType nodeType() {
        return kernel.model().nodeType();
    }

    /** As libibverbs tells it from the node (try_driver of init.c). */
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
