// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.plan;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.verbena.bench.plan.Row.Environment;
import org.verbena.bench.plan.Work.CWork;
import org.verbena.bench.plan.Work.JavaWork;
import org.verbena.bench.plan.Work.PerftestWork;
import org.verbena.bench.plan.Work.StartWork;
import org.verbena.bench.report.Measured;

/** Defines the rows of the table. */
public final class Rows {
    private static final int BATCH = 32;

    /** The posting thread runs the NIC of the faked kernel explicitly, so that every instruction counts. */
    private static final Map<String, String> MANUAL_NIC = Map.of("FAKEVERBS_NIC", "manual");

    /** The NIC runs in its own thread on another processor, like a card. */
    private static final Map<String, String> RUNNING_NIC = Map.of("FAKEVERBS_NIC", "thread:0");

    /** JMH itself allocates less than a byte per operation, averaged over many operations. */
    private static final Goal NO_GARBAGE = new Goal.Metric(Measured.ALLOCATED, 0.5, "B", "0 B", true);

    /**
     * As {@link #NO_GARBAGE}, but a smoke run does not judge it. On a busy machine, other threads receive, and the code
     * is not compiled yet.
     */
    private static final Goal NO_GARBAGE_IF_IDLE = new Goal.Metric(Measured.ALLOCATED, 0.5, "B", "0 B", false);

    /**
     * As {@link #NO_GARBAGE_IF_IDLE}. The allocations of JMH itself are spread over few operations, which take long.
     */
    private static final Goal LITTLE_GARBAGE_IF_IDLE = new Goal.Metric(Measured.ALLOCATED, 8, "B", "8 B", false);

    private Rows() {}

