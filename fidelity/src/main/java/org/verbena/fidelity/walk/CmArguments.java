// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.net.Inet6Address;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.verbena.cm.JoinFlag;
import org.verbena.cm.PortSpace;

/** Builds arguments for calls that create, bind, resolve and destroy the objects of connection management. */
final class CmArguments {
    private static final List<Integer> PORTS = List.of(7471, 7472, 7473);
    private static final long RESOLVES_ON = 60_000;

    private static final int USUAL_CHANNELS = 3;

    /** The number of open identifiers above which tame steps create no other one. */
    private static final int USUAL_IDS = 5;

    private static final List<PortSpace> SPACES =
            List.of(PortSpace.TCP, PortSpace.TCP, PortSpace.TCP, PortSpace.UDP, PortSpace.IB);

    private CmArguments() {}

    // ---------------------------------------------------------------- identifiers

    /** Names an open identifier in one of the given phases; if there is none, any. Wild steps name any more often. */
    static void pick(StepBuilder builder, Set<CmPhase> phases) {
        List<Integer> suitable = inPhases(builder, phases);
        if (suitable.isEmpty()) {
            builder.withoutUse();
        }
        if (suitable.isEmpty() || builder.values().wildly(3)) {
            builder.pick(StepField.ID);
        } else {
            builder.name(StepField.ID, builder.values().oneOf(suitable));
        }
    }

    /**
     * Names an identifier to connect. Its messages reach a peer only if the destination is {@link IpWord#OWN}. rdma_rxe
     * loses messages to its own link-local address, and the fabric of the simulator has no multicast of datagrams to
     * queue pair 1.
     */
    static void pickConnectable(StepBuilder builder) {
        CmWalkSide side = builder.device().cm();
        pick(builder, EnumSet.of(CmPhase.ROUTED));
        List<Integer> lost = inPhases(builder, EnumSet.of(CmPhase.ROUTED)).stream()
                .filter(step -> !side.isAtOwn(side.idOf(step).id()))
                .toList();
        if (builder.arguments().objects(StepField.ID).stream().anyMatch(lost::contains)) {
            builder.withoutUse();
            List<Integer> others = builder.device().open(Kind.CM_ID).stream()
                    .filter(step -> !lost.contains(step))
                    .toList();
            if (others.isEmpty()) {
                builder.remove(StepField.ID);
            } else {
                builder.name(StepField.ID, builder.values().oneOf(others));
            }
        }
    }

    static void anyId(StepBuilder builder) {
        builder.pick(StepField.ID);
    }

    static void destroyId(StepBuilder builder) {
        pick(builder, builder.values().oneIn(3) ? EnumSet.allOf(CmPhase.class) : EnumSet.of(CmPhase.ENDED));
    }

    /** Builds a channel. The events of one in four wait until a step takes them. */
    static void channel(StepBuilder builder) {
        if (builder.device().open(Kind.EVENT_CHANNEL).size() >= USUAL_CHANNELS) {
            builder.withoutUse();
        }
        if (builder.values().oneIn(4)) {
            builder.set(StepField.HELD, 1);
        }
    }

    static void destroyChannel(StepBuilder builder) {
        if (builder.device().open(Kind.EVENT_CHANNEL).size() < 2) {
            builder.withoutUse();
        }
        builder.pick(StepField.EVENT_CHANNEL);
    }

    /** Builds an identifier, mostly of a port space in which another one listens. */
    static void createId(StepBuilder builder) {
        StepValues values = builder.values();
        List<Integer> listeners = inPhases(builder, EnumSet.of(CmPhase.LISTENING));
        if (builder.device().open(Kind.CM_ID).size() >= USUAL_IDS) {
            builder.withoutUse();
        }
        PortSpace usual = listeners.isEmpty() || values.oneIn(4)
                ? values.oneOf(SPACES)
                : builder.device().cm().idOf(values.oneOf(listeners)).id().portSpace();
        PortSpace space = values.wildly(5) ? values.oneOf(List.of(PortSpace.values())) : usual;
        builder.pick(StepField.EVENT_CHANNEL).set(StepField.PS, space.value());
    }

    private static List<Integer> inPhases(StepBuilder builder, Set<CmPhase> phases) {
        CmWalkSide side = builder.device().cm();
        return builder.device().open(Kind.CM_ID).stream()
                .filter(step -> phases.contains(side.idOf(step).phase()))
                .toList();
    }

    // ---------------------------------------------------------------- addresses

    static void bindAddr(StepBuilder builder) {
        StepValues values = builder.values();
        pick(builder, EnumSet.of(CmPhase.NEW));
        IpWord usual = values.oneIn(6)
                ? values.oneOf(List.of(IpWord.OWN6, IpWord.ANY6))
                : values.oneOf(List.of(IpWord.OWN, IpWord.ANY));
        builder.set(StepField.ADDR, anyOf(builder, usual))
                .set(StepField.PORT, values.oneIn(2) ? 0 : values.oneOf(PORTS));
    }

    /** Returns one of the usual words; in wild steps sometimes any. */
    private static long anyOf(StepBuilder builder, IpWord... usual) {
        StepValues values = builder.values();
        IpWord word = values.wildly(3) ? values.oneOf(List.of(IpWord.values())) : values.oneOf(List.of(usual));
        return builder.device().cm().addresses().has(word) ? word.number() : IpWord.OWN.number();
    }

