// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.AhAttr;
import org.verbena.attr.DeviceCapFlag;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.GidType;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.LinkLayer;
import org.verbena.attr.NodeType;
import org.verbena.attr.PortAttr;
import org.verbena.attr.QpType;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.provider.sim.roce.Captures;
import org.verbena.provider.sim.roce.Network;
import org.verbena.provider.sim.transport.AddressVector;
import org.verbena.provider.sim.transport.Engine;
import org.verbena.provider.sim.transport.SimNic;
import org.verbena.provider.sim.wire.DropReason;
import org.verbena.provider.sim.wire.Port;
import org.verbena.provider.sim.wire.Receiver;
import org.verbena.provider.sim.wire.Route;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.Limits;
import org.verbena.spi.model.QpRequest;

/** The state that all contexts of one device share: its model, quotas, numbers and XRC domains. */
final class SimKernel {
    /** The base of {@code enum ibv_mtu}, which counts powers of two. */
    private static final int SMALLEST_MTU = 128;

    private static final int MAC_HALF = 24;
    private static final long UNIVERSAL_BIT = 0x02_0000;
    private static final long MAX_24_BITS = 0xFF_FFFF;
    private static final long FIRST_QP_NUM = 0x40;

    /**
     * A multiple of every table size, because mlx4 requires the first number of a table to be a multiple of its size.
     */
    private static final long FIRST_WQ_NUM = 1 << 16;

    /** The first EUI-64 of locally administered addresses, 02:00:00:00:00:00 and up. */
    private static final long FIRST_GUID = 0x0200_00FF_FE00_0000L;

    private final String name;
    private final String device;
    private final UUID fabric;
    private final int ordinal;
    private final DriverModel model;
    private final Map<ObjectType, Quota> quotas = new EnumMap<>(ObjectType.class);
    private final NumberPool qpNumbers;
    private final NumberPool srqNumbers;
    private final NumberPool wqNumbers;
    private final NumberPool indTableNumbers;
    private final NumberPool memoryKeys;
    private final McastGroups mcastGroups;
    private final XrcDomains xrcDomains;
    private final int sourceGids;
    private final CreateFaults creations;
    private final SimNic nic;
    private final @Nullable Network network;
    private volatile boolean dead;
    /** Set when a failed device has raised its last event. */
    private volatile boolean silent;

    SimKernel(String name, int ordinal, DriverModel model, DeviceEnvironment environment) {
        this.name = name;
        this.device = "device " + name;
        this.fabric = environment.fabric();
        this.ordinal = ordinal;
        this.model = model;
        this.network = environment.network();
        Limits limits = model.limits();
        for (ObjectType type : ObjectType.values()) {
            type.limit()
                    .filter(limits.names()::contains)
                    .ifPresent(limit -> quotas.put(type, new Quota(this.device, type, limit, limits.get(limit))));
        }
        qpNumbers = new NumberPool(this.device, ObjectType.QP, FIRST_QP_NUM, MAX_24_BITS);
        srqNumbers = new NumberPool(this.device, ObjectType.SRQ, 1, MAX_24_BITS);
        wqNumbers = new NumberPool(this.device, ObjectType.WQ, FIRST_WQ_NUM, MAX_24_BITS);
        indTableNumbers = new NumberPool(this.device, ObjectType.RWQ_IND_TABLE, 1, MAX_24_BITS);
        memoryKeys = new NumberPool(this.device, ObjectType.MR, 1, MAX_24_BITS);
        mcastGroups = new McastGroups(this.device, model.deviceAttr(guid()));
        xrcDomains = new XrcDomains(this.device);
        sourceGids = gidTable(1).entries().size();
        creations = environment.creations();
        nic = new SimNic(
                environment.engine(),
                model.dataPath(),
                environment.captures().wire(name, environment.wire()),
                mtu(),
                model.portAttr().maxMsgSz(),
                (limits.report("device_cap_flags") & DeviceCapFlag.RAW_IP_CSUM.mask()) != 0);
        for (int port = 1; port <= ports(); port++) {
            nic.addPort(port(port, environment.captures()));
        }
    }

