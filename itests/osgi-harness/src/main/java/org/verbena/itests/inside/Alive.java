// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.inside;

import java.util.List;
import org.verbena.core.observe.HandleInfo;
import org.verbena.core.observe.Inventory;

/** Lists the handles of the inventory. */
public final class Alive {
    private Alive() {}

    /**
     * Returns the names of all handles.
     *
     * @return their names
     */
    public static List<String> handles() {
        return Inventory.handles().stream().map(HandleInfo::name).toList();
    }
}
