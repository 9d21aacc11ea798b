package org.verbena.provider.sim.control;

import org.verbena.NodeType;
import org.verbena.TransportType;
import org.verbena.spi.driver.DriverContext;
import org.verbena.spi.driver.DriverDevice;
import org.verbena.spi.model.DriverModel;

/** A simulated device. */
public final class SimDevice implements DriverDevice {
    /** An EUI-64 of a locally administered address, 02:00:00:00:00:00 and up. */
    private static final long FIRST_GUID = 0x0200_00FF_FE00_0000L;

    private final String name;
    private final int ordinal;
    private final DriverModel model;
    private final SimKernel kernel;

    /**
     * A device of its own.
     *
     * @param name its name
     * @param ordinal its place among the devices that can reach each other, 0..255; its addresses follow from it
     * @param model how it answers
     */
    public SimDevice(String name, int ordinal, DriverModel model) {
        this.name = name;
        this.ordinal = ordinal;
        this.model = model;
        this.kernel = new SimKernel(name, model);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long guid() {
        return FIRST_GUID + ((long) ordinal << 8);
    }

    @Override
    public NodeType nodeType() {
        return NodeType.CA;
    }

    @Override
    public TransportType transportType() {
        return TransportType.IB;
    }

    @Override
    public DriverContext open() {
        return new SimContext(this, kernel);
    }

    DriverModel model() {
        return model;
    }

    /** The GIDs of a port; its GUID is the node's with the port's number in the last byte. */
    GidTable gidTable(int port) {
        return new GidTable(model, guid() + port, ordinal, port);
    }
}