    /** Fails with EIO if the device has failed. */
    void requireAlive(String verb) {
        if (dead) {
            throw new VerbsException(
                    verb,
                    Errno.EIO,
                    device,
                    Diagnosis.of(new Violation(
                            "device",
                            "failed",
                            "working",
                            "the device has failed; its objects can only be closed",
                            "Linux drivers/infiniband/core/rdma_core.c: uverbs_destroy_ufile_hw")));
        }
    }

    /** Fails with EOPNOTSUPP if the device is on a network that does not have the transport of a queue pair. */
    void requireOnWire(String verb, QpRequest request) {
        boolean onWire = request.is(QpType.RC) || request.is(QpType.UC) || request.is(QpType.UD);
        if (network != null && !onWire) {
            throw new VerbsException(
                    verb,
                    Errno.EOPNOTSUPP,
                    device,
                    Diagnosis.of(new Violation(
                            "qp_type",
                            QpType.of(request.qpTypeCode()).cName(),
                            "RC, UC or UD",
                            "the simulator does not support this on the network, only in the process",
                            "org.verbena.provider.sim")));
        }
    }

    boolean isDead() {
        return dead;
    }

    /** Makes the device fail permanently. */
    void fail() {
        dead = true;
        nic.fail();
        silent = true;
    }

    /**
     * Takes the next event. The call fails with EIO if the queue is empty and the device has failed, because
     * DEVICE_FATAL is the last event of a failed device.
     *
     * @param verb the verb that takes the event
     * @param events takes the next event
     * @return the event, empty if there is none
     */
    <T> Optional<T> nextEvent(String verb, Supplier<Optional<T>> events) {
        boolean last = silent;
        Optional<T> event = nic.engine().call(events);
        if (last && event.isEmpty()) {
            requireAlive(verb);
        }
        return event;
    }

    /** The receiver of a port. A lambda would cost one more call for every message. */
    private record Incoming(SimNic nic, int portNum) implements Receiver {
        @Override
        public void receive(WireMessage message) {
            nic.receive(portNum, message);
        }

        @Override
        public @Nullable DropReason refuses(WireMessage message, Gid source, Gid destination) {
            return nic.refuses(message, source, destination);
        }

        @Override
        public @Nullable Object blocksOwnMulticast(int srcQpn) {
            return nic.blocksOwnMulticast(srcQpn);
        }
    }

    private Port port(int portNum, Captures captures) {
        Set<Gid> gids = gidTable(portNum).entries().stream().map(GidEntry::gid).collect(Collectors.toUnmodifiableSet());
        return new Port(name, gids, lid(portNum), mac(portNum), captures.receiver(name, new Incoming(nic, portNum)));
    }

    String name() {
        return name;
    }

    /** Returns whether the ports have IP addresses that RoCE uses. iWARP has another connection manager. */
    boolean isOnEthernet() {
        boolean roce = model.nodeType() == NodeType.CA && model.portAttr().linkLayer() == LinkLayer.ETHERNET;
        return network != null || roce;
    }

    /**
     * Returns the index of the network interface with the address of a GID, 0 within the process, -1 if the device does
     * not send from the address.
     */
    int link(Gid gid) {
        Network on = network;
        if (on == null) {
            return 0;
        }
        return on.addresses().stream()
                .filter(address -> address.gid().equals(gid))
                .mapToInt(address -> address.link().getIndex())
                .findFirst()
                .orElse(-1);
    }

    /** Returns the maximum payload of a packet of the ports, in bytes. */
    int mtu() {
        Network on = network;
        return on == null ? SMALLEST_MTU << model.portAttr().activeMtuCode() : on.mtu();
    }

    int ports() {
        return network == null ? model.deviceAttr(guid()).physPortCnt() : 1;
    }

    /** Returns the attributes for {@code ibv_query_port(3)}: those of the model and those specific to the port. */
    PortAttr portAttr(int portNum) {
        boolean up = nic.port(portNum).isUp();
        Network on = network;
        return on == null ? PortReport.of(model.portAttr(), lid(portNum), up) : PortReport.of(model.portAttr(), on, up);
    }

