// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.GidType;
import org.verbena.provider.sim.ibcm.CmAddressVector;
import org.verbena.provider.sim.ibcm.CmAgent;
import org.verbena.provider.sim.ibcm.CmTransport;
import org.verbena.provider.sim.transport.Engine;
import org.verbena.provider.sim.transport.GeneralServices;
import org.verbena.provider.sim.wire.DropReason;
import org.verbena.provider.sim.wire.Opcode;
import org.verbena.provider.sim.wire.Port;
import org.verbena.provider.sim.wire.Route;
import org.verbena.provider.sim.wire.Service;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.rocev2.CmMadDecoder;

/**
 * A device as connection management sees it: its addresses, and queue pair 1 of its ports. The engine's lock protects
 * it.
 */
public final class ManagedDevice implements CmTransport, GeneralServices {
    private static final int PSN_MASK = 0xFF_FFFF;
    private static final int SERIAL_BITS = 24;

    /** IB_DEVICE_FLUSH_GLOBAL and IB_DEVICE_FLUSH_PERSISTENT of include/rdma/ib_verbs.h. */
    private static final long FLUSH_CAPS = 1L << 38 | 1L << 39;

    private final SimKernel kernel;
    private final CmAgent agent;
    private final Runnable whenFailed;
    private final long caGuid;
    private final int ports;
    private final int ackDelay;
    private final Flags<AccessFlag> flushAccess;
    private final List<LocalAddress> addresses = new ArrayList<>();
    private final Map<Gid, LocalAddress> byGid = new HashMap<>();
    private final byte[] header = new byte[CmMadDecoder.LENGTH];
    private final ByteBuffer headerBytes = ByteBuffer.wrap(header);
    private final CmMadDecoder decoder = new CmMadDecoder();
    private int psn;

    ManagedDevice(SimKernel kernel, CmAgent agent, Runnable whenFailed) {
        this.kernel = kernel;
        this.agent = agent;
        this.whenFailed = whenFailed;
        // Queue pair numbers start again in each process. Together with the same GUID, a peer could take a new queue
        // pair for one that it still knows (cm_match_req).
        this.caGuid = (new SecureRandom().nextLong() << SERIAL_BITS) | (kernel.guid() & ((1L << SERIAL_BITS) - 1));
        // A model writes a whole report for each query, which would take a fifth of the time of a connection.
        this.ports = kernel.ports();
        this.ackDelay = kernel.model().deviceAttr(kernel.guid()).localCaAckDelay();
        this.flushAccess = flushAccess(kernel);
        if (kernel.isOnEthernet()) {
            for (int port = 1; port <= ports; port++) {
                addAddresses(port);
            }
        }
    }

    private void addAddresses(int portNum) {
        List<GidEntry> table = kernel.gidTable(portNum).entries();
        Set<Integer> done = new TreeSet<>();
        for (GidEntry entry : table) {
            GidEntry best = table.stream()
                    .filter(other -> other.gid().equals(entry.gid()) && other.gidType() == GidType.ROCE_V2)
                    .findFirst()
                    .orElse(entry);
            int index = (int) best.gidIndex();
            int link = kernel.link(entry.gid());
            if (link >= 0 && done.add(index)) {
                InetAddress ip = entry.gid().toInetAddress();
                LocalAddress address = new LocalAddress(ip, entry.gid(), this, portNum, index, link);
                addresses.add(address);
                byGid.put(entry.gid(), address);
            }
        }
    }

    // ---------------------------------------------------------------- properties

    /** {@return the addresses; empty for a device without RoCE, or that has failed} */
    public List<LocalAddress> addresses() {
        return kernel.isDead() ? List.of() : addresses;
    }

    /** {@return whether the device is on a network outside of the process} */
    public boolean isOnNetwork() {
        return kernel.fabric().isEmpty();
    }

    /**
     * Returns whether connection management can use a port.
     *
     * @param portNum the port
     * @return whether it is up
     */
    public boolean isActive(int portNum) {
        return kernel.nic().port(portNum).isUp();
    }

