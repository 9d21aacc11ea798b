// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.Verbs;
import org.verbena.attr.Gid;
import org.verbena.fidelity.walk.NakSource.Nak;

class TrafficWalkTest {
    /** Short, because no simulated device waits for time to pass: it has completed everything once the model has. */
    private static final Duration PATIENCE = Duration.ofMillis(60);

    private static final long UNKNOWN_QP = 0x1234;

    /** A limit that is never reached if both devices agree. */
    private static final Duration LONG_PATIENCE = Duration.ofSeconds(30);

    /** Fixed, so that each run uses the same programs: the progress of two simulated clocks depends on real time. */
    private final long seed = Long.getLong("verbena.walk.seed", 1);

    @ParameterizedTest
    @ValueSource(strings = {"rxe-6.12", "rxe-6.1", "mlx5"})
    void twoSimulatorsOfOneProfileAgree(String profile) {
        System.out.println("random walk from seed " + seed);

        WalkResult result =
                walk(simulator(profile), simulator(profile), LONG_PATIENCE).run(seed, 600);

        assertThat(result.difference()).isEmpty();
        assertThat(result.steps()).isEqualTo(600);
    }

    @Test
    void connectionsOfTwoDevicesAgree() {
        System.out.println("random walk from seed " + seed);

        WalkResult result =
                walk(twoSimulators(), twoSimulators(), LONG_PATIENCE).run(seed, 600);

        assertThat(result.difference()).isEmpty();
        assertThat(result.steps()).isEqualTo(600);
    }

    /** Repetitions of a negative acknowledgement are not compared, but one that appears on only one side is. */
    @Test
    void anotherNegativeAcknowledgementIsFound(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("steps.txt"), "1 mr\n2 pair");
        List<String> rnr = List.of("RNR", "RNR", "invalid");

