// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.behaviours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.attr.QpType.RAW_PACKET;
import static org.verbena.attr.QpType.RC;
import static org.verbena.attr.QpType.UC;
import static org.verbena.attr.QpType.UD;
import static org.verbena.attr.QpType.XRC_RECV;
import static org.verbena.attr.QpType.XRC_SEND;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.verbena.QpQuery;
import org.verbena.QueuePair;
import org.verbena.attr.Flags;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;
import org.verbena.tck.fixture.QpTransitions;
import org.verbena.tck.fixture.QpTransitions.Transition;

/** Changing and querying queue pairs: {@code ibv_modify_qp(3)}, {@code ibv_query_qp(3)}. */
public final class QpModification {
    private static final List<QpState> CONNECTING = List.of(QpState.INIT, QpState.RTR, QpState.RTS);

    // The kernel clears these bits of the mask for that type before it checks the mask (core/uverbs_cmd.c:
    // modify_qp_mask).
    private static final Set<QpAttr.Mask> IGNORED_OF_XRC_SEND =
            EnumSet.of(QpAttr.Mask.MAX_DEST_RD_ATOMIC, QpAttr.Mask.MIN_RNR_TIMER);
    private static final Set<QpAttr.Mask> IGNORED_OF_XRC_RECV =
            EnumSet.of(QpAttr.Mask.MAX_QP_RD_ATOMIC, QpAttr.Mask.RETRY_CNT, QpAttr.Mask.RNR_RETRY);

    @Behaviour(
            id = "QPM-01",
            types = {RC, UC, UD, RAW_PACKET, XRC_SEND, XRC_RECV},
            says = "a queue pair moves from RESET through INIT and RTR to RTS, and the driver reports each state")
    public void walks(Fixture fixture, QpType type) {
        QueuePair qp = fixture.qp(type);
        QpStateWalk walk = QpStateWalk.of(fixture, qp);

        for (QpState state : CONNECTING) {
            walk.step(state);
            assertThat(qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState()).isEqualTo(state);
        }
    }

    @Behaviour(
            id = "QPM-02",
            types = UD,
            says = "the Q_Key and the first packet number of a datagram queue pair are kept")
    public void keepsQkey(Fixture fixture, QpType type) {
        QueuePair qp = fixture.qp(type);
        QpStateWalk walk = QpStateWalk.of(fixture, qp);
        walk.to(QpState.RTS);
        QpAttr asked = walk.valid().build();

        assertThat(qp.query(Flags.of(QpAttr.Mask.QKEY)).attr().qkey()).isEqualTo(asked.qkey());
        assertThat(qp.query(Flags.of(QpAttr.Mask.SQ_PSN)).attr().sqPsn()).isEqualTo(asked.sqPsn());
    }

    @Behaviour(
            id = "QPM-03",
            types = {RC, UC, UD, RAW_PACKET, XRC_SEND, XRC_RECV},
            says =
                    "RESET to RTR, INIT to RTS and RTS to RTR fail with EINVAL, even with every attribute that they could need")
    public void refusesIllegalHops(Fixture fixture, QpType type) {
        QueuePair qp = fixture.qp(type);
        QpStateWalk walk = QpStateWalk.of(fixture, qp);

        refusesHop(qp, walk, QpState.RESET, QpState.RTR);
        refusesHop(qp, walk, QpState.INIT, QpState.RTS);
        refusesHop(qp, walk, QpState.RTS, QpState.RTR);
    }

    private static void refusesHop(QueuePair qp, QpStateWalk walk, QpState from, QpState to) {
        walk.to(from);
        Set<QpAttr.Mask> everything = EnumSet.noneOf(QpAttr.Mask.class);
        QpTransitions.of(qp.qpType())
                .filter(transition -> transition.to() == to)
                .forEach(transition -> everything.addAll(transition.required()));

        assertRefused(() -> qp.modify(walk.attr(to, everything)))
                .as("%s to %s", from, to)
                .byDevice()
                .withErrno(Errno.EINVAL);
        assertThat(qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState()).isEqualTo(from);
    }

