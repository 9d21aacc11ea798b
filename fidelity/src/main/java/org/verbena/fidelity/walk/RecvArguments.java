// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import org.verbena.attr.QpType;

/** Builds receives, whose data goes to the second zone of the memory. */
final class RecvArguments {
    private RecvArguments() {}

    static void recv(StepBuilder builder) {
        PairArguments.end(builder);
        // Most sends are posted to the first end.
        if (!builder.values().oneIn(4)) {
            builder.set(StepField.END, 1);
        }
        boolean datagram = builder.device()
                .traffic()
                .connection(builder.arguments().objects(StepField.PAIR).get(0))
                .filter(connection -> PairAttributes.type(connection.arguments()) == QpType.UD)
                .isPresent();
        elements(builder, datagram ? Traffic.ROUTE_HEADER : 0);
    }

    static void srqRecv(StepBuilder builder) {
        builder.pick(StepField.SRQ);
        elements(builder, 0);
    }

    private static void elements(StepBuilder builder, int header) {
        StepValues values = builder.values();
        if (values.oneIn(3)) {
            builder.set(StepField.MORE, 1);
        }
        if (!values.oneIn(10)) {
            SendArguments.elements(
                    builder,
                    SendArguments.RECEIVED,
                    header + SendArguments.size(builder),
                    SendArguments.mayAsk(builder) && values.wildly(12));
        }
    }
}
