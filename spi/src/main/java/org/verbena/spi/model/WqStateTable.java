package org.verbena.spi.model;

import static org.verbena.WqState.ERR;
import static org.verbena.WqState.RDY;
import static org.verbena.WqState.RESET;

import java.util.Map;
import java.util.Set;
import org.verbena.WqState;

/**
 * The state machine of work queues. The kernel's core does not check it; mlx4's {@code mlx4_ib_modify_wq} does, and
 * mlx5 leaves it to its firmware. A work queue in error comes back through RESET only, and an idle one cannot fail.
 */
public final class WqStateTable {
    private static final Map<WqState, Set<WqState>> CHANGES = Map.of(
            RESET, Set.of(RESET, RDY),
            RDY, Set.of(RESET, RDY, ERR),
            ERR, Set.of(RESET, ERR));

    private WqStateTable() {}

    /**
     * The states that can follow one.
     *
     * @param from the state before
     * @return the states afterwards, possibly none
     */
    public static Set<WqState> next(WqState from) {
        return CHANGES.getOrDefault(from, Set.of());
    }
}