    @Behaviour(
            id = "QPM-04",
            types = {RC, UC, UD, RAW_PACKET, XRC_SEND, XRC_RECV},
            says =
                    "a transition fails without one of its required attributes, or with only one of several, and changes nothing")
    public void needsEveryAttribute(Fixture fixture, QpType type) {
        QueuePair qp = fixture.qp(type);
        QpStateWalk walk = QpStateWalk.of(fixture, qp);

        for (QpState to : CONNECTING) {
            QpState from = qp.state();
            Set<QpAttr.Mask> required = transition(type, from, to).required();
            for (QpAttr.Mask attribute : required) {
                Set<QpAttr.Mask> others = EnumSet.copyOf(required);
                others.remove(attribute);
                refuses(qp, walk.attr(to, others), "%s to %s without %s".formatted(from, to, attribute));
                if (!others.isEmpty()) {
                    refuses(qp, walk.attr(to, Set.of(attribute)), "%s to %s with %s".formatted(from, to, attribute));
                }
            }
            assertThat(qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState()).isEqualTo(from);
            walk.step(to);
        }
    }

    @Behaviour(
            id = "QPM-05",
            types = {RC, UC, UD, RAW_PACKET, XRC_SEND, XRC_RECV},
            says = "a transition with an attribute that it does not accept fails and changes nothing")
    public void refusesExtraAttributes(Fixture fixture, QpType type) {
        QueuePair qp = fixture.qp(type);
        QpStateWalk walk = QpStateWalk.of(fixture, qp);

        for (QpState to : CONNECTING) {
            QpState from = qp.state();
            Transition transition = transition(type, from, to);
            for (QpAttr.Mask extra : notTaken(transition)) {
                Set<QpAttr.Mask> attributes = EnumSet.of(extra);
                attributes.addAll(transition.required());
                refuses(qp, walk.attr(to, attributes), "%s to %s with %s too".formatted(from, to, extra));
            }
            assertThat(qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState()).isEqualTo(from);
            walk.step(to);
        }
    }

    private static Set<QpAttr.Mask> notTaken(Transition transition) {
        Set<QpAttr.Mask> rest = EnumSet.allOf(QpAttr.Mask.class);
        rest.remove(QpAttr.Mask.STATE);
        rest.removeAll(transition.required());
        rest.removeAll(transition.optional());
        if (transition.type() == XRC_SEND) {
            rest.removeAll(IGNORED_OF_XRC_SEND);
        }
        if (transition.type() == XRC_RECV) {
            rest.removeAll(IGNORED_OF_XRC_RECV);
        }
        return rest;
    }

    private static void refuses(QueuePair qp, QpAttr attr, String what) {
        // EOPNOTSUPP is for the bits above IBV_QP_DEST_QPN (libibverbs/cmd.c: ibv_cmd_modify_qp).
        assertRefused(() -> qp.modify(attr)).as(what).byDevice().withErrno(Errno.EINVAL, Errno.EOPNOTSUPP);
    }

    @Behaviour(
            id = "QPM-06",
            types = {RC, UC, UD, RAW_PACKET, XRC_SEND, XRC_RECV},
            says = "from each state, exactly the transitions of the specification are possible")
    public void followsTheStateTable(Fixture fixture, QpType type) {
        QueuePair qp = fixture.qp(type);
        QpStateWalk walk = QpStateWalk.of(fixture, qp);
        List<String> wrong = new ArrayList<>();

        for (QpState from : walk.reachable()) {
            for (QpState to : EnumSet.range(QpState.RESET, QpState.ERR)) {
                if (from == QpState.RTS && to == QpState.SQD) {
                    continue; // QPM-11
                }
                walk.to(from);
                boolean exists = QpTransitions.find(type, from, to).isPresent();
                if (exists != succeeds(qp, walk, from, to)) {
                    wrong.add("%s to %s %s".formatted(from, to, exists ? "was refused" : "succeeded"));
                }
            }
        }

        assertThat(wrong).isEmpty();
    }

    private static boolean succeeds(QueuePair qp, QpStateWalk walk, QpState from, QpState to) {
        Set<QpAttr.Mask> attributes = QpTransitions.find(qp.qpType(), from, to)
                .map(Transition::required)
                .orElse(Set.of());
        try {
            qp.modify(walk.attr(to, attributes));
        } catch (VerbsException e) {
            assertThat(e.errno()).as("%s to %s", from, to).isEqualTo(Errno.EINVAL);
            assertThat(qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState()).isEqualTo(from);
            return false;
        }
        assertThat(qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState()).isEqualTo(to);
        return true;
    }

