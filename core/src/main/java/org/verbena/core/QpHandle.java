// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.verbena.CompletionQueue;
import org.verbena.Flow;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QpQuery;
import org.verbena.QueuePair;
import org.verbena.QueuePairEx;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SharedReceiveQueue;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.core.flight.FlightEntry;
import org.verbena.core.flight.FlightEvent;
import org.verbena.core.flight.FlightField;
import org.verbena.core.model.drivers.EfaModel;
import org.verbena.core.observe.DataPathCounters;
import org.verbena.core.observe.ObjectKind;
import org.verbena.error.Errno;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;
import org.verbena.spi.DriverQp;
import org.verbena.spi.model.FlowRequest;
import org.verbena.spi.model.McastRequest;
import org.verbena.spi.model.QpChange;
import org.verbena.spi.model.QpQueryRequest;

/** A queue pair. */
class QpHandle extends Handle implements QueuePair {
    // RATE_LIMIT is excluded: drivers without packet pacing reject a mask that contains it (EOPNOTSUPP).
    private static final Flags<QpAttr.Mask> EVERYTHING =
            Flags.of(QpAttr.Mask.STATE, QpAttr.Mask.values()).without(QpAttr.Mask.RATE_LIMIT);

    private static final String DESTROY = "ibv_destroy_qp";
    private static final String MODIFY = "ibv_modify_qp";
    private static final String SEND = "ibv_post_send";
    private static final String RECV = "ibv_post_recv";

    private final DriverQp driver;
    private final QpInitAttr attr;
    private final Optional<ProtectionDomain> pd;
    private final McastMemberships memberships;
    private final Gate sendGate;
    private final Gate recvGate;
    private final RecvQueue receives;
    private final Gates gates;
    private final PostRules rules;
    private volatile @Nullable QpExHandle builders;

    /**
     * Creates the handle of a queue pair that the driver has created.
     *
     * @param pd the protection domain, which a plain request does not contain
     */
    QpHandle(ContextHandle owner, Resource resource, DriverQp driver, QpInitAttr attr, Optional<ProtectionDomain> pd) {
        super(owner, resource);
        this.driver = driver;
        this.attr = attr;
        this.pd = pd;
        this.memberships = new McastMemberships(driver);
        resource.beforeTeardown(memberships::leaveAll);
        this.sendGate = new Gate(resource, "a list of send work requests");
        this.recvGate = new Gate(resource, "a post");
        this.receives = RecvQueue.of(RECV, this, recvGate, driver::postRecv, this::refusedRecv);
        this.gates = gates(attr);
        this.rules = PostRules.of(attr);
        resource.closesWith(new QueueClose(DESTROY, List.of(sendGate, recvGate), gates));
        resource.sendsThrough(sendGate);
    }

    /** Creates the handle of a queue pair that the driver has created, see the constructor. */
    static QpHandle of(
            ContextHandle owner, Resource resource, DriverQp driver, QpInitAttr attr, Optional<ProtectionDomain> pd) {
        return DataPathCounters.isEnabled()
                ? CountedQp.counted(owner, resource, driver, attr, pd)
                : new QpHandle(owner, resource, driver, attr, pd);
    }

    /** Returns the gates of the queues, and of the completion queues that C searches. */
    private Gates gates(QpInitAttr attr) {
        Gate sends = attr.sendCq().map(QpHandle::gate).orElse(sendGate);
        Gate receives = attr.recvCq().map(QpHandle::gate).orElse(recvGate);
        return Gates.of(sendGate, recvGate, sends, receives);
    }

    private static Gate gate(CompletionQueue cq) {
        return ((CqHandle) cq).gate();
    }

    @Override
    public final Optional<Object> qpContext() {
        return attr.qpContext();
    }

    @Override
    public final long qpNum() {
        return call("ibv_create_qp", driver::qpNum);
    }

    @Override
    public final QpType qpType() {
        return attr.qpType();
    }

