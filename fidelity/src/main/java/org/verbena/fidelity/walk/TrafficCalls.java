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
    static Answer region(Side side, Step step) {
        Arguments arguments = step.arguments();
        Traffic traffic = side.traffic();
        int offset = arguments.integer(Field.OFFSET);
        int length = arguments.has(Field.LENGTH) ? arguments.integer(Field.LENGTH) : Traffic.BYTES - offset;
        if (offset < 0 || offset > Traffic.BYTES || length < 0 || length > Traffic.BYTES - offset) {
            throw new NamesNothingException(step, Field.LENGTH);
        }
        long access = arguments.has(Field.ACCESS) ? arguments.number(Field.ACCESS) : ALL_ACCESS;
        MemoryRegion region = domain(side, arguments)
                .regMr(
                        traffic.memory().duplicate().position(offset).limit(offset + length),
                        Flags.ofMask(AccessFlag.class, access));
        return side.made(step, traffic.registered(region, offset));
    }

    private static ProtectionDomain domain(Side side, Arguments arguments) {
        Traffic traffic = side.traffic();
        return arguments.number(Field.OTHER_PD) == 0 ? traffic.pd() : traffic.otherPd();
    }

    static Answer window(Side side, Step step) {
        MwType type = step.arguments().number(Field.MW_TYPE) == MwType.TYPE_2.value() ? MwType.TYPE_2 : MwType.TYPE_1;
        return side.made(step, domain(side, step.arguments()).allocMw(type));
    }

    static Answer completionQueue(Side side, Step step) {
        CompletionQueue cq = createCq(side, "#" + step.number());
        return side.made(step, cq);
    }

    private static CompletionQueue createCq(Side side, String label) {
        Traffic traffic = side.traffic();
        return traffic.watch(
                side.context()
                        .createCq(CqInitAttr.builder()
                                .cqe(ENTRIES)
                                .channel(traffic.channel())
                                .build()),
                label);
    }

    static Answer sharedReceives(Side side, Step step) {
        Arguments arguments = step.arguments();
        long most = arguments.has(Field.MAX_WR) ? arguments.number(Field.MAX_WR) : ENTRIES;
        SharedReceiveQueue srq = side.traffic()
                .pd()
                .createSrq(SrqInitAttr.builder()
                        .attr(new SrqAttr(most, PairAttributes.MOST_SGE, 0))
                        .build());
        side.traffic().label(srq, "#" + step.number());
        Answer made = side.made(step, srq);
        if (arguments.number(Field.SRQ_LIMIT) != 0) {
            srq.modify(new SrqAttr(0, 0, arguments.number(Field.SRQ_LIMIT)), Flags.of(SrqAttr.Mask.LIMIT));
        }
        return made;
    }

    /** Creates two queue pairs and takes them to their states, the receiving one first. */
    static Answer pair(Side side, Step step) {
        Traffic traffic = side.traffic();
        Arguments arguments = step.arguments();
        Connection connection = new Connection(arguments, end(side, step, 0), end(side, step, 1));
        traffic.add(step, connection);
        PairAttributes.bring(connection, 1, traffic.own(), state(arguments, Field.PEER_QP_STATE));
        PairAttributes.bring(connection, 0, traffic.own(), state(arguments, Field.QP_STATE));
        return Answer.ok();
    }

    private static QpState state(Arguments arguments, Field field) {
        return arguments.has(field) ? QpState.of(arguments.integer(field)) : QpState.RTS;
    }

    private static Connection.End end(Side side, Step step, int index) {
        Arguments arguments = step.arguments();
        Traffic traffic = side.traffic();
        String label = "#" + step.number() + (index == 0 ? "a" : "b");
        QpInitAttr.Builder attr = PairAttributes.create(arguments)
                .sendCq(side.find(step, Field.SEND_CQ, CompletionQueue.class)
                        .orElseGet(() -> createCq(side, label + ".send_cq")))
                .recvCq(side.find(step, Field.RECV_CQ, CompletionQueue.class)
                        .orElseGet(() -> createCq(side, label + ".recv_cq")));
        if (index == 1) {
            side.find(step, Field.SRQ, SharedReceiveQueue.class).ifPresent(attr::srq);
        }
        QueuePair qp = arguments.number(Field.BUILDERS) == 0
                ? traffic.pd().createQp(attr.build())
                : side.context().createQpEx(attr.pd(traffic.pd()).build());
        AddressHandle toPeer = qp.qpType() == QpType.UD ? traffic.pd().createAh(traffic.own()) : null;
        return new Connection.End(label, qp, toPeer);
    }

    /** Takes an end to a state, forward through the states before it. */
    static Answer modify(Side side, Step step) {
        Connection connection = side.traffic().connection(step);
        requireOpen(step, connection.end(step.arguments().integer(Field.END)).qp(), Field.PAIR);
        PairAttributes.bring(
                connection,
                step.arguments().integer(Field.END) == 0 ? 0 : 1,
                side.traffic().own(),
                state(step.arguments(), Field.QP_STATE));
        return Answer.ok();
    }

    static Answer close(Side side, Step step) {
        Connection.End end = side.traffic().end(step);
        requireOpen(step, end.qp(), Field.PAIR);
        if (side.traffic().isHeld(end)) {
            throw new NamesNothingException(step, Field.PAIR);
        }
        end.qp().close();
        return Answer.ok();
    }

    static Answer deregister(Side side, Step step) {
        MemoryRegion region = side.object(step, Field.MR, MemoryRegion.class);
        requireOpen(step, region, Field.MR);
        region.close();
        return Answer.ok();
    }

    static Answer deallocate(Side side, Step step) {
        MemoryWindow window = side.object(step, Field.MW, MemoryWindow.class);
        requireOpen(step, window, Field.MW);
        window.close();
        return Answer.ok();
    }

    /** Binds a type 1 window. */
    static Answer bind(Side side, Step step) {
        Connection.End end = side.traffic().end(step);
        MemoryWindow window = side.object(step, Field.MW, MemoryWindow.class);
        requireOpen(step, end.qp(), Field.PAIR);
        requireOpen(step, window, Field.MW);
        try {
            window.bind(
                    end.qp(),
                    new MwBind(
                            step.number(),
                            Flags.ofMask(SendFlag.class, step.arguments().number(Field.SEND_FLAGS)),
                            bindInfo(side, step)));
        } catch (VerbsException e) {
            return Answer.refused(e);
        }
        return Answer.ok();
    }

    /** Returns the part of the first element's region that a window opens. */
    static MwBindInfo bindInfo(Side side, Step step) {
        Arguments arguments = step.arguments();
        MemoryRegion region = side.object(step, Field.SGE_1, MemoryRegion.class);
        requireOpen(step, region, Field.SGE_1);
        side.find(step, Field.MW, MemoryWindow.class)
                .ifPresent(window -> side.traffic().opens(window, region));
        return new MwBindInfo(
                region,
                side.traffic().addressOf(Optional.of(region), arguments.number(Field.OFFSET_1)),
                arguments.number(Field.LENGTH_1),
                Flags.ofMask(AccessFlag.class, arguments.number(Field.MW_ACCESS)));
    }

    static Answer requestNotify(Side side, Step step) {
        Connection.End end = side.traffic().end(step);
        requireOpen(step, end.qp(), Field.PAIR);
        end.recvCq().requestNotify(step.arguments().number(Field.SOLICITED_ONLY) != 0);
        return Answer.ok();
    }

    /**
     * Skips a step whose object is closed. The API refuses it before the call, which reveals nothing about the driver.
     */
    static void requireOpen(Step step, VerbsObject object, Field field) {
        if (object.isClosed()) {
            throw new NamesNothingException(step, field);
        }
    }
}
