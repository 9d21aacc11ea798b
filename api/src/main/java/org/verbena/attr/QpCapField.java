// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import org.verbena.error.InvalidRequestException;

/** The fields of {@link QpCap}, for code that works with any of them: {@code struct ibv_qp_cap}. */
public enum QpCapField {
    /** {@code max_send_wr}: the number of outstanding work requests in the send queue. */
    MAX_SEND_WR("max_send_wr"),
    /** {@code max_recv_wr}: the number of outstanding work requests in the receive queue. */
    MAX_RECV_WR("max_recv_wr"),
    /** {@code max_send_sge}: the number of gather elements of a send work request. */
    MAX_SEND_SGE("max_send_sge"),
    /** {@code max_recv_sge}: the number of scatter elements of a receive work request. */
    MAX_RECV_SGE("max_recv_sge"),
    /** {@code max_inline_data}: the number of bytes of a send work request that need no memory region. */
    MAX_INLINE_DATA("max_inline_data");

    private final String cName;

    QpCapField(String cName) {
        this.cName = cName;
    }

    /** {@return the name of the field in C, for example {@code max_send_wr}} */
    public String cName() {
        return cName;
    }

    /**
     * Returns the value of the field.
     *
     * @param cap the capabilities
     * @return the value, 0..2^32-1
     */
    public long of(QpCap cap) {
        return switch (this) {
            case MAX_SEND_WR -> cap.maxSendWr();
            case MAX_RECV_WR -> cap.maxRecvWr();
            case MAX_SEND_SGE -> cap.maxSendSge();
            case MAX_RECV_SGE -> cap.maxRecvSge();
            case MAX_INLINE_DATA -> cap.maxInlineData();
        };
    }

    /**
     * Returns the capabilities with another value of the field.
     *
     * @param cap the capabilities
     * @param value the new value, 0..2^32-1
     * @return a changed copy
     * @throws InvalidRequestException if the value does not fit into its C field
     */
    public QpCap set(QpCap cap, long value) {
        return switch (this) {
            case MAX_SEND_WR -> cap.withMaxSendWr(value);
            case MAX_RECV_WR -> cap.withMaxRecvWr(value);
            case MAX_SEND_SGE -> cap.withMaxSendSge(value);
            case MAX_RECV_SGE -> cap.withMaxRecvSge(value);
            case MAX_INLINE_DATA -> cap.withMaxInlineData(value);
        };
    }
}