    @Override
    public final QpState state() {
        return call("ibv_query_qp", driver::state);
    }

    @Override
    public final Optional<ProtectionDomain> pd() {
        return pd;
    }

    @Override
    public final Optional<CompletionQueue> sendCq() {
        return attr.sendCq();
    }

    @Override
    public final Optional<CompletionQueue> recvCq() {
        return attr.recvCq();
    }

    @Override
    public final Optional<SharedReceiveQueue> srq() {
        return attr.srq();
    }

    @Override
    public final QpCap requestedCap() {
        return attr.cap();
    }

    @Override
    public final QpCap grantedCap() {
        return call("ibv_create_qp", driver::grantedCap);
    }

    @Override
    public final QpQuery query() {
        try {
            return query(EVERYTHING);
        } catch (VerbsException e) {
            if (e.errno().equals(Errno.EOPNOTSUPP)) {
                return query(EfaModel.QUERIED); // no driver reports fewer
            }
            throw e;
        }
    }

    @Override
    public final QpQuery query(Flags<QpAttr.Mask> mask) {
        RequestChecks.mask32("ibv_query_qp", this, "attr_mask", mask);
        DriverQp.Query answer = call("ibv_query_qp", () -> driver.query(mask), () -> ModelQuery.queryQp(asked(mask)));
        return new QpQuery(answer.attr(), QpChecks.answered(attr, answer));
    }

    @Override
    public final void modify(QpAttr changes) {
        RequestChecks.present(MODIFY, this, changes);
        boolean reset =
                changes.attrMask().contains(QpAttr.Mask.STATE) && changes.qpStateCode() == QpState.RESET.value();
        run(
                MODIFY,
                () -> {
                    if (reset) {
                        reset(changes);
                    } else {
                        modifyByDriver(changes);
                    }
                },
                () -> modification(changes));
    }

    /**
     * Resets the queue pair. libmlx5 empties the queues and searches the completion queues, whose locks it takes
     * (mlx5_modify_qp).
     */
    private void reset(QpAttr changes) {
        gates.runAlone(MODIFY, () -> modifyByDriver(changes));
    }

    private void modifyByDriver(QpAttr changes) {
        recorded(changes).commitAfter(() -> driver.modify(changes));
    }

    private FlightEntry recorded(QpAttr changes) {
        FlightEntry entry = resource().begin(FlightEvent.QP_MODIFY);
        if (entry.isRecorded()) {
            entry.with(FlightField.VERB, MODIFY)
                    .with(FlightField.QP_NUM, driver.qpNum())
                    .with(FlightField.ATTRIBUTES, changes.attrMask().toString())
                    .with(FlightField.FROM_STATE, driver.state().name());
            if (changes.attrMask().contains(QpAttr.Mask.STATE)) {
                entry.with(FlightField.TO_STATE, changes.qpState().name());
            }
        }
        return entry;
    }

    ModelQuery<QpAttr> modification(QpAttr changes) {
        return ModelQuery.modifyQp(new QpChange(attr.qpTypeCode(), isRss(), present(), changes));
    }

    private QpQueryRequest asked(Flags<QpAttr.Mask> mask) {
        return new QpQueryRequest(attr.qpTypeCode(), isRss(), recordedState(), mask);
    }

    /** Returns the state that libibverbs has recorded. */
    private QpAttr recordedState() {
        return QpAttr.builder().qpStateCode(driver.state().value()).build();
    }

    private boolean isRss() {
        return attr.compMask().contains(QpInitAttr.Mask.IND_TABLE);
    }

    /**
     * Queries the attributes, including the current state of the device. If the query fails, only the state that
     * libibverbs has recorded is returned. The mask excludes the state, because ibv_query_qp would otherwise update the
     * recorded state, and an explanation must change nothing. Drivers return the state anyway.
     */
    private QpAttr present() {
        try {
            return driver.query(EVERYTHING.without(QpAttr.Mask.STATE)).attr();
        } catch (VerbsException e) {
            return recordedState();
        }
    }

