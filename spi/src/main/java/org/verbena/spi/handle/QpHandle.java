package org.verbena.spi.handle;

import java.util.Optional;
import org.verbena.*;
import org.verbena.CompletionQueue;
import org.verbena.Flags;
import org.verbena.Gid;
import org.verbena.ProtectionDomain;
import org.verbena.QpAttr;
import org.verbena.QpAttrMask;
import org.verbena.QpCap;
import org.verbena.QpInitAttr;
import org.verbena.QpInitAttrMask;
import org.verbena.QpQuery;
import org.verbena.QpState;
import org.verbena.QpType;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.SharedReceiveQueue;
import org.verbena.VerbsException;
import org.verbena.spi.driver.DriverQp;
import org.verbena.spi.model.QpChange;

/** A queue pair. */
final class QpHandle extends Handle implements QueuePair {
    // Rate limits are left out: drivers without packet pacing refuse a mask that has them (EOPNOTSUPP).
    private static final Flags<QpAttrMask> EVERYTHING =
            Flags.of(QpAttrMask.STATE, QpAttrMask.values()).without(QpAttrMask.RATE_LIMIT);

    private final DriverQp driver;
    private final QpInitAttr attr;
    private final McastMemberships memberships;

    QpHandle(ContextHandle owner, Resource resource, DriverQp driver, QpInitAttr attr) {
        super(owner, resource);
        this.driver = driver;
        this.attr = attr;
        this.memberships = new McastMemberships(driver);
        resource.beforeTeardown(memberships::leaveAll);
    }

    @Override
    public Optional<Object> qpContext() {
        return attr.qpContext();
    }

    @Override
    public long qpNum() {
        return call("ibv_create_qp", driver::qpNum);
    }

    @Override
    public QpType qpType() {
        return attr.qpType();
    }

    @Override
    public QpState state() {
        return call("ibv_query_qp", driver::state);
    }

    @Override
    public Optional<ProtectionDomain> pd() {
        return attr.pd();
    }

    @Override
    public Optional<CompletionQueue> sendCq() {
        return attr.sendCq();
    }

    @Override
    public Optional<CompletionQueue> recvCq() {
        return attr.recvCq();
    }

    @Override
    public Optional<SharedReceiveQueue> srq() {
        return attr.srq();
    }

    @Override
    public QpCap requestedCap() {
        return attr.cap();
    }

    @Override
    public QpCap grantedCap() {
        return call("ibv_create_qp", driver::grantedCap);
    }

    @Override
    public QpQuery query() {
        return query(EVERYTHING);
    }

    @Override
    public QpQuery query(Flags<QpAttrMask> mask) {
        Requests.mask32("ibv_query_qp", this, "attr_mask", mask);
        DriverQp.Query answer = call("ibv_query_qp", () -> driver.query(mask));
        return new QpQuery(answer.attr(), QpRequests.answered(attr, answer));
    }

    @Override
    public void modify(QpAttr changes) {
        Requests.present("ibv_modify_qp", this, changes);
        change("ibv_modify_qp", () -> driver.modify(changes), () -> modification(changes));
    }

    Question<QpAttr> modification(QpAttr changes) {
        boolean rss = attr.compMask().contains(QpInitAttrMask.IND_TABLE);
        return Question.modifyQp(new QpChange(attr.qpTypeCode(), rss, present(), changes));
    }

    /**
     * The attributes with the state that the device is in; where it does not say, with the one that the library keeps.
     * The library keeps what it is asked for (ibv_query_qp), and an explanation changes nothing: the state is not asked
     * for, and comes all the same.
     */
    private QpAttr present() {
        try {
            return driver.query(EVERYTHING.without(QpAttrMask.STATE)).attr();
        } catch (VerbsException e) {
            return QpAttr.builder().qpStateCode(driver.state().value()).build();
        }
    }

    @Override
    public Optional<QueuePairEx> toQpEx() {
        return call("ibv_qp_to_qp_ex", driver::sendOps).map(ops -> new QpExHandle(this, driver));
    }

    @Override
    public void attachMcast(Gid gid, int lid) {
        Requests.mcast("ibv_attach_mcast", this, gid, lid);
        run("ibv_attach_mcast", () -> memberships.join(this, gid, lid));
    }

    @Override
    public void detachMcast(Gid gid, int lid) {
        Requests.mcast("ibv_detach_mcast", this, gid, lid);
        run("ibv_detach_mcast", () -> memberships.leave(gid, lid));
    }

    @Override
    public void postSend(SendBatch batch, int from, int to) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public void postRecv(RecvBatch batch, int from, int to) {
        throw new UnsupportedOperationException("data path");
    }
}
