// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.cm;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.stream.Stream;
import org.verbena.attr.Ece;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.SaPathRec;
import org.verbena.cm.ConnParam;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.PortSpace;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.CmStructs.IbvEce;
import org.verbena.libibverbs.abi.CmStructs.RdmaAddr;
import org.verbena.libibverbs.abi.CmStructs.RdmaCmId;
import org.verbena.libibverbs.abi.CmStructs.RdmaCmJoinMcAttrEx;
import org.verbena.libibverbs.abi.CmStructs.RdmaRoute;
import org.verbena.libibverbs.abi.ContextStructs.IbvContext;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.QpStructs.IbvQpAttr;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.driver.NativeDevice;
import org.verbena.libibverbs.marshal.CmParams;
import org.verbena.libibverbs.marshal.QpAttrs;
import org.verbena.libibverbs.marshal.SaPaths;
import org.verbena.libibverbs.marshal.SocketAddresses;
import org.verbena.spi.StackReserve;
import org.verbena.spi.cm.CmOption;
import org.verbena.spi.cm.DriverCmChannel;
import org.verbena.spi.cm.DriverCmId;

/**
 * An identifier: {@code struct rdma_cm_id}. The runtime never calls a method concurrently with {@link #destroy} or
 * afterwards, see {@link DriverCmId}. Therefore no pointer that C has freed reaches C.
 */
final class NativeCmId implements DriverCmId {
    private static final int OPTION_ID = 0;
    private static final CField INT = new CField(0, CField.Type.S32, Integer.BYTES);
    private static final CField BYTE = new CField(0, CField.Type.U8, Byte.BYTES);

    /** The maximum of {@code private_data_len}, a {@code uint8_t}. */
    private static final int MAX_PRIVATE_DATA = 255;

    /** The bits that {@link QpAttr.Mask} names. The kernel may set internal ones (rdma_ucm, bits 21 to 24). */
    private static final long KNOWN_ATTRIBUTES =
            Stream.of(QpAttr.Mask.values()).mapToLong(QpAttr.Mask::mask).reduce(0, (a, b) -> a | b);

    /**
     * The device of an identifier.
     *
     * @param verbs the context of librdmacm, 0 for none
     * @param name the name of the device
     */
    private record Used(long verbs, Optional<String> name) {
        static final Used NONE = new Used(0, Optional.empty());
    }

    private final NativeCm cm;
    private final long pointer;

    /** The device as last read. */
    private volatile Used used = Used.NONE;

    private NativeCmId(NativeCm cm, long pointer) {
        this.cm = cm;
        this.pointer = pointer;
    }

    /** Wraps the identifier of a connection request. */
    static NativeCmId of(NativeCm cm, long pointer) {
        return cm.add(new NativeCmId(cm, pointer));
    }

    /** Wraps an identifier that was created with the given arguments. */
    static NativeCmId created(NativeCm cm, long pointer, long channel, PortSpace portSpace) {
        Struct struct = cm.library().struct(pointer);
        requireLayout("rdma_cm_id.channel", struct.get(RdmaCmId.CHANNEL), channel);
        requireLayout("rdma_cm_id.ps", struct.get(RdmaCmId.PS), portSpace.value());
        requireLayout(
                "rdma_cm_id.qp_type",
                struct.get(RdmaCmId.QP_TYPE),
                portSpace.qpType().value());
        return of(cm, pointer);
    }

    /**
     * Rejects a library with another layout, which would crash the JVM. It keeps the identifier that it has created.
     */
    private static void requireLayout(String field, long found, long expected) {
        if (found != expected) {
            throw new VerbsException(
                    CmVerb.CREATE_ID.cName(),
                    Errno.EPROTONOSUPPORT,
                    Librdmacm.FILE,
                    Diagnosis.of(new Violation(
                            field,
                            Long.toString(found),
                            Long.toString(expected),
                            "the running librdmacm.so.1 must have the layout of rdma-core's stable ABI",
                            "<rdma/rdma_cma.h>")));
        }
    }

    long pointer() {
        return pointer;
    }

    private Struct struct() {
        return cm.library().struct(pointer);
    }

    private Struct route() {
        return struct().inner(RdmaCmId.ROUTE);
    }

    private void run(CmVerb verb, long... arguments) {
        StackReserve.requireForControl();
        cm.library().run(verb, this, arguments);
    }