    @Override
    public final Optional<QueuePairEx> toQpEx() {
        return call("ibv_qp_to_qp_ex", driver::sendOps).map(ops -> builders());
    }

    private QpExHandle builders() {
        QpExHandle known = builders;
        if (known == null) {
            known = new QpExHandle(this, driver);
            builders = known;
        }
        return known;
    }

    @Override
    public final void attachMcast(Gid gid, int lid) {
        RequestChecks.mcast("ibv_attach_mcast", this, gid, lid);
        run(
                "ibv_attach_mcast",
                () -> memberships.join(this, gid, lid),
                () -> ModelQuery.attachMcast(new McastRequest(attr.qpTypeCode(), gid, lid)));
    }

    @Override
    public final void detachMcast(Gid gid, int lid) {
        RequestChecks.mcast("ibv_detach_mcast", this, gid, lid);
        run("ibv_detach_mcast", () -> memberships.leave(gid, lid));
    }

    @Override
    public final Flow createFlow(FlowAttr rule) {
        RequestChecks.present("ibv_create_flow", this, rule);
        return owner().create(
                        "ibv_create_flow",
                        ObjectKind.FLOW,
                        () -> requireOpen("ibv_create_flow"),
                        () -> driver.createFlow(rule),
                        () -> ModelQuery.createFlow(new FlowRequest(attr.qpTypeCode(), rule)),
                        (flow, resource) -> new FlowHandle(this, resource, rule));
    }

    // ---------------------------------------------------------------- the data path

    Gate sendGate() {
        return sendGate;
    }

    PostRules rules() {
        return rules;
    }

    DriverQp driverQp() {
        return driver;
    }

    /** Runs a call that posts by other means, with exclusive access to the send queue. */
    void whileSending(String verb, Runnable post) {
        rules.requireSendQueue(verb, this);
        sendGate.enter(verb);
        try {
            post.run();
            posted(1, 0, 0);
        } finally {
            try {
                sendGate.exit();
            } catch (StackOverflowError e) {
                sendGate.state = Gate.FREE; // see Gate.exit
            }
        }
    }

    @Override
    public final void postSend(SendBatch batch, int from, int to) {
        SendWorkList list = SendWorkList.of(batch, this);
        Objects.checkFromToIndex(from, to, list.size());
        rules.requireSendQueue(SEND, this);
        if (from == to) {
            return;
        }
        int result;
        int end;
        sendGate.enter(SEND);
        try {
            rules.checkSends(this, list, from, to);
            list.cut(to);
            try {
                result = driver.postSend(list.memory(), list.offset(from), list.badWrOffset());
            } finally {
                list.join(to);
            }
            end = result == 0 ? to : list.takeBadWr(from, to);
            if (list.hasSpecial()) {
                list.noteBinds(from, end);
            }
            posted(list, from, end);
        } finally {
            try {
                sendGate.exit();
            } catch (StackOverflowError e) {
                sendGate.state = Gate.FREE; // see Gate.exit
            }
        }
        if (result != 0) {
            throw PostExceptions.send(this, list, end, result);
        }
    }

    /** Counts work requests that the driver has accepted. The caller is inside the gate. */
    void posted(SendWorkList list, int from, int to) {}

    /** Counts work requests that were posted by other means. The caller is inside the gate. */
    void posted(long sends, long sendBytes, long readBytes) {}

    /** Creates the checks of send builders. */
    WorkUnderConstruction newWork(Flags<SendOp> operations) {
        return new WorkUnderConstruction(this, operations);
    }

    @Override
    public final void postRecv(RecvBatch batch, int from, int to) {
        rules.requireRecvQueue(RECV, this);
        receives.post(batch, from, to);
    }

    private PostException refusedRecv(RecvWorkList list, int index, int result) {
        return PostExceptions.recv(this, list, index, result);
    }
}
