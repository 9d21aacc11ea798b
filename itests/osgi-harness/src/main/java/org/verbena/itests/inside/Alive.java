// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.inside;

import java.util.List;
import org.verbena.core.observe.HandleInfo;
import org.verbena.core.observe.Inventory;

/** The handles that the inventory shows. */
public final class Alive {
    private Alive() {}

    /**
     * Returns all handles.
     *
     * @return their names
     */
    public static List<String> handles() {
        return Inventory.handles().stream().map(HandleInfo::name).toList();
    }
}
