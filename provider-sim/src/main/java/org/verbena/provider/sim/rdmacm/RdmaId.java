// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.QpType;
import org.verbena.attr.SaPathRec;
import org.verbena.cm.CmEventType;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.provider.sim.control.LocalAddress;
import org.verbena.provider.sim.control.ManagedDevice;
import org.verbena.provider.sim.ibcm.CmAddressVector;
import org.verbena.provider.sim.transport.Alarm;
import org.verbena.spi.cm.CmOption;

/**
 * An identifier with the rules of the kernel: {@code struct rdma_id_private} with its addresses, its port, its device
 * and its route. A {@link Conversation} has its connection. The engine's lock protects it.
 */
final class RdmaId {
    private static final InetAddress ANY_IPV4 = ipOf(new byte[4]);
    private static final int PORT_FACTOR = 31;
    private static final int FLOW_LABEL_MASK = 0xF_FFFF;

    /** The default of {@code net.rdma_ucm.max_backlog}. */
    private static final int MAX_BACKLOG = 1024;

    /** Longer than a peer is usually stopped, in a debugger for example or by a virtual machine. */
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(20);

    private final SimCm cm;
    private final SimCmId handle;
    private final PortSpace portSpace;
    private final Conversation conversation;
    private final Memberships memberships;
    private final Alarm unresolved;
    private final int psn;

    private IdState state = IdState.IDLE;
    private InetSocketAddress source = new InetSocketAddress(0);
    private InetSocketAddress destination = new InetSocketAddress(0);
    private boolean bound;
    private @Nullable ManagedDevice device;
    private int portNum;

    /** The address of the device, null for a loopback address, which has no network interface. */
    private @Nullable LocalAddress local;

    /** The hop limit of the last route that was looked up, 0 before. Loopback addresses are not looked up. */
    private int hopLimit;

    /** True if the network interface is known: {@code bound_dev_if}. */
    private boolean hasLink;

    private @Nullable CmAddressVector route;
    private boolean reuseAddr;
    private boolean afOnly;
    private boolean afOnlySet;
    private int tos;
    private OptionalInt ackTimeout = OptionalInt.empty();
    private Duration keepAlive = KEEP_ALIVE;
    private int backlog;
    private boolean removed;

    RdmaId(SimCm cm, SimCmId handle, PortSpace portSpace) {
        this.cm = cm;
        this.handle = handle;
        this.portSpace = portSpace;
        this.psn = cm.randomPsn();
        this.conversation = new Conversation(cm, this);
        this.memberships = new Memberships(this);
        this.unresolved = new Alarm(cm.engine(), () -> addressError(Errno.ETIMEDOUT));
        cm.add(this);
    }

    /** Fills the identifier of a request. */
    void requested(LocalAddress at, InetSocketAddress own, InetSocketAddress peer, Optional<CmAddressVector> path) {
        state = IdState.CONNECT;
        source = own;
        bound = true;
        destination = peer;
        attach(at);
        route = path.orElse(null);
    }

    // ---------------------------------------------------------------- properties

    SimCmId handle() {
        return handle;
    }

    PortSpace portSpace() {
        return portSpace;
    }

    boolean isDatagrams() {
        return portSpace.qpType() == QpType.UD;
    }

    IdState state() {
        return state;
    }

    void state(IdState next) {
        state = next;
    }

    Conversation conversation() {
        return conversation;
    }

    Memberships memberships() {
        return memberships;
    }

    InetSocketAddress source() {
        return source;
    }

    InetSocketAddress destination() {
        return destination;
    }

    boolean isBound() {
        return bound;
    }

    Optional<ManagedDevice> device() {
        return Optional.ofNullable(device);
    }

    ManagedDevice requireDevice(Refusals refusals) {
        ManagedDevice known = device;
        if (known == null) {
            throw refusals.wrongState();
        }
        return known;
    }

    int portNum() {
        return portNum;
    }

    /** Returns the address of the device; empty if the network interface is not known. */
    Optional<LocalAddress> local() {
        return Optional.ofNullable(local).filter(address -> hasLink);
    }

    Optional<CmAddressVector> route() {
        return Optional.ofNullable(route);
    }

    int psn() {
        return psn;
    }

    OptionalInt ackTimeout() {
        return ackTimeout;
    }

    Duration keepAlive() {
        return keepAlive;
    }

    void keepAlive(Duration limit) {
        keepAlive = limit;
        conversation.watchPeer();
    }

    boolean isReuseAddr() {
        return reuseAddr;
    }

    boolean isAfOnly() {
        return afOnly;
    }

    void requireAlive(Refusals refusals) {
        if (removed) {
            throw refusals.of(Errno.ENXIO, "device", String.valueOf(device), "working", "the device was removed");
        }
    }