    private InvalidRequestException refuse(CmVerb verb, Violation violation) {
        return new InvalidRequestException(verb.cName(), Errno.EINVAL, toString(), violation);
    }

    /** Checks that there is a device. librdmacm dereferences its context unchecked. */
    private void requireDevice(CmVerb verb) {
        if (struct().get(RdmaCmId.VERBS) == 0) {
            throw refuse(
                    verb,
                    new Violation(
                            "verbs",
                            "NULL",
                            "a device",
                            "the call needs a resolved address or a bound local address",
                            verb.cName() + "(3)"));
        }
    }

    private void requireLength(CmVerb verb, ByteBuffer privateData) {
        if (privateData.remaining() > MAX_PRIVATE_DATA) {
            throw refuse(
                    verb,
                    new Violation(
                            "private_data_len",
                            Integer.toString(privateData.remaining()),
                            "0.." + MAX_PRIVATE_DATA,
                            "the length is a uint8_t",
                            "<rdma/rdma_cma.h>"));
        }
    }

    // ---------------------------------------------------------------- properties

    /** Returns the device. Its name is read once, because nearly every request needs it. */
    @Override
    public Optional<String> device() {
        long verbs = struct().get(RdmaCmId.VERBS);
        Used known = used;
        if (known.verbs() != verbs) {
            known = verbs == 0 ? Used.NONE : new Used(verbs, Optional.of(nameOf(verbs)));
            used = known;
        }
        return known.name();
    }

    private String nameOf(long verbs) {
        Librdmacm library = cm.library();
        Struct device = library.struct(library.struct(verbs).get(IbvContext.DEVICE));
        return NativeDevice.nameOf(library.libibverbs(), device);
    }

    @Override
    public int portNum() {
        return struct().getInt(RdmaCmId.PORT_NUM);
    }

    @Override
    public Optional<InetSocketAddress> localAddress() {
        return address(RdmaAddr.SRC_STORAGE);
    }

    @Override
    public Optional<InetSocketAddress> peerAddress() {
        return address(RdmaAddr.DST_STORAGE);
    }

    /** Reads an address. The kernel reports the wildcard address without a port for an address that is not set. */
    private Optional<InetSocketAddress> address(CField field) {
        return SocketAddresses.read(route().inner(RdmaRoute.ADDR).inner(field))
                .filter(address ->
                        address.getPort() != 0 || !address.getAddress().isAnyLocalAddress());
    }

    @Override
    public Optional<SaPathRec> path() {
        Struct route = route();
        long first = route.get(RdmaRoute.PATH_REC);
        return route.get(RdmaRoute.NUM_PATHS) > 0 && first != 0
                ? Optional.of(SaPaths.read(cm.library().struct(first)))
                : Optional.empty();
    }

    // ---------------------------------------------------------------- addresses and routes

    @Override
    public void bindAddr(InetSocketAddress address) {
        try (Frame frame = cm.library().frame()) {
            run(CmVerb.BIND_ADDR, pointer, SocketAddresses.write(frame, address));
        }
    }

    @Override
    public void resolveAddr(Optional<InetSocketAddress> source, InetSocketAddress destination, int millis) {
        try (Frame frame = cm.library().frame()) {
            long from =
                    source.map(address -> SocketAddresses.write(frame, address)).orElse(0L);
            run(CmVerb.RESOLVE_ADDR, pointer, from, SocketAddresses.write(frame, destination), millis);
        }
    }

    @Override
    public void resolveRoute(int millis) {
        requireDevice(CmVerb.RESOLVE_ROUTE);
        run(CmVerb.RESOLVE_ROUTE, pointer, millis);
    }

    // ---------------------------------------------------------------- connections

    @Override
    public void listen(int backlog) {
        run(CmVerb.LISTEN, pointer, backlog);
    }

    @Override
    public void connect(ConnParam param) {
        request(CmVerb.CONNECT, param);
    }

    @Override
    public void accept(ConnParam param) {
        request(CmVerb.ACCEPT, param);
    }

    private void request(CmVerb verb, ConnParam param) {
        requireDevice(verb);
        requireLength(verb, param.privateData());
        try (Frame frame = cm.library().frame()) {
            run(verb, pointer, CmParams.write(frame, param).address());
        }
    }

