package org.verbena.fidelity.walk;

import org.verbena.attr.QpType;

/** Drafts receives, whose data goes to the second zone of the memory. */
final class RecvDrafts {
    private RecvDrafts() {}

    static void recv(Draft draft) {
        PairDrafts.end(draft);
        // Most sends are posted to the first end.
        if (!draft.dice().oneIn(4)) {
            draft.set(Field.END, 1);
        }
        boolean datagram = draft.side()
                .traffic()
                .connection(draft.arguments().objects(Field.PAIR).get(0))
                .filter(connection -> PairAttributes.type(connection.arguments()) == QpType.UD)
                .isPresent();
        elements(draft, datagram ? Traffic.ROUTE_HEADER : 0);
    }

    static void srqRecv(Draft draft) {
        draft.pick(Field.SRQ);
        elements(draft, 0);
    }

    private static void elements(Draft draft, int header) {
        Dice dice = draft.dice();
        if (dice.oneIn(3)) {
            draft.set(Field.MORE, 1);
        }
        if (!dice.oneIn(10)) {
            SendDrafts.elements(
                    draft,
                    SendDrafts.RECEIVED,
                    header + SendDrafts.size(draft),
                    SendDrafts.mayAsk(draft) && dice.wildly(12));
        }
    }
}
