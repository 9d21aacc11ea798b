// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.netty;

import io.netty.testsuite.transport.AbstractTestsuiteTest;
import io.netty.testsuite.transport.socket.SocketAutoReadTest;
import io.netty.testsuite.transport.socket.SocketEchoTest;
import io.netty.testsuite.transport.socket.SocketFileRegionTest;
import io.netty.testsuite.transport.socket.SocketGatheringWriteTest;
import io.netty.testsuite.transport.socket.SocketHalfClosedTest;
import io.netty.testsuite.transport.socket.SocketRstTest;
import io.netty.testsuite.transport.socket.SocketSslGreetingTest;
import io.netty.testsuite.transport.socket.SocketStringEchoTest;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Selects Netty's transport test classes that run over RDMA, and lists the excluded classes and methods with the
 * reasons. All other test classes of the jar run, including those that a new version of Netty adds.
 */
final class Catalogue {
    private static final String ROOT = "io.netty.testsuite.transport.";

    private static final String DATAGRAM = "rsocket has no datagram sockets";
    private static final String PEER_IS_TCP = "its peer is a java.net.Socket, which uses TCP";
    private static final String OTHER_TRANSPORT = "tests another transport of Netty";
    private static final String HAS_NO_TESTS = "has no tests: a superclass";
    private static final String MEASURES = "requires an end within milliseconds, which a busy machine can exceed";

    /** The classes that do not run or that a class of this package replaces, by their names below {@link #ROOT}. */
    private static final Map<String, String> EXCLUDED_CLASSES = Map.ofEntries(
            Map.entry("AbstractComboTestsuiteTest", HAS_NO_TESTS),
            Map.entry("AbstractTestsuiteTest", HAS_NO_TESTS),
            Map.entry("socket.AbstractClientSocketTest", HAS_NO_TESTS),
            Map.entry("socket.AbstractServerSocketTest", HAS_NO_TESTS),
            Map.entry("socket.AbstractSocketTest", HAS_NO_TESTS),
            Map.entry("DefaultEventLoopTest", OTHER_TRANSPORT),
            Map.entry("AbstractSingleThreadEventLoopTest", "runs as EventLoopOverRdmaTest"),
            Map.entry("NioEventLoopTest", "runs as EventLoopOverRdmaTest"),
            Map.entry("socket.SocketAddressesTest", "runs as AddressesOverRdmaTest"),
            Map.entry("socket.AbstractSocketShutdownOutputByPeerTest", "runs as ShutdownOutputByRdmaPeerTest"),
            Map.entry("socket.SocketShutdownOutputByPeerTest", PEER_IS_TCP + "; runs as ShutdownOutputByRdmaPeerTest"),
            Map.entry("socket.SocketShutdownOutputBySelfTest", PEER_IS_TCP),
            Map.entry("socket.ServerSocketSuspendTest", PEER_IS_TCP + "; also disabled by Netty"),
            Map.entry("socket.SocketSslLargeCertificateTest", "needs OpenSSL (netty-tcnative), and uses 127.0.0.1"));

    /** The packages and families of classes that do not run. */
    private static final Map<String, String> EXCLUDED_FAMILIES = Map.of(
            "sctp.", OTHER_TRANSPORT,
            "udt.", OTHER_TRANSPORT,
            "socket.Datagram", DATAGRAM,
            "socket.AbstractDatagram", DATAGRAM);

    /** The methods that do not run, by class and method name. */
    private static final Map<String, String> EXCLUDED_METHODS = Map.of(
            "SocketChannelNotYetConnectedTest#readMustBePendingUntilChannelIsActive",
            "its server uses the default provider, so TCP; environment netty-property runs it over RDMA",
            "SocketSslSessionReuseTest#testSslSessionTrustManagerResumption",
            "its provider OPENSSL needs netty-tcnative",
            "EventLoopOverRdmaTest#shutdownBeforeStart",
            MEASURES,
            "EventLoopOverRdmaTest#shutdownGracefullyZeroQuietBeforeStart",
            MEASURES,
            "EventLoopOverRdmaTest#shutdownGracefullyBeforeStart",
            MEASURES,
            "EventLoopOverRdmaTest#gracefulShutdownAfterStart",
            MEASURES,
            "EventLoopOverRdmaTest#testShutdownGracefullyNoQuietPeriod",
            MEASURES,
            "EventLoopOverRdmaTest#testAutoScalingEventLoopGroupCanScaleDownAndBeUsed",
            MEASURES,
            "EventLoopOverRdmaTest#testSubmittingTaskWakesUpSuspendedExecutor",
            MEASURES);

    /** The classes of this package that complete or replace classes of Netty. */
    private static final List<Class<?>> OWN =
            List.of(AddressesOverRdmaTest.class, EventLoopOverRdmaTest.class, ShutdownOutputByRdmaPeerTest.class);

    /** The classes for a guest. SocketSslEchoTest is not among them, because it takes longer than all of them. */
    private static final List<Class<?>> ESSENTIALS = List.of(
            SocketEchoTest.class,
            SocketStringEchoTest.class,
            SocketHalfClosedTest.class,
            SocketAutoReadTest.class,
            SocketFileRegionTest.class,
            SocketGatheringWriteTest.class,
            SocketRstTest.class,
            SocketSslGreetingTest.class);

    private Catalogue() {}

    /** Returns the classes to run. {@link Subclasses} creates a subclass of each for a transport. */
    static List<Class<?>> classes() throws Exception {
        Map<String, Class<?>> classes = new LinkedHashMap<>();
        for (String name : new TreeSet<>(namesInJar())) {
            if (!isExcluded(name)) {
                classes.put(name, Class.forName(ROOT + name));
            }
        }
        return Stream.concat(classes.values().stream(), OWN.stream()).toList();
    }

    /** Returns the classes for a guest. */
    static List<Class<?>> essentials() {
        return ESSENTIALS;
    }

    /** Returns the classes for a brief run. */
    static List<Class<?>> brief() {
        return ESSENTIALS.subList(0, 1);
    }

    /** Returns the methods that do not run, as {@code CLASS#METHOD}. */
    static Set<String> excludedMethods() {
        return EXCLUDED_METHODS.keySet();
    }

    /** Returns the outdated exclusions, which match no class or method. */
    static Set<String> unused() throws Exception {
        Set<String> names = namesInJar();
        Set<String> unused = EXCLUDED_CLASSES.keySet().stream()
                .filter(each -> !names.contains(each))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> methods = classes().stream()
                .flatMap(test ->
                        Stream.of(test.getMethods()).map(method -> test.getSimpleName() + "#" + method.getName()))
                .collect(Collectors.toSet());
        EXCLUDED_METHODS.keySet().stream()
                .filter(each -> !methods.contains(each))
                .forEach(unused::add);
        return unused;
    }

    private static boolean isExcluded(String name) {
        return EXCLUDED_CLASSES.containsKey(name)
                || EXCLUDED_FAMILIES.keySet().stream().anyMatch(name::startsWith);
    }

    private static Set<String> namesInJar() throws Exception {
        Path file = Path.of(AbstractTestsuiteTest.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.endsWith("Test.class"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .filter(name -> name.startsWith(ROOT))
                    .map(name -> name.substring(ROOT.length()))
                    .collect(Collectors.toSet());
        }
    }
}
