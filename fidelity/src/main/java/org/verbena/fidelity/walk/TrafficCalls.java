// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.Optional;
import org.verbena.AddressHandle;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.VerbsObject;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SrqAttr;
import org.verbena.error.VerbsException;

/** Executes calls that create and change the objects of work requests. */
final class TrafficCalls {
    private static final long ENTRIES = 256;
    private static final long ALL_ACCESS = AccessFlag.LOCAL_WRITE.mask()
            | AccessFlag.REMOTE_WRITE.mask()
            | AccessFlag.REMOTE_READ.mask()
            | AccessFlag.REMOTE_ATOMIC.mask()
            | AccessFlag.MW_BIND.mask();

    private TrafficCalls() {}

    /** Registers the memory or a part of it. */
    static StepAnswer region(WalkDevice device, Step step) {
        StepArguments arguments = step.arguments();
        Traffic traffic = device.traffic();
        int offset = arguments.integer(StepField.OFFSET);
        int length = arguments.has(StepField.LENGTH) ? arguments.integer(StepField.LENGTH) : Traffic.BYTES - offset;
        if (offset < 0 || offset > Traffic.BYTES || length < 0 || length > Traffic.BYTES - offset) {
            throw new NamesNothingException(step, StepField.LENGTH);
        }
        long access = arguments.has(StepField.ACCESS) ? arguments.number(StepField.ACCESS) : ALL_ACCESS;
        return device.makes(step, side -> {
            MemoryRegion region = domain(side, arguments)
                    .regMr(
                            traffic.memory().duplicate().position(offset).limit(offset + length),
                            Flags.ofMask(AccessFlag.class, access));
            return traffic.registered(region, offset);
        });
    }

    private static ProtectionDomain domain(Side side, StepArguments arguments) {
        return arguments.number(StepField.OTHER_PD) == 0 ? side.pd() : side.otherPd();
    }

    static StepAnswer window(WalkDevice device, Step step) {
        MwType type =
                step.arguments().number(StepField.MW_TYPE) == MwType.TYPE_2.value() ? MwType.TYPE_2 : MwType.TYPE_1;
        return device.makes(step, side -> domain(side, step.arguments()).allocMw(type));
    }

    static StepAnswer completionQueue(WalkDevice device, Step step) {
        return device.makes(step, side -> createCq(device, side, "#" + step.number()));
    }

    private static CompletionQueue createCq(WalkDevice device, Side side, String label) {
        CompletionQueue cq = side.context()
                .createCq(CqInitAttr.builder()
                        .cqe(ENTRIES)
                        .channel(side.channel())
                        .build());
        side.watch(cq);
        device.traffic().label(cq, label);
        return cq;
    }

    static StepAnswer sharedReceives(WalkDevice device, Step step) {
        StepArguments arguments = step.arguments();
        long most = arguments.has(StepField.MAX_WR) ? arguments.number(StepField.MAX_WR) : ENTRIES;
        return device.makes(step, side -> {
            SharedReceiveQueue srq = side.pd()
                    .createSrq(SrqInitAttr.builder()
                            .attr(new SrqAttr(most, PairAttributes.MOST_SGE, 0))
                            .build());
            device.traffic().label(srq, "#" + step.number());
            if (arguments.number(StepField.SRQ_LIMIT) != 0) {
                srq.modify(new SrqAttr(0, 0, arguments.number(StepField.SRQ_LIMIT)), Flags.of(SrqAttr.Mask.LIMIT));
            }
            return srq;
        });
    }

    /** Creates two queue pairs and takes them to their states, the receiving one first. */
    static StepAnswer pair(WalkDevice device, Step step) {
        Traffic traffic = device.traffic();
        StepArguments arguments = step.arguments();
        ConnectedQps connection = new ConnectedQps(arguments, end(device, step, 0), end(device, step, 1));
        traffic.add(step, connection);
        PairAttributes.bring(connection, 1, toPeer(traffic, 1), state(arguments, StepField.PEER_QP_STATE));
        PairAttributes.bring(connection, 0, toPeer(traffic, 0), state(arguments, StepField.QP_STATE));
        return StepAnswer.ok();
    }

    /** Returns the address of the other end's device. */
    private static AhAttr toPeer(Traffic traffic, int end) {
        return traffic.side(end).to(traffic.side(1 - end));
    }

    private static QpState state(StepArguments arguments, StepField field) {
        return arguments.has(field) ? QpState.of(arguments.integer(field)) : QpState.RTS;
    }

