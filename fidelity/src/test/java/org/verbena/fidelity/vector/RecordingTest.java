// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.Device;
import org.verbena.Verbs;
import org.verbena.WqInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqFlag;
import org.verbena.core.model.DriverModels;
import org.verbena.spi.model.DriverModel;

/** Checks that a recording of a device matches its model, and that the device confirms it. */
class RecordingTest {
    private static final int REQUESTS = 1000;
    private static final String CONFIG = "sim";

    private final long seed = Long.getLong("verbena.fidelity.seed", System.nanoTime());

    @TempDir
    private Path directory;

    private static Stream<String> profiles() {
        return DriverModels.all().stream().map(DriverModel::name);
    }

    private static Device device(String profile) {
        return Verbs.provider("sim")
                .configure(Map.of("profile", profile))
                .devices()
                .get(0);
    }

    private static Recording record(String profile, long seed, int count) {
        try (DeviceTarget device = DeviceTarget.open(device(profile))) {
            return Recording.of(device, profile, CONFIG, seed, count);
        }
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void theModelAgreesWithTheRecording(String profile) throws Exception {
        System.out.printf("%d random requests to %s from seed %d%n", REQUESTS, profile, seed);
        Recording recording = record(profile, seed, REQUESTS);
        Path vectors = directory.resolve("vectors.jsonl");
        Path configs = directory.resolve(Configs.FILE);
        Files.write(vectors, recording.vectors().stream().map(VectorFile::line).toList());
        Files.writeString(
                configs, Configs.none().with(CONFIG, recording.config()).toJson());

        Replay replay = Replay.of(VectorFile.read(vectors), ModelTargets.with(Configs.read(configs))::of);

        assertThat(replay.differences()).isEmpty();
        assertThat(replay.notAsked()).isEmpty();
        assertThat(replay.agree() + recording.notAsked().size()).isEqualTo(REQUESTS);
        assertThat(replay.agree())
                .as("of %d, without %s", REQUESTS, recording.notAsked())
                .isGreaterThan(REQUESTS / 4);
        assertThat(recording.vectors())
                .extracting(vector -> vector.answer().errno().isPresent())
                .contains(true, false);
    }

    @Test
    void aDeviceAgreesWithItsRecording() {
        System.out.printf("%d random requests from seed %d%n", REQUESTS, seed);
        List<VectorLine> recorded = lines(record("mlx5", seed, REQUESTS));

        Replay replay = replayOn("mlx5", recorded);

        assertThat(recorded).extracting(line -> line.vector().request().op()).contains(Op.values());
        assertThat(replay.differences()).isEmpty();
        assertThat(replay.notAsked()).isEmpty();
        assertThat(replay.agree()).isEqualTo(recorded.size());
    }

    @Test
    void equalSeedsGiveEqualRecordings() {
        assertThat(record("rxe", 7, 100)).isEqualTo(record("rxe", 7, 100)).isNotEqualTo(record("rxe", 8, 100));
    }

    @Test
    void anotherDeviceDiffersFromTheRecording() {
        assertThat(replayOn("rxe", lines(record("mlx5", 7, 100))).differences()).isNotEmpty();
    }

    @Test
    void requestsThatCannotBeReplayedAreCounted() {
        Request fromSqe = new Request.ModifyQp(
                QpType.UD.value(), QpState.SQE, QpState.RTS, Flags.of(QpAttr.Mask.STATE, QpAttr.Mask.CUR_STATE));
        Request negative = Request.CreateCq.plain(-1, 0);
        Request notThatSize = new Request.ResizeCq(100, 200);
        Request ofNoType =
                new Request.CreateWq(99, new WqCap(1, 1), Flags.none(WqFlag.class), Flags.none(WqInitAttr.Mask.class));

        Replay replay = replayOn("rxe", granted(fromSqe, negative, notThatSize, ofNoType));

        assertThat(replay.agree()).isZero();
        assertThat(replay.notAsked())
                .extracting(Object::toString)
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("test:1: ibv_modify_qp cannot reach state SQE"),
                        line -> assertThat(line)
                                .startsWith("test:2: the API does not pass it on")
                                .contains("cqe = -1"),
                        line -> assertThat(line).isEqualTo("test:3: a completion queue of 100 entries has 127"));
        assertThat(replay.differences())
                .singleElement()
                .extracting(Difference::answered)
                .isEqualTo("errno=EOPNOTSUPP");
    }

    /** The kernel checks the port of the address before the driver checks the request. */
    @Test
    void aNewQueuePairHasNoPortForAnAddress() {
        Request address = new Request.ModifyQp(
                QpType.UD.value(), QpState.RESET, QpState.RTR, Flags.of(QpAttr.Mask.STATE, QpAttr.Mask.AV));

        Answer ofModel =
                RequestTarget.of(DriverModels.find("efa").orElseThrow()).answer(address);

        assertThat(ofModel.errno()).contains("EINVAL");
        try (DeviceTarget device = DeviceTarget.open(device("efa"))) {
            assertThat(device.answer(address).errno()).isEqualTo(ofModel.errno());
        }
    }

    @Test
    void aQueueThatCannotBeMadeIsADifference() {
        Request tooLarge = new Request.ModifySrq(
                new SrqAttr(0xFFFF_FFFFL, 1, 0), new SrqAttr(1, 0, 0), Flags.of(SrqAttr.Mask.MAX_WR));

        assertThat(replayOn("rxe", granted(tooLarge)).differences())
                .singleElement()
                .extracting(Difference::answered)
                .isEqualTo("ibv_create_srq errno=EINVAL");
    }

    /** Returns a recording in which all of the requests are granted. */
    private static List<VectorLine> granted(Request... requests) {
        return lines(Stream.of(requests)
                .map(request ->
                        new Vector("rxe", CONFIG, request, Answer.granted(NamedCaps.NONE), false, Optional.empty()))
                .toList());
    }

    private static List<VectorLine> lines(Recording recording) {
        return lines(recording.vectors());
    }

    private static List<VectorLine> lines(List<Vector> vectors) {
        List<VectorLine> lines = new ArrayList<>();
        vectors.forEach(vector -> lines.add(new VectorLine("test", lines.size() + 1, vector)));
        return lines;
    }

    private static Replay replayOn(String profile, List<VectorLine> lines) {
        try (DeviceTarget device = DeviceTarget.open(device(profile))) {
            return Replay.of(lines, line -> device);
        }
    }
}