        assertThat(walk(naks(rnr), naks(List.of("RNR", "invalid", "invalid")))
                        .replay(file)
                        .agrees())
                .isTrue();
        assertThat(walk(naks(rnr), twoSimulators()).replay(file).agrees())
                .as("only one side reports negative acknowledgements")
                .isTrue();
        assertThat(walk(naks(rnr), naks(List.of("RNR")))
                        .replay(file)
                        .difference()
                        .orElseThrow()
                        .toString())
                .contains("differs in naks", "naks=?[RNR,invalid]", "naks=?[RNR]");
    }

    /** Returns two simulators and a source that reports negative acknowledgements to the first one. */
    private static WalkLink naks(List<String> syndromes) {
        WalkLink link = twoSimulators();
        Gid destination;
        try (DeviceContext context = link.near().open()) {
            destination = context.queryGid(1, 1);
        }
        Iterator<List<Nak>> calls = Stream.of(
                        List.<Nak>of(),
                        syndromes.stream()
                                .map(syndrome -> new Nak(destination, UNKNOWN_QP, syndrome))
                                .toList())
                .iterator();
        return new WalkLink(link.near(), link.far(), Optional.of(() -> calls.hasNext() ? calls.next() : List.of()));
    }

    @Test
    void anotherRuleIsFoundAndShrunkToAFewSteps(@TempDir Path directory) throws Exception {
        System.out.println("random walk from seed " + seed);
        RandomWalk walk = walk(simulator("rxe-6.12"), simulator("mlx5"));

        WalkResult result = walk.run(seed, 10_000);

        Reproducer reproducer = result.difference().orElseThrow();
        System.out.println(reproducer);
        assertThat(reproducer.length()).isLessThan(8);
        Path file = Files.writeString(directory.resolve("reproducer.txt"), reproducer.toString());
        assertThat(walk.replay(file).difference())
                .as("difference in the replay")
                .isPresent();
        assertThat(walk(simulator("rxe-6.12"), simulator("rxe-6.12"), LONG_PATIENCE)
                        .replay(file)
                        .steps())
                .as("with the true rules")
                .isEqualTo(reproducer.length());
    }

    @Test
    void aDifferentCompletionStatusIsFound(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("steps.txt"), """
                1 mr
                2 pair
                3 send pair=#2 send_flags=SIGNALED length_1=8
                """);

        WalkResult result = walk(simulator("rxe-6.12"), simulator("mlx5")).replay(file);

        assertThat(result.difference().orElseThrow().toString())
                .contains(
                        "differs in send",
                        "device: ok send=#2a[3:WR_FLUSH_ERR]",
                        "model:  ok send=#2a[3:LOC_PROT_ERR]");
    }

    @Test
    void differencesAreCollectedOnRequest() {
        WalkResult result = walk(simulator("rxe-6.12"), simulator("mlx5")).run(seed, 100_000, 2);

        assertThat(result.differences()).hasSize(2);
    }

    /** Steps that crash a kernel are skipped, even if a file contains them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "3 send pair=#1 opcode=LOCAL_INV mw=#2",
                "3 mr\n4 send pair=#1 opcode=BIND_MW mw=#2 sge_1=#3 length_1=8\n5 close pair=#1",
                "3 pair path_mtu=BYTES_256\n4 send pair=#1 opcode=RDMA_READ\n5 send pair=#1 length_1=8"
            })
    void aStepThatCrashesAKernelIsSkipped(String steps, @TempDir Path directory) throws Exception {
        Path file = Files.writeString(
                directory.resolve("steps.txt"), "1 pair peer_path_mtu=BYTES_512\n2 mw mw_type=TYPE_2\n" + steps);
        try (WalkDevice walkDevice = new WalkDevice(simulator("rxe-6.12"))) {
            StepAnswer last = StepAnswer.ok();
            for (Step step : Reproducer.parse(Files.readAllLines(file).stream())) {
                last = walkDevice.take(step);
            }

            assertThat(last.isSkipped()).isTrue();
        }
    }

    @Test
    void everyVerbIsGrantedAndCompletionsAreOfManyKinds() {
        System.out.println("steps from seed " + seed);
        WalkLink device = simulator("rxe-6.12");
        Map<StepVerb, Integer> granted = new EnumMap<>(StepVerb.class);
        Set<String> words = new HashSet<>();
        for (int i = 0; i < 60 || (i < 3000 && !granted.keySet().containsAll(WalkKind.DATA.verbs())); i++) {
            try (WalkDevice walkDevice = new WalkDevice(device)) {
                TrafficLog log = new TrafficLog(walkDevice.traffic(), Optional.empty());
                StepGenerator generator = new StepGenerator(WalkKind.DATA, seed + i, walkDevice);
                for (int taken = 0; taken < WalkKind.DATA.stepsOfAWalk(); taken++) {
                    Step step = generator.next();
                    if (walkDevice.take(step).isOk()) {
                        granted.merge(step.verb(), 1, Integer::sum);
                    }
                    log.drain();
                }
                log.shown().values().forEach(text -> Collections.addAll(words, text.split("[^A-Z_]+")));
            }
        }

        assertThat(granted).containsOnlyKeys(WalkKind.DATA.verbs().toArray(StepVerb[]::new));
        assertThat(words).contains("SEND", "RECV", "RDMA_WRITE", "RDMA_READ", "WR_FLUSH_ERR", "REM_ACCESS_ERR");
    }

    private static RandomWalk walk(WalkLink device, WalkLink model) {
        return walk(device, model, PATIENCE);
    }

    private static RandomWalk walk(WalkLink device, WalkLink model, Duration patience) {
        return new RandomWalk(WalkKind.DATA, device, model, Allowances.none(), WalkObserver.NONE, patience);
    }

    private static WalkLink twoSimulators() {
        List<Device> devices = Verbs.provider("sim")
                .configure(Map.of("profile", "rxe-6.12,rxe-6.12", "clock", "virtual"))
                .devices();
        return new WalkLink(devices.get(0), devices.get(1));
    }

    private static WalkLink simulator(String profile) {
        Map<String, String> options = new HashMap<>();
        options.put("profile", profile);
        options.put("clock", "virtual");
        return WalkLink.within(
                Verbs.provider("sim").configure(options).devices().get(0));
    }
}
