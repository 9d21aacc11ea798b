// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.SendOp;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.provider.sim.memory.SimMemory;
import org.verbena.provider.sim.transport.Engine;
import org.verbena.provider.sim.transport.TransportQp;
import org.verbena.spi.DriverFlow;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverQp;
import org.verbena.spi.DriverSendBuilder;
import org.verbena.spi.model.FlowRequest;
import org.verbena.spi.model.McastRequest;

/** A handle of a queue pair. */
final class SimQp extends SimObject implements DriverQp {
    private record Membership(Gid gid, int lid) {}

    private final QpCore core;
    private final TransportQp transport;
    private final Engine engine;
    private final Runnable closeCore;

    /** The set is created on demand, because few queue pairs are in a group. */
    private Set<Membership> memberships = Set.of();

    private final boolean opened;
    private volatile QpState state;

    private SimQp(SimKernel kernel, QpCore core, boolean opened, List<? extends SimObject> uses, Runnable closeCore) {
        super(kernel, ObjectType.QP_HANDLE, uses);
        this.core = core;
        this.transport = core.transport();
        this.engine = kernel.engine();
        this.opened = opened;
        this.state = opened ? QpState.UNKNOWN : QpState.RESET;
        this.closeCore = closeCore;
    }

    /** Creates the only handle of a queue pair. */
    static SimQp of(SimKernel kernel, QpCore core, List<? extends SimObject> uses) {
        return new SimQp(kernel, core, false, uses, core::free);
    }

    /** Creates the first handle of an XRC target, which uses only its domain. */
    static SimQp target(SimKernel kernel, QpCore core, SimXrcd xrcd) {
        return target(kernel, core, false, xrcd);
    }

    /** Creates a further handle of an XRC target. ibv_cmd_open_qp queries neither its state nor its sizes. */
    static SimQp opened(SimKernel kernel, QpCore core, SimXrcd xrcd) {
        return target(kernel, core, true, xrcd);
    }

    private static SimQp target(SimKernel kernel, QpCore core, boolean opened, SimXrcd xrcd) {
        return new SimQp(
                kernel, core, opened, List.of(xrcd), () -> xrcd.domain().close(core));
    }

    @Override
    public long qpNum() {
        return core.number();
    }

    @Override
    public QpState state() {
        return state;
    }

    @Override
    public QpCap grantedCap() {
        return opened ? QpCap.ZERO : core.granted();
    }

    @Override
    public Query query(Flags<QpAttr.Mask> mask) {
        Query answer = core.query(mask, opened);
        if (mask.contains(QpAttr.Mask.STATE)) {
            state = answer.attr().qpState();
        }
        return answer;
    }

    @Override
    public void modify(QpAttr attr) {
        core.modify(attr, opened);
        if (attr.attrMask().contains(QpAttr.Mask.STATE)) {
            state = attr.qpState();
        }
    }

    @Override
    public Optional<Flags<SendOp>> sendOps() {
        return core.sendOps();
    }

    @Override
    public int postSend(DriverMemory memory, long first, long badWr) {
        engine.enter();
        try {
            return kernel().isDead() ? Errno.EIO.number() : transport.postSend((SimMemory) memory, first, badWr);
        } finally {
            try {
                engine.exit();
            } catch (StackOverflowError e) {
                engine.lock.abandoned = true;
            }
        }
    }

    @Override
    public int postRecv(DriverMemory memory, long first, long badWr) {
        engine.enter();
        try {
            return kernel().isDead() ? Errno.EIO.number() : transport.postRecv((SimMemory) memory, first, badWr);
        } finally {
            try {
                engine.exit();
            } catch (StackOverflowError e) {
                engine.lock.abandoned = true;
            }
        }
    }

    TransportQp transport() {
        return transport;
    }

    @Override
    public Optional<DriverSendBuilder> sendBuilder() {
        return sendOps().isPresent() ? transport.sendBuilder() : Optional.empty();
    }

    @Override
    public void attachMcast(Gid gid, int lid) {
        kernel().model()
                .attachMcast(new McastRequest(core.typeCode(), gid, lid))
                .orElseThrow("ibv_attach_mcast", core.name());
        synchronized (this) {
            // ib_uverbs_attach_mcast: the same pair again succeeds and counts once.
            if (!memberships.contains(new Membership(gid, lid))) {
                kernel().mcastGroups().join(gid);
                try {
                    engine.run(() -> kernel().nic().join(gid, transport));
                } catch (VerbsException e) {
                    kernel().mcastGroups().leave(gid);
                    throw e;
                }
                if (memberships.isEmpty()) {
                    memberships = new HashSet<>();
                }
                memberships.add(new Membership(gid, lid));
            }
        }
    }

    @Override
    public void detachMcast(Gid gid, int lid) {
        synchronized (this) {
            if (!memberships.contains(new Membership(gid, lid))) {
                throw new VerbsException(
                        "ibv_detach_mcast",
                        Errno.EINVAL,
                        core.name(),
                        Diagnosis.of(new Violation(
                                "gid",
                                gid + ", lid " + lid,
                                memberships.toString(),
                                "the queue pair is not in the group",
                                "Linux drivers/infiniband/core/uverbs_cmd.c: ib_uverbs_detach_mcast")));
            }
            memberships.remove(new Membership(gid, lid));
        }
        kernel().mcastGroups().leave(gid);
        engine.run(() -> kernel().nic().leave(gid, transport));
    }

    @Override
    public DriverFlow createFlow(FlowAttr attr) {
        kernel().model().createFlow(new FlowRequest(core.typeCode(), attr)).orElseThrow("ibv_create_flow", core.name());
        return new SimFlow(kernel(), this, core, attr);
    }

    @Override
    protected void requireUnattached() {
        synchronized (this) {
            requireNone(
                    "multicast groups", memberships.size(), "detach the queue pair from its multicast groups first");
        }
    }

    @Override
    void release() {
        closeCore.run();
    }
}
