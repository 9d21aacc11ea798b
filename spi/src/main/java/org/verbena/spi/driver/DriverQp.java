package org.verbena.spi.driver;

import java.util.Optional;
import org.verbena.Flags;
import org.verbena.Gid;
import org.verbena.QpAttr;
import org.verbena.QpAttrMask;
import org.verbena.QpCap;
import org.verbena.QpState;
import org.verbena.SendOp;

/** A queue pair. */
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
    Optional<Flags<SendOp>> sendOps();

    /**
     * {@code ibv_attach_mcast(3)}.
     *
     * @param gid the group
     * @param lid its local identifier, 0..65535
     */
    void attachMcast(Gid gid, int lid);

    /**
     * {@code ibv_detach_mcast(3)}.
     *
     * @param gid the group
     * @param lid its local identifier, 0..65535
     */
    void detachMcast(Gid gid, int lid);
}