    long serviceId(int port) {
        return (long) portSpace.value() << 16 | port;
    }

    private void attach(LocalAddress address) {
        device = address.device();
        portNum = address.portNum();
        local = address;
    }

    // ---------------------------------------------------------------- options

    /** {@code ucma_set_option_id}. */
    void setOption(CmOption option, int value, Refusals refusals) {
        switch (option) {
            case TOS -> tos = value;
            case REUSEADDR -> {
                refusals.require((value != 0 && state != IdState.LISTEN) || state == IdState.IDLE);
                reuseAddr = value != 0;
            }
            case AFONLY -> {
                refusals.require(state == IdState.IDLE || state == IdState.ADDR_BOUND);
                afOnlySet = true;
                afOnly = value != 0;
            }
            case ACK_TIMEOUT -> {
                refusals.require(!isDatagrams());
                ackTimeout = OptionalInt.of(value);
            }
        }
    }

    // ---------------------------------------------------------------- addresses

    void bindAddr(InetSocketAddress address, Refusals refusals) {
        bindAddr(address, destination, refusals);
    }

    /** {@code rdma_bind_addr_dst}. The destination stays if the port is in use. */
    private void bindAddr(InetSocketAddress address, InetSocketAddress to, Refusals refusals) {
        refusals.require(state == IdState.IDLE);
        InetAddress ip = address.getAddress();
        AddressBook.requireScope(ip, refusals);
        InetSocketAddress before = source;
        source = address;
        try {
            if (!cm.addresses().isAny(ip)) {
                // The kernel does not look up the address again if it knows the interface: rdma_translate_ip.
                Optional<LocalAddress> looked =
                        hasLink ? Optional.empty() : Optional.of(cm.addresses().require(ip, refusals));
                hasLink = true;
                requireUsable(refusals);
                attach(looked.orElseGet(() -> cm.addresses().requireDevice(ip, refusals)));
            }
            if (!afOnlySet) {
                // The default of net.ipv6.bindv6only is 0.
                afOnly = ip instanceof Inet4Address;
            }
            // The kernel copies the bytes of the destination, and then sets its family to that of the source.
            destination =
                    AddressBook.isSameFamily(ip, to.getAddress()) ? to : new InetSocketAddress(anyOf(ip), to.getPort());
            source = new InetSocketAddress(ip, cm.ports().bind(this, refusals));
        } catch (VerbsException e) {
            source = before;
            device = null;
            portNum = 0;
            local = null;
            throw e;
        }
        state = IdState.ADDR_BOUND;
        bound = true;
    }

    private void requireUsable(Refusals refusals) {
        if (portSpace == PortSpace.IPOIB) {
            throw refusals.of(
                    Errno.EINVAL,
                    "ps",
                    portSpace.cName(),
                    "a port space for RoCE",
                    "only InfiniBand has IP over InfiniBand");
        }
    }

    void resolveAddr(Optional<InetSocketAddress> from, InetSocketAddress to, int millis, Refusals refusals) {
        if (state == IdState.ADDR_BOUND) {
            destination = to;
        } else {
            // The kernel stores the interface of a link-local destination before it checks the state: cma_bind_addr.
            if (from.isEmpty() && to.getAddress() instanceof Inet6Address ipv6 && ipv6.isLinkLocalAddress()) {
                hasLink = ipv6.getScopeId() != 0;
            }
            refusals.require(state == IdState.IDLE);
            bindAddr(from.orElseGet(() -> new InetSocketAddress(anyOf(to.getAddress()), 0)), to, refusals);
        }
        InetAddress peer = to.getAddress();
        if (!AddressBook.isSameFamily(source.getAddress(), peer)) {
            throw refusals.of(
                    Errno.EINVAL, "dst_addr", peer.getHostAddress(), "the family of src_addr", "the families differ");
        }
        if (cm.addresses().isAny(peer)) {
            resolveLoopback(refusals);
            return;
        }
        AddressBook.Route way = cm.addresses().route(source.getAddress(), peer, hasLink, refusals);
        hopLimit = CmAddressVector.HOP_LIMIT;
        hasLink = true;
        state = IdState.ADDR_QUERY;
        if (way.isKnown()) {
            found(way.source());
        } else {
            unresolved.set(TimeUnit.MILLISECONDS.toNanos(millis));
        }
    }

    private static InetAddress anyOf(InetAddress family) {
        return ipOf(new byte[family.getAddress().length]);
    }

    private static InetAddress ipOf(byte[] raw) {
        try {
            return InetAddress.getByAddress(raw);
        } catch (UnknownHostException e) {
            throw new AssertionError("addresses have 4 or 16 bytes", e);
        }
    }

