// SPDX-License-Identifier: Apache-2.0
package com.example.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CompletionQueueEx;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.WcFlag;
import org.verbena.attr.WcStatus;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.provider.sim.SimObjectKind;
import org.verbena.provider.sim.SimProvider;

/** Checks the events of Verbena in a Flight Recorder recording. */
class FlightRecorderTest {
    private static final List<String> EVENTS = Stream.of(
                    "HandleCreate", "QpModify", "HandleDestroy", "ErrorCompletion", "AsyncEvent", "HandleLeak")
            .map("org.verbena."::concat)
            .toList();

    private final SimProvider provider = SimProvider.builder().device("mlx5").build();
    private final DeviceContext context = provider.devices().get(0).open();
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueue cq =
            context.createCq(CqInitAttr.builder().cqe(4).build());

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void aRecordingContainsTheLifecycleOfAQueuePair() throws Exception {
        List<RecordedEvent> events;
        try (Recording recording = started("HandleCreate", "QpModify", "ErrorCompletion", "HandleDestroy")) {
            QueuePair qp = queuePair(cq);
            flush(qp, 7);
            cq.poll(context.newCompletionArray(4));
            qp.close();
            events = read(recording);
        }

        assertThat(events)
                .extracting(event -> event.getEventType().getName())
                .containsExactly(
                        "org.verbena.HandleCreate",
                        "org.verbena.QpModify",
                        "org.verbena.QpModify",
                        "org.verbena.ErrorCompletion",
                        "org.verbena.HandleDestroy");
    }

    @Test
    void aCreationEventNamesTheObject() throws Exception {
        QueuePair qp;
        List<RecordedEvent> events;
        try (Recording recording = started("HandleCreate")) {
            qp = queuePair(cq);
            events = read(recording);
        }

        RecordedEvent event = only(events);
        assertThat(event.getString("verb")).isEqualTo("ibv_create_qp");
        assertThat(event.getString("kind")).isEqualTo("queue pair");
        assertThat(event.getString("object")).isEqualTo(qp.toString());
        assertThat(event.getString("device")).isEqualTo(context.device().name());
        assertThat(event.getLong("contextId")).isPositive();
        assertThat(event.getLong("errno")).isZero();
        assertThat(event.getString("errnoName")).isNull();
        assertThat(event.getEventType().getCategoryNames()).containsExactly("Verbena");
        assertThat(event.getStackTrace().getFrames())
                .extracting(RecordedFrame::getMethod)
                .extracting(method -> method.getType().getName())
                .contains(FlightRecorderTest.class.getName());
    }

    @Test
    void aFailedCreationEventContainsTheErrno() throws Exception {
        provider.fabric().faults().failCreate(SimObjectKind.CQ, 1, Errno.ENOMEM);
        List<RecordedEvent> events;
        try (Recording recording = started("HandleCreate")) {
            assertThatThrownBy(
                            () -> context.createCq(CqInitAttr.builder().cqe(4).build()))
                    .isInstanceOf(VerbsException.class);
            events = read(recording);
        }

        RecordedEvent event = only(events);
        assertThat(event.getString("verb")).isEqualTo("ibv_create_cq");
        assertThat(event.getString("object")).isNull();
        assertThat(event.getLong("errno")).isEqualTo(12);
        assertThat(event.getString("errnoName")).isEqualTo("ENOMEM");
    }

    @Test
    void openingAndClosingADeviceAreEventsToo() throws Exception {
        String name;
        List<RecordedEvent> events;
        try (Recording recording = started("HandleCreate", "HandleDestroy")) {
            try (DeviceContext other = provider.devices().get(0).open()) {
                name = other.toString();
            }
            events = read(recording);
        }

        assertThat(events)
                .extracting(event -> event.getString("verb"))
                .containsExactly("ibv_open_device", "ibv_close_device");
        assertThat(events).extracting(event -> event.getString("object")).containsOnly(name);
    }

