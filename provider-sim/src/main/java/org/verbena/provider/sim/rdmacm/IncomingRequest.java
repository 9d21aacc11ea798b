// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.Ece;
import org.verbena.cm.CmEventType;
import org.verbena.cm.ConnParam;
import org.verbena.cm.PortSpace;
import org.verbena.provider.sim.control.LocalAddress;
import org.verbena.provider.sim.ibcm.IbCmConnection;
import org.verbena.provider.sim.ibcm.RequestHandler;
import org.verbena.provider.sim.wire.DropReason;
import org.verbena.rocev2.CmBlock;
import org.verbena.rocev2.CmField;
import org.verbena.rocev2.CmMadDecoder;
import org.verbena.rocev2.CmMessageType;
import org.verbena.rocev2.CmaHeader;
import org.verbena.spi.cm.DriverCmEvent;

/** A request of a peer on its way to a listener: {@code cma_ib_req_handler}. */
final class IncomingRequest {
    private static final int PORT_MASK = 0xFFFF;
    private static final int IPV4 = 4;
    private static final int IPV6 = 6;
    private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0);

    private final SimCm cm;
    private final IbCmConnection connection;
    private final CmMadDecoder request;
    private final boolean datagrams;
    private final long serviceId;
    private final CmaHeader header = new CmaHeader();

    IncomingRequest(SimCm cm, IbCmConnection connection, CmMadDecoder request) {
        this.cm = cm;
        this.connection = connection;
        this.request = request;
        this.datagrams = request.message() == CmMessageType.SIDR_REQ;
        this.serviceId = request.get(datagrams ? CmField.SIDR_REQ_SERVICEID : CmField.REQ_SERVICE_ID);
        byte[] data = new byte[CmaHeader.LENGTH];
        request.get(datagrams ? CmBlock.SIDR_REQ_PRIVATE_DATA : CmBlock.REQ_PRIVATE_DATA, data);
        header.wrap(ByteBuffer.wrap(data), 0);
    }

    RequestHandler.Result handle() {
        InetAddress own = address(false);
        InetAddress peer = address(true);
        PortSpace space = portSpace();
        if (own == null || peer == null || space == null || !isUnicast(own, peer)) {
            return RequestHandler.Result.REJECTED;
        }
        RdmaId listener = listener(space, own);
        LocalAddress at = cm.addresses().find(own).orElse(null);
        if (listener == null || at == null) {
            return RequestHandler.Result.REJECTED;
        }
        boolean matches = listener.state() == IdState.LISTEN
                && listener.isDatagrams() == datagrams
                && (datagrams || isReliable());
        if (!matches || !at.device().equals(connection.device()) || space == PortSpace.IPOIB) {
            return RequestHandler.Result.REJECTED;
        }
        if (!listener.reserve()) {
            connection.device().dropped(DropReason.BACKLOG_FULL);
            return RequestHandler.Result.NO_SPACE;
        }
        deliver(listener, at, own, peer);
        return RequestHandler.Result.TAKEN;
    }

    /** Returns an address of the header, null if it has none: {@code cma_save_ip_info}. */
    private @Nullable InetAddress address(boolean source) {
        int version = header.ipVersion();
        if (header.version() != 0 || (version != IPV4 && version != IPV6)) {
            return null;
        }
        byte[] raw = new byte[version == IPV4 ? 4 : CmaHeader.ADDRESS_LENGTH];
        if (source) {
            header.source(raw);
        } else {
            header.destination(raw);
        }
        try {
            return InetAddress.getByAddress(raw);
        } catch (UnknownHostException e) {
            throw new AssertionError("addresses have 4 or 16 bytes", e);
        }
    }

    private @Nullable PortSpace portSpace() {
        for (PortSpace space : PortSpace.values()) {
            if (space.value() == (int) (serviceId >>> 16)) {
                return space;
            }
        }
        return null;
    }

    /** {@code validate_ipv4_net_dev}. */
    private boolean isUnicast(InetAddress own, InetAddress peer) {
        return AddressBook.isSameFamily(own, peer)
                && !cm.addresses().isAny(own)
                && !cm.addresses().isAny(peer)
                && !peer.isMulticastAddress();
    }

    private boolean isReliable() {
        return request.getInt(CmField.REQ_TRANSPORT_SERVICE_TYPE) == 0;
    }

    /** {@code cma_find_listener}. */
    private @Nullable RdmaId listener(PortSpace space, InetAddress own) {
        for (RdmaId id : cm.ports().owners(space, (int) serviceId & PORT_MASK)) {
            boolean here = id.device()
                    .map(device -> device.equals(connection.device())
                            && id.portNum() == connection.av().portNum())
                    .orElse(id.state() == IdState.LISTEN);
            if (here && accepts(id, own)) {
                return id;
            }
        }
        return null;
    }

    /** {@code cma_match_private_data}. */
    private boolean accepts(RdmaId id, InetAddress own) {
        InetAddress bound = id.source().getAddress();
        boolean any = cm.addresses().isAny(bound);
        if (any && !id.isAfOnly()) {
            return true;
        }
        return AddressBook.isSameFamily(bound, own) && (any || bound.equals(own));
    }

    private void deliver(RdmaId listener, LocalAddress at, InetAddress own, InetAddress peer) {
        SimCmId handle = listener.handle().request();
        RdmaId id = handle.id();
        PeerMessage message = new PeerMessage(request);
        id.requested(
                at,
                new InetSocketAddress(own, (int) serviceId & PORT_MASK),
                new InetSocketAddress(peer, header.port()),
                datagrams ? Optional.empty() : Optional.of(connection.av()));
        id.conversation().requested(connection, datagrams ? Ece.NONE : message.reqEce());
        Optional<ConnParam> param = datagrams ? Optional.empty() : Optional.of(message.requested());
        listener.handle()
                .report(new DriverCmEvent(
                        CmEventType.CONNECT_REQUEST.value(),
                        0,
                        handle,
                        Optional.of(listener.handle()),
                        param,
                        Optional.empty(),
                        datagrams ? message.sidrReqData() : NO_DATA,
                        0));
    }
}