    private static ConnectedQps.End end(WalkDevice device, Step step, int index) {
        StepArguments arguments = step.arguments();
        Traffic traffic = device.traffic();
        Side side = traffic.side(index);
        String label = "#" + step.number() + (index == 0 ? "a" : "b");
        QpInitAttr.Builder attr = PairAttributes.create(arguments)
                .sendCq(device.find(step, StepField.SEND_CQ, CompletionQueue.class, index)
                        .orElseGet(() -> createCq(device, side, label + ".send_cq")))
                .recvCq(device.find(step, StepField.RECV_CQ, CompletionQueue.class, index)
                        .orElseGet(() -> createCq(device, side, label + ".recv_cq")));
        if (index == 1) {
            device.find(step, StepField.SRQ, SharedReceiveQueue.class, index).ifPresent(attr::srq);
        }
        QueuePair qp = arguments.number(StepField.BUILDERS) == 0
                ? side.pd().createQp(attr.build())
                : side.context().createQpEx(attr.pd(side.pd()).build());
        AddressHandle toPeer = qp.qpType() == QpType.UD ? side.pd().createAh(toPeer(traffic, index)) : null;
        return new ConnectedQps.End(label, qp, toPeer);
    }

    /** Takes an end to a state, forward through the states before it. */
    static StepAnswer modify(WalkDevice device, Step step) {
        ConnectedQps connection = device.traffic().connection(step);
        requireOpen(step, connection.end(step.end()).qp(), StepField.PAIR);
        PairAttributes.bring(
                connection,
                step.end(),
                toPeer(device.traffic(), step.end()),
                state(step.arguments(), StepField.QP_STATE));
        return StepAnswer.ok();
    }

    static StepAnswer close(WalkDevice device, Step step) {
        ConnectedQps.End end = device.traffic().end(step);
        requireOpen(step, end.qp(), StepField.PAIR);
        if (device.traffic().isHeld(end)) {
            throw new NamesNothingException(step, StepField.PAIR);
        }
        end.qp().close();
        return StepAnswer.ok();
    }

    static StepAnswer deregister(WalkDevice device, Step step) {
        return closes(device, step, StepField.MR);
    }

    static StepAnswer deallocate(WalkDevice device, Step step) {
        return closes(device, step, StepField.MW);
    }

    private static StepAnswer closes(WalkDevice device, Step step, StepField field) {
        for (VerbsObject object : device.both(step, field, VerbsObject.class)) {
            requireOpen(step, object, field);
            object.close();
        }
        return StepAnswer.ok();
    }

    /** Binds a type 1 window. */
    static StepAnswer bind(WalkDevice device, Step step) {
        ConnectedQps.End end = device.traffic().end(step);
        MemoryWindow window = device.object(step, StepField.MW, MemoryWindow.class);
        requireOpen(step, end.qp(), StepField.PAIR);
        requireOpen(step, window, StepField.MW);
        try {
            window.bind(
                    end.qp(),
                    new MwBind(
                            step.number(),
                            Flags.ofMask(SendFlag.class, step.arguments().number(StepField.SEND_FLAGS)),
                            bindInfo(device, step)));
        } catch (VerbsException e) {
            return StepAnswer.refused(e);
        }
        return StepAnswer.ok();
    }

    /** Returns the part of the first element's region that a window opens. */
    static MwBindInfo bindInfo(WalkDevice device, Step step) {
        StepArguments arguments = step.arguments();
        MemoryRegion region = device.object(step, StepField.SGE_1, MemoryRegion.class);
        requireOpen(step, region, StepField.SGE_1);
        device.find(step, StepField.MW, MemoryWindow.class)
                .ifPresent(window -> device.traffic().opens(window, region));
        return new MwBindInfo(
                region,
                device.traffic().addressOf(step.end(), Optional.of(region), arguments.number(StepField.OFFSET_1)),
                arguments.number(StepField.LENGTH_1),
                Flags.ofMask(AccessFlag.class, arguments.number(StepField.MW_ACCESS)));
    }

    static StepAnswer requestNotify(WalkDevice device, Step step) {
        ConnectedQps.End end = device.traffic().end(step);
        requireOpen(step, end.qp(), StepField.PAIR);
        end.recvCq().requestNotify(step.arguments().number(StepField.SOLICITED_ONLY) != 0);
        return StepAnswer.ok();
    }

    /**
     * Skips a step whose object is closed. The API refuses it before the call, which reveals nothing about the driver.
     */
    static void requireOpen(Step step, VerbsObject object, StepField field) {
        if (object.isClosed()) {
            throw new NamesNothingException(step, field);
        }
    }
}
