// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.verbena.Device;
import org.verbena.Verbs;
import org.verbena.attr.QpState;

class StepGeneratorTest {
    private static final int WALKS = 40;

    /** The limit for an unlucky seed: some failures are rare. */
    private static final int MOST_WALKS = 100 * WALKS;

    private static final Set<StepVerb> NEVER_REFUSED =
            EnumSet.of(StepVerb.ALLOC_PD, StepVerb.CREATE_COMP_CHANNEL, StepVerb.QUERY_SRQ, StepVerb.GET_SRQ_NUM);

    private final long seed = Long.getLong("verbena.walk.seed", System.nanoTime());
    private final Map<StepVerb, Integer> granted = new EnumMap<>(StepVerb.class);
    private final Map<StepVerb, Integer> refused = new EnumMap<>(StepVerb.class);
    private final Map<String, Integer> states = new TreeMap<>();

    @Test
    void everyVerbIsGrantedAndRefusedAndQueuePairsReachRts() {
        System.out.println("steps from seed " + seed);
        Device device = Verbs.provider("sim").device("sim_mlx5_0");

        Set<StepVerb> refusable = EnumSet.copyOf(WalkKind.CONTROL.verbs());
        refusable.removeAll(NEVER_REFUSED);
        int walks = 0;
        while (walks < WALKS || (walks < MOST_WALKS && !refused.keySet().containsAll(refusable))) {
            walk(device, seed + walks);
            walks++;
        }

        assertThat(granted).containsOnlyKeys(WalkKind.CONTROL.verbs().toArray(StepVerb[]::new));
        assertThat(refused.keySet()).containsAll(refusable);
        assertThat(states).containsKeys(QpState.RTR.name(), QpState.RTS.name(), QpState.ERR.name());
        int taken = walks * WalkKind.CONTROL.stepsOfAWalk();
        assertThat(granted.values().stream().mapToInt(Integer::intValue).sum())
                .as("grants among %d steps", taken)
                .isBetween(taken / 2, taken * 9 / 10);
    }

    private void walk(Device device, long walkSeed) {
        try (WalkDevice walkDevice = new WalkDevice(WalkLink.within(device))) {
            StepGenerator generator = new StepGenerator(WalkKind.CONTROL, walkSeed, walkDevice);
            for (int i = 0; i < WalkKind.CONTROL.stepsOfAWalk(); i++) {
                Step step = generator.next();
                StepAnswer answer = walkDevice.take(step);
                (answer.isOk() ? granted : refused).merge(step.verb(), 1, Integer::sum);
                states.merge(answer.values().getOrDefault("state", ""), 1, Integer::sum);
            }
        }
    }
}
