// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

/** The result of a work request: {@code enum ibv_wc_status}. */
public enum WcStatus implements VerbsEnum {
    /** The work request succeeded. */
    SUCCESS("IBV_WC_SUCCESS", 0),

    /** A receive was too short for the message, or a message was longer than the port or the path allows. */
    LOC_LEN_ERR("IBV_WC_LOC_LEN_ERR", 1),

    /** The queue pair detected an inconsistency in its own work request. */
    LOC_QP_OP_ERR("IBV_WC_LOC_QP_OP_ERR", 2),

    /** The local end-to-end context detected an error; reliable datagrams only. */
    LOC_EEC_OP_ERR("IBV_WC_LOC_EEC_OP_ERR", 3),

    /** A scatter/gather element is not within a memory region that allows the access. */
    LOC_PROT_ERR("IBV_WC_LOC_PROT_ERR", 4),

    /** The queue pair was in the error state: the work request was not executed, or only in part. */
    WR_FLUSH_ERR("IBV_WC_WR_FLUSH_ERR", 5),

    /** A memory window could not be bound. */
    MW_BIND_ERR("IBV_WC_MW_BIND_ERR", 6),

    /** The peer responded with an unexpected transport opcode. */
    BAD_RESP_ERR("IBV_WC_BAD_RESP_ERR", 7),

    /** A protection error occurred on a local buffer during an RDMA write with immediate data. */
    LOC_ACCESS_ERR("IBV_WC_LOC_ACCESS_ERR", 8),

    /** The peer rejected the request as invalid: its receive is too short, or the operation is not enabled. */
    REM_INV_REQ_ERR("IBV_WC_REM_INV_REQ_ERR", 9),

    /** The peer denied the access: wrong rkey, range or access right. */
    REM_ACCESS_ERR("IBV_WC_REM_ACCESS_ERR", 10),

    /** The peer could not execute the operation. */
    REM_OP_ERR("IBV_WC_REM_OP_ERR", 11),

    /** The peer did not respond during {@code retry_cnt} retries. */
    RETRY_EXC_ERR("IBV_WC_RETRY_EXC_ERR", 12),

    /** The peer had no receive posted during {@code rnr_retry} retries. */
    RNR_RETRY_EXC_ERR("IBV_WC_RNR_RETRY_EXC_ERR", 13),

    /** The domains of reliable datagrams do not match. */
    LOC_RDD_VIOL_ERR("IBV_WC_LOC_RDD_VIOL_ERR", 14),

    /** The peer rejected a reliable datagram as invalid. */
    REM_INV_RD_REQ_ERR("IBV_WC_REM_INV_RD_REQ_ERR", 15),

    /** The peer aborted the operation. */
    REM_ABORT_ERR("IBV_WC_REM_ABORT_ERR", 16),

    /** The end-to-end context does not exist. */
    INV_EECN_ERR("IBV_WC_INV_EECN_ERR", 17),

    /** The end-to-end context is in the wrong state. */
    INV_EEC_STATE_ERR("IBV_WC_INV_EEC_STATE_ERR", 18),

    /** The device failed. */
    FATAL_ERR("IBV_WC_FATAL_ERR", 19),

    /** A response did not arrive in time. */
    RESP_TIMEOUT_ERR("IBV_WC_RESP_TIMEOUT_ERR", 20),

    /** An error that no other status describes. */
    GENERAL_ERR("IBV_WC_GENERAL_ERR", 21),

    /** Tag matching failed. */
    TM_ERR("IBV_WC_TM_ERR", 22),

    /** Software must complete a rendezvous message. */
    TM_RNDV_INCOMPLETE("IBV_WC_TM_RNDV_INCOMPLETE", 23),

    /** A number without a constant; {@code statusCode} returns the number. */
    UNKNOWN("", -1);

    private final String cName;
    private final int value;

    WcStatus(String cName, int value) {
        this.cName = cName;
        this.value = value;
    }

    /**
     * Returns the constant for a C number.
     *
     * @param value the number as a driver reports it; any value is allowed
     * @return the constant, {@link #UNKNOWN} if there is none
     */
    public static WcStatus of(int value) {
        return VerbsEnum.find(values(), value, UNKNOWN);
    }

    @Override
    public String cName() {
        return cName;
    }

    @Override
    public int value() {
        return value;
    }
}
