package org.verbena.core.model.rules;

import static org.verbena.attr.WqState.ERR;
import static org.verbena.attr.WqState.RDY;
import static org.verbena.attr.WqState.RESET;

import java.util.Map;
import java.util.Set;
import org.verbena.attr.WqState;

/**
 * The state machine of work queues. The kernel's core does not check it. mlx4 checks it in {@code mlx4_ib_modify_wq};
 * mlx5 leaves the check to its firmware. A work queue in ERR can leave it only through RESET, and RESET does not lead
 * to ERR.
 */
public final class WqStateTable {
    private static final Map<WqState, Set<WqState>> CHANGES = Map.of(
            RESET, Set.of(RESET, RDY),
            RDY, Set.of(RESET, RDY, ERR),
            ERR, Set.of(RESET, ERR));

    private WqStateTable() {}

    /**
     * Returns the states that can follow a state.
     *
     * @param from the state before
     * @return the states afterwards, possibly none
     */
    public static Set<WqState> next(WqState from) {
        return CHANGES.getOrDefault(from, Set.of());
    }
}
