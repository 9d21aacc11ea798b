// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.VerbsObject;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

class LeakReportsTest {
    private final BlockingQueue<LogRecord> records = new LinkedBlockingQueue<>();
    private final Logger logger = Logger.getLogger(LeakReports.LOGGER);
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            // Other tests in this JVM lose objects too, and the garbage collector may find them at any time.
            if (Stream.of(entry.getThrown().getStackTrace()).anyMatch(LeakReportsTest::isHere)) {
                records.add(entry);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    private final FakeDriver driver = new FakeDriver();

    @BeforeEach
    void listen() {
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
    }

    @Test
    void aLostObjectIsReportedWithItsCreationSite() throws Exception {
        try (DeviceContext context = driver.open()) {
            WeakReference<CompletionQueue> lost = lose(context);

            LogRecord report = awaitReport(lost);

            assertThat(report.getMessage())
                    .contains("completion queue")
                    .contains("fake0")
                    .contains("never closed");
            assertThat(report.getThrown().getStackTrace())
                    .anySatisfy(frame -> assertThat(frame.getMethodName()).isEqualTo("lose"));
            verify(driver.cq, never()).destroy();
        }
        verify(driver.cq).destroy();
    }

    @Test
    void aLostProtectionDomainIsNoWarning() throws Exception {
        try (DeviceContext context = driver.open()) {
            WeakReference<ProtectionDomain> domain = new WeakReference<>(context.allocPd());
            while (domain.get() != null) {
                System.gc();
                Thread.onSpinWait();
            }

            assertThat(awaitReport(lose(context)).getMessage()).contains("completion queue");
            assertThat(records).isEmpty();
        }
    }

    @Test
    void aClosedObjectIsNotReported() throws Exception {
        try (DeviceContext context = driver.open()) {
            WeakReference<CompletionQueue> closed = closeAndForget(context);
            WeakReference<CompletionQueue> lost = lose(context);

            // The report of the second object shows that the garbage collector has run.
            awaitReport(lost);
            while (closed.get() != null) {
                System.gc();
                Thread.onSpinWait();
            }

            assertThat(records).isEmpty();
        }
    }

    @Test
    void objectsThatAClosingContextDestroysAreNotReported() {
        DeviceContext context = driver.open();
        List<VerbsObject> held = connected(context);
        List<String> reported = new ArrayList<>();
        try (DeviceContext witnesses = witness().open()) {
            doAnswer(call -> {
                        held.clear();
                        reported.add(awaitReport(lose(witnesses)).getMessage());
                        return null;
                    })
                    .when(driver.qp)
                    .destroy();

            context.close();
        }

        assertThat(reported).singleElement().asString().contains("witness0");
        verify(driver.cq).destroy();
    }

    @Test
    void anObjectThatItsContextFailedToDestroyIsReported() throws Exception {
        DeviceContext context = driver.open();
        WeakReference<CompletionQueue> lost = loseInVain(context);

        assertThat(awaitReport(lost).getMessage()).contains("completion queue").contains("fake0");

        context.close();
    }

    /** Loses a queue that the driver refused to destroy when its context was closed. */
    private WeakReference<CompletionQueue> loseInVain(DeviceContext context) {
        CompletionQueue cq = FakeDriver.cq(context);
        doThrow(new VerbsException("ibv_destroy_cq", Errno.EBUSY, "fake0", Diagnosis.UNKNOWN))
                .doNothing()
                .when(driver.cq)
                .destroy();
        assertThatThrownBy(context::close).isInstanceOf(VerbsException.class);
        assertThat(cq.isClosed()).isFalse();
        return new WeakReference<>(cq);
    }

    @Test
    void anObjectIsNotReportedDuringItsClose() throws Exception {
        List<String> reported = new ArrayList<>();
        try (DeviceContext context = driver.open();
                DeviceContext witnesses = witness().open()) {
            // Compiled code does not keep an object reachable after its last use, not even the receiver of a method.
            for (int i = 0; i < 20_000; i++) {
                closeAtOnce(context);
            }
            // A fast machine spends the whole trace budget in the loop. Reports without a trace are ignored here.
            Thread.sleep(100);
            doAnswer(call -> reported.add(awaitReport(lose(witnesses)).getMessage()))
                    .when(driver.cq)
                    .destroy();

            closeAtOnce(context);
        }

        assertThat(reported).singleElement().asString().contains("witness0");
        assertThat(records).isEmpty();
    }

    /** Creates a driver whose lost objects show that the garbage collector has run. */
    private static FakeDriver witness() {
        FakeDriver driver = new FakeDriver();
        when(driver.device.name()).thenReturn("witness0");
        return driver;
    }

    private static void closeAtOnce(DeviceContext context) {
        FakeDriver.cq(context).close();
    }

    private static List<VerbsObject> connected(DeviceContext context) {
        CompletionQueue cq = FakeDriver.cq(context);
        return new ArrayList<>(List.of(cq, context.allocPd().createQp(FakeDriver.rc(cq))));
    }

    private static boolean isHere(StackTraceElement frame) {
        return frame.getClassName().equals(LeakReportsTest.class.getName());
    }

    private static WeakReference<CompletionQueue> lose(DeviceContext context) {
        return new WeakReference<>(FakeDriver.cq(context));
    }

    private static WeakReference<CompletionQueue> closeAndForget(DeviceContext context) {
        CompletionQueue cq = FakeDriver.cq(context);
        cq.close();
        return new WeakReference<>(cq);
    }

    private LogRecord awaitReport(WeakReference<?> lost) throws InterruptedException {
        for (int i = 0; i < 600; i++) {
            System.gc();
            LogRecord report = records.poll(100, TimeUnit.MILLISECONDS);
            if (report != null) {
                return report;
            }
        }
        throw new AssertionError("no report within 60 seconds; still reachable: " + (lost.get() != null));
    }
}
