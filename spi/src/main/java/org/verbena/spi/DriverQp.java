// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.SendOp;
import org.verbena.error.Errno;
import org.verbena.spi.model.QpOpenRequest;
import org.verbena.spi.model.QpRequest;

/** A queue pair. */
@ProviderType
public interface DriverQp extends DriverObject {
    /**
     * A request for a queue pair: the values, and the objects of the same context that it names.
     *
     * @param request the values
     * @param sqSigAll {@code sq_sig_all}
     * @param pd {@code pd}, always present for the plain call
     * @param sendCq {@code send_cq}
     * @param recvCq {@code recv_cq}
     * @param srq {@code srq}
     * @param xrcd {@code xrcd}
     * @param rwqIndTbl {@code rwq_ind_tbl}
     */
    record Init(
            QpRequest request,
            boolean sqSigAll,
            Optional<DriverPd> pd,
            Optional<DriverCq> sendCq,
            Optional<DriverCq> recvCq,
            Optional<DriverSrq> srq,
            Optional<DriverXrcd> xrcd,
            Optional<DriverRwqIndTable> rwqIndTbl) {}

    /**
     * A request to open an XRC target.
     *
     * @param request the values
     * @param qpNum {@code qp_num}
     * @param xrcd {@code xrcd}
     */
    record Open(QpOpenRequest request, long qpNum, Optional<DriverXrcd> xrcd) {}

    /**
     * The result of {@code ibv_query_qp(3)}: {@code struct ibv_qp_attr}, and the fields of
     * {@code struct ibv_qp_init_attr} that the caller does not know already.
     *
     * @param attr the attributes
     * @param initCap {@code cap} of {@code struct ibv_qp_init_attr}
     * @param sqSigAll {@code sq_sig_all}
     */
    record Query(QpAttr attr, QpCap initCap, boolean sqSigAll) {}

    /** {@return the queue pair number, {@code qp_num}} */
    long qpNum();

    /** {@return the state that libibverbs records: a successful modify or query updates it, {@code state}} */
    QpState state();

    /**
     * Returns the capabilities that the create call returned.
     *
     * @return the actual capabilities
     */
    QpCap grantedCap();

    /**
     * Queries attributes: {@code ibv_query_qp(3)}.
     *
     * @param mask the requested attributes
     * @return the result
     */
    Query query(Flags<QpAttr.Mask> mask);

    /**
     * Modifies attributes: {@code ibv_modify_qp(3)}.
     *
     * @param attr the attributes and their mask
     */
    void modify(QpAttr attr);

    /**
     * Returns the send operations of the extended interface: {@code ibv_qp_to_qp_ex(3)}.
     *
     * @return the operations that have a builder; empty if the queue pair lacks the extended interface
     */
    default Optional<Flags<SendOp>> sendOps() {
        return Optional.empty();
    }

    /**
     * Attaches the queue pair to a multicast group: {@code ibv_attach_mcast(3)}.
     *
     * @param gid the GID of the group
     * @param lid the LID of the group, 0..65535
     */
    default void attachMcast(Gid gid, int lid) {
        throw Unsupported.verb("ibv_attach_mcast", this);
    }

    /**
     * Detaches the queue pair from a multicast group: {@code ibv_detach_mcast(3)}.
     *
     * @param gid the GID of the group
     * @param lid the LID of the group, 0..65535
     */
    default void detachMcast(Gid gid, int lid) {
        throw Unsupported.verb("ibv_detach_mcast", this);
    }

    /**
     * Posts send work requests: {@code ibv_post_send(3)}.
     *
     * @param memory the memory of the work requests: {@code struct ibv_send_wr}, linked by addresses of {@code memory}
     * @param first the offset of the first work request
     * @param badWr the offset of 8 bytes that receive the address of the first rejected work request
     * @return 0, or the error number as the driver returns it
     */
    default int postSend(DriverMemory memory, long first, long badWr) {
        return Errno.EOPNOTSUPP.number();
    }

    /**
     * Posts receive work requests: {@code ibv_post_recv(3)}.
     *
     * @param memory the memory of the work requests: {@code struct ibv_recv_wr}, linked by addresses of {@code memory}
     * @param first the offset of the first work request
     * @param badWr the offset of 8 bytes that receive the address of the first rejected work request
     * @return 0, or the error number as the driver returns it
     */
    default int postRecv(DriverMemory memory, long first, long badWr) {
        return Errno.EOPNOTSUPP.number();
    }

    /**
     * {@return the send builders: {@code struct ibv_qp_ex}; empty if {@link #sendOps} is empty or there is no send
     * queue}
     */
    default Optional<DriverSendBuilder> sendBuilder() {
        return Optional.empty();
    }

    /**
     * Creates a flow rule: {@code ibv_create_flow(3)}.
     *
     * @param attr the attributes of the rule
     * @return the rule
     */
    default DriverFlow createFlow(FlowAttr attr) {
        throw Unsupported.verb("ibv_create_flow", this);
    }
}