    @Test
    void aModificationEventContainsBothStates() throws Exception {
        QueuePair qp = queuePair(cq);
        List<RecordedEvent> events;
        try (Recording recording = started("QpModify")) {
            QueuePairs.toInit(qp);
            assertThatThrownBy(() ->
                            qp.modify(QpAttr.builder().qpState(QpState.RTS).build()))
                    .isInstanceOf(VerbsException.class);
            events = read(recording);
        }

        assertThat(events).extracting(event -> event.getString("fromState")).containsExactly("RESET", "INIT");
        assertThat(events).extracting(event -> event.getString("toState")).containsExactly("INIT", "RTS");
        assertThat(events).extracting(event -> event.getLong("errno")).containsExactly(0L, 22L);
        assertThat(events).extracting(event -> event.getLong("qpNum")).containsOnly(qp.qpNum());
        assertThat(events.get(0).getString("attributes")).isEqualTo("STATE|ACCESS_FLAGS|PKEY_INDEX|PORT");
    }

    @Test
    void aFailedDestructionEventContainsTheErrno() throws Exception {
        QueuePair qp = queuePair(cq);
        List<RecordedEvent> events;
        try (Recording recording = started("HandleDestroy")) {
            assertThatThrownBy(cq::close).isInstanceOf(VerbsException.class);
            qp.close();
            events = read(recording);
        }

        assertThat(events)
                .extracting(event -> event.getString("verb"))
                .containsExactly("ibv_destroy_cq", "ibv_destroy_qp");
        assertThat(events).extracting(event -> event.getString("errnoName")).containsExactly("EBUSY", null);
        assertThat(events).extracting(event -> event.getString("object")).containsExactly(cq.toString(), qp.toString());
    }

    @Test
    void pollRecordsErrorCompletions() throws Exception {
        QueuePair qp = queuePair(cq);
        CompletionArray completions = context.newCompletionArray(4);
        List<RecordedEvent> events;
        try (Recording recording = started("ErrorCompletion")) {
            flush(qp, 7);
            assertThat(cq.poll(completions)).isEqualTo(1);
            events = read(recording);
        }

        RecordedEvent event = only(events);
        assertThat(event.getString("object")).isEqualTo(cq.toString());
        assertThat(event.getLong("qpNum")).isEqualTo(qp.qpNum());
        assertThat(event.getLong("wrId")).isEqualTo(7);
        assertThat(event.getLong("status")).isEqualTo(WcStatus.WR_FLUSH_ERR.value());
        assertThat(event.getString("statusName")).isEqualTo("WR_FLUSH_ERR");
        assertThat(event.getLong("vendorErr")).isEqualTo(completions.vendorErr(0));
        assertThat(event.getStackTrace()).isNull();
    }

    @Test
    void startPollAndNextPollRecordErrorCompletions() throws Exception {
        CompletionQueueEx cqEx = context.createCqEx(CqInitAttr.builder().cqe(4).build());
        CompletionQueueEx withQpNum = context.createCqEx(
                CqInitAttr.builder().cqe(4).wcFlags(WcFlag.QP_NUM).build());
        QueuePair qp = queuePair(cqEx);
        QueuePair other = queuePair(withQpNum);
        List<RecordedEvent> events;
        try (Recording recording = started("ErrorCompletion")) {
            flush(qp, 7, 8);
            flush(other, 9);
            assertThat(cqEx.startPoll()).isTrue();
            assertThat(cqEx.nextPoll()).isTrue();
            cqEx.endPoll();
            assertThat(withQpNum.startPoll()).isTrue();
            withQpNum.endPoll();
            events = read(recording);
        }

        assertThat(events).extracting(event -> event.getLong("wrId")).containsExactly(7L, 8L, 9L);
        assertThat(events).extracting(event -> event.getLong("qpNum")).containsExactly(-1L, -1L, other.qpNum());
        assertThat(events).extracting(event -> event.getString("statusName")).containsOnly("WR_FLUSH_ERR");
    }

