// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import java.util.Optional;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCap;
import org.verbena.attr.SendOp;

/**
 * The capabilities of a new queue pair.
 *
 * @param granted the {@code cap} that the create call returns
 * @param queried the {@code cap} that {@code ibv_query_qp(3)} reports afterwards
 * @param builders the operations for which {@code struct ibv_qp_ex} has a function; empty if {@code ibv_qp_to_qp_ex(3)}
 *     returns NULL
 */
public record QpGrant(QpCap granted, QpCap queried, Optional<Flags<SendOp>> builders) {
    /**
     * Creates a grant without send builders.
     *
     * @param granted the {@code cap} that the create call returns
     * @param queried the {@code cap} that {@code ibv_query_qp(3)} reports afterwards
     */
    public QpGrant(QpCap granted, QpCap queried) {
        this(granted, queried, Optional.empty());
    }
}
