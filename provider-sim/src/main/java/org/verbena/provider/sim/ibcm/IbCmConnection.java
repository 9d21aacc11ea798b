// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.verbena.rocev2.CmField;
import org.verbena.rocev2.CmMadDecoder;

/**
 * A connection, or a request for the address of a datagram service: {@code struct cm_id_private} of the kernel, with
 * the rules of {@code cm.c}. It is a state machine: requests of the application, messages of the peer and the end of
 * timers change its state and cause {@link Outputs}.
 *
 * <p>A request returns false where the kernel returns EINVAL. The engine's lock protects an instance.
 */
public final class IbCmConnection {
    private static final int REASON_TIMEOUT = 4;
    private static final int REASON_STALE = 10;
    private static final int REASON_CONSUMER = 28;
    private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0);

    private final CmTransport device;
    private final Ids ids;
    private final MessageWriter writer;
    private final Outputs out;

    private ConnState state = ConnState.IDLE;
    private int maxCmRetries;
    private long answerMillis;
    private int ackTimeout;
    private @Nullable CmAddressVector av;
    private final Terms terms = new Terms();
    private final Repetition repetition;

    /**
     * Creates an idle connection.
     *
     * @param device the device
     * @param ids the numbers of this side
     * @param writer the writer of messages
     * @param out the actions
     */
    IbCmConnection(CmTransport device, Ids ids, MessageWriter writer, Outputs out) {
        this.device = device;
        this.ids = ids;
        this.writer = writer;
        this.out = out;
        this.repetition = new Repetition(this, out);
    }

    // ---------------------------------------------------------------- properties

    /** {@return the state} */
    public ConnState state() {
        return state;
    }

    /** {@return the device} */
    public CmTransport device() {
        return device;
    }

    /** {@return the way to the peer; only for a connection that was requested} */
    public CmAddressVector av() {
        return Objects.requireNonNull(av, "the connection has no peer");
    }

    Outputs outputs() {
        return out;
    }

    Ids ids() {
        return ids;
    }

    Terms terms() {
        return terms;
    }

    int ackTimeout() {
        return ackTimeout;
    }

    // ---------------------------------------------------------------- repetition of messages

    private void sendUntilAnswered(ByteBuffer mad, ConnState next) {
        state = next;
        repetition.begin(mad, next, maxCmRetries, answerMillis);
    }

    /** Handles the end of the timer: repeats the message, or gives up ({@code cm_process_send_error}). */
    void answerMissing() {
        if (repetition.again() != state) {
            return;
        }
        switch (state) {
            case REQ_SENT, MRA_REQ_RCVD -> fail(ConnEvent.Type.REQ_ERROR);
            case REP_SENT, MRA_REP_RCVD -> fail(ConnEvent.Type.REP_ERROR);
            case DREQ_SENT -> peerIsSilent();
            case SIDR_REQ_SENT -> {
                state = ConnState.IDLE;
                report(ConnEvent.Type.SIDR_REQ_ERROR);
            }
            default -> {}
        }
    }

    private void fail(ConnEvent.Type type) {
        resetToIdle();
        report(type);
    }

    /** Ends the connection because the peer no longer answers. */
    void peerIsSilent() {
        if (state == ConnState.ESTABLISHED || state == ConnState.DREQ_SENT) {
            enterTimewait();
            report(ConnEvent.Type.DREQ_ERROR);
        }
    }

    private void report(ConnEvent.Type type) {
        out.report(this, ConnEvent.of(type));
    }

    private void report(ConnEvent.Type type, ByteBuffer mad) {
        out.report(this, new ConnEvent(type, mad));
    }

    /** {@code cm_reset_to_idle}. */
    private void resetToIdle() {
        state = ConnState.IDLE;
        out.forgetPeer(this);
    }

    /** {@code cm_enter_timewait}. */
    private void enterTimewait() {
        out.forgetPeer(this);
        state = ConnState.TIMEWAIT;
        out.leaveTimewaitAfter(CmTimeouts.millis(ackTimeout));
    }

    /** Handles the end of the timewait state. */
    void timewaitEnds() {
        if (state == ConnState.TIMEWAIT) {
            state = ConnState.IDLE;
            report(ConnEvent.Type.TIMEWAIT_EXIT);
        }
    }

    // ---------------------------------------------------------------- requests of the application

    /**
     * Sends a request for a connection: {@code ib_send_cm_req}.
     *
     * @param to the way to the peer
     * @param service the service ID
     * @param param the parameters
     * @return false if the state does not permit it
     */
    public boolean sendReq(CmAddressVector to, long service, RequestParam param) {
        if (state != ConnState.IDLE) {
            return false;
        }
        prepare(to, service);
        answerMillis = 2 * CmTimeouts.millis(to.path().packetLifeTime()) + CmTimeouts.millis(CmTimeouts.CM_RESPONSE);
        terms.request(param.conn());
        sendUntilAnswered(writer.req(this, param), ConnState.REQ_SENT);
        return true;
    }

    private void prepare(CmAddressVector to, long service) {
        av = to;
        ackTimeout = to.path().packetLifeTime() + 1;
        ids.serviceId = service;
        ids.transaction = ids.ownTransaction;
        maxCmRetries = CmTimeouts.MAX_CM_RETRIES;
    }

    /** {@code ib_send_cm_mra} with {@code IB_CM_MRA_FLAG_DELAY}: acknowledges repetitions from now on. */
    void prepareMra() {
        if (state == ConnState.REQ_RCVD) {
            state = ConnState.MRA_REQ_SENT;
        } else if (state == ConnState.REP_RCVD) {
            state = ConnState.MRA_REP_SENT;
        }
    }

    /**
     * Accepts a request: {@code ib_send_cm_rep}.
     *
     * @param param the parameters
     * @return false if the state does not permit it
     */
    public boolean sendRep(RequestParam param) {
        if (state != ConnState.REQ_RCVD && state != ConnState.MRA_REQ_SENT) {
            return false;
        }
        terms.accept(param.conn());
        sendUntilAnswered(writer.rep(this, param), ConnState.REP_SENT);
        return true;
    }

    /**
     * Completes the connection: {@code ib_send_cm_rtu}.
     *
     * @return false if the state does not permit it
     */
    public boolean sendRtu() {
        if (state != ConnState.REP_RCVD && state != ConnState.MRA_REP_SENT) {
            return false;
        }
        state = ConnState.ESTABLISHED;
        out.send(this, writer.rtu(this));
        return true;
    }

    /**
     * Rejects a request or a reply: {@code ib_send_cm_rej}.
     *
     * @param reason the reason
     * @param data the private data
     * @return false if the state does not permit it
     */
    public boolean sendRej(int reason, ByteBuffer data) {
        return sendRej(reason, NO_DATA, data);
    }

    boolean sendRej(int reason, ByteBuffer information, ByteBuffer data) {
        ConnState before = state;
        switch (before) {
            case REQ_SENT, MRA_REQ_RCVD, REQ_RCVD, MRA_REQ_SENT, REP_RCVD, MRA_REP_SENT -> resetToIdle();
            case REP_SENT, MRA_REP_RCVD -> enterTimewait();
            default -> {
                return false;
            }
        }
        out.send(this, writer.rej(this, before, reason, information, data));
        return true;
    }

    /**
     * Ends the connection: {@code ib_send_cm_dreq}.
     *
     * @return false if the state does not permit it
     */
    public boolean sendDreq() {
        if (state != ConnState.ESTABLISHED) {
            return false;
        }
        sendUntilAnswered(writer.dreq(this), ConnState.DREQ_SENT);
        return true;
    }

    /**
     * Answers the end of the connection: {@code ib_send_cm_drep}.
     *
     * @return false if the state does not permit it
     */
    public boolean sendDrep() {
        if (state != ConnState.DREQ_RCVD) {
            return false;
        }
        enterTimewait();
        out.send(this, writer.drep(this));
        return true;
    }

    /**
     * Requests the address of a datagram service: {@code ib_send_cm_sidr_req}.
     *
     * @param to the way to the peer
     * @param service the service ID
     * @param data the private data
     * @return false if the state does not permit it
     */
    public boolean sendSidrReq(CmAddressVector to, long service, ByteBuffer data) {
        if (state != ConnState.IDLE) {
            return false;
        }
        prepare(to, service);
        answerMillis = CmTimeouts.millis(CmTimeouts.CM_RESPONSE);
        sendUntilAnswered(writer.sidrReq(this, data), ConnState.SIDR_REQ_SENT);
        return true;
    }

    /**
     * Answers a request for the address of a datagram service: {@code ib_send_cm_sidr_rep}.
     *
     * @param reply the answer
     * @return false if the state does not permit it
     */
    public boolean sendSidrRep(SidrReply reply) {
        if (state != ConnState.SIDR_REQ_RCVD) {
            return false;
        }
        resetToIdle();
        out.send(this, writer.sidrRep(this, reply));
        return true;
    }

    /**
     * Establishes the connection as if the last message had arrived: {@code ib_cm_notify} with COMM_EST.
     *
     * @return false if the state does not permit it
     */
    public boolean establish() {
        if (state != ConnState.REP_SENT && state != ConnState.MRA_REP_RCVD) {
            return false;
        }
        state = ConnState.ESTABLISHED;
        repetition.stop();
        report(ConnEvent.Type.USER_ESTABLISHED);
        return true;
    }

    /**
     * Tells the peer that this side ends: {@code cm_destroy_id}.
     *
     * @param silent whether the peer may repeat a request that this side has not handled
     */
    void destroy(boolean silent) {
        switch (state) {
            case SIDR_REQ_SENT -> repetition.stop();
            case SIDR_REQ_RCVD -> sendSidrRep(SidrReply.failure(SidrReply.REJECTED));
            case REQ_SENT, MRA_REQ_RCVD -> {
                repetition.stop();
                ByteBuffer guid = ByteBuffer.allocate(Long.BYTES).putLong(0, device.caGuid());
                sendRej(REASON_TIMEOUT, guid, NO_DATA);
            }
            case REQ_RCVD -> {
                if (!silent) {
                    sendRej(REASON_CONSUMER, NO_DATA);
                }
            }
            case REP_SENT, MRA_REP_RCVD -> {
                repetition.stop();
                sendRej(REASON_CONSUMER, NO_DATA);
            }
            case MRA_REQ_SENT, REP_RCVD, MRA_REP_SENT -> sendRej(REASON_CONSUMER, NO_DATA);
            case ESTABLISHED -> out.send(this, writer.dreq(this));
            case DREQ_SENT -> repetition.stop();
            case DREQ_RCVD -> sendDrep();
            default -> {}
        }
        state = ConnState.IDLE;
        out.forgetPeer(this);
    }

    // ---------------------------------------------------------------- messages of the peer

    /** Fills a new connection from a request. */
    void requested(CmMadDecoder req, CmAddressVector reply) {
        state = ConnState.REQ_RCVD;
        av = reply;
        ids.remoteId = req.getInt(CmField.REQ_LOCAL_COMM_ID);
        ids.remoteGuid = req.get(CmField.REQ_LOCAL_CA_GUID);
        ids.serviceId = req.get(CmField.REQ_SERVICE_ID);
        ids.transaction = req.transactionId();
        answerMillis = CmTimeouts.millis(req.getInt(CmField.REQ_LOCAL_CM_RESPONSE_TIMEOUT));
        maxCmRetries = req.getInt(CmField.REQ_MAX_CM_RETRIES);
        terms.requested(req);
    }

    /** Sets the way to the peer to the path in its request. */
    void peerAt(CmAddressVector path) {
        av = path;
        ackTimeout = path.path().packetLifeTime() + 1;
    }

    /** Fills a new connection from a request for the address of a datagram service. */
    void sidrRequested(CmMadDecoder req, CmAddressVector reply) {
        state = ConnState.SIDR_REQ_RCVD;
        av = reply;
        ids.remoteId = req.getInt(CmField.SIDR_REQ_REQUESTID);
        ids.serviceId = req.get(CmField.SIDR_REQ_SERVICEID);
        ids.transaction = req.transactionId();
    }

    /** {@code cm_dup_req_handler}. */
    void duplicateReq() {
        if (state == ConnState.MRA_REQ_SENT) {
            out.send(this, writer.mra(this, MessageWriter.MESSAGE_REQ));
        } else if (state == ConnState.TIMEWAIT) {
            out.send(this, writer.rej(this, state, REASON_STALE));
        }
    }

    boolean awaitsRep() {
        return state == ConnState.REQ_SENT || state == ConnState.MRA_REQ_RCVD;
    }

    /** Stores the keys of the peer, which the agent compares with those of other connections. */
    void peerOf(CmMadDecoder rep) {
        ids.remoteGuid = rep.get(CmField.REP_LOCAL_CA_GUID);
        terms.remoteQpn = rep.getInt(CmField.REP_LOCAL_QPN);
    }

    void accepted(CmMadDecoder rep, ByteBuffer mad) {
        state = ConnState.REP_RCVD;
        ids.remoteId = rep.getInt(CmField.REP_LOCAL_COMM_ID);
        terms.accepted(rep);
        ackTimeout = CmTimeouts.ack(rep.getInt(CmField.REP_TARGET_ACK_DELAY), ackTimeout - 1);
        repetition.stop();
        report(ConnEvent.Type.REP_RECEIVED, mad);
    }

    /** {@code cm_dup_rep_handler}. */
    void duplicateRep() {
        if (state == ConnState.ESTABLISHED) {
            out.send(this, writer.rtu(this));
        } else if (state == ConnState.MRA_REP_SENT) {
            out.send(this, writer.mra(this, MessageWriter.MESSAGE_REP));
        }
    }

    void rtu(ByteBuffer mad) {
        if (state == ConnState.REP_SENT || state == ConnState.MRA_REP_RCVD) {
            state = ConnState.ESTABLISHED;
            repetition.stop();
            report(ConnEvent.Type.RTU_RECEIVED, mad);
        }
    }

    void mra(CmMadDecoder mra) {
        int message = mra.getInt(CmField.MRA_MESSAGE_MRAED);
        boolean ofReq = state == ConnState.REQ_SENT && message == MessageWriter.MESSAGE_REQ;
        boolean ofRep = state == ConnState.REP_SENT && message == MessageWriter.MESSAGE_REP;
        ConnState next = ofReq ? ConnState.MRA_REQ_RCVD : ConnState.MRA_REP_RCVD;
        long millis = CmTimeouts.millis(mra.getInt(CmField.MRA_SERVICE_TIMEOUT)) + CmTimeouts.millis(ackTimeout);
        if ((ofReq || ofRep) && repetition.slowDown(next, millis)) {
            state = next;
        }
    }

    void rej(CmMadDecoder rej, ByteBuffer mad) {
        switch (state) {
            case REQ_SENT, MRA_REQ_RCVD, REP_SENT, MRA_REP_RCVD, REQ_RCVD, MRA_REQ_SENT -> {
                repetition.stop();
                if (rej.getInt(CmField.REJ_REASON) == REASON_STALE) {
                    enterTimewait();
                } else {
                    resetToIdle();
                }
            }
            case DREQ_SENT, REP_RCVD, MRA_REP_SENT, ESTABLISHED -> {
                repetition.stop();
                enterTimewait();
            }
            default -> {
                return;
            }
        }
        report(ConnEvent.Type.REJ_RECEIVED, mad);
    }

    void dreq(CmMadDecoder dreq, ByteBuffer mad) {
        if (terms.localQpn != dreq.getInt(CmField.DREQ_REMOTE_QPN_EECN)) {
            return;
        }
        switch (state) {
            case REP_SENT, DREQ_SENT, MRA_REP_RCVD, ESTABLISHED -> {
                repetition.stop();
                state = ConnState.DREQ_RCVD;
                ids.transaction = dreq.transactionId();
                report(ConnEvent.Type.DREQ_RECEIVED, mad);
            }
            case TIMEWAIT -> out.send(this, writer.drep(this));
            default -> {}
        }
    }

    void drep(ByteBuffer mad) {
        if (state == ConnState.DREQ_SENT || state == ConnState.DREQ_RCVD) {
            enterTimewait();
            repetition.stop();
            report(ConnEvent.Type.DREP_RECEIVED, mad);
        }
    }

    void sidrRep(ByteBuffer mad) {
        if (state == ConnState.SIDR_REQ_SENT) {
            state = ConnState.IDLE;
            repetition.stop();
            report(ConnEvent.Type.SIDR_REP_RECEIVED, mad);
        }
    }
}
