package org.verbena.spi.observe;

import java.util.List;
import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The {@link Inventory} for management consoles, under the name {@value HandlesRegistration#NAME}. Each read is a
 * snapshot of its own.
 */
@ProviderType
public interface HandlesMXBean {
    /**
     * How many handles are alive, device contexts included.
     *
     * @return the number of {@link #getHandles()}
     */
    int getCount();

    /**
     * How many of them the application has lost without closing them.
     *
     * @return at most {@link #getCount()}
     */
    int getLeakedCount();

    /**
     * How many there are of each kind.
     *
     * @return the numbers by {@link LiveHandle#getKind()}; a kind without a handle is not in it
     */
    Map<String, Integer> getCountByKind();

    /**
     * What is alive.
     *
     * @return by device context and then by creation: the context first
     */
    List<LiveHandle> getHandles();

    /**
     * The calls that led to the creation of a handle.
     *
     * @param contextId the {@link LiveHandle#getContextId()} of the handle
     * @param name its {@link LiveHandle#getName()}
     * @return all frames, the innermost first; empty if there is no such handle any more, or if its creation was not
     *     recorded, as {@link LiveHandle#getCreatedBy()} says
     */
    List<String> creationStack(long contextId, String name);
}
