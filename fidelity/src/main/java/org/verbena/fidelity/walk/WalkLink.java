package org.verbena.fidelity.walk;

import java.util.Objects;
import java.util.Optional;
import org.verbena.Device;

/**
 * The devices at the two ends of the connections of a walk. Both ends can be on the same device.
 *
 * @param near the device of first ends, which send most of the requests; commands of the control path run on it
 * @param far the device of second ends
 * @param naks the negative acknowledgements between them; a walk compares them if both of its links have a source
 */
public record WalkLink(Device near, Device far, Optional<NakSource> naks) {
    /**
     * Checks that both devices exist.
     *
     * @param near the device of first ends
     * @param far the device of second ends
     * @param naks the negative acknowledgements between them
     */
    public WalkLink {
        Objects.requireNonNull(near, "near");
        Objects.requireNonNull(far, "far");
        Objects.requireNonNull(naks, "naks");
    }

    /**
     * Creates a link without a source of negative acknowledgements.
     *
     * @param near the device of first ends
     * @param far the device of second ends
     */
    public WalkLink(Device near, Device far) {
        this(near, far, Optional.empty());
    }

    /**
     * Returns a link of a device with itself.
     *
     * @param device the device of both ends
     * @return the link
     */
    public static WalkLink within(Device device) {
        return new WalkLink(device, device);
    }

    /**
     * Returns whether one device has both ends.
     *
     * @return whether both devices are equal
     */
    public boolean isWithin() {
        return near.equals(far);
    }

    /** Returns {@code rxe0}, or {@code rxe0 to sim_rxe_0}. */
    @Override
    public String toString() {
        return isWithin() ? near.name() : near.name() + " to " + far.name();
    }
}
