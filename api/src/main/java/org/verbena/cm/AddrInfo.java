// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;

/**
 * The addresses of an endpoint: {@code struct rdma_addrinfo}. {@link Hints#resolve} creates it with the name service of
 * Java, and needs no native library.
 *
 * @param portSpace {@code ai_port_space}
 * @param source {@code ai_src_addr}, the local address; empty lets the kernel choose
 * @param destination {@code ai_dst_addr}, the address of the peer; empty for an endpoint that listens
 */
public record AddrInfo(
        PortSpace portSpace, Optional<InetSocketAddress> source, Optional<InetSocketAddress> destination) {
    private static final String VERB = "rdma_getaddrinfo";
    private static final String MAN_PAGE = "rdma_getaddrinfo(3)";
    private static final int MAX_PORT = 0xFFFF;

    /** Creates hints for an active endpoint in port space {@link PortSpace#TCP}, with names and every family. */
    public static Hints hints() {
        return new Hints();
    }

    /** Returns the exception for an endpoint without any address. */
    static InvalidRequestException noAddress() {
        return new InvalidRequestException(
                "rdma_create_ep",
                Errno.EINVAL,
                "address information",
                new Violation(
                        "ai_src_addr", "NULL", "an address", "an endpoint needs an address", "rdma_create_ep(3)"));
    }

    /** The families of addresses. */
    public enum Family {
        /** IPv4: {@code AF_INET}. */
        INET(Inet4Address.class),

        /** IPv6: {@code AF_INET6}. */
        INET6(Inet6Address.class);

        private final Class<? extends InetAddress> type;

        Family(Class<? extends InetAddress> type) {
            this.type = type;
        }
    }

    /** What to resolve: the hints of {@code rdma_getaddrinfo(3)}. Not safe for use by several threads. */
    public static final class Hints {
        /** A literal has these characters, or a colon. */
        private static final Pattern LITERAL_IPV4 = Pattern.compile("[0-9.]+");

        private PortSpace portSpace = PortSpace.TCP;
        private boolean passive;
        private boolean numericHost;
        private @Nullable Family family;
        private @Nullable InetSocketAddress source;

        private Hints() {}

        /** Sets {@code ai_port_space}; default {@link PortSpace#TCP}. */
        public Hints portSpace(PortSpace value) {
            portSpace = value;
            return this;
        }

        /** Requests the local address of an endpoint that listens: {@code RAI_PASSIVE}. */
        public Hints passive() {
            passive = true;
            return this;
        }

        /** Forbids names, which would need a name service: {@code RAI_NUMERICHOST}. */
        public Hints numericHost() {
            numericHost = true;
            return this;
        }

        /** Sets {@code ai_family} and {@code RAI_FAMILY}; by default the first address of a name counts. */
        public Hints family(Family value) {
            family = value;
            return this;
        }

        /** Sets {@code ai_src_addr}, the local address of an active endpoint; by default the kernel chooses. */
        public Hints source(InetSocketAddress value) {
            source = value;
            return this;
        }

        /**
         * Resolves a node: {@code rdma_getaddrinfo(3)}. The call can wait for a name service.
         *
         * @param node a name or an address; null for the wildcard address of a passive endpoint
         * @param port the port, 0..65535
         * @return the addresses
         * @throws InvalidRequestException if an active endpoint has no node, the port is out of range, or the node is a
         *     name and {@link #numericHost} was called: {@link Errno#EINVAL}
         * @throws VerbsException if the node has no address of the family: {@link Errno#EADDRNOTAVAIL}
         */
        public AddrInfo resolve(@Nullable String node, int port) {
            if (port < 0 || port > MAX_PORT) {
                throw refuse(node, "service", Integer.toString(port), "0.." + MAX_PORT, "a port has 16 bits");
            }
            if (passive) {
                return new AddrInfo(portSpace, Optional.of(new InetSocketAddress(local(node), port)), Optional.empty());
            }
            if (node == null) {
                throw refuse(node, "node", "NULL", "a name or an address", "an active endpoint has a peer");
            }
            return new AddrInfo(
                    portSpace, Optional.ofNullable(source), Optional.of(new InetSocketAddress(find(node), port)));
        }

        private InetAddress local(@Nullable String node) {
            if (node != null) {
                return find(node);
            }
            return find(family == Family.INET6 ? "::" : "0.0.0.0");
        }

        private InetAddress find(String node) {
            if (numericHost && !isLiteral(node)) {
                throw refuse(node, "node", node, "a numeric address", "RAI_NUMERICHOST forbids names");
            }
            try {
                return Stream.of(InetAddress.getAllByName(node))
                        .filter(address -> family == null || family.type.isInstance(address))
                        .findFirst()
                        .orElseThrow(() -> new UnknownHostException(node + " has no address of family " + family));
            } catch (UnknownHostException e) {
                throw new VerbsException(
                        VERB,
                        Errno.EADDRNOTAVAIL,
                        "node " + node,
                        Diagnosis.of(new Violation(
                                "node", node, "a known name or address", String.valueOf(e.getMessage()), MAN_PAGE)));
            }
        }

        private static boolean isLiteral(String node) {
            return node.contains(":") || LITERAL_IPV4.matcher(node).matches();
        }

        private static InvalidRequestException refuse(
                @Nullable String node, String attribute, String value, String limit, String rule) {
            return new InvalidRequestException(
                    VERB, Errno.EINVAL, "node " + node, new Violation(attribute, value, limit, rule, MAN_PAGE));
        }
    }
}