    @Override
    public void reject(ByteBuffer privateData, boolean ece) {
        CmVerb verb = ece ? CmVerb.REJECT_ECE : CmVerb.REJECT;
        requireLength(verb, privateData);
        try (Frame frame = cm.library().frame()) {
            run(verb, pointer, frame.bytes(CmParams.bytes(privateData)), privateData.remaining());
        }
    }

    @Override
    public void establish() {
        run(CmVerb.ESTABLISH, pointer);
    }

    @Override
    public void disconnect() {
        requireDevice(CmVerb.DISCONNECT);
        run(CmVerb.DISCONNECT, pointer);
    }

    @Override
    public void notifyEvent(int event) {
        run(CmVerb.NOTIFY, pointer, event);
    }

    @Override
    public void migrate(DriverCmChannel channel) {
        run(CmVerb.MIGRATE_ID, pointer, ((NativeCmChannel) channel).pointer());
    }

    @Override
    public QpAttr initQpAttr(QpState state) {
        try (Frame frame = cm.library().frame()) {
            Struct attr = frame.struct(IbvQpAttr.SIZE).put(IbvQpAttr.QP_STATE, state.value());
            Struct mask = frame.struct(INT.size());
            run(CmVerb.INIT_QP_ATTR, pointer, attr.address(), mask.address());
            return QpAttrs.read(attr, Flags.ofMask(QpAttr.Mask.class, mask.get(INT) & KNOWN_ATTRIBUTES));
        }
    }

    // ---------------------------------------------------------------- multicast

    @Override
    public void joinMulticast(InetAddress address, JoinFlag flag, long group) {
        try (Frame frame = cm.library().frame()) {
            long addr = SocketAddresses.write(frame, address);
            if (flag == JoinFlag.FULLMEMBER) {
                run(CmVerb.JOIN_MULTICAST, pointer, addr, group);
                return;
            }
            Struct attr = frame.struct(RdmaCmJoinMcAttrEx.SIZE)
                    .put(
                            RdmaCmJoinMcAttrEx.COMP_MASK,
                            RdmaCmJoinMcAttrEx.ATTR_ADDRESS | RdmaCmJoinMcAttrEx.ATTR_JOIN_FLAGS)
                    .put(RdmaCmJoinMcAttrEx.JOIN_FLAGS, flag.value())
                    .put(RdmaCmJoinMcAttrEx.ADDR, addr);
            run(CmVerb.JOIN_MULTICAST_EX, pointer, attr.address(), group);
        }
    }

    @Override
    public void leaveMulticast(InetAddress address) {
        try (Frame frame = cm.library().frame()) {
            run(CmVerb.LEAVE_MULTICAST, pointer, SocketAddresses.write(frame, address));
        }
    }

    // ---------------------------------------------------------------- options

    @Override
    public void setOption(CmOption option, int value) {
        try (Frame frame = cm.library().frame()) {
            CField field = option.size() == Byte.BYTES ? BYTE : INT;
            Struct content = frame.struct(field.size()).put(field, value);
            run(CmVerb.SET_OPTION, pointer, OPTION_ID, option.value(), content.address(), field.size());
        }
    }

    @Override
    public Ece remoteEce() {
        try (Frame frame = cm.library().frame()) {
            Struct ece = frame.struct(IbvEce.SIZE);
            run(CmVerb.GET_REMOTE_ECE, pointer, ece.address());
            return new Ece(ece.get(IbvEce.VENDOR_ID), ece.get(IbvEce.OPTIONS));
        }
    }

    @Override
    public void setLocalEce(Ece ece) {
        try (Frame frame = cm.library().frame()) {
            Struct content = frame.struct(IbvEce.SIZE)
                    .put(IbvEce.VENDOR_ID, ece.vendorId())
                    .put(IbvEce.OPTIONS, ece.options());
            run(CmVerb.SET_LOCAL_ECE, pointer, content.address());
        }
    }

    // ---------------------------------------------------------------- destruction

    /**
     * Destroys the identifier. It is unknown from the start of the call, because C can reuse its pointer before the
     * call returns. If the call fails, the identifier exists and is known again.
     */
    @Override
    public void destroy() {
        cm.remove(this);
        try {
            run(CmVerb.DESTROY_ID, pointer);
        } catch (VerbsException e) {
            cm.add(this);
            throw e;
        }
    }

    @Override
    public String toString() {
        return "identifier of " + Librdmacm.FILE;
    }
}