    @Behaviour(
            id = "QPM-06-OPTIONAL",
            types = {RC, UC, UD, RAW_PACKET, XRC_SEND, XRC_RECV},
            says = "a transition accepts each of its optional attributes")
    public void takesOptionalAttributes(Fixture fixture, QpType type) {
        QueuePair qp = fixture.qp(type);
        QpStateWalk walk = QpStateWalk.of(fixture, qp);
        Set<QpState> states = walk.reachable();
        List<String> refused = new ArrayList<>();

        QpTransitions.of(type)
                .filter(transition -> states.contains(transition.from()) && states.contains(transition.to()))
                .forEach(transition -> transition.optional().stream()
                        .filter(optional -> isOfThisLink(optional, fixture))
                        .forEach(optional -> {
                            walk.to(transition.from());
                            Set<QpAttr.Mask> attributes = EnumSet.of(optional);
                            attributes.addAll(transition.required());
                            try {
                                qp.modify(walk.attr(transition.to(), attributes));
                            } catch (VerbsException e) {
                                refused.add("%s to %s with %s: %s"
                                        .formatted(transition.from(), transition.to(), optional, e.errno()));
                            }
                        }));

        assertThat(refused).isEmpty();
    }

    // Returns whether the link layer supports an attribute. Alternate paths exist on InfiniBand only
    // (core/uverbs_cmd.c: modify_qp). Rates exist only where the device paces packets.
    private static boolean isOfThisLink(QpAttr.Mask attribute, Fixture fixture) {
        return switch (attribute) {
            case ALT_PATH, PATH_MIG_STATE -> !fixture.isEthernet();
            case RATE_LIMIT ->
                fixture.context().queryDeviceEx().packetPacingCaps().qpRateLimitMax() > 0;
            default -> true;
        };
    }

    private static Transition transition(QpType type, QpState from, QpState to) {
        return QpTransitions.find(type, from, to).orElseThrow();
    }

    @Behaviour(
            id = "QPM-08",
            types = RC,
            says = "a query returns the configured numbers of outstanding reads and atomics")
    public void keepsRdAtomic(Fixture fixture, QpType type) {
        QueuePair qp = fixture.qp(type);
        QpStateWalk walk = QpStateWalk.of(fixture, qp);
        walk.to(QpState.INIT);
        qp.modify(walk.valid()
                .qpState(QpState.RTR)
                .maxDestRdAtomic(4)
                .attrMask(maskOf(transition(type, QpState.INIT, QpState.RTR)))
                .build());
        qp.modify(walk.valid()
                .qpState(QpState.RTS)
                .maxRdAtomic(2)
                .attrMask(maskOf(transition(type, QpState.RTR, QpState.RTS)))
                .build());

        assertThat(qp.query().attr().maxDestRdAtomic()).isEqualTo(4);
        assertThat(qp.query().attr().maxRdAtomic()).isEqualTo(2);
    }

    private static Flags<QpAttr.Mask> maskOf(Transition transition) {
        return Flags.of(QpAttr.Mask.STATE, transition.required().toArray(new QpAttr.Mask[0]));
    }

    @Behaviour(
            id = "QPM-09",
            types = {RC, UC, UD, RAW_PACKET},
            says = "a query of a new queue pair returns RESET, the capabilities and the creation attributes")
    public void queriesNewOnes(Fixture fixture, QpType type) {
        QueuePair qp =
                fixture.create(fixture.request(type).maxSendWr(3).maxRecvWr(5).sqSigAll(true));

        assertThat(qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState()).isEqualTo(QpState.RESET);
        QpQuery answer = qp.query(Flags.of(QpAttr.Mask.CAP));
        QpCap cap = answer.initAttr().cap();
        assertThat(cap.maxSendWr()).isGreaterThanOrEqualTo(3);
        assertThat(cap.maxRecvWr()).isGreaterThanOrEqualTo(5);
        assertThat(answer.initAttr().qpType()).isEqualTo(type);
        assertThat(answer.initAttr().sendCq()).containsSame(fixture.cq());
        assertThat(answer.initAttr().recvCq()).containsSame(fixture.cq());
        assertThat(answer.initAttr().sqSigAll()).isTrue();
    }

