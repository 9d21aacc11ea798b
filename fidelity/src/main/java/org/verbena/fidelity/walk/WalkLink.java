// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.Objects;
import java.util.Optional;
import org.verbena.Device;
import org.verbena.VerbsProvider;

/**
 * The devices at the two ends of the connections of a walk. Both ends can be on the same device.
 *
 * @param near the device of first ends, which send most of the requests; commands of the control path run on it
 * @param far the device of second ends
 * @param naks the negative acknowledgements between them; a walk compares them if both of its links have a source
 * @param provider the provider of the first device, whose connection management {@link WalkKind#CM} uses
 */
public record WalkLink(Device near, Device far, Optional<NakSource> naks, Optional<VerbsProvider> provider) {
    /**
     * Checks that both devices exist.
     *
     * @param near the device of first ends
     * @param far the device of second ends
     * @param naks the negative acknowledgements between them
     * @param provider the provider of the first device
     */
    public WalkLink {
        Objects.requireNonNull(near, "near");
        Objects.requireNonNull(far, "far");
        Objects.requireNonNull(naks, "naks");
        Objects.requireNonNull(provider, "provider");
    }

    /**
     * Creates a link without connection management.
     *
     * @param near the device of first ends
     * @param far the device of second ends
     * @param naks the negative acknowledgements between them
     */
    public WalkLink(Device near, Device far, Optional<NakSource> naks) {
        this(near, far, naks, Optional.empty());
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
     * Returns the same link with connection management.
     *
     * @param manager the provider of the first device
     * @return the link
     */
    public WalkLink managedBy(VerbsProvider manager) {
        return new WalkLink(near, far, naks, Optional.of(manager));
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
