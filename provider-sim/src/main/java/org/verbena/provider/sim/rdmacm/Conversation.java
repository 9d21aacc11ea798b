// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.Ece;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.cm.CmEventType;
import org.verbena.cm.ConnParam;
import org.verbena.cm.PortSpace;
import org.verbena.cm.UdParam;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.provider.sim.control.ManagedDevice;
import org.verbena.provider.sim.ibcm.CmAddressVector;
import org.verbena.provider.sim.ibcm.ConnEvent;
import org.verbena.provider.sim.ibcm.ConnState;
import org.verbena.provider.sim.ibcm.ConnectionQpAttr;
import org.verbena.provider.sim.ibcm.IbCmConnection;
import org.verbena.provider.sim.ibcm.RequestParam;
import org.verbena.provider.sim.ibcm.SidrReply;
import org.verbena.rocev2.CmaHeader;

/**
 * The connection of an identifier, or its request for the address of a datagram service: the part of cma.c that uses
 * {@code cm_id.ib}.
 */
final class Conversation {
    private static final int REASON_CONSUMER = 28;
    private static final int REASON_VENDOR_OPTION = 35;
    private static final long QPN_MASK = 0xFF_FFFF;
    private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0);

    private final SimCm cm;
    private final RdmaId id;
    private @Nullable IbCmConnection connection;
    private long qpNum;
    private long qkey;
    private Ece localEce = Ece.NONE;
    private Ece remoteEce = Ece.NONE;

    Conversation(SimCm cm, RdmaId id) {
        this.cm = cm;
        this.id = id;
    }

    /** Begins the conversation of a request. */
    void requested(IbCmConnection of, Ece ece) {
        connection = of;
        remoteEce = ece;
        cm.bind(of, id);
    }

    Ece remoteEce() {
        return remoteEce;
    }

    void setLocalEce(Ece ece, Refusals refusals) {
        refusals.require(ece.vendorId() != 0);
        localEce = ece;
    }

    /** Returns whether the kernel has created the object of a connection or of a listener. */
    private boolean hasObject() {
        return connection != null
                || (id.state() == IdState.LISTEN && id.device().isPresent());
    }

    // ---------------------------------------------------------------- requests

    void connect(ConnParam param, Refusals refusals) {
        ManagedDevice device = id.requireDevice(refusals);
        refusals.require(id.state() == IdState.ROUTE_RESOLVED);
        CmAddressVector to = id.route().orElseThrow(refusals::wrongState);
        IbCmConnection created = cm.agent().create(device);
        connection = created;
        cm.bind(created, id);
        id.state(IdState.CONNECT);
        long service = id.serviceId(id.destination().getPort());
        ByteBuffer data = withHeader(param.privateData());
        if (id.isDatagrams()) {
            created.sendSidrReq(to, service, data);
        } else {
            created.sendReq(to, service, new RequestParam(withOwnQp(param), id.psn(), localEce, data));
        }
    }

    /** Stores the number of the queue pair, and cuts it to the bits that a message has for it. */
    private ConnParam withOwnQp(ConnParam param) {
        qpNum = param.qpNum() & QPN_MASK;
        return param.toBuilder().qpNum(qpNum).build();
    }

    /** {@code cma_format_hdr}. */
    private ByteBuffer withHeader(ByteBuffer data) {
        ByteBuffer all = ByteBuffer.allocate(CmaHeader.LENGTH + data.remaining());
        InetAddress source = id.source().getAddress();
        InetAddress destination = id.destination().getAddress();
        new CmaHeader().wrap(all, 0).set(id.source().getPort(), source.getAddress(), destination.getAddress());
        return all.put(CmaHeader.LENGTH, data, data.position(), data.remaining());
    }

    void accept(ConnParam param, Refusals refusals) {
        refusals.require(id.state() == IdState.CONNECT);
        IbCmConnection known = require(refusals);
        boolean accepted = id.isDatagrams()
                ? known.sendSidrRep(new SidrReply(
                        SidrReply.VALID, param.qpNum() & QPN_MASK, useQkey(refusals), localEce, param.privateData()))
                : known.sendRep(new RequestParam(withOwnQp(param), id.psn(), localEce, param.privateData()));
        if (!accepted) {
            reject(known, REASON_CONSUMER, NO_DATA);
            throw refusals.wrongState();
        }
        id.handle().reportFromNowOn();
    }

    private IbCmConnection require(Refusals refusals) {
        IbCmConnection known = connection;
        if (known == null) {
            throw refusals.wrongState();
        }
        return known;
    }

    void reject(ByteBuffer data, boolean ece, Refusals refusals) {
        id.requireDevice(refusals);
        refusals.require(reject(require(refusals), ece ? REASON_VENDOR_OPTION : REASON_CONSUMER, data));
    }

    private boolean reject(IbCmConnection known, int reason, ByteBuffer data) {
        return id.isDatagrams()
                ? known.sendSidrRep(SidrReply.failure(SidrReply.REJECTED, data))
                : known.sendRej(reason, data);
    }

    /** {@code rdma_accept} without parameters. */
    void establish(Refusals refusals) {
        refusals.require(id.state() == IdState.CONNECT);
        IbCmConnection known = require(refusals);
        boolean done = id.isDatagrams()
                ? known.sendSidrRep(new SidrReply(SidrReply.VALID, 0, useQkey(refusals), localEce, NO_DATA))
                : known.sendRtu();
        if (!done) {
            reject(known, REASON_CONSUMER, NO_DATA);
            throw refusals.wrongState();
        }
        watchPeer();
    }

    /** Begins, changes or ends the keepalive of the queue pair if the connection is established. */
    void watchPeer() {
        IbCmConnection known = connection;
        if (known != null && known.state() == ConnState.ESTABLISHED) {
            id.device()
                    .orElseThrow()
                    .keepAlive(
                            qpNum,
                            id.keepAlive(),
                            id.ackTimeout().isEmpty(),
                            () -> cm.agent().peerIsSilent(known));
        }
    }

    /** The kernel ignores that neither message may be sent. */
    void disconnect(Refusals refusals) {
        id.requireDevice(refusals);
        refusals.require(hasObject());
        IbCmConnection known = connection;
        if (known != null && !known.sendDreq()) {
            known.sendDrep();
        }
    }

    void notifyEvent(int event, Refusals refusals) {
        id.requireDevice(refusals);
        refusals.require(hasObject());
        IbCmConnection known = require(refusals);
        boolean established = known.state() == ConnState.ESTABLISHED;
        if (event == AsyncEventType.PATH_MIG.value()) {
            // cm_migrate: there is no alternate path.
            refusals.require(established);
            return;
        }
        refusals.require(event == AsyncEventType.COMM_EST.value());
        if (established) {
            throw new VerbsException(
                    refusals.verb(),
                    Errno.EISCONN,
                    "connection identifier",
                    Diagnosis.unexplained("the connection is established"));
        }
        refusals.require(known.establish());
    }

    /** {@code cma_set_default_qkey}, and returns the Q_Key. That of IP over InfiniBand is known to a subnet manager. */
    long useQkey(Refusals refusals) {
        if (qkey == 0) {
            if (id.portSpace() == PortSpace.IPOIB) {
                throw refusals.of(
                        Errno.ENODEV,
                        "ps",
                        PortSpace.IPOIB.cName(),
                        "a port space for RoCE",
                        "there is no subnet manager");
            }
            qkey = UdParam.UDP_QKEY;
        }
        return qkey;
    }

    /** {@code rdma_init_qp_attr}. */
    QpAttr initQpAttr(QpState state, Refusals refusals) {
        refusals.require(state != QpState.UNKNOWN);
        id.requireDevice(refusals);
        if (id.isDatagrams() || !hasObject()) {
            return withoutConnection(state, refusals);
        }
        QpAttr attr = new ConnectionQpAttr(
                        require(refusals), id.psn(), id.requireDevice(refusals).flushAccess())
                .to(state)
                .orElseThrow(refusals::wrongState);
        boolean timed =
                attr.attrMask().contains(QpAttr.Mask.TIMEOUT) && id.ackTimeout().isPresent();
        return timed ? attr.toBuilder().timeout(id.ackTimeout().getAsInt()).build() : attr;
    }

    /** {@code cma_ib_init_qp_attr}, which does not look at the state. */
    private QpAttr withoutConnection(QpState state, Refusals refusals) {
        QpAttr.Builder attr = QpAttr.builder().qpState(state).pkeyIndex(0).portNum(id.portNum());
        return id.isDatagrams()
                ? attr.qkey(useQkey(refusals)).build()
                : attr.qpAccessFlags(Flags.none(AccessFlag.class)).build();
    }

    void end() {
        cm.destroy(connection);
        connection = null;
    }

    // ---------------------------------------------------------------- events

    /** {@code cma_ib_handler} and {@code cma_sidr_rep_handler}. */
    void handle(ConnEvent event) {
        boolean exit = event.type() == ConnEvent.Type.TIMEWAIT_EXIT;
        if (id.state() != (exit ? IdState.DISCONNECT : IdState.CONNECT)) {
            return;
        }
        SimCmId handle = id.handle();
        switch (event.type()) {
            case REQ_ERROR, REP_ERROR, SIDR_REQ_ERROR ->
                handle.report(CmEventType.UNREACHABLE, -Errno.ETIMEDOUT.number());
            case REP_RECEIVED -> {
                PeerMessage rep = new PeerMessage(event.decoder());
                remoteEce = rep.repEce();
                handle.report(CmEventType.CONNECT_RESPONSE, 0, Optional.of(rep.replied()), NO_DATA);
            }
            case RTU_RECEIVED, USER_ESTABLISHED -> {
                watchPeer();
                handle.report(CmEventType.ESTABLISHED, 0);
            }
            case DREQ_ERROR -> disconnected(-Errno.ETIMEDOUT.number());
            case DREQ_RECEIVED, DREP_RECEIVED -> disconnected(0);
            case TIMEWAIT_EXIT -> handle.report(CmEventType.TIMEWAIT_EXIT, 0);
            case REJ_RECEIVED -> {
                PeerMessage rej = new PeerMessage(event.decoder());
                handle.report(CmEventType.REJECTED, rej.reason(), Optional.empty(), rej.rejData());
            }
            case SIDR_REP_RECEIVED -> serviceAnswered(new PeerMessage(event.decoder()));
        }
    }

    private void disconnected(int status) {
        id.state(IdState.DISCONNECT);
        id.handle().report(CmEventType.DISCONNECTED, status);
    }

    private void serviceAnswered(PeerMessage rep) {
        SimCmId handle = id.handle();
        if (rep.sidrStatus() != SidrReply.VALID) {
            handle.report(CmEventType.UNREACHABLE, rep.sidrStatus(), Optional.empty(), rep.sidrData());
            return;
        }
        long theirs = rep.sidrQkey();
        if (theirs == 0 || (qkey != 0 && qkey != theirs)) {
            handle.report(CmEventType.ADDR_ERROR, -Errno.EINVAL.number(), Optional.empty(), rep.sidrData());
            return;
        }
        qkey = theirs;
        CmAddressVector to = id.route().orElseThrow();
        handle.reportService(new UdParam(to.ahAttr(), rep.sidrQpn(), theirs), rep.sidrData());
    }
}
