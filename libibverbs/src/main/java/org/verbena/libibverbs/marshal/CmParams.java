// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.marshal;

import java.nio.ByteBuffer;
import org.verbena.cm.ConnParam;
import org.verbena.cm.UdParam;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.CmStructs.RdmaConnParam;
import org.verbena.libibverbs.abi.CmStructs.RdmaUdParam;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.Struct;

/** Converts the parameters of connections between Java and C. */
public final class CmParams {
    private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0).asReadOnlyBuffer();

    private CmParams() {}

    /**
     * Writes the parameters of a connection.
     *
     * @param frame the frame that owns the memory
     * @param param the parameters, with at most 255 bytes of private data
     * @return the {@code struct rdma_conn_param}
     */
    public static Struct write(Frame frame, ConnParam param) {
        byte[] data = bytes(param.privateData());
        return frame.struct(RdmaConnParam.SIZE)
                .put(RdmaConnParam.PRIVATE_DATA, frame.bytes(data))
                .put(RdmaConnParam.PRIVATE_DATA_LEN, data.length)
                .put(RdmaConnParam.RESPONDER_RESOURCES, param.responderResources())
                .put(RdmaConnParam.INITIATOR_DEPTH, param.initiatorDepth())
                .put(RdmaConnParam.FLOW_CONTROL, param.flowControl())
                .put(RdmaConnParam.RETRY_COUNT, param.retryCount())
                .put(RdmaConnParam.RNR_RETRY_COUNT, param.rnrRetryCount())
                .put(RdmaConnParam.SRQ, param.srq() ? 1 : 0)
                .put(RdmaConnParam.QP_NUM, param.qpNum());
    }

    /**
     * Copies the content of a buffer.
     *
     * @param data the buffer, whose position and limit do not change
     * @return the bytes from its position to its limit
     */
    public static byte[] bytes(ByteBuffer data) {
        byte[] bytes = new byte[data.remaining()];
        data.duplicate().get(bytes);
        return bytes;
    }

    /**
     * Reads the parameters of a connection.
     *
     * @param struct the source, a {@code struct rdma_conn_param}
     * @return the parameters with a copy of the private data
     */
    public static ConnParam readConn(Struct struct) {
        return ConnParam.builder()
                .privateData(connData(struct))
                .responderResources(struct.getInt(RdmaConnParam.RESPONDER_RESOURCES))
                .initiatorDepth(struct.getInt(RdmaConnParam.INITIATOR_DEPTH))
                .flowControl(struct.getInt(RdmaConnParam.FLOW_CONTROL))
                .retryCount(struct.getInt(RdmaConnParam.RETRY_COUNT))
                .rnrRetryCount(struct.getInt(RdmaConnParam.RNR_RETRY_COUNT))
                .srq(struct.get(RdmaConnParam.SRQ) != 0)
                .qpNum(struct.get(RdmaConnParam.QP_NUM))
                .build();
    }

    /**
     * Reads the address of a datagram service or of a multicast group.
     *
     * @param struct the source, a {@code struct rdma_ud_param}
     * @return the address
     */
    public static UdParam readUd(Struct struct) {
        return new UdParam(
                AhAttrs.read(struct.inner(RdmaUdParam.AH_ATTR)),
                struct.get(RdmaUdParam.QP_NUM),
                struct.get(RdmaUdParam.QKEY));
    }

    /**
     * Reads the private data of a connection.
     *
     * @param struct the source, a {@code struct rdma_conn_param}
     * @return a copy, read-only
     */
    public static ByteBuffer connData(Struct struct) {
        return data(struct, RdmaConnParam.PRIVATE_DATA, RdmaConnParam.PRIVATE_DATA_LEN);
    }

    /**
     * Reads the private data of datagrams.
     *
     * @param struct the source, a {@code struct rdma_ud_param}
     * @return a copy, read-only
     */
    public static ByteBuffer udData(Struct struct) {
        return data(struct, RdmaUdParam.PRIVATE_DATA, RdmaUdParam.PRIVATE_DATA_LEN);
    }

    private static ByteBuffer data(Struct struct, CField pointer, CField length) {
        long address = struct.get(pointer);
        int size = struct.getInt(length);
        if (address == 0 || size == 0) {
            return NO_DATA;
        }
        byte[] copy = new Struct(struct.memory(), address).bytes(new CField(0, CField.Type.BLOCK, size));
        return ByteBuffer.wrap(copy).asReadOnlyBuffer();
    }
}
