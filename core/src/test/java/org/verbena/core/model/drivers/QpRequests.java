// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import java.util.Optional;
import java.util.OptionalInt;
import org.verbena.QpInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqType;
import org.verbena.spi.model.QpRequest;

/** Creates requests for queue pairs for tests. */
public final class QpRequests {
    private QpRequests() {}

    public static QpRequest plain(QpType type, QpCap cap, Optional<SrqType> srq) {
        return request(
                false,
                type,
                cap,
                srq,
                Flags.of(QpInitAttr.Mask.PD),
                Flags.none(QpCreateFlag.class),
                Flags.none(SendOp.class));
    }

    public static QpRequest extended(
            QpType type, QpCap cap, Flags<QpInitAttr.Mask> mask, Flags<QpCreateFlag> flags, Flags<SendOp> ops) {
        return request(true, type, cap, Optional.empty(), mask, flags, ops);
    }

    private static QpRequest request(
            boolean extended,
            QpType type,
            QpCap cap,
            Optional<SrqType> srq,
            Flags<QpInitAttr.Mask> mask,
            Flags<QpCreateFlag> flags,
            Flags<SendOp> ops) {
        return new QpRequest(
                extended,
                type.value(),
                cap,
                true,
                true,
                srq,
                mask,
                flags,
                0,
                OptionalInt.empty(),
                Optional.empty(),
                0,
                ops);
    }
}
