// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import org.verbena.CompletionArray;
import org.verbena.core.observe.EventLog;
import org.verbena.core.observe.HandleInfo;
import org.verbena.core.observe.PendingCompletions;
import org.verbena.error.VerbsException;

/** The checks after a test, and the record of a failed one. */
final class TestEnd {
    /** Enough completions to see what they have in common. */
    private static final int SHOWN = 8;

    /** The place of the record, as a suppressed exception of the failure. It has no stack trace. */
    private static final class Attachments extends Throwable {
        private static final long serialVersionUID = 1;

        Attachments(String message) {
            super(message, null, false, false);
        }
    }

    private final TestFixture fixture;
    private final ExtensionContext context;
    private final List<EventLog.Event> events;

    TestEnd(TestFixture fixture, ExtensionContext context) {
        this.fixture = fixture;
        this.context = context;
        this.events = fixture.backend().sim().map(sim -> sim.log().events()).orElse(List.of());
    }

    /** Checks the test, closes its fixture, and publishes its record if it failed. */
    void run() throws IOException {
        Optional<Throwable> thrown = context.getExecutionException();
        boolean aborted = thrown.filter(TestAbortedException.class::isInstance).isPresent();
        Optional<AssertionFailedError> found = aborted ? Optional.empty() : findings();
        Optional<Throwable> failure = aborted ? Optional.empty() : thrown.or(() -> found);
        try {
            fixture.stop();
        } catch (RuntimeException e) {
            if (failure.isEmpty()) {
                throw e;
            }
            failure.get().addSuppressed(e);
        } finally {
            if (fixture.backend().sim().isPresent()) {
                finish(fixture.backend().sim().get(), failure);
            }
        }
        if (found.isPresent()) {
            throw found.get();
        }
    }

    // ---------------------------------------------------------------- checks

    private Optional<AssertionFailedError> findings() {
        List<String> lines = new ArrayList<>();
        if (fixture.settings().checksLeaks()) {
            addLeaks(lines);
        }
        fixture.closeEngines();
        if (fixture.settings().checksCompletions()) {
            addCompletions(lines);
        }
        return lines.isEmpty() ? Optional.empty() : Optional.of(new AssertionFailedError(String.join("\n", lines)));
    }

    private void addLeaks(List<String> lines) {
        List<HandleInfo> leaks = fixture.handles().leaks();
        if (!leaks.isEmpty()) {
            lines.add("the test has left handles open (@AllowLeaks disables this check):");
            leaks.forEach(handle -> lines.add("  " + handle.name() + ", created at " + handle.creation()));
        }
    }

    private void addCompletions(List<String> lines) {
        List<String> found = new ArrayList<>();
        fixture.ownedCqs().forEach(owned -> addCompletions(owned, found));
        fixture.backend()
                .sim()
                .ifPresent(sim -> sim.provider().pendingCompletions().stream()
                        .filter(pending -> !fixture.handles().contains(pending.cq()))
                        .forEach(pending -> found.add(describe(pending))));
        if (!found.isEmpty()) {
            lines.add("the test has left completions (@AllowUnpolledCompletions disables this check):");
            lines.addAll(found);
        }
    }

    private static String describe(PendingCompletions pending) {
        HandleInfo cq = pending.cq();
        return "  " + cq.name() + ", created at " + cq.creation() + ": " + pending.count() + " completions";
    }

    private static void addCompletions(TestFixture.OwnedCq owned, List<String> found) {
        if (owned.cq().isClosed()) {
            return;
        }
        CompletionArray completions = owned.cq().context().newCompletionArray(SHOWN);
        try {
            owned.cq().poll(completions);
        } catch (VerbsException e) {
            found.add("  " + owned.cq() + " of " + owned.owner() + " cannot be polled: " + e.getMessage());
        }
        for (int i = 0; i < completions.size(); i++) {
            found.add("  " + owned.cq() + " of " + owned.owner() + ": wr_id " + completions.wrId(i) + ", "
                    + completions.status(i));
        }
    }

    // ---------------------------------------------------------------- record

    private void finish(Backend.Simulated sim, Optional<Throwable> failure) {
        try {
            if (failure.isPresent()) {
                failure.get().addSuppressed(new Attachments(publish(sim, failure.get())));
            }
            fixture.close();
        } catch (IOException | RuntimeException e) {
            failure.ifPresent(thrown -> thrown.addSuppressed(e));
        }
    }

    private String publish(Backend.Simulated sim, Throwable failure) throws IOException {
        ReportFiles files = new ReportFiles(context);
        Path capture = files.publish(
                "pcap",
                "application/vnd.tcpdump.pcap",
                file -> Files.copy(sim.capture(), file, StandardCopyOption.REPLACE_EXISTING));
        Path log = files.publish(
                "log",
                "text/plain; charset=UTF-8",
                file -> Files.write(file, log(sim, failure).toList(), StandardCharsets.UTF_8));
        return "capture and event log of the simulator: " + capture + ", " + log;
    }

    private Stream<String> log(Backend.Simulated sim, Throwable failure) {
        Stream<String> head = Stream.of(
                "test: " + context.getUniqueId(),
                "failure: " + failure,
                "simulator: " + fixture.settings(),
                "clock: " + sim.provider().fabric().clock().nanoTime() + " ns",
                "faults:");
        return Stream.of(
                        head,
                        sim.faults().report().stream().map(line -> "  " + line),
                        Stream.of("events:"),
                        events.stream().map(EventLog.Event::toString).map(line -> "  " + line))
                .flatMap(lines -> lines);
    }
}