    @Test
    void asyncEventsAreRecordedWhenTheApplicationGetsThem() throws Exception {
        QueuePair qp = queuePair(cq);
        QueuePairs.toInit(qp);
        List<RecordedEvent> events;
        try (Recording recording = started("AsyncEvent")) {
            provider.fabric().faults().portDown(context.device().name(), 1);
            provider.fabric().faults().failQueuePair(context.device().name(), qp.qpNum());
            assertThat(context.asyncEvents().nextEvent()).isPresent();
            assertThat(context.asyncEvents().nextEvent()).isPresent();
            events = read(recording);
        }

        assertThat(events)
                .extracting(event -> event.getString("eventTypeName"))
                .containsExactly("PORT_ERR", "QP_FATAL");
        assertThat(events)
                .extracting(event -> event.getLong("eventType"))
                .containsExactly((long) AsyncEventType.PORT_ERR.value(), (long) AsyncEventType.QP_FATAL.value());
        assertThat(events).extracting(event -> event.getLong("portNum")).containsExactly(1L, 0L);
        assertThat(events).extracting(event -> event.getString("object")).containsExactly(null, qp.toString());
    }

    @Test
    void aLeakEventContainsTheCreationSite() throws Exception {
        Logger leaks = Logger.getLogger("org.verbena.leaks");
        leaks.setLevel(Level.OFF);
        Queue<RecordedEvent> events = new ConcurrentLinkedQueue<>();
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        try (RecordingStream stream = new RecordingStream()) {
            // By default, a stream reuses its event objects. Other tests in this JVM may leak handles.
            stream.setReuse(false);
            stream.enable("org.verbena.HandleLeak");
            stream.onEvent("org.verbena.HandleLeak", events::add);
            stream.startAsync();
            String name = lose();

            Garbage.collectUntil(() -> of(name, events).isPresent());
            RecordedEvent event = of(name, events).orElseThrow();

            assertThat(event.getString("kind")).isEqualTo("protection domain");
            assertThat(event.getInstant("since")).isBetween(before, Instant.now());
            assertThat(event.getString("createdBy")).contains(".lose(FlightRecorderTest.java:");
            assertThat(event.getString("creationStack").lines())
                    .hasSizeGreaterThan(2)
                    .contains(event.getString("createdBy"));
        } finally {
            leaks.setLevel(null);
        }
    }

    @Test
    void nothingIsRecordedUnlessItIsEnabled() throws Exception {
        List<RecordedEvent> events;
        try (Recording recording = new Recording()) {
            recording.start();
            QueuePair qp = queuePair(cq);
            flush(qp, 7);
            cq.poll(context.newCompletionArray(4));
            qp.close();
            events = read(recording);
        }

        assertThat(events).isEmpty();
    }

    /** Starts a recording of some of Verbena's events. */
    private static Recording started(String... names) {
        Recording recording = new Recording();
        for (String name : names) {
            recording.enable("org.verbena." + name).withoutThreshold();
        }
        recording.start();
        return recording;
    }

    /** Returns Verbena's events in order of time. */
    private List<RecordedEvent> read(Recording recording) throws IOException {
        recording.stop();
        Path file = directory.resolve("recording.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> EVENTS.contains(event.getEventType().getName()))
                .sorted((one, other) -> one.getStartTime().compareTo(other.getStartTime()))
                .toList();
    }

    private static RecordedEvent only(List<RecordedEvent> events) {
        assertThat(events).hasSize(1);
        return events.get(0);
    }

    private QueuePair queuePair(CompletionQueue both) {
        return pd.createQp(QpInitAttr.builder()
                .sendCq(both)
                .recvCq(both)
                .maxSendWr(1)
                .maxRecvWr(2)
                .maxRecvSge(1)
                .build());
    }

    /** Posts receive requests that complete with an error. */
    private void flush(QueuePair qp, long... wrIds) {
        RecvBatch batch = context.newRecvBatch(wrIds.length, 1);
        for (long wrId : wrIds) {
            batch.add().wrId(wrId);
        }
        QueuePairs.toInit(qp);
        qp.postRecv(batch);
        QueuePairs.toErr(qp);
    }

    private String lose() {
        return context.allocPd().toString();
    }

    private static Optional<RecordedEvent> of(String object, Collection<RecordedEvent> events) {
        return events.stream()
                .filter(event -> event.getString("object").equals(object))
                .findFirst();
    }
}
