// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.verbena.provider.sim.memory.Segments;
import org.verbena.provider.sim.wire.Opcode;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.spi.model.DataPathTrait;

/** Executes atomic operations and atomic writes. */
final class AtomicResponder {
    private final ReliableResponder responder;

    AtomicResponder(ReliableResponder responder) {
        this.responder = responder;
    }

    /** Executes a compare-and-swap or a fetch-and-add. */
    void receive(WireMessage message, int access) {
        Segments place = responder.qp().engine().scatter();
        boolean misaligned = message.remoteAddress % Long.BYTES != 0;
        boolean first = misaligned && responder.qp().has(DataPathTrait.CHECKS_ALIGNMENT_FIRST);
        if (!first && !responder.find(message, access, Long.BYTES, place)) {
            responder.refuse(message, WireMessage.NAK_REMOTE_ACCESS, WcStatuses.REMOTE_ACCESS);
        } else if (misaligned) {
            responder.refuse(message, WireMessage.NAK_INVALID_REQUEST, WcStatuses.REMOTE_INVALID_REQUEST);
        } else {
            long before = place.firstLong();
            if (message.opcode == Opcode.FETCH_ADD) {
                place.firstLong(before + message.swapAdd);
            } else if (before == message.compare) {
                place.firstLong(message.swapAdd);
            }
            responder.history().add(message, before);
            responder.done(message);
            answer(message, before);
        }
    }

    /** Answers a compare-and-swap or a fetch-and-add with the value that the memory had before it. */
    void answer(WireMessage message, long before) {
        Engine engine = responder.qp().engine();
        WireMessage answer = engine.takeMessage();
        try {
            responder.answer(answer, Opcode.ATOMIC_ACKNOWLEDGE, message);
            answer.compare = before;
            responder.qp().path().send(answer);
        } finally {
            engine.giveBack();
        }
    }

    /** Executes an atomic write. */
    void receiveWrite(WireMessage message, int access) {
        Segments place = responder.qp().engine().scatter();
        boolean eightBytes = message.payload.length() == Long.BYTES && message.length == Long.BYTES;
        if (!responder.findAny(message, access, message.length, place)) {
            responder.refuse(message, WireMessage.NAK_REMOTE_ACCESS, WcStatuses.REMOTE_ACCESS);
        } else if (!eightBytes || message.remoteAddress % Long.BYTES != 0) {
            responder.refuse(message, WireMessage.NAK_INVALID_REQUEST, WcStatuses.REMOTE_INVALID_REQUEST);
        } else {
            message.payload.copyTo(place);
            responder.done(message);
            responder.history().add(message, 0);
            responder.answerEmpty(message);
        }
    }
}