    /** Returns the LID of a port. On InfiniBand every port of the fabric has a different one. */
    private int lid(int portNum) {
        if (network != null) {
            return 0;
        }
        int first = model.portAttr().lid();
        boolean ethernet = model.portAttr().linkLayer() == LinkLayer.ETHERNET;
        return first == 0 || ethernet ? first : first + ordinal * ports() + portNum - 1;
    }

    /** Returns the Ethernet address from which the port's link-local GID is derived (RFC 4291, appendix A). */
    private long mac(int portNum) {
        long portGuid = guid() + portNum;
        long vendor = (portGuid >>> (Long.SIZE - MAC_HALF)) ^ UNIVERSAL_BIT;
        long serial = portGuid & ((1L << MAC_HALF) - 1);
        return (vendor << MAC_HALF) + serial;
    }

    SimNic nic() {
        return nic;
    }

    Engine engine() {
        return nic.engine();
    }

    /** Returns the destination of an address, from the port that it names. */
    AddressVector addressVector(AhAttr address, Object domain) {
        // iWARP drivers ignore addresses, so they accept any port and any index.
        int portNum = address.portNum() < 1 || address.portNum() > ports() ? 1 : address.portNum();
        Port from = nic.port(portNum);
        List<GidEntry> gids = gidTable(portNum).entries();
        int index = address.grh().map(GlobalRoute::sgidIndex).orElse(0);
        GidEntry source = gids.get(Math.min(index, gids.size() - 1));
        boolean implied = network != null || model.portAttr().linkLayer() == LinkLayer.ETHERNET;
        boolean overUdp = network != null || source.gidType() == GidType.ROCE_V2;
        Route route = new Route(source.gid(), from.lid(), address, implied, overUdp);
        return new AddressVector(nic.wire().path(from, route), route, domain);
    }

    DriverModel model() {
        return model;
    }

    void take(ObjectType type) {
        requireAlive(type.createVerb());
        creations.count(name, type.name()).ifPresent(errno -> {
            throw new VerbsException(type.createVerb(), errno, device, Diagnosis.UNKNOWN);
        });
        Quota quota = quotas.get(type);
        if (quota != null) {
            quota.take();
        }
    }

    void giveBack(ObjectType type) {
        Quota quota = quotas.get(type);
        if (quota != null) {
            quota.giveBack();
        }
    }

    NumberPool qpNumbers() {
        return qpNumbers;
    }

    NumberPool srqNumbers() {
        return srqNumbers;
    }

    NumberPool wqNumbers() {
        return wqNumbers;
    }

    NumberPool indTableNumbers() {
        return indTableNumbers;
    }

    NumberPool memoryKeys() {
        return memoryKeys;
    }

    McastGroups mcastGroups() {
        return mcastGroups;
    }

    XrcDomains xrcDomains() {
        return xrcDomains;
    }

    /** Returns the identity of the fabric, empty for a device on a network. */
    Optional<UUID> fabric() {
        return network == null ? Optional.of(fabric) : Optional.empty();
    }

    long guid() {
        Network on = network;
        return on == null ? FIRST_GUID + ((long) ordinal << 8) : eui64(on.mac());
    }

    /** Returns the identifier of an Ethernet address (kernel: {@code addrconf_addr_eui48}). */
    private static long eui64(long mac) {
        long vendor = (mac >>> MAC_HALF) ^ UNIVERSAL_BIT;
        long serial = mac & ((1L << MAC_HALF) - 1);
        return vendor << 40 | 0xFFFE00_0000L | serial;
    }

    /** Returns the GIDs of a port. The port's GUID is that of the node with the port number in the last byte. */
    GidTable gidTable(int port) {
        Network on = network;
        return on == null ? new GidTable(model, guid() + port, ordinal, port, fabric) : new GidTable(model, guid(), on);
    }

    /** Returns the number of valid entries at the start of every port's GID table. */
    int sourceGids() {
        return sourceGids;
    }

    /** Returns the name for display: {@code device sim_mlx5_0}. */
    @Override
    public String toString() {
        return device;
    }
}
