// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.Gid;
import org.verbena.rocev2.CmBlock;
import org.verbena.rocev2.CmField;
import org.verbena.rocev2.CmMadDecoder;
import org.verbena.rocev2.CmMessageType;

/**
 * The connection manager of a host, for all its devices: it creates connections, finds the connection of a message, and
 * answers messages without a connection ({@code cm_work_handler} and its handlers in {@code cm.c}).
 *
 * <p>A message that arrives while another one is handled waits until the end of that one. Messages of one process would
 * otherwise arrive before their sender has changed its state. The engine's lock protects an instance.
 */
public final class CmAgent {
    private static final int REASON_INVALID_SERVICE = 8;
    private static final int REASON_STALE = 10;
    private static final int REASON_INVALID_GID = 12;
    private static final int REASON_INVALID_ALTERNATE_GID = 18;
    private static final int REASON_TIMEOUT = 4;
    private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0);

    /** A timer. */
    public interface Alarm {
        /**
         * Sets the timer, or sets it to another time.
         *
         * @param millis the time until it runs
         */
        void set(long millis);

        /** Stops the timer. */
        void cancel();
    }

    /** Creates timers. */
    @FunctionalInterface
    public interface Clock {
        /**
         * Creates a timer that is not set.
         *
         * @param action the action of the timer
         * @return the timer
         */
        Alarm alarm(Runnable action);
    }

    private record Service(CmTransport device, long serviceId) {}

    private record Arrived(CmTransport device, int portNum, Gid source, Gid destination, ByteBuffer mad) {}

    private final Clock clock;
    private final RequestHandler handler;
    private final CmTables tables = new CmTables();
    private final Map<Service, Integer> services = new HashMap<>();
    private final MessageWriter writer = new MessageWriter();
    private final CmMadDecoder decoder = new CmMadDecoder();
    private final ArrayDeque<Arrived> arrived = new ArrayDeque<>();
    private final int idOperand;
    private final int agentNumber;
    private int nextId;
    private boolean busy;

    /**
     * Creates a connection manager without connections.
     *
     * @param clock the timers
     * @param random the source of the numbers in messages, which peers must not meet again
     * @param handler handles requests and events
     */
    public CmAgent(Clock clock, Random random, RequestHandler handler) {
        this.clock = clock;
        this.handler = handler;
        this.idOperand = random.nextInt();
        this.agentNumber = random.nextInt() & Integer.MAX_VALUE;
    }

    // ---------------------------------------------------------------- connections

    /** The timers of a connection, and what its actions have in common. */
    private final class Timers implements Outputs {
        private @Nullable Alarm repetition;
        private @Nullable Alarm timewait;
        private @Nullable IbCmConnection of;

        private IbCmConnection of() {
            IbCmConnection connection = of;
            if (connection == null) {
                throw new IllegalStateException("the timer has no connection");
            }
            return connection;
        }

        @Override
        public void send(IbCmConnection connection, ByteBuffer mad) {
            connection.device().send(connection.av(), mad);
        }

        @Override
        public void repeatAfter(long millis) {
            if (repetition == null) {
                repetition = clock.alarm(() -> run(of()::answerMissing));
            }
            repetition.set(millis);
        }

        @Override
        public void stopRepeating() {
            if (repetition != null) {
                repetition.cancel();
            }
        }

        @Override
        public void leaveTimewaitAfter(long millis) {
            if (timewait == null) {
                timewait = clock.alarm(() -> run(of()::timewaitEnds));
            }
            timewait.set(millis);
        }

        @Override
        public void forgetPeer(IbCmConnection connection) {
            tables.forgetPeer(connection, connection.ids().remoteId);
        }

        @Override
        public void report(IbCmConnection connection, ConnEvent event) {
            handler.handle(connection, event);
        }

        private void stop() {
            stopRepeating();
            if (timewait != null) {
                timewait.cancel();
            }
        }
    }

    /**
     * Creates an idle connection.
     *
     * @param device the device
     * @return the connection
     */
    public IbCmConnection create(CmTransport device) {
        IbCmConnection connection = allocate(device);
        tables.add(connection);
        return connection;
    }

    private IbCmConnection allocate(CmTransport device) {
        int id;
        do {
            id = nextId++ ^ idOperand;
        } while (id == 0 || tables.isTaken(id));
        // The kernel writes the ID to the low half in the byte order of the machine.
        long transaction = (long) agentNumber << Integer.SIZE | Integer.toUnsignedLong(Integer.reverseBytes(id));
        Timers timers = new Timers();
        IbCmConnection connection = new IbCmConnection(device, new Ids(id, transaction), writer, timers);
        timers.of = connection;
        return connection;
    }

    /**
     * Destroys a connection. The peer is told.
     *
     * @param connection the connection
     */
    public void destroy(IbCmConnection connection) {
        destroy(connection, false);
    }

    private void destroy(IbCmConnection connection, boolean silent) {
        connection.destroy(silent);
        tables.remove(connection);
        ((Timers) connection.outputs()).stop();
    }

    /**
     * Ends a connection whose peer no longer answers. Does nothing unless it is established.
     *
     * @param connection the connection
     */
    public void peerIsSilent(IbCmConnection connection) {
        run(connection::peerIsSilent);
    }

    /**
     * Listens for requests: {@code ib_cm_insert_listen}.
     *
     * @param device the device
     * @param serviceId the service ID
     */
    public void listen(CmTransport device, long serviceId) {
        services.merge(new Service(device, serviceId), 1, Integer::sum);
    }

    /**
     * Stops listening. Other listeners may share the service.
     *
     * @param device the device
     * @param serviceId the service ID
     */
    public void ignore(CmTransport device, long serviceId) {
        services.computeIfPresent(new Service(device, serviceId), (service, count) -> count == 1 ? null : count - 1);
    }

    /** {@return the number of entries in all tables, for tests of leaks} */
    public int size() {
        return tables.size() + services.size();
    }

    // ---------------------------------------------------------------- messages

    /**
     * Runs an action, and then handles the messages that arrive because of it.
     *
     * @param action the action
     * @param <T> the type of the result
     * @return the result
     */
    public <T> T call(Supplier<T> action) {
        if (busy) {
            return action.get();
        }
        busy = true;
        try {
            return action.get();
        } finally {
            try {
                handleArrived();
            } finally {
                busy = false;
            }
        }
    }

    private void run(Runnable action) {
        call(() -> {
            action.run();
            return this;
        });
    }

    private void handleArrived() {
        for (Arrived next = arrived.poll(); next != null; next = arrived.poll()) {
            dispatch(next);
        }
    }

    /**
     * Handles a message that has arrived. It has no defect.
     *
     * @param device the device
     * @param portNum the port
     * @param source the GID of the sender
     * @param destination the GID that it was sent to
     * @param mad the message, which the agent keeps
     */
    public void receive(CmTransport device, int portNum, Gid source, Gid destination, ByteBuffer mad) {
        arrived.add(new Arrived(device, portNum, source, destination, mad));
        run(() -> {});
    }

    private void dispatch(Arrived message) {
        ByteBuffer mad = message.mad();
        if (decoder.wrap(mad, 0, mad.capacity()) != CmMadDecoder.Defect.NONE) {
            return;
        }
        switch (decoder.message()) {
            case REQ -> req(message);
            case REP -> rep(message);
            case REJ -> {
                IbCmConnection connection = rejected();
                if (connection != null) {
                    connection.rej(decoder, mad);
                }
            }
            case MRA -> {
                IbCmConnection connection = acknowledged();
                if (connection != null) {
                    connection.mra(decoder);
                }
            }
            case RTU -> {
                IbCmConnection connection = find(CmField.RTU_REMOTE_COMM_ID, CmField.RTU_LOCAL_COMM_ID);
                if (connection != null) {
                    connection.rtu(mad);
                }
            }
            case DREQ -> dreq(message);
            case DREP -> {
                IbCmConnection connection = find(CmField.DREP_REMOTE_COMM_ID, CmField.DREP_LOCAL_COMM_ID);
                if (connection != null) {
                    connection.drep(mad);
                }
            }
            case SIDR_REQ -> sidrReq(message);
            case SIDR_REP -> {
                IbCmConnection connection = tables.find(decoder.getInt(CmField.SIDR_REP_REQUESTID), 0);
                if (connection != null) {
                    connection.sidrRep(mad);
                }
            }
            // Alternate paths do not exist on RoCE: cm_lap_handler.
            case LAP, APR -> {}
        }
    }

    private @Nullable IbCmConnection find(CmField own, CmField peers) {
        return tables.find(decoder.getInt(own), decoder.getInt(peers));
    }

    /** {@code cm_acquire_rejected_id}. */
    private @Nullable IbCmConnection rejected() {
        int remoteId = decoder.getInt(CmField.REJ_LOCAL_COMM_ID);
        if (decoder.getInt(CmField.REJ_REASON) == REASON_TIMEOUT) {
            byte[] guid = new byte[Long.BYTES];
            decoder.get(CmBlock.REJ_ARI, guid);
            return tables.findRemote(ByteBuffer.wrap(guid).getLong(), remoteId);
        }
        boolean ofReq = decoder.getInt(CmField.REJ_MESSAGE_REJECTED) == MessageWriter.MESSAGE_REQ;
        return tables.find(decoder.getInt(CmField.REJ_REMOTE_COMM_ID), ofReq ? 0 : remoteId);
    }

    /** {@code cm_acquire_mraed_id}. */
    private @Nullable IbCmConnection acknowledged() {
        boolean ofReq = decoder.getInt(CmField.MRA_MESSAGE_MRAED) == MessageWriter.MESSAGE_REQ;
        return tables.find(
                decoder.getInt(CmField.MRA_REMOTE_COMM_ID), ofReq ? 0 : decoder.getInt(CmField.MRA_LOCAL_COMM_ID));
    }

    private static CmAddressVector reply(Arrived message) {
        int index = message.device().gidIndex(message.portNum(), message.destination());
        return CmAddressVector.reply(message.portNum(), Math.max(0, index), message.destination(), message.source());
    }

    private void answer(Arrived message, ByteBuffer mad) {
        message.device().send(reply(message), mad);
    }

    // ---------------------------------------------------------------- requests

    private void req(Arrived message) {
        CmTransport device = message.device();
        IbCmConnection connection = allocate(device);
        connection.requested(decoder, reply(message));
        int remoteId = connection.ids().remoteId;
        IbCmConnection known = tables.addRemoteId(connection, remoteId);
        if (known != null) {
            known.duplicateReq();
            return;
        }
        IbCmConnection stale = tables.addRemoteQpn(connection);
        if (stale != null) {
            tables.forgetPeer(connection, remoteId);
            reject(message, remoteId, MessageWriter.MESSAGE_REQ, REASON_STALE);
            stale.sendDreq();
            return;
        }
        if (!services.containsKey(new Service(device, connection.ids().serviceId))) {
            tables.forgetPeer(connection, remoteId);
            reject(message, remoteId, MessageWriter.MESSAGE_REQ, REASON_INVALID_SERVICE);
            return;
        }
        CmAddressVector path = pathOf(message);
        if (path.sgidIndex() < 0) {
            ByteBuffer own = ByteBuffer.wrap(message.destination().raw());
            connection.sendRej(REASON_INVALID_GID, own, NO_DATA);
            return;
        }
        if (decoder.getInt(CmField.REQ_ALTERNATE_LOCAL_PORT_LID) != 0) {
            ByteBuffer own = ByteBuffer.wrap(path.path().sgid().raw());
            connection.sendRej(REASON_INVALID_ALTERNATE_GID, own, NO_DATA);
            return;
        }
        connection.peerAt(path);
        tables.add(connection);
        RequestHandler.Result result = handler.handle(connection, decoder);
        if (result == RequestHandler.Result.TAKEN) {
            connection.prepareMra();
        } else {
            destroy(connection, result == RequestHandler.Result.NO_SPACE);
        }
    }

    private CmAddressVector pathOf(Arrived message) {
        Gid own = CmAddressVector.gid(decoder, CmBlock.REQ_PRIMARY_REMOTE_PORT_GID);
        int index = message.device().gidIndex(message.portNum(), own);
        return CmAddressVector.ofRequest(decoder, message.portNum(), index);
    }

    /** Rejects a message without a connection: {@code cm_issue_rej}. */
    private void reject(Arrived message, int remoteId, int rejected, int reason) {
        int localId = decoder.message() == CmMessageType.REQ ? 0 : decoder.getInt(CmField.REP_REMOTE_COMM_ID);
        answer(message, writer.rej(decoder.transactionId(), localId, remoteId, rejected, reason));
    }

    private void sidrReq(Arrived message) {
        IbCmConnection connection = allocate(message.device());
        connection.sidrRequested(decoder, reply(message));
        if (!tables.addSidr(connection)) {
            return;
        }
        if (!services.containsKey(new Service(message.device(), connection.ids().serviceId))) {
            connection.sendSidrRep(SidrReply.failure(SidrReply.UNSUPPORTED));
            return;
        }
        if (handler.handle(connection, decoder) != RequestHandler.Result.TAKEN) {
            destroy(connection, false);
        }
    }

    // ---------------------------------------------------------------- answers

    private void rep(Arrived message) {
        int localId = decoder.getInt(CmField.REP_REMOTE_COMM_ID);
        int remoteId = decoder.getInt(CmField.REP_LOCAL_COMM_ID);
        IbCmConnection connection = tables.find(localId, 0);
        if (connection == null) {
            IbCmConnection known = tables.find(localId, remoteId);
            if (known != null) {
                known.duplicateRep();
            }
            return;
        }
        if (!connection.awaitsRep()) {
            return;
        }
        connection.peerOf(decoder);
        if (tables.addRemoteId(connection, remoteId) != null) {
            return;
        }
        IbCmConnection stale = tables.addRemoteQpn(connection);
        if (stale != null) {
            tables.forgetPeer(connection, remoteId);
            reject(message, remoteId, MessageWriter.MESSAGE_REP, REASON_STALE);
            stale.sendDreq();
            return;
        }
        connection.accepted(decoder, message.mad());
        connection.prepareMra();
    }

    private void dreq(Arrived message) {
        IbCmConnection connection = find(CmField.DREQ_REMOTE_COMM_ID, CmField.DREQ_LOCAL_COMM_ID);
        if (connection != null) {
            connection.dreq(decoder, message.mad());
            return;
        }
        // cm_issue_drep: the IDs are swapped.
        answer(
                message,
                writer.drep(
                        decoder.transactionId(),
                        decoder.get(CmField.DREQ_REMOTE_COMM_ID),
                        decoder.get(CmField.DREQ_LOCAL_COMM_ID)));
    }
}
