// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce.guest;

import static org.verbena.itests.harness.Bundles.INSIDE;
import static org.verbena.itests.harness.Bundles.PROVIDERS;
import static org.verbena.itests.harness.Bundles.SCR;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.osgi.framework.BundleException;
import org.verbena.Verbs;
import org.verbena.itests.harness.OsgiFramework;
import org.verbena.tck.ConformanceKit;
import org.verbena.tck.Deviations;
import org.verbena.tck.engine.Effort;

/** Provides the devices of the guest, which rdma_rxe of its kernel implements. */
final class Rxe {
    static final String KERNEL = System.getProperty("guest.kernel");

    /** The multicast group of the conformance kit and of the documentation. Its GID ends with these four bytes. */
    private static final InetSocketAddress GROUP = new InetSocketAddress("239.1.2.3", 0);

    private static final List<String> INTERFACES = List.of("roce0", "roce1");

    static final String DEVICE = "rxe0";

    /** The behaviours that close a queue pair with a bound window. rdma_rxe waits 50 seconds ({@code __rxe_cleanup}). */
    private static final Set<String> IDLE = Set.of("MW-03-QP", "MW-03-QP-WR");

    private static final String PEER = "rxe1";
    private static final String ENVIRONMENT = "softroce-" + KERNEL;
    private static final String DEVIATIONS = "rxe-" + KERNEL + ".txt";

    private Rxe() {}

    static Stream<DynamicNode> behaviours(String provider) {
        MulticastSocket member = joinGroup();
        return kit(provider, ENVIRONMENT)
                .only(id -> Effort.now() == Effort.FULL || !IDLE.contains(id))
                .tests()
                .onClose(member::close);
    }

    /** Returns the behaviours that wait for rdma_rxe. */
    static Stream<DynamicNode> idleBehaviours(String provider) {
        return kit(provider, "windows-rxe-" + KERNEL).only(IDLE::contains).tests();
    }

    private static ConformanceKit kit(String provider, String environment) {
        return ConformanceKit.on(Verbs.provider(provider), DEVICE)
                .peer(PEER)
                .environment(environment)
                .deviations(Deviations.resource(Rxe.class, DEVIATIONS));
    }

    /** Returns the conformance kit for connection management. */
    static Stream<DynamicNode> connections(String provider) {
        return ConformanceKit.on(Verbs.provider(provider), DEVICE)
                .connections()
                .environment("cm-rxe-" + KERNEL)
                .tests();
    }

    /** Returns the conformance kit as a bundle in Apache Felix, with the provider as a service. */
    @SuppressWarnings("unchecked")
    static Stream<DynamicNode> behavioursInFelix(String provider) throws BundleException, IOException {
        MulticastSocket member = joinGroup();
        OsgiFramework framework =
                OsgiFramework.start(Files.createTempDirectory("felix")).with(SCR.and(PROVIDERS, INSIDE));
        Stream<DynamicNode> tests = (Stream<DynamicNode>) framework.inside(
                "Kit", "onDevices", provider, Map.of(), DEVICE, PEER, ENVIRONMENT + "-felix", deviations());
        return tests.onClose(member::close).onClose(framework::close);
    }

    private static String deviations() throws IOException {
        try (InputStream in = Objects.requireNonNull(Rxe.class.getResourceAsStream(DEVIATIONS), DEVIATIONS)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /**
     * Joins the multicast group, because IP drops packets to a group without a member on the interface. librdmacm joins
     * it (cma_igmp_send), but rdma_rxe does not.
     */
    static MulticastSocket joinGroup() {
        try {
            MulticastSocket member = new MulticastSocket();
            for (String name : INTERFACES) {
                member.joinGroup(GROUP, NetworkInterface.getByName(name));
            }
            return member;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
