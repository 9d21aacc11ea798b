package org.verbena.provider.sim.control;

import org.verbena.NodeType;
import org.verbena.TransportType;
import org.verbena.provider.sim.transport.Engine;
import org.verbena.provider.sim.wire.Wire;
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
     * @param engine what moves its messages
     * @param wire what its ports are connected to
     */
    public SimDevice(String name, int ordinal, DriverModel model, Engine engine, Wire wire) {
        this.name = name;
        this.kernel = new SimKernel(name, ordinal, model, engine, wire);
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
        return new SimContext(kernel);
    }
}