    /** Returns all rows, in the order of the table. */
    public static List<Row> all() {
        return Stream.of(mlx5(), softroce(), sim(), network(), channels(), start())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Row> mlx5() {
        JavaWork batch = JavaWork.of("PostPoll.postPollInline")
                .with("outstanding", BATCH)
                .operations(BATCH);
        return List.of(
                mlx5("post-poll-inline", "write of 64 B inline: post, poll", JavaWork.of("PostPoll.postPollInline"))
                        .beside(CWork.of("post-poll-inline"))
                        .goal(new Goal.Times(1.10))
                        .variables(RUNNING_NIC),
                mlx5(
                                "post-poll-inline-manual",
                                "write of 64 B inline, NIC in the same thread",
                                JavaWork.of("PostPoll.postPollInline"))
                        .beside(CWork.of("post-poll-inline"))
                        .goal(new Goal.Times(1.10)),
                mlx5("post-poll-sge", "write of 64 B from 1 SGE: post, poll", JavaWork.of("PostPoll.postPollSge"))
                        .beside(CWork.of("post-poll-sge"))
                        .goal(new Goal.Times(1.10))
                        .variables(RUNNING_NIC),
                mlx5(
                                "post-poll-sge-manual",
                                "write of 64 B from 1 SGE, NIC in the same thread",
                                JavaWork.of("PostPoll.postPollSge"))
                        .beside(CWork.of("post-poll-sge"))
                        .goal(new Goal.Times(1.10)),
                mlx5("batch-32", "batch of 32 inline writes: post, poll 32; per write", batch)
                        .beside(CWork.of("post-poll-inline").with("outstanding", BATCH))
                        .goal(new Goal.Times(1.05))
                        .variables(RUNNING_NIC),
                mlx5("batch-32-manual", "batch of 32 inline writes, NIC in the same thread; per write", batch)
                        .beside(CWork.of("post-poll-inline").with("outstanding", BATCH))
                        .goal(new Goal.Times(1.05)),
                mlx5("empty-poll", "poll_cq that finds nothing", JavaWork.of("PostPoll.emptyPoll"))
                        .beside(CWork.of("empty-poll"))
                        .goal(new Goal.Above(4)),
                mlx5("create-qp", "create and destroy a queue pair", createQp())
                        .beside(CWork.of("create-qp"))
                        .goal(new Goal.Times(1.10)),
                mlx5("garbage-ffm", "garbage of post and poll, ffm", JavaWork.of("PostPoll.postPollInline"))
                        .goal(NO_GARBAGE),
                mlx5(
                                "jna-create-qp",
                                "create and destroy a queue pair by jna",
                                createQp().with("provider", "jna"))
                        .beside(CWork.of("create-qp")),
                mlx5("jna-post-poll", "write of 64 B inline by jna: post, poll", jna("PostPoll.postPollInline"))
                        .beside(CWork.of("post-poll-inline")),
                mlx5("garbage-jna", "garbage of post and poll, jna", jna("PostPoll.postPollInline"))
                        .goal(NO_GARBAGE));
    }

    private static Row mlx5(String id, String title, Work subject) {
        return Row.of(id, Environment.MLX5, title, subject).variables(MANUAL_NIC);
    }

    private static JavaWork createQp() {
        return JavaWork.of("ControlPath.createQp").with("live", 0);
    }

    private static JavaWork jna(String benchmark) {
        return JavaWork.of(benchmark).with("provider", "jna");
    }

    private static List<Row> softroce() {
        JavaWork rate = JavaWork.of("PostPoll.writeRate").with("outstanding", BATCH);
        return List.of(
                softroce(
                        "rxe-create-qp",
                        "create and destroy a queue pair",
                        createQp(),
                        "create-qp",
                        new Goal.Times(1.05)),
                softroce(
                        "rxe-modify-qp",
                        "RESET to INIT, RTR, RTS and back",
                        JavaWork.of("ControlPath.modifyQp"),
                        "modify-qp",
                        new Goal.Times(1.05)),
                softroce(
                        "rxe-reg-mr",
                        "register and deregister 128 B",
                        JavaWork.of("ControlPath.regMr"),
                        "reg-mr",
                        new Goal.Times(1.05)),
                softroce(
                        "rxe-write-latency",
                        "write of 64 B, one way",
                        latency("writeLatency"),
                        "write-latency",
                        new Goal.Shortest(1.10)),
                softroce(
                        "rxe-send-latency",
                        "send of 64 B, one way",
                        latency("sendLatency"),
                        "send-latency",
                        new Goal.Shortest(1.10)),
                Row.of("rxe-write-perftest", Environment.SOFTROCE, "cross-check of a write", latency("writeLatency"))
                        .beside(new PerftestWork("ib_write_lat", 64), "ib_write_lat"),
                Row.of("rxe-send-perftest", Environment.SOFTROCE, "cross-check of a send", latency("sendLatency"))
                        .beside(new PerftestWork("ib_send_lat", 64), "ib_send_lat"),
                Row.of("rxe-write-rate", Environment.SOFTROCE, "writes of 64 B, 32 outstanding", onRxe(rate))
                        .beside(onRxe(CWork.of("write-rate")).with("outstanding", BATCH))
                        .goal(new Goal.RateShare(0.95)),
                softroce(
                        "rxe-jna-create-qp",
                        "create and destroy a queue pair by jna",
                        createQp().with("provider", "jna"),
                        "create-qp",
                        new Goal.Measure()),
                softroce(
                        "rxe-jna-post-poll",
                        "write of 64 B inline by jna: post, poll",
                        jna("PostPoll.postPollInline"),
                        "post-poll-inline",
                        new Goal.Measure()),
                softroce(
                        "rxe-connect",
                        "set up and tear down a connection by IP address",
                        connections("ffm", "rxe0"),
                        "connect",
                        new Goal.Times(1.10)),
                softroce(
                        "rxe-jna-connect",
                        "set up and tear down a connection by IP address, by jna",
                        connections("jna", "rxe0"),
                        "connect",
                        new Goal.Measure()),
                Row.of(
                                "rxe-channel-round-trip",
                                Environment.SOFTROCE,
                                "64 B written to a socket channel, and back",
                                streams("roundTrip", "RXE"))
                        .beside(onRxe(CWork.of("stream-round-trip")), "rsocket in C")
                        .goal(new Goal.Times(1.3)),
                Row.of(
                                "rxe-channel-write",
                                Environment.SOFTROCE,
                                "64 KiB written to a socket channel",
                                streams("write", "RXE"))
                        .beside(onRxe(CWork.of("stream-write")), "rsocket in C")
                        .goal(new Goal.RateShare(0.8)));
    }

    private static Row softroce(String id, String title, JavaWork subject, String workload, Goal goal) {
        return Row.of(id, Environment.SOFTROCE, title, onRxe(subject))
                .beside(onRxe(CWork.of(workload)))
                .goal(goal);
    }

    private static JavaWork onRxe(JavaWork work) {
        return work.with("device", "rxe0");
    }

    private static CWork onRxe(CWork work) {
        return work.with("device", "rxe0");
    }

    /** Returns a latency benchmark; one call measures both directions. */
    private static JavaWork latency(String method) {
        return onRxe(JavaWork.of("Latency." + method).operations(2));
    }

    private static List<Row> sim() {
        JavaWork simulated = JavaWork.of("ControlPath.createQp")
                .with("live", 0)
                .with("provider", "sim")
                .with("device", "sim_mlx5_0");
        return List.of(
                sim("sim-messages", "RC send of 64 B: post both, deliver, poll both; one at a time", messages(2))
                        .goal(new Goal.PerSecond(5e6)),
                sim("sim-messages-flat", "the same over 10,000 queue pairs in turn", messages(10_000))
                        .beside(messages(2), "2 queue pairs")
                        .goal(new Goal.Within(1 / 1.2, 1 / 0.8)),
                sim("sim-create-qp", "create and destroy a queue pair", simulated)
                        .goal(new Goal.PerSecond(1e6)),
                sim("sim-connect", "set up and tear down a connection by IP address", connections("sim", "sim_mlx5_0"))
                        .goal(new Goal.PerSecond(2e4)),
                sim(
                                "sim-heap",
                                "heap of 100,000 live queue pairs",
                                JavaWork.of("SimHeap.liveQueuePairs")
                                        .with("progress", "CREATED")
                                        .metric("bytes"))
                        .goal(new Goal.Metric("bytes", 200e6, "MB", "200 MB", false)),
                sim("garbage-sim", "garbage of a message", messages(2)).goal(NO_GARBAGE));
    }

    private static JavaWork connections(String provider, String device) {
        return JavaWork.of("Connections.connectAndDisconnect")
                .with("provider", provider)
                .with("device", device);
    }

    private static Row sim(String id, String title, Work subject) {
        return Row.of(id, Environment.SIM, title, subject);
    }

    private static JavaWork messages(int qps) {
        return JavaWork.of("SimMessages.sendRecvPoll").with("qps", qps);
    }

    private static List<Row> network() {
        return List.of(
                network("net-send-rate", "RC sends of 64 B, up to 128 in flight", "sendRate")
                        .goal(new Goal.RateShare(0.6)),
                network("net-write-bandwidth", "RC writes of 1 MiB, up to 4 in flight", "writeBandwidth")
                        .goal(new Goal.RateShare(0.6)),
                network("net-round-trip", "RC send of 64 B and the answer", "roundTrip")
                        .goal(new Goal.Median(1.5)),
                Row.of(
                                "garbage-net",
                                Environment.NETWORK,
                                "garbage of a message and its answer",
                                JavaWork.of("NetworkTraffic.roundTrip"))
                        .goal(NO_GARBAGE_IF_IDLE));
    }

    private static Row network(String id, String title, String method) {
        return Row.of(id, Environment.NETWORK, title, JavaWork.of("NetworkTraffic." + method))
                .beside(JavaWork.of("BareDatagrams." + method), "DatagramChannel");
    }

    private static List<Row> channels() {
        return List.of(
                channels("channel-round-trip", "64 B written to a socket channel, and back", "roundTrip", "ROCEV2"),
                channels("channel-write", "64 KiB written to a socket channel", "write", "ROCEV2"),
                channels("channel-round-trip-inside", "the round trip in one process", "roundTrip", "SIMULATOR"),
                channels("channel-write-inside", "the write in one process", "write", "SIMULATOR"),
                Row.of(
                                "garbage-channel-round-trip",
                                Environment.CHANNELS,
                                "garbage of two writes and two reads of 64 B",
                                streams("roundTrip", "SIMULATOR"))
                        .goal(NO_GARBAGE_IF_IDLE),
                Row.of(
                                "garbage-channel-write",
                                Environment.CHANNELS,
                                "garbage of a write of 64 KiB and its reads",
                                streams("write", "SIMULATOR"))
                        .goal(LITTLE_GARBAGE_IF_IDLE));
    }

    private static Row channels(String id, String title, String method, String network) {
        return Row.of(id, Environment.CHANNELS, title, streams(method, network))
                .beside(streams(method, "TCP"), "TCP of the JDK");
    }

    private static JavaWork streams(String method, String network) {
        return JavaWork.of("Streams." + method).with("network", network);
    }

    private static List<Row> start() {
        return List.of(start("ffm"), start("sim"));
    }

    private static Row start(String provider) {
        return Row.of(
                        "start-" + provider,
                        Environment.START,
                        "JVM to first queue pair, " + provider,
                        new StartWork("FirstQueuePair", List.of(provider)))
                .beside(new StartWork("FirstQueuePair$Nothing", List.of()), "empty JVM")
                .goal(new Goal.Above(400e6));
    }
}