    /** {@code cma_resolve_loopback}. */
    private void resolveLoopback(Refusals refusals) {
        if (device == null) {
            SimCm.LoopbackDevice first = cm.loopback()
                    .orElseThrow(() -> refusals.of(
                            Errno.ENODEV, "dst_addr", destination, "an address", "there is no device with RoCE"));
            device = first.device();
            portNum = first.portNum();
            source = new InetSocketAddress(loopbackOf(source.getAddress()), source.getPort());
        }
        addressResolved();
    }

    private static InetAddress loopbackOf(InetAddress family) {
        byte[] raw = family instanceof Inet6Address ? new byte[16] : new byte[] {127, 0, 0, 0};
        raw[raw.length - 1] = 1;
        return ipOf(raw);
    }

    /** {@code addr_handler}. */
    private void found(InetAddress from) {
        if (device == null) {
            Optional<LocalAddress> found = cm.addresses().find(from);
            if (portSpace == PortSpace.IPOIB) {
                addressError(Errno.EINVAL);
                return;
            }
            if (found.isEmpty()) {
                addressError(Errno.ENODEV);
                return;
            }
            attach(found.get());
        }
        source = new InetSocketAddress(from, source.getPort());
        addressResolved();
    }

    private void addressResolved() {
        state = IdState.ADDR_RESOLVED;
        handle.report(CmEventType.ADDR_RESOLVED, 0);
    }

    private void addressError(Errno errno) {
        if (state == IdState.ADDR_QUERY) {
            state = IdState.ADDR_BOUND;
            handle.report(CmEventType.ADDR_ERROR, -errno.number());
        }
    }

    /** {@code cma_resolve_iboe_route}. */
    void resolveRoute(int millis, Refusals refusals) {
        refusals.require(millis != 0 && state == IdState.ADDR_RESOLVED);
        ManagedDevice known = requireDevice(refusals);
        LocalAddress from = local;
        if (!hasLink) {
            throw refusals.withoutInterface(source.getAddress().getHostAddress());
        }
        int lifeTime = ackTimeout.orElse(0) == 0 ? known.packetLifeTime() : ackTimeout.getAsInt() - 1;
        SaPathRec path = CmAddressVector.path(
                AddressBook.gidOf(source.getAddress()),
                AddressBook.gidOf(destination.getAddress()),
                (long) source.getPort() * PORT_FACTOR + destination.getPort() & FLOW_LABEL_MASK,
                hopLimit,
                tos,
                0,
                known.mtuCode(),
                lifeTime);
        route = new CmAddressVector(portNum, from == null ? 0 : from.gidIndex(), path);
        state = IdState.ROUTE_RESOLVED;
        handle.report(CmEventType.ROUTE_RESOLVED, 0);
    }

    // ---------------------------------------------------------------- listening

    void listen(int requests, Refusals refusals) {
        backlog = requests <= 0 || requests > MAX_BACKLOG ? MAX_BACKLOG : requests;
        if (state != IdState.ADDR_BOUND) {
            bindAddr(new InetSocketAddress(ANY_IPV4, 0), refusals);
        }
        if (reuseAddr) {
            cm.ports().requireUnshared(this, refusals);
            reuseAddr = false;
        }
        state = IdState.LISTEN;
        for (ManagedDevice each : cm.devices()) {
            if (listensOn(each)) {
                cm.agent().listen(each, serviceId(source.getPort()));
            }
        }
    }

    private boolean listensOn(ManagedDevice each) {
        return device == null ? !each.addresses().isEmpty() : device.equals(each);
    }

    private void stopListening(ManagedDevice each) {
        cm.agent().ignore(each, serviceId(source.getPort()));
    }

    /** Reserves space for a request that the application has not taken. Returns false if there is none. */
    boolean reserve() {
        if (backlog == 0) {
            return false;
        }
        backlog--;
        return true;
    }

    /** Frees the space of a request, which the application has taken. */
    void requestTaken() {
        backlog++;
    }

    // ---------------------------------------------------------------- end

    /** {@code cma_send_device_removal_put}. */
    void deviceRemoved(ManagedDevice failed) {
        if (state == IdState.LISTEN && device == null) {
            stopListening(failed);
            return;
        }
        if (!failed.equals(device) || removed) {
            return;
        }
        cancel();
        conversation.end();
        state = IdState.DEVICE_REMOVAL;
        handle.report(CmEventType.DEVICE_REMOVAL, 0);
        removed = true;
    }

    private void cancel() {
        unresolved.cancel();
        if (state == IdState.LISTEN) {
            cm.devices().stream().filter(this::listensOn).forEach(this::stopListening);
        }
    }

    /** {@code _destroy_id}. */
    void destroy() {
        cancel();
        conversation.end();
        if (bound) {
            cm.ports().release(this);
        }
        cm.remove(this);
    }
}
