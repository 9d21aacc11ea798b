package org.verbena.fidelity.vector;

import org.jspecify.annotations.Nullable;
import org.verbena.AhAttr;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.InvalidRequestException;
import org.verbena.VerbsException;
import org.verbena.fidelity.state.OwnAddress;
import org.verbena.fidelity.state.ValidAttributes;

/**
 * Asks a device, through the public API. Everything that is created for a request is closed before it is answered. For
 * use by one thread.
 */
public final class DeviceRespondent implements Respondent, AutoCloseable {
    private final DeviceContext context;
    private @Nullable AhAttr ownAddress;

    private DeviceRespondent(DeviceContext context) {
        this.context = context;
    }

    /**
     * Opens a device.
     *
     * @param device the device
     * @return a respondent, which closes it
     * @throws VerbsException if the device cannot be opened
     */
    public static DeviceRespondent open(Device device) {
        return new DeviceRespondent(device.open());
    }

    @Override
    public Answer answer(Request request) {
        try (Workbench bench = new Workbench(context)) {
            return request.accept(new DeviceCall(bench, this::ownAddress));
        } catch (InvalidRequestException e) {
            throw new NotAskableException("the API does not pass it on", e);
        }
    }

    /** The same for every request; a table of GIDs takes its time to read. */
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
            throw new NotAskableException("port " + ValidAttributes.PORT + " does not tell its address", e);
        }
    }

    /**
     * The device.
     *
     * @return the open device; it closes with this respondent
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
