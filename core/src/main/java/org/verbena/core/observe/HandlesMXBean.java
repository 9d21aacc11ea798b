// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.observe;

import java.util.List;
import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The {@link Inventory} for management consoles, under the name {@value HandlesRegistration#NAME}. Each read takes a
 * separate snapshot.
 */
@ProviderType
public interface HandlesMXBean {
    /**
     * Returns the number of live handles, including device contexts.
     *
     * @return the size of {@link #getHandles()}
     */
    int getCount();

    /** {@return the number of handles that the application lost without closing them, at most {@link #getCount()}} */
    int getLeakedCount();

    /**
     * Returns the number of live handles of each kind.
     *
     * @return the numbers by {@link LiveHandle#getKind()}; kinds without handles are omitted
     */
    Map<String, Integer> getCountByKind();

    /** {@return the live handles, ordered by device context and then by creation; each context precedes its objects} */
    List<LiveHandle> getHandles();

    /**
     * Returns the counters of a port of an open device.
     *
     * @param contextId the {@link LiveHandle#getContextId()} of the device context
     * @param portNum the port, from 1; 0 for the counters of the device
     * @return the numbers by name; empty if there is no such open context, or if the port has no counters
     */
    Map<String, Long> portCounters(long contextId, int portNum);

    /**
     * Returns the counters of an object of the data path.
     *
     * @param contextId the {@link LiveHandle#getContextId()} of the handle
     * @param name the {@link LiveHandle#getName()} of the handle
     * @return the numbers by the names of {@link DeviceCounters}; empty if the object does not count, see
     *     {@link DataPathCounters}
     */
    Map<String, Long> counters(long contextId, String name);

    /**
     * Returns the counters of the data path of a device.
     *
     * @param provider the {@link LiveHandle#getProvider()} of its handles
     * @param device the {@link LiveHandle#getDevice()} of its handles
     * @return the numbers by the names of {@link DeviceCounters}; empty if the device was never opened
     */
    Map<String, Long> deviceCounters(String provider, String device);

    /**
     * Returns the stack trace of the creation of a handle.
     *
     * @param contextId the {@link LiveHandle#getContextId()} of the handle
     * @param name the {@link LiveHandle#getName()} of the handle
     * @return all frames, innermost first; empty if the handle no longer exists, or if its creation was not recorded,
     *     as {@link LiveHandle#getCreatedBy()} reports
     */
    List<String> creationStack(long contextId, String name);
}
