// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.fuzz;

import java.util.function.BiFunction;
import org.verbena.VerbsObject;

/** The calls that create objects. */
public enum CreationCall {
    /** {@code ibv_create_cq}. */
    CREATE_CQ(RandomRequests::createCq),

    /** {@code ibv_create_cq_ex}. */
    CREATE_CQ_EX(RandomRequests::createCqEx),

    /** {@code ibv_create_srq}. */
    CREATE_SRQ(RandomRequests::createSrq),

    /** {@code ibv_create_srq_ex}. */
    CREATE_SRQ_EX(RandomRequests::createSrqEx),

    /** {@code ibv_create_qp}. */
    CREATE_QP(RandomRequests::createQp),

    /** {@code ibv_create_qp_ex}. */
    CREATE_QP_EX(RandomRequests::createQpEx),

    /** {@code ibv_open_qp}. */
    OPEN_QP(RandomRequests::openQp),

    /** {@code ibv_create_wq}. */
    CREATE_WQ(RandomRequests::createWq),

    /** {@code ibv_create_rwq_ind_table}. */
    CREATE_RWQ_IND_TABLE(RandomRequests::createRwqIndTable),

    /** {@code ibv_open_xrcd}. */
    OPEN_XRCD(RandomRequests::openXrcd),

    /** {@code ibv_create_ah}. */
    CREATE_AH(RandomRequests::createAh),

    /** {@code ibv_reg_mr}. */
    REG_MR(RandomRequests::regMr);

    @SuppressWarnings("ImmutableEnumChecker") // a lambda that captures nothing
    private final BiFunction<RandomRequests, RandomValues, VerbsObject> call;

    CreationCall(BiFunction<RandomRequests, RandomValues, VerbsObject> call) {
        this.call = call;
    }

    VerbsObject with(RandomRequests requests, RandomValues random) {
        return call.apply(requests, random);
    }
}
