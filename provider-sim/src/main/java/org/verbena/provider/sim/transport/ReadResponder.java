// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.verbena.provider.sim.wire.Opcode;
import org.verbena.provider.sim.wire.WireMessage;

/**
 * The responses to reads. Nothing acknowledges the packets of a response. Over a path with a window it is therefore
 * sent in pieces, while the path is ready. Requests that arrive meanwhile wait, because a responder executes requests
 * in order.
 */
final class ReadResponder {
    /** The number of packets between two turns of other queue pairs. */
    private static final int PIECE = 16;

    /** The maximum number of requests that wait. The requester sends others again. */
    private static final int MAX_WAITING = 128;

    private final ReliableResponder responder;

    // Created for the first response that is sent in pieces.
    private @Nullable Queue<WireMessage> waiting;
    private @Nullable Timer turn;

    private @Nullable WireMessage request;
    private int sent;

    ReadResponder(ReliableResponder responder) {
        this.responder = responder;
    }

    /** Answers a request, new or repeated, that may read. */
    void answer(WireMessage message, int access) {
        TransportQp qp = responder.qp();
        WireMessage answer = qp.engine().takeMessage();
        try {
            if (!responder.find(message, access, message.length, answer.payload)) {
                responder.refuse(message, WireMessage.NAK_REMOTE_ACCESS, WcStatuses.REMOTE_ACCESS);
                return;
            }
            // The packets of the response have the size of this end's path MTU.
            message.packets = Messages.packets(message.length, qp.mtu());
            if (responder.done(message)) {
                responder.history().add(message, 0);
            }
            if (qp.isPaced()) {
                begin(message);
                return;
            }
            responder.answer(answer, Opcode.READ_RESPONSE, message);
            answer.length = message.length;
            answer.mtu = qp.mtu();
            qp.path().send(answer);
        } finally {
            qp.engine().giveBack();
        }
    }

    // ---------------------------------------------------------------- in pieces

    private void begin(WireMessage message) {
        request = message.copy();
        sent = 0;
        sendNext();
    }

    /** Returns whether a request was taken because a response is not complete. */
    boolean defers(WireMessage message) {
        if (request == null) {
            return false;
        }
        Queue<WireMessage> queue = waiting;
        if (queue == null) {
            queue = new ArrayDeque<>();
            waiting = queue;
        }
        if (queue.size() < MAX_WAITING) {
            queue.add(message.copy());
        }
        return true;
    }

    private void sendNext() {
        WireMessage read = request;
        if (read == null) {
            return;
        }
        TransportQp qp = responder.qp();
        if (!qp.path().isReady()) {
            qp.path().whenReady(next());
            return;
        }
        int number = Math.min(PIECE, read.packets - sent);
        if (!sendPiece(read, number)) {
            cancel();
            return;
        }
        sent += number;
        if (sent < read.packets) {
            qp.engine().timers().set(turn(), 0);
        } else {
            request = null;
            redeliver();
        }
    }

    private Runnable next() {
        return turn()::expire;
    }

    private Timer turn() {
        Timer known = turn;
        if (known == null) {
            known = new Timer() {
                @Override
                void expire() {
                    sendNext();
                }
            };
            turn = known;
        }
        return known;
    }

    /** Sends the next packets. Returns whether the memory is still accessible; if not, the queue pair has failed. */
    private boolean sendPiece(WireMessage read, int number) {
        TransportQp qp = responder.qp();
        WireMessage answer = qp.engine().takeMessage();
        WireMessage place = qp.engine().takeMessage();
        try {
            long skipped = (long) sent * qp.mtu();
            place.service = read.service;
            place.srqn = read.srqn;
            place.rkey = read.rkey;
            place.remoteAddress = read.remoteAddress + skipped;
            long length = Math.min(read.length - skipped, (long) number * qp.mtu());
            if (!responder.find(place, ReliableResponder.REMOTE_READ, length, answer.payload)) {
                int bad = read.psn + sent & WireMessage.PSN_MASK;
                responder.refuse(read, bad, null, WireMessage.NAK_REMOTE_ACCESS, WcStatuses.REMOTE_ACCESS);
                return false;
            }
            responder.answer(answer, Opcode.READ_RESPONSE, read);
            answer.psn = read.psn + sent & WireMessage.PSN_MASK;
            answer.packets = number;
            answer.starts = sent == 0;
            answer.ends = sent + number == read.packets;
            answer.length = length;
            answer.mtu = qp.mtu();
            qp.path().send(answer);
            return true;
        } finally {
            qp.engine().giveBack();
            qp.engine().giveBack();
        }
    }

    private void redeliver() {
        Queue<WireMessage> queue = waiting;
        while (request == null && queue != null && !queue.isEmpty()) {
            responder.receive(queue.remove());
        }
    }

    /** Discards the response and the requests that wait. */
    void cancel() {
        request = null;
        if (waiting != null) {
            waiting.clear();
        }
        if (turn != null) {
            responder.qp().engine().timers().cancel(turn);
        }
    }
}
