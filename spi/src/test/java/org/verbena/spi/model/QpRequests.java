package org.verbena.spi.model;

import java.util.Optional;
import java.util.OptionalInt;
import org.verbena.Flags;
import org.verbena.QpCap;
import org.verbena.QpCreateFlag;
import org.verbena.QpInitAttrMask;
import org.verbena.QpType;
import org.verbena.SendOp;
import org.verbena.SrqType;

/** Requests for queue pairs as tests make them. */
final class QpRequests {
    private QpRequests() {}

    static QpRequest plain(QpType type, QpCap cap, Optional<SrqType> srq) {
        return request(
                false,
                type,
                cap,
                srq,
                Flags.of(QpInitAttrMask.PD),
                Flags.none(QpCreateFlag.class),
                Flags.none(SendOp.class));
    }

    static QpRequest extended(
            QpType type, QpCap cap, Flags<QpInitAttrMask> mask, Flags<QpCreateFlag> flags, Flags<SendOp> ops) {
        return request(true, type, cap, Optional.empty(), mask, flags, ops);
    }

    private static QpRequest request(
            boolean extended,
            QpType type,
            QpCap cap,
            Optional<SrqType> srq,
            Flags<QpInitAttrMask> mask,
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