    static void resolveAddr(StepBuilder builder) {
        StepValues values = builder.values();
        pick(builder, EnumSet.of(CmPhase.NEW, CmPhase.BOUND));
        if (values.oneIn(6)) {
            builder.set(StepField.SRC_ADDR, anyOf(builder, IpWord.OWN, IpWord.OWN, IpWord.ANY))
                    .set(StepField.SRC_PORT, values.oneIn(2) ? 0 : values.oneOf(PORTS));
        }
        destination(builder);
        builder.set(StepField.TIMEOUT_MS, timeout(builder));
    }

    /** Sets the destination: mostly a listener of the same port space at its address. */
    private static void destination(StepBuilder builder) {
        StepValues values = builder.values();
        CmWalkSide side = builder.device().cm();
        Optional<PortSpace> space = builder.arguments().objects(StepField.ID).stream()
                .map(step -> side.idOf(step).id().portSpace())
                .findFirst();
        List<Integer> listeners = inPhases(builder, EnumSet.of(CmPhase.LISTENING)).stream()
                .filter(step ->
                        space.filter(side.idOf(step).id().portSpace()::equals).isPresent() || values.wildly(4))
                .toList();
        if (listeners.isEmpty()) {
            builder.withoutUse();
        }
        if (listeners.isEmpty() || values.oneIn(12)) {
            builder.set(StepField.DST_PORT, values.oneOf(PORTS))
                    .set(
                            StepField.DST_ADDR,
                            anyOf(builder, IpWord.OWN, IpWord.OWN, IpWord.OWN6, IpWord.LOOPBACK, IpWord.SILENT));
            return;
        }
        int listener = values.oneOf(listeners);
        boolean isIpv6 = side.idOf(listener)
                .id()
                .localAddress()
                .filter(local -> local.getAddress() instanceof Inet6Address)
                .isPresent();
        builder.name(StepField.DST_ID, listener)
                .set(StepField.DST_ADDR, anyOf(builder, isIpv6 ? IpWord.OWN6 : IpWord.OWN));
    }

    /** Returns a timeout. The end of a timeout is not visible as long as the events wait in the channel. */
    private static long timeout(StepBuilder builder) {
        CmWalkSide side = builder.device().cm();
        boolean held = builder.arguments().objects(StepField.ID).stream()
                .anyMatch(step -> !side.idOf(step).id().isClosed()
                        && side.isHeld(side.idOf(step).id().channel()));
        return held || builder.values().oneIn(3)
                ? RESOLVES_ON
                : builder.values().oneOf(List.of(1L, 20L, 100L));
    }

    static void resolveRoute(StepBuilder builder) {
        pick(builder, EnumSet.of(CmPhase.ADDRESSED));
        builder.set(StepField.TIMEOUT_MS, builder.values().wildly(4) ? 0 : RESOLVES_ON);
    }

    static void listen(StepBuilder builder) {
        pick(builder, EnumSet.of(CmPhase.BOUND));
        builder.set(StepField.BACKLOG, builder.values().oneOf(List.of(-1, 0, 1, 2, 3, 1024, 1025)));
    }

    // ---------------------------------------------------------------- channels, groups and options

    static void migrate(StepBuilder builder) {
        builder.pick(StepField.ID).pick(StepField.EVENT_CHANNEL);
    }

    static void events(StepBuilder builder) {
        CmWalkSide side = builder.device().cm();
        List<Integer> held = side.heldChannels();
        if (held.isEmpty()) {
            builder.withoutUse();
            builder.pick(StepField.EVENT_CHANNEL);
        } else {
            builder.name(StepField.EVENT_CHANNEL, builder.values().oneOf(held));
        }
    }

    static void join(StepBuilder builder) {
        CmWalkSide side = builder.device().cm();
        List<Integer> datagrams = builder.device().open(Kind.CM_ID).stream()
                .filter(step -> side.idOf(step).id().portSpace() == PortSpace.UDP)
                .filter(step -> EnumSet.of(CmPhase.BOUND, CmPhase.ADDRESSED)
                        .contains(side.idOf(step).phase()))
                .toList();
        if (datagrams.isEmpty()) {
            builder.withoutUse();
            builder.pick(StepField.ID);
        } else {
            builder.name(StepField.ID, builder.values().oneOf(datagrams));
        }
        builder.set(StepField.ADDR, anyOf(builder, IpWord.GROUP, IpWord.OTHER_GROUP, IpWord.GROUP6))
                .set(
                        StepField.JOIN_FLAGS,
                        builder.values().oneOf(List.of(JoinFlag.values())).value());
    }

    static void leave(StepBuilder builder) {
        builder.pick(StepField.MC);
    }

    static void option(StepBuilder builder) {
        StepValues values = builder.values();
        int name = values.below(4);
        builder.pick(StepField.ID).set(StepField.OPTNAME, name);
        builder.set(
                StepField.OPTVAL,
                switch (name) {
                    case 0 -> values.below(256);
                    case 1, 2 -> values.below(2);
                    default -> values.wildly(3) ? values.below(256) : values.oneOf(List.of(0, 14, 15, 16, 17));
                });
    }
}
