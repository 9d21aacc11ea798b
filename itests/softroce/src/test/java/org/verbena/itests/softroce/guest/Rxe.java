package org.verbena.itests.softroce.guest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.verbena.Verbs;
import org.verbena.tck.ConformanceKit;
import org.verbena.tck.Deviations;

/** The devices of the guest: rdma_rxe of its kernel. */
final class Rxe {
    private static final String KERNEL = System.getProperty("guest.kernel");

    /** The kit's multicast group: its GID ends with these four bytes. */
    private static final InetSocketAddress GROUP = new InetSocketAddress("239.1.2.3", 0);

    private static final List<String> INTERFACES = List.of("roce0", "roce1");

    private Rxe() {}

    static Stream<DynamicNode> behaviours(String provider) {
        MulticastSocket member = joinGroup();
        return ConformanceKit.on(Verbs.provider(provider), "rxe0")
                .peer("rxe1")
                .lane("softroce-" + KERNEL)
                .deviations(Deviations.resource(Rxe.class, "rxe-" + KERNEL + ".txt"))
                .tests()
                .onClose(member::close);
    }

    /**
     * IP drops packets to a group without a member on the interface. librdmacm joins (cma_igmp_send); rdma_rxe does not.
     */
    private static MulticastSocket joinGroup() {
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