    /** {@return the number of ports, at least 1} */
    public int ports() {
        return ports;
    }

    /**
     * Returns the path MTU of the device: {@code iboe_get_mtu} of its network interface.
     *
     * @return a number of {@code enum ib_mtu}
     */
    public int mtuCode() {
        return Integer.numberOfTrailingZeros(kernel.mtu()) - 7;
    }

    /** {@return the packet life time of paths} */
    public int packetLifeTime() {
        return kernel.model().rocePacketLifeTime();
    }

    /**
     * Watches the peer of a connection, see {@link SimNic#keepAlive}.
     *
     * @param qpNum the number of the queue pair
     * @param limit the time without a packet after which the peer counts as dead; zero ends the watch
     * @param extendsRetries whether requests with the maximum of retries are repeated for that time
     * @param silent called when the peer counts as dead
     */
    public void keepAlive(long qpNum, Duration limit, boolean extendsRetries, Runnable silent) {
        kernel.nic().keepAlive(qpNum, limit.toNanos(), extendsRetries, silent);
    }

    /**
     * {@return the rights to flush that a connection with responder resources has: {@code cm_init_qp_init_attr}, empty
     * if the device does not support flushing}
     */
    public Flags<AccessFlag> flushAccess() {
        return flushAccess;
    }

    private static Flags<AccessFlag> flushAccess(SimKernel kernel) {
        boolean flushes =
                (kernel.model().deviceAttrEx(kernel.guid()).deviceCapFlagsEx().mask() & FLUSH_CAPS) != 0;
        return flushes ? Flags.of(AccessFlag.FLUSH_GLOBAL, AccessFlag.FLUSH_PERSISTENT) : Flags.none(AccessFlag.class);
    }

    @Override
    public String name() {
        return kernel.name();
    }

    @Override
    public long caGuid() {
        return caGuid;
    }

    @Override
    public int ackDelay() {
        return ackDelay;
    }

    @Override
    public int gidIndex(int portNum, Gid gid) {
        LocalAddress address = byGid.get(gid);
        return address == null || address.portNum() != portNum ? -1 : address.gidIndex();
    }

    @Override
    public void dropped(DropReason reason) {
        kernel.nic().wire().dropped(reason);
    }

    // ---------------------------------------------------------------- messages

    @Override
    public void send(CmAddressVector to, ByteBuffer mad) {
        Port from = kernel.nic().port(to.portNum());
        Route route = new Route(to.path().sgid(), from.lid(), to.ahAttr(), true, true);
        Engine engine = kernel.engine();
        WireMessage message = engine.takeMessage();
        try {
            message.opcode = Opcode.SEND;
            message.service = Service.DATAGRAM;
            message.destQpn = QPN;
            message.srcQpn = QPN;
            message.qkey = QKEY;
            message.psn = psn;
            psn = psn + 1 & PSN_MASK;
            message.packets = 1;
            message.mtu = mad.capacity();
            message.length = mad.capacity();
            message.requestsAck = true;
            message.route = route;
            message.notTo = null;
            message.captured = null;
            message.payload.add(mad, 0, mad.capacity());
            kernel.nic().wire().singlePath(from, route).send(message);
        } finally {
            engine.giveBack();
        }
    }

    @Override
    public @Nullable DropReason refuses(WireMessage message) {
        if (message.qkey != QKEY) {
            return DropReason.WRONG_QKEY;
        }
        int length = message.payload.read(0, header);
        return switch (decoder.wrap(headerBytes, 0, length)) {
            case NONE -> null;
            case CLASS -> DropReason.UNHANDLED_MAD;
            default -> DropReason.MALFORMED_MAD;
        };
    }

    @Override
    public void receive(int portNum, WireMessage message) {
        Route route = message.route;
        if (route != null && refuses(message) == null) {
            agent.receive(this, portNum, route.source(), route.destination(), ByteBuffer.wrap(header.clone()));
        }
    }

    @Override
    public void deviceFailed() {
        whenFailed.run();
    }

    /** Returns the name for display. */
    @Override
    public String toString() {
        return name();
    }
}
