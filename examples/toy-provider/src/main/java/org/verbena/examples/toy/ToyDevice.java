// SPDX-License-Identifier: Apache-2.0
package org.verbena.examples.toy;

import java.util.concurrent.atomic.AtomicInteger;
import org.verbena.attr.NodeType;
import org.verbena.attr.TransportType;
import org.verbena.spi.DriverContext;
import org.verbena.spi.DriverDevice;
import org.verbena.spi.model.DriverModel;

/** The device. All its contexts share the numbers of queue pairs and the keys. */
final class ToyDevice implements DriverDevice {
    static final DriverModel MODEL = new ToyModel();

    private final AtomicInteger numbers = new AtomicInteger();

    /** Returns a number for a queue pair or a key for a region. It never returns the same one again. */
    int nextNumber() {
        return numbers.incrementAndGet();
    }

    @Override
    public String name() {
        return "toy0";
    }

    @Override
    public long guid() {
        return 0x0200_00FF_FE00_0001L;
    }

    @Override
    public NodeType nodeType() {
        return MODEL.nodeType();
    }

    @Override
    public TransportType transportType() {
        return TransportType.IB;
    }

    @Override
    public DriverContext open() {
        return new ToyContext(this);
    }
}
