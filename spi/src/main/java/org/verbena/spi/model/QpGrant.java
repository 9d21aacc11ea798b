package org.verbena.spi.model;

import org.verbena.QpCap;

/**
 * A queue pair as it was created.
 *
 * @param granted what the create call writes back into {@code cap}
 * @param queried the {@code cap} that {@code ibv_query_qp(3)} reports afterwards
 * @param extended whether {@code ibv_qp_to_qp_ex(3)} gives a {@code struct ibv_qp_ex}
 */
public record QpGrant(QpCap granted, QpCap queried, boolean extended) {}
