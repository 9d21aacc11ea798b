package org.verbena.spi.model;

import java.util.Optional;
import org.verbena.Flags;
import org.verbena.QpCap;
import org.verbena.SendOp;

/**
 * A queue pair as it was created.
 *
 * @param granted what the create call writes back into {@code cap}
 * @param queried the {@code cap} that {@code ibv_query_qp(3)} reports afterwards
 * @param builders the operations that {@code struct ibv_qp_ex} has a function for, empty if {@code ibv_qp_to_qp_ex(3)}
 *     gives none
 */
public record QpGrant(QpCap granted, QpCap queried, Optional<Flags<SendOp>> builders) {
    /** Without send builders. */
    QpGrant(QpCap granted, QpCap queried) {
        this(granted, queried, Optional.empty());
    }
}
