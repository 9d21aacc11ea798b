package org.verbena.itests.inside;

import java.util.List;
import org.verbena.observe.HandleInfo;
import org.verbena.observe.Inventory;

/** What the inventory shows. */
public final class Alive {
    private Alive() {}

    /**
     * All handles.
     *
     * @return their names
     */
    public static List<String> handles() {
        return Inventory.handles().stream().map(HandleInfo::name).toList();
    }
}
