// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.testsuite.transport.socket.SocketChannelNotYetConnectedTest;
import io.netty.testsuite.transport.socket.SocketEchoTest;
import io.netty.testsuite.transport.socket.SocketHalfClosedTest;
import io.netty.testsuite.transport.socket.SocketStringEchoTest;
import java.nio.channels.spi.SelectorProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.channels.RdmaSelectorProvider;
import org.verbena.tck.engine.Effort;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.engine.TestProcess;

/**
 * Runs unchanged Netty test classes in a JVM whose default selector provider is that of Verbena. The device has the
 * address 127.0.0.1, which these classes use.
 */
class NettyPropertyIT {
    private static final List<Class<?>> TESTS = List.of(
            SocketEchoTest.class,
            SocketStringEchoTest.class,
            SocketHalfClosedTest.class,
            SocketChannelNotYetConnectedTest.class);

    private static final Duration PATIENCE = Duration.ofMinutes(30);

    @TempDir
    Path directory;

    @Test
    void unchangedTestsPass() throws Exception {
        List<String> command = TestProcess.java(
                // These classes use the loopback address that the JDK prefers.
                "-Djava.net.preferIPv4Stack=true",
                // The simulator uses the datagram channels of the JDK.
                "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                "-Djava.nio.channels.spi.SelectorProvider=" + RdmaSelectorProvider.class.getName(),
                "-Dverbena.provider=sim",
                "-Dverbena.channels.options=profile=rxe;address=127.0.0.1;udp-port=25812",
                "-Dverbena.channels.fallback=fail");
        command.add(Unchanged.class.getName());
        // A brief run has only one class.
        TESTS.stream()
                .limit(Effort.now() == Effort.FULL ? TESTS.size() : 1)
                .map(Class::getName)
                .forEach(command::add);
        String result = new TestProcess("the JVM with the property", command, Map.of(), directory.resolve("output"))
                .run(PATIENCE);
        new ResultLine("netty-property", "sim", "sim_rxe_0").write(result);
    }

    /** The program that runs in the other JVM. */
    static final class Unchanged {
        private Unchanged() {}

        /** Runs the test classes with these names, and prints the result. */
        public static void main(String[] args) throws ClassNotFoundException {
            assertThat(SelectorProvider.provider()).isInstanceOf(RdmaSelectorProvider.class);
            List<Class<?>> tests = new ArrayList<>();
            for (String name : args) {
                tests.add(Class.forName(name));
            }
            Run run = Run.of(tests, Set.of()).requireSuccess();
            System.out.println(run);
        }
    }
}
