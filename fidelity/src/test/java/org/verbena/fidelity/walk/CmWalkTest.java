// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.Verbs;
import org.verbena.VerbsProvider;
import org.verbena.provider.sim.SimFault;
import org.verbena.provider.sim.SimProvider;

class CmWalkTest {
    /** A limit that is never reached if both devices agree. */
    private static final Duration LONG_PATIENCE = Duration.ofSeconds(60);

    /**
     * Short, because each difference in events takes this long. If the machine stops meanwhile, a late event is a
     * difference that no replay confirms.
     */
    private static final Duration PATIENCE = Duration.ofMillis(200);

    private static final int WALKS_UNTIL_CONFIRMED = 20;

    private static final String CONNECTED = """
            1 create_event_channel
            2 create_id event_channel=#1 ps=TCP
            3 bind_addr id=#2 addr=OWN
            4 listen id=#2
            5 create_id event_channel=#1 ps=TCP
            6 resolve_addr id=#5 dst_addr=OWN dst_id=#2 timeout_ms=60000
            7 resolve_route id=#5 timeout_ms=60000
            8 rdma_create_qp id=#5 max_send_wr=1 max_recv_wr=1
            9 connect id=#5 private_data_len=3
            10 rdma_create_qp id=#9 max_send_wr=1 max_recv_wr=1
            11 accept id=#9 private_data_len=4
            """;

    private final long seed = Long.getLong("verbena.walk.seed", System.nanoTime());

    @ParameterizedTest
    @ValueSource(strings = {"rxe-6.12", "mlx5"})
    void twoSimulatorsOfOneProfileAgree(String profile) {
        System.out.println("random walk from seed " + seed);

        WalkResult result =
                walk(simulator(profile), simulator(profile), LONG_PATIENCE).run(seed, 400);

        assertThat(result.difference()).isEmpty();
        assertThat(result.steps()).isEqualTo(400);
    }

    /** The drivers have different limits of responder resources. */
    @Test
    void anotherLimitIsFoundAndShrunkToAFewSteps(@TempDir Path directory) throws Exception {
        System.out.println("random walk from seed " + seed);
        RandomWalk walk = walk(simulator("rxe-6.12"), simulator("mlx5"), PATIENCE);

        Path file = directory.resolve("reproducer.txt");
        Reproducer reproducer = confirmedDifference(walk, file);

        System.out.println(reproducer);
        assertThat(reproducer.length()).isLessThan(14);
        assertThat(walk(simulator("rxe-6.12"), simulator("rxe-6.12"), LONG_PATIENCE)
                        .replay(file)
                        .steps())
                .as("with the true limits")
                .isEqualTo(reproducer.length());
    }

    /** Returns a difference that occurs again in a replay of the file. */
    private Reproducer confirmedDifference(RandomWalk walk, Path file) throws IOException {
        for (int i = 0; i < WALKS_UNTIL_CONFIRMED; i++) {
            Reproducer reproducer =
                    walk.run(seed + 10_000L * i, 10_000).difference().orElseThrow();
            Files.writeString(file, reproducer.toString());
            if (walk.replay(file).difference().isPresent()) {
                return reproducer;
            }
        }
        throw new AssertionError("no replay shows a difference");
    }

    /** Without the last message of the handshake, the passive side is not established. */
    @Test
    void aMissingEventIsFound(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("steps.txt"), CONNECTED);
        SimProvider lossy = SimProvider.builder().device("rxe-6.12").build();
        lossy.fabric()
                .faults()
                .inject(SimFault.drop().where(sent -> sent.cm().equals("RTU")).times(1));

        WalkResult result =
                walk(link(lossy), simulator("rxe-6.12"), Duration.ofSeconds(2)).replay(file);

        assertThat(result.difference().orElseThrow().toString())
                .contains("differs in events", "model:  ok events=#9[ESTABLISHED(channel=#1,data=0:00000000)]");
    }

    @Test
    void theEventsAndStatesOfAConnectionAreCompared(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("steps.txt"), CONNECTED + """
                12 disconnect id=#5
                13 disconnect id=#9
                14 destroy_id id=#5
                15 destroy_id id=#9
                """);

        WalkResult result = walk(simulator("rxe-6.12"), simulator("rxe-6.12"), LONG_PATIENCE)
                .replay(file);

        assertThat(result.difference()).isEmpty();
        assertThat(result.steps()).isEqualTo(15);
    }

    @Test
    void everyVerbIsGrantedAndMostEventsOccur() {
        System.out.println("steps from seed " + seed);
        Set<StepVerb> all = EnumSet.copyOf(WalkKind.CM.verbs());
        Set<String> expected = Set.of(
                "ADDR_RESOLVED",
                "ADDR_ERROR",
                "ROUTE_RESOLVED",
                "CONNECT_REQUEST",
                "CONNECT_RESPONSE",
                "ESTABLISHED",
                "REJECTED",
                "UNREACHABLE",
                "DISCONNECTED",
                "MULTICAST_JOIN");
        Set<StepVerb> granted = EnumSet.noneOf(StepVerb.class);
        Set<String> events = new TreeSet<>();
        WalkLink device = simulator("rxe-6.12");
        for (int i = 0; i < 2000 && !(granted.containsAll(all) && events.containsAll(expected)); i++) {
            try (WalkDevice walked = new WalkDevice(device)) {
                CmLog log = new CmLog(walked.cm());
                StepGenerator generator = new StepGenerator(WalkKind.CM, seed + i, walked);
                for (int taken = 0; taken < WalkKind.CM.stepsOfAWalk(); taken++) {
                    Step step = generator.next();
                    log.begin();
                    if (walked.take(step).isOk()) {
                        granted.add(step.verb());
                    }
                    log.drain();
                    log.events()
                            .values()
                            .forEach(texts -> texts.forEach(text -> events.add(text.replaceAll("\\(.*", ""))));
                }
            }
        }

        assertThat(granted).containsAll(all);
        assertThat(events).containsAll(expected);
    }

    @Test
    void aDeviceWithoutConnectionManagementIsRejected() {
        WalkLink device = WalkLink.within(simulator("rxe-6.12").near());

        assertThatThrownBy(() -> walk(device, simulator("rxe-6.12"), PATIENCE).run(seed, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("connection management");
    }

    private static RandomWalk walk(WalkLink device, WalkLink model, Duration patience) {
        return new RandomWalk(WalkKind.CM, device, model, Allowances.none(), WalkObserver.NONE, patience);
    }

    private static WalkLink simulator(String profile) {
        return link(Verbs.provider("sim").configure(Map.of("profile", profile)));
    }

    private static WalkLink link(VerbsProvider provider) {
        return WalkLink.within(provider.devices().get(0)).managedBy(provider);
    }
}
