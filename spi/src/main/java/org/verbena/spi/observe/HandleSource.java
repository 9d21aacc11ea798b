package org.verbena.spi.observe;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/** Handles that the inventory shows: those of one device context. */
@ConsumerType
@FunctionalInterface
public interface HandleSource {
    /**
     * What is open at present. Any thread may ask at any time.
     *
     * @return the context itself and its objects in the order of their creation; empty once the context is closed
     */
    List<HandleInfo> handles();
}
