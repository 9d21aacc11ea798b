// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.Verbs;
import org.verbena.attr.QpType;
import org.verbena.connect.Connector;
import org.verbena.connect.ConnectorException;
import org.verbena.connect.ConnectorException.Reason;
import org.verbena.connect.ConnectorListener;
import org.verbena.tck.engine.TestProcess;

/** Checks that the Connector reports on both sides that simulators of two processes cannot reach each other. */
@Timeout(180)
class SimulatorsOfTwoProcessesIT {
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @TempDir
    Path directory;

    @Test
    void connectionIsRejectedOnBothSides() throws Exception {
        try (DeviceContext context = Verbs.provider("sim").devices().get(0).open();
                ConnectorListener listener = Connector.create().listen(0)) {
            QueuePair qp = queuePair(context);
            int port = listener.localAddress().getPort();
            CompletableFuture<String> other = CompletableFuture.supplyAsync(() -> otherProcess(port));

            assertThatExceptionOfType(ConnectorException.class)
                    .isThrownBy(() -> listener.accept(qp, PATIENCE))
                    .withMessageContaining("the peers cannot reach each other")
                    .extracting(ConnectorException::reason)
                    .isEqualTo(Reason.INCOMPATIBLE);
            assertThat(other.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .startsWith("REJECTED")
                    .contains("the peers cannot reach each other");
        }
    }

    private String otherProcess(int port) {
        List<String> command = TestProcess.java();
        command.addAll(List.of(Connecting.class.getName(), Integer.toString(port)));
        try {
            return new TestProcess("the connecting process", command, Map.of(), directory.resolve("output"))
                    .run(PATIENCE);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static QueuePair queuePair(DeviceContext context) {
        CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(16).build());
        return context.allocPd()
                .createQp(QpInitAttr.builder()
                        .qpType(QpType.RC)
                        .sendCq(cq)
                        .recvCq(cq)
                        .maxSendWr(1)
                        .maxRecvWr(1)
                        .maxSendSge(1)
                        .maxRecvSge(1)
                        .build());
    }

    /** The program that runs in the other process. */
    static final class Connecting {
        private Connecting() {}

        /** Connects to a port of this host, and prints the failure. */
        public static void main(String[] args) {
            InetSocketAddress address =
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
            try (DeviceContext context = Verbs.provider("sim").devices().get(0).open()) {
                Connector.create().connect(queuePair(context), address, PATIENCE);
                System.out.println("connected");
            } catch (ConnectorException e) {
                System.out.println(e.reason() + " " + e.getMessage());
            }
        }
    }
}
