// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import org.jspecify.annotations.Nullable;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.attr.AhAttr;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.fidelity.state.OwnAddress;
import org.verbena.fidelity.state.ValidAttributes;

/**
 * A target that sends requests to a device through the public API. It closes all objects of a request before it
 * returns the answer. Not thread-safe.
 */
public final class DeviceTarget implements RequestTarget, AutoCloseable {
    private final DeviceContext context;
    private @Nullable AhAttr ownAddress;

    private DeviceTarget(DeviceContext context) {
        this.context = context;
    }

    /**
     * Opens a device.
     *
     * @param device the device
     * @return a target that closes the device when it is closed
     * @throws VerbsException if the device cannot be opened
     */
    public static DeviceTarget open(Device device) {
        return new DeviceTarget(device.open());
    }

    @Override
    public Answer answer(Request request) {
        try (RequestObjects objects = new RequestObjects(context)) {
            return request.accept(new DeviceCall(objects, this::ownAddress));
        } catch (InvalidRequestException e) {
            throw new NotAskableException("the API does not pass it on", e);
        }
    }

    /** Returns the address of the device. It is cached, because reading a GID table takes time. */
    private AhAttr ownAddress() {
        if (ownAddress == null) {
            ownAddress = readOwnAddress();
        }
        return ownAddress;
    }

    private AhAttr readOwnAddress() {
        try {
            return OwnAddress.of(context);
        } catch (VerbsException e) {
            throw new NotAskableException("port " + ValidAttributes.PORT + " does not report its address", e);
        }
    }

    /**
     * Returns the device.
     *
     * @return the open device; closing this target closes it
     */
    public DeviceContext context() {
        return context;
    }

    /** Closes the device. */
    @Override
    public void close() {
        context.close();
    }
}
