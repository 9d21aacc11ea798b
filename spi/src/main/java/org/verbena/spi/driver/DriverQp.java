package org.verbena.spi.driver;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.Errno;
import org.verbena.Flags;
import org.verbena.FlowAttr;
import org.verbena.Gid;
import org.verbena.QpAttr;
import org.verbena.QpAttrMask;
import org.verbena.QpCap;
import org.verbena.QpState;
import org.verbena.SendOp;

/** A queue pair. */
@ProviderType
public interface DriverQp extends DriverObject {
    /**
     * The answer of {@code ibv_query_qp(3)}: {@code struct ibv_qp_attr} and what {@code struct ibv_qp_init_attr} adds
     * to what the caller knows already.
     *
     * @param attr the attributes
     * @param initCap {@code cap} of {@code struct ibv_qp_init_attr}
     * @param sqSigAll {@code sq_sig_all}
     */
    record Query(QpAttr attr, QpCap initCap, boolean sqSigAll) {}

    /**
     * The number.
     *
     * @return {@code qp_num}
     */
    long qpNum();

    /**
     * The state as libibverbs keeps it: changed by a successful modify or query.
     *
     * @return {@code state}
     */
    QpState state();

    /**
     * What the create call wrote back.
     *
     * @return the grant
     */
    QpCap grantedCap();

    /**
     * {@code ibv_query_qp(3)}.
     *
     * @param mask the attributes that are wanted
     * @return the answer
     */
    Query query(Flags<QpAttrMask> mask);

    /**
     * {@code ibv_modify_qp(3)}.
     *
     * @param attr the attributes and their mask
     */
    void modify(QpAttr attr);

    /**
     * {@code ibv_qp_to_qp_ex(3)}.
     *
     * @return the operations with a builder, if the queue pair has the extended interface
     */
    default Optional<Flags<SendOp>> sendOps() {
        return Optional.empty();
    }

    /**
     * {@code ibv_attach_mcast(3)}.
     *
     * @param gid the group
     * @param lid its local identifier, 0..65535
     */
    default void attachMcast(Gid gid, int lid) {
        throw Unsupported.verb("ibv_attach_mcast", this);
    }

    /**
     * {@code ibv_detach_mcast(3)}.
     *
     * @param gid the group
     * @param lid its local identifier, 0..65535
     */
    default void detachMcast(Gid gid, int lid) {
        throw Unsupported.verb("ibv_detach_mcast", this);
    }

    /**
     * {@code ibv_post_send(3)}.
     *
     * @param memory where the work requests are, {@code struct ibv_send_wr} with the addresses of {@code memory}
     * @param first the offset of the first one
     * @param badWr the offset of 8 bytes that receive the address of the first one that is refused
     * @return 0, or the error number as the driver returns it
     */
    default int postSend(DriverMemory memory, long first, long badWr) {
        return Errno.EOPNOTSUPP.number();
    }

    /**
     * {@code ibv_post_recv(3)}.
     *
     * @param memory where the work requests are, {@code struct ibv_recv_wr} with the addresses of {@code memory}
     * @param first the offset of the first one
     * @param badWr the offset of 8 bytes that receive the address of the first one that is refused
     * @return 0, or the error number as the driver returns it
     */
    default int postRecv(DriverMemory memory, long first, long badWr) {
        return Errno.EOPNOTSUPP.number();
    }

    /**
     * The builders of {@code struct ibv_qp_ex}.
     *
     * @return the builders, where {@link #sendOps} is present and there is a send queue
     */
    default Optional<DriverSendBuilder> sendBuilder() {
        return Optional.empty();
    }

    /**
     * {@code ibv_create_flow(3)}.
     *
     * @param attr the rule
     * @return the rule
     */
    default DriverFlow createFlow(FlowAttr attr) {
        throw Unsupported.verb("ibv_create_flow", this);
    }
}