    @Behaviour(
            id = "QPM-10",
            types = {RC, UC, UD, RAW_PACKET},
            says = "a queue pair in any state can be reset and then used again")
    public void canBeReused(Fixture fixture, QpType type) {
        QueuePair qp = fixture.qp(type);
        QpStateWalk walk = QpStateWalk.of(fixture, qp);

        for (QpState state : walk.reachable()) {
            walk.to(state);
            walk.step(QpState.RESET);
            assertThat(qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState()).isEqualTo(QpState.RESET);
        }
        walk.to(QpState.RTS);
    }

    @Behaviour(
            id = "QPM-11",
            types = {RC, UC, UD},
            says = "a send queue is drained in SQD and sends again in RTS")
    public void drains(Fixture fixture, QpType type) {
        QueuePair qp = fixture.qp(type);
        QpStateWalk walk = QpStateWalk.of(fixture, qp);

        walk.to(QpState.SQD);
        walk.step(QpState.RTS);

        assertThat(qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState()).isEqualTo(QpState.RTS);
    }

    @Behaviour(
            id = "QPM-12",
            types = {RC, UC},
            says = "every path MTU up to that of the port is accepted and returned; an unknown one fails")
    public void takesMtus(Fixture fixture, QpType type) {
        QueuePair qp = fixture.qp(type);
        QpStateWalk walk = QpStateWalk.of(fixture, qp);
        Flags<QpAttr.Mask> mask = maskOf(transition(type, QpState.INIT, QpState.RTR));

        for (Mtu mtu : Mtu.values()) {
            if (mtu != Mtu.UNKNOWN && mtu.value() <= fixture.port().activeMtuCode()) {
                walk.to(QpState.INIT);
                qp.modify(walk.valid()
                        .qpState(QpState.RTR)
                        .pathMtu(mtu)
                        .attrMask(mask)
                        .build());
                assertThat(qp.query().attr().pathMtu()).isEqualTo(mtu);
            }
        }
        walk.to(QpState.INIT);
        QpAttr none =
                walk.valid().qpState(QpState.RTR).pathMtuCode(99).attrMask(mask).build();
        assertRefused(() -> qp.modify(none)).byDevice().withErrno(Errno.EINVAL);
    }

    @Behaviour(
            id = "QPM-13",
            types = {RC, UC, UD},
            says = "unknown ports and states fail with EINVAL")
    public void refusesValues(Fixture fixture, QpType type) {
        QueuePair qp = fixture.qp(type);
        QpStateWalk walk = QpStateWalk.of(fixture, qp);
        Flags<QpAttr.Mask> mask = maskOf(transition(type, QpState.RESET, QpState.INIT));
        int noPort = fixture.limits().physPortCnt() + 1;

        for (int port : new int[] {0, noPort, 255}) {
            QpAttr attr = walk.valid()
                    .qpState(QpState.INIT)
                    .portNum(port)
                    .attrMask(mask)
                    .build();
            assertRefused(() -> qp.modify(attr)).byDevice().withErrno(Errno.EINVAL);
        }
        for (int state : new int[] {7, 99, -1}) {
            QpAttr attr = walk.valid().qpStateCode(state).attrMask(mask).build();
            assertRefused(() -> qp.modify(attr)).byDevice().withErrno(Errno.EINVAL);
        }
        assertThat(qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState()).isEqualTo(QpState.RESET);
    }

    @Behaviour(id = "QPM-14", says = "an unknown bit of attr_mask fails and changes nothing")
    public void refusesUnknownMaskBit(Fixture fixture) {
        QpType type = fixture.anyType();
        QueuePair qp = fixture.qp(type);
        long init = maskOf(transition(type, QpState.RESET, QpState.INIT)).mask();
        QpAttr attr = QpStateWalk.of(fixture, qp)
                .valid()
                .qpState(QpState.INIT)
                .attrMask(Flags.ofMask(QpAttr.Mask.class, init | 1L << 30))
                .build();

        assertRefused(() -> qp.modify(attr)).withErrno(Errno.EOPNOTSUPP, Errno.EINVAL);
        assertThat(qp.query(Flags.of(QpAttr.Mask.STATE)).attr().qpState()).isEqualTo(QpState.RESET);
    }
}
