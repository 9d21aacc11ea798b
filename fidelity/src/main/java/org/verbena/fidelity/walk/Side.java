// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.GlobalRoute;

/** The device of one end of each connection, with the objects that all work requests on it share. */
final class Side {
    private static final int HOPS = 64;
    private static final String MAPPED_IPV4 = "0000:0000:0000:0000:0000:ffff:";

    private final DeviceContext context;
    private final ProtectionDomain pd;
    private final CompletionChannel channel;
    /** The region for work requests that name none. The reference prevents a leak report. */
    private final MemoryRegion anchor;

    private final GidEntry address;
    private final Set<CompletionQueue> queues = new LinkedHashSet<>();
    private final Map<Long, String> numbers = new HashMap<>();
    private @Nullable ProtectionDomain other;

    /**
     * Registers the memory completely.
     *
     * @param context the device
     * @param memory the memory of all work requests
     */
    Side(DeviceContext context, ByteBuffer memory) {
        this.context = context;
        this.pd = context.allocPd();
        this.channel = context.createCompChannel();
        this.anchor = pd.regMr(memory.duplicate(), Flags.of(AccessFlag.LOCAL_WRITE));
        this.address = address(context);
    }

    /** Returns the first IPv4 address, which the kernel resolves without neighbour entries, or else the first GID. */
    private static GidEntry address(DeviceContext context) {
        List<GidEntry> entries = context.queryGidTable();
        return entries.stream()
                .filter(candidate -> candidate.gid().toString().startsWith(MAPPED_IPV4))
                .findFirst()
                .orElseGet(() -> entries.get(0));
    }

    /** Returns whether a GID is the address of this side. */
    boolean isAt(Gid gid) {
        return address.gid().equals(gid);
    }

    DeviceContext context() {
        return context;
    }

    ProtectionDomain pd() {
        return pd;
    }

    ProtectionDomain otherPd() {
        ProtectionDomain made = other;
        if (made == null) {
            made = context.allocPd();
            other = made;
        }
        return made;
    }

    CompletionChannel channel() {
        return channel;
    }

    MemoryRegion anchor() {
        return anchor;
    }

    /** Returns the address vector of another side, or of this one. */
    AhAttr to(Side peer) {
        return AhAttr.builder()
                .grh(new GlobalRoute(peer.address.gid(), 0, (int) address.gidIndex(), HOPS, 0))
                .portNum(1)
                .build();
    }

    /** Adds a completion queue to the polled queues. */
    void watch(CompletionQueue cq) {
        queues.add(cq);
    }

    Stream<CompletionQueue> queues() {
        return queues.stream().filter(cq -> !cq.isClosed());
    }

    /** Records the name of a queue pair in observations. */
    void number(long qpNum, String label) {
        numbers.put(qpNum, label);
    }

    /** Returns the name of a queue pair by its number. */
    String labelOf(long qpNum) {
        return numbers.getOrDefault(qpNum, qpNum == 0 ? "-" : "?");
    }
}
