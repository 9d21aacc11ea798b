// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import java.nio.ByteBuffer;
import java.util.Map;
import org.verbena.attr.AttrStruct;
import org.verbena.internal.Attr;
import org.verbena.internal.Field;
import org.verbena.internal.FieldTable;
import org.verbena.internal.FieldValues;

/** The parameters of a connection: {@code struct rdma_conn_param}. Immutable. */
public final class ConnParam implements AttrStruct {
    /**
     * The number of responder resources or the initiator depth that stands for the maximum of the device:
     * {@code RDMA_MAX_RESP_RES} and {@code RDMA_MAX_INIT_DEPTH}.
     */
    public static final int DEVICE_MAXIMUM = 0xFF;

    private static final int MAX_RETRY = 7;
    private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0).asReadOnlyBuffer();
    private static final FieldTable TABLE = new FieldTable("rdma_conn_param");
    private static final Field<ByteBuffer> PRIVATE_DATA =
            TABLE.value("private_data", 0, NO_DATA, data -> data.remaining() + " bytes");
    private static final Field<Integer> RESPONDER_RESOURCES = TABLE.uint8("responder_resources", 0, DEVICE_MAXIMUM);
    private static final Field<Integer> INITIATOR_DEPTH = TABLE.uint8("initiator_depth", 0, DEVICE_MAXIMUM);
    private static final Field<Integer> FLOW_CONTROL = TABLE.uint8("flow_control");
    private static final Field<Integer> RETRY_COUNT = TABLE.uint8("retry_count", 0, MAX_RETRY);
    private static final Field<Integer> RNR_RETRY_COUNT = TABLE.uint8("rnr_retry_count", 0, MAX_RETRY);
    private static final Field<Boolean> SRQ = TABLE.value("srq", 0, false);
    private static final Field<Long> QP_NUM = TABLE.uint32("qp_num");

    private final FieldValues values;

    private ConnParam(FieldValues values) {
        this.values = values;
    }

    /** Creates a builder with the values of {@link #defaults()}. */
    public static Builder builder() {
        return new Builder(new FieldValues(TABLE));
    }

    /**
     * Returns the parameters that C takes for a null pointer: the maxima of the device, or for an accept the smaller of
     * them and the request of the peer; both retry counts are 7, and there is no private data.
     */
    public static ConnParam defaults() {
        return builder().build();
    }

    /** Creates a builder with these values. */
    public Builder toBuilder() {
        return new Builder(values.copy());
    }

    /**
     * Returns {@code private_data}, read-only. In an event it has the full length of the field and ends with zeroes:
     * the length that the peer has sent is not transmitted.
     */
    public ByteBuffer privateData() {
        return values.get(PRIVATE_DATA).duplicate();
    }

    /** Returns {@code responder_resources}: reads and atomics of the peer that this side executes at a time. */
    public int responderResources() {
        return values.get(RESPONDER_RESOURCES);
    }

    /** Returns {@code initiator_depth}: reads and atomics that this side has in flight. */
    public int initiatorDepth() {
        return values.get(INITIATOR_DEPTH);
    }

    /** Returns {@code flow_control}, which is transmitted and not used. */
    public int flowControl() {
        return values.get(FLOW_CONTROL);
    }

    /** Returns {@code retry_count}. Of events, only {@link CmEventType#CONNECT_REQUEST} has it. */
    public int retryCount() {
        return values.get(RETRY_COUNT);
    }

    /** Returns {@code rnr_retry_count}; 7 is unlimited. */
    public int rnrRetryCount() {
        return values.get(RNR_RETRY_COUNT);
    }

    /** Returns {@code srq}: whether the queue pair has a shared receive queue. */
    public boolean srq() {
        return values.get(SRQ);
    }

    /** Returns {@code qp_num}: in an event the number of the peer's queue pair. */
    public long qpNum() {
        return values.get(QP_NUM);
    }

    @Override
    public Map<String, Object> fields() {
        return values.fields();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ConnParam param && param.values.equals(values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.text(AttrStruct::text);
    }

    /**
     * A builder of {@link ConnParam}, not safe for use by several threads. A setter throws
     * {@link org.verbena.error.InvalidRequestException} if C cannot hold the value.
     */
    public static final class Builder {
        private final FieldValues values;

        private Builder(FieldValues values) {
            this.values = values;
        }

        /**
         * Sets {@code private_data} to a copy of the bytes from position to limit. With IP addresses, a request holds
         * 56 bytes over a connection and 180 bytes for datagrams, an accept 196 and 136 bytes.
         */
        public Builder privateData(ByteBuffer value) {
            Attr.present("rdma_conn_param", "private_data", value);
            ByteBuffer source = value.duplicate();
            ByteBuffer copy = ByteBuffer.allocate(source.remaining()).put(source);
            return set(PRIVATE_DATA, copy.flip().asReadOnlyBuffer());
        }

        /**
         * Sets {@code responder_resources}, 0..the device's {@code max_qp_rd_atom}; default {@link #DEVICE_MAXIMUM}.
         */
        public Builder responderResources(int value) {
            return set(RESPONDER_RESOURCES, value);
        }

        /**
         * Sets {@code initiator_depth}, 0..the device's {@code max_qp_init_rd_atom}; default {@link #DEVICE_MAXIMUM}.
         */
        public Builder initiatorDepth(int value) {
            return set(INITIATOR_DEPTH, value);
        }

        /** Sets {@code flow_control}, 0..255; default 0. */
        public Builder flowControl(int value) {
            return set(FLOW_CONTROL, value);
        }

        /** Sets {@code retry_count}, 0..255; the kernel takes at most 7; default 7. */
        public Builder retryCount(int value) {
            return set(RETRY_COUNT, value);
        }

        /** Sets {@code rnr_retry_count}, 0..255; the kernel takes at most 7, which is unlimited; default 7. */
        public Builder rnrRetryCount(int value) {
            return set(RNR_RETRY_COUNT, value);
        }

        /** Sets {@code srq}. Ignored if the identifier has created a queue pair. */
        public Builder srq(boolean value) {
            return set(SRQ, value);
        }

        /**
         * Sets {@code qp_num}, 0..4294967295, of which 24 bits are transmitted. Ignored if the identifier has created
         * a queue pair.
         */
        public Builder qpNum(long value) {
            return set(QP_NUM, value);
        }

        /** Returns the parameters. Later changes of this builder do not affect them. */
        public ConnParam build() {
            return new ConnParam(values.copy());
        }

        private <T> Builder set(Field<T> field, T value) {
            values.set(field, value);
            return this;
        }
    }
}
