package org.verbena.fidelity.walk;

import org.verbena.attr.QpType;

/** Drafts receives, whose data goes to the second zone of the memory. */
final class RecvArguments {
    private RecvArguments() {}

    static void recv(StepBuilder draft) {
        PairArguments.end(draft);
        // Most sends are posted to the first end.
        if (!draft.dice().oneIn(4)) {
            draft.set(StepField.END, 1);
        }
        boolean datagram = draft.side()
                .traffic()
                .connection(draft.arguments().objects(StepField.PAIR).get(0))
                .filter(connection -> PairAttributes.type(connection.arguments()) == QpType.UD)
                .isPresent();
        elements(draft, datagram ? Traffic.ROUTE_HEADER : 0);
    }

    static void srqRecv(StepBuilder draft) {
        draft.pick(StepField.SRQ);
        elements(draft, 0);
    }

    private static void elements(StepBuilder draft, int header) {
        StepValues dice = draft.dice();
        if (dice.oneIn(3)) {
            draft.set(StepField.MORE, 1);
        }
        if (!dice.oneIn(10)) {
            SendArguments.elements(
                    draft,
                    SendArguments.RECEIVED,
                    header + SendArguments.size(draft),
                    SendArguments.mayAsk(draft) && dice.wildly(12));
        }
    }
}
