// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

/** The ports that identifiers are bound to: {@code struct rdma_bind_list} of the kernel. */
final class PortTable {
    /** The default of {@code net.ipv4.ip_local_port_range}. */
    private static final int LOWEST = 32_768;

    private static final int HIGHEST = 60_999;

    private record Port(PortSpace space, int number) {}

    private final AddressBook addresses;
    private final Random random;

    /** The identifiers of each port, the last one first. */
    private final Map<Port, List<RdmaId>> owners = new HashMap<>();

    private int lastUsed;

    PortTable(AddressBook addresses, Random random) {
        this.addresses = addresses;
        this.random = random;
    }

    List<RdmaId> owners(PortSpace space, int number) {
        return owners.getOrDefault(new Port(space, number), List.of());
    }

    /** Binds an identifier to the port of its address, 0 for any: {@code cma_get_port}. Returns the port. */
    int bind(RdmaId id, Refusals refusals) {
        int number = id.source().getPort();
        if (number == 0) {
            return bindAny(id, refusals);
        }
        Errno errno = conflict(id, number, id.isReuseAddr());
        if (errno != null) {
            throw inUse(errno, id, refusals);
        }
        add(id, number);
        return number;
    }

    private void add(RdmaId id, int number) {
        owners.computeIfAbsent(new Port(id.portSpace(), number), port -> new ArrayList<>())
                .add(0, id);
    }

    private static VerbsException inUse(Errno errno, RdmaId id, Refusals refusals) {
        return refusals.of(errno, "port", id.source(), "a free port", "another identifier is bound to it");
    }

    /** Checks that an identifier need not share its port, because it listens from now on. */
    void requireUnshared(RdmaId id, Refusals refusals) {
        Errno errno = conflict(id, id.source().getPort(), false);
        if (errno != null) {
            throw inUse(errno, id, refusals);
        }
    }

    /** {@code cma_check_port}. */
    private @Nullable Errno conflict(RdmaId id, int number, boolean reuse) {
        InetAddress ip = id.source().getAddress();
        for (RdmaId other : owners(id.portSpace(), number)) {
            InetAddress theirs = other.source().getAddress();
            boolean sharing = reuse && other.isReuseAddr();
            boolean otherFamily = id.isAfOnly() && other.isAfOnly() && !AddressBook.isSameFamily(ip, theirs);
            if (other.equals(id) || sharing || otherFamily) {
                continue;
            }
            if (addresses.isAny(ip) || addresses.isAny(theirs)) {
                return Errno.EADDRNOTAVAIL;
            }
            if (ip.equals(theirs)) {
                return Errno.EADDRINUSE;
            }
        }
        return null;
    }

    /** {@code cma_alloc_any_port}. */
    private int bindAny(RdmaId id, Refusals refusals) {
        int count = HIGHEST - LOWEST + 1;
        int first = random.nextInt(count);
        for (int i = 0; i < count; i++) {
            int number = LOWEST + (first + i) % count;
            if (number != lastUsed && isUnique(id, number)) {
                add(id, number);
                lastUsed = number;
                return number;
            }
        }
        throw inUse(Errno.EADDRNOTAVAIL, id, refusals);
    }

    /** {@code cma_port_is_unique}. */
    private boolean isUnique(RdmaId id, int number) {
        return owners(id.portSpace(), number).stream().allMatch(other -> isDifferent(id, other));
    }

    private boolean isDifferent(RdmaId id, RdmaId other) {
        InetSocketAddress destination = id.destination();
        InetSocketAddress theirs = other.destination();
        boolean otherPort =
                destination.getPort() != 0 && theirs.getPort() != 0 && destination.getPort() != theirs.getPort();
        return otherPort || differ(id.source(), other.source()) || differ(destination, theirs);
    }

    private boolean differ(InetSocketAddress one, InetSocketAddress other) {
        return !addresses.isAny(one.getAddress())
                && !addresses.isAny(other.getAddress())
                && !one.getAddress().equals(other.getAddress());
    }

    void release(RdmaId id) {
        owners.computeIfPresent(
                new Port(id.portSpace(), id.source().getPort()),
                (port, ids) -> ids.remove(id) && ids.isEmpty() ? null : ids);
    }
}
