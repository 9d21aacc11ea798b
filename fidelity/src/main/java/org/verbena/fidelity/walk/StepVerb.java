// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The verbs of steps, with their frequency, the kinds that they create and need, and the methods that build and execute
 * them.
 */
enum StepVerb {
    ALLOC_PD(4, Kind.PD, Set.of(), DomainArguments::nothing, DomainCalls::allocPd),
    OPEN_XRCD(3, Kind.XRCD, Set.of(), DomainArguments::openXrcd, DomainCalls::openXrcd),
    CREATE_COMP_CHANNEL(2, Kind.COMP_CHANNEL, Set.of(), DomainArguments::nothing, CqCalls::createChannel),
    CREATE_CQ(6, Kind.CQ, Set.of(), CqArguments::create, CqCalls::create),
    CREATE_CQ_EX(4, Kind.CQ, Set.of(), CqArguments::createEx, CqCalls::createEx),
    RESIZE_CQ(4, null, Set.of(Kind.CQ), CqArguments::resize, CqCalls::resize),
    MODIFY_CQ(2, null, Set.of(Kind.CQ), CqArguments::moderate, CqCalls::moderate),
    CREATE_SRQ(4, Kind.SRQ, Set.of(Kind.PD), SrqArguments::create, SrqCalls::create),
    CREATE_SRQ_EX(5, Kind.SRQ, Set.of(Kind.PD, Kind.CQ), SrqArguments::createEx, SrqCalls::createEx),
    MODIFY_SRQ(4, null, Set.of(Kind.SRQ), SrqArguments::modify, SrqCalls::modify),
    QUERY_SRQ(4, null, Set.of(Kind.SRQ), SrqArguments::any, SrqCalls::query),
    GET_SRQ_NUM(2, null, Set.of(Kind.SRQ), SrqArguments::any, SrqCalls::number),
    CREATE_QP(10, Kind.QP, Set.of(Kind.PD, Kind.CQ), QpArguments::create, QpCalls::create),
    CREATE_QP_EX(14, Kind.QP, Set.of(Kind.PD, Kind.CQ), QpArguments::createEx, QpCalls::createEx),
    OPEN_QP(3, Kind.QP, Set.of(Kind.XRCD, Kind.QP), QpArguments::open, QpCalls::open),
    MODIFY_QP(40, null, Set.of(Kind.QP), QpStateArguments::modify, QpStateCalls::modify),
    QUERY_QP(12, null, Set.of(Kind.QP), QpStateArguments::query, QpStateCalls::query),
    ATTACH_MCAST(3, null, Set.of(Kind.QP), QpArguments::mcast, QpCalls::attachMcast),
    DETACH_MCAST(3, null, Set.of(Kind.QP), QpArguments::mcast, QpCalls::detachMcast),
    CREATE_WQ(6, Kind.WQ, Set.of(Kind.PD, Kind.CQ), WqArguments::create, WqCalls::create),
    MODIFY_WQ(8, null, Set.of(Kind.WQ), WqArguments::modify, WqCalls::modify),
    CREATE_RWQ_IND_TABLE(4, Kind.RWQ_IND_TABLE, Set.of(Kind.WQ), WqArguments::createTable, WqCalls::createTable),
    CREATE_AH(4, Kind.AH, Set.of(Kind.PD), DomainArguments::createAh, DomainCalls::createAh),
    REG_MR(4, Kind.MR, Set.of(Kind.PD), DomainArguments::regMr, DomainCalls::regMr),
    QUERY_PORT(1, null, Set.of(), DomainArguments::queryPort, QueryCalls::port),
    QUERY_PKEY(1, null, Set.of(), DomainArguments::queryPkey, QueryCalls::pkey),
    QUERY_GID(1, null, Set.of(), DomainArguments::queryGid, QueryCalls::gid),
    DESTROY(22, null, Set.of(), DomainArguments::destroy, DomainCalls::destroy),

    MR(WalkKind.DATA, 6, Kind.MR, Set.of(), TrafficArguments::region, TrafficCalls::region),
    MW(WalkKind.DATA, 4, Kind.MW, Set.of(Kind.PAIR), TrafficArguments::window, TrafficCalls::window),
    CQ(WalkKind.DATA, 2, Kind.CQ, Set.of(), TrafficArguments::nothing, TrafficCalls::completionQueue),
    SRQ(WalkKind.DATA, 3, Kind.SRQ, Set.of(), TrafficArguments::sharedReceives, TrafficCalls::sharedReceives),
    PAIR(WalkKind.DATA, 14, Kind.PAIR, Set.of(Kind.MR), PairArguments::pair, TrafficCalls::pair),
    RECV(WalkKind.DATA, 34, null, Set.of(Kind.PAIR), RecvArguments::recv, PostCalls::recv),
    SRQ_RECV(WalkKind.DATA, 10, null, Set.of(Kind.SRQ), RecvArguments::srqRecv, PostCalls::srqRecv),
    SEND(WalkKind.DATA, 56, null, Set.of(Kind.PAIR), SendArguments::send, PostCalls::send),
    BIND(WalkKind.DATA, 4, null, Set.of(Kind.PAIR, Kind.MW, Kind.MR), TrafficArguments::bind, TrafficCalls::bind),
    NOTIFY(WalkKind.DATA, 4, null, Set.of(Kind.PAIR), TrafficArguments::requestNotify, TrafficCalls::requestNotify),
    MODIFY(WalkKind.DATA, 8, null, Set.of(Kind.PAIR), PairArguments::modify, TrafficCalls::modify),
    CLOSE(WalkKind.DATA, 2, null, Set.of(Kind.PAIR), PairArguments::anyEnd, TrafficCalls::close),
    DEREG(WalkKind.DATA, 2, null, Set.of(Kind.MR), TrafficArguments::anyRegion, TrafficCalls::deregister),
    DEALLOC(WalkKind.DATA, 2, null, Set.of(Kind.MW), TrafficArguments::anyWindow, TrafficCalls::deallocate),

    CREATE_EVENT_CHANNEL(WalkKind.CM, 2, Kind.EVENT_CHANNEL, Set.of(), CmArguments::channel, CmCalls::createChannel),
    CREATE_ID(WalkKind.CM, 20, Kind.CM_ID, Set.of(Kind.EVENT_CHANNEL), CmArguments::createId, CmCalls::createId),
    BIND_ADDR(WalkKind.CM, 20, null, Set.of(Kind.CM_ID), CmArguments::bindAddr, CmCalls::bindAddr),
    RESOLVE_ADDR(WalkKind.CM, 40, null, Set.of(Kind.CM_ID), CmArguments::resolveAddr, CmCalls::resolveAddr),
    RESOLVE_ROUTE(WalkKind.CM, 40, null, Set.of(Kind.CM_ID), CmArguments::resolveRoute, CmCalls::resolveRoute),
    LISTEN(WalkKind.CM, 25, null, Set.of(Kind.CM_ID), CmArguments::listen, ConnectionCalls::listen),
    CONNECT(WalkKind.CM, 60, Kind.CM_ID, Set.of(Kind.CM_ID), ConnectionArguments::connect, ConnectionCalls::connect),
    ACCEPT(WalkKind.CM, 60, null, Set.of(Kind.CM_ID), ConnectionArguments::accept, ConnectionCalls::accept),
    REJECT(WalkKind.CM, 12, null, Set.of(Kind.CM_ID), ConnectionArguments::reject, ConnectionCalls::reject),
    ESTABLISH(WalkKind.CM, 40, null, Set.of(Kind.CM_ID), ConnectionArguments::establish, ConnectionCalls::establish),
    DISCONNECT(WalkKind.CM, 24, null, Set.of(Kind.CM_ID), ConnectionArguments::disconnect, ConnectionCalls::disconnect),
    RDMA_NOTIFY(WalkKind.CM, 10, null, Set.of(Kind.CM_ID), ConnectionArguments::event, ConnectionCalls::event),
    MIGRATE_ID(WalkKind.CM, 4, null, Set.of(Kind.CM_ID), CmArguments::migrate, CmCalls::migrate),
    RDMA_CREATE_QP(WalkKind.CM, 25, null, Set.of(Kind.CM_ID), ConnectionArguments::createQp, ConnectionCalls::createQp),
    RDMA_DESTROY_QP(WalkKind.CM, 2, null, Set.of(Kind.CM_ID), CmArguments::anyId, ConnectionCalls::destroyQp),
    INIT_QP_ATTR(WalkKind.CM, 10, null, Set.of(Kind.CM_ID), ConnectionArguments::initQp, ConnectionCalls::initQpAttr),
    JOIN_MULTICAST(WalkKind.CM, 8, Kind.MULTICAST, Set.of(Kind.CM_ID), CmArguments::join, CmCalls::join),
    LEAVE_MULTICAST(WalkKind.CM, 5, null, Set.of(Kind.MULTICAST), CmArguments::leave, CmCalls::leave),
    SET_OPTION(WalkKind.CM, 8, null, Set.of(Kind.CM_ID), CmArguments::option, CmCalls::option),
    SET_LOCAL_ECE(WalkKind.CM, 3, null, Set.of(Kind.CM_ID), ConnectionArguments::ece, ConnectionCalls::setEce),
    GET_REMOTE_ECE(WalkKind.CM, 3, null, Set.of(Kind.CM_ID), CmArguments::anyId, ConnectionCalls::remoteEce),
    GET_CM_EVENT(WalkKind.CM, 6, null, Set.of(Kind.EVENT_CHANNEL), CmArguments::events, CmCalls::takeEvents),
    DESTROY_ID(WalkKind.CM, 14, null, Set.of(Kind.CM_ID), CmArguments::destroyId, CmCalls::destroyId),
    DESTROY_EVENT_CHANNEL(
            WalkKind.CM, 1, null, Set.of(Kind.EVENT_CHANNEL), CmArguments::destroyChannel, CmCalls::destroyChannel);

    private final WalkKind path;

    private final int weight;
    private final @Nullable Kind makes;

    @SuppressWarnings("ImmutableEnumChecker") // made by Set.of
    private final Set<Kind> needs;

    @SuppressWarnings("ImmutableEnumChecker") // a method
    private final Consumer<StepBuilder> builder;

    @SuppressWarnings("ImmutableEnumChecker") // a method
    private final BiFunction<WalkDevice, Step, StepAnswer> call;

    StepVerb(
            int weight,
            @Nullable Kind makes,
            Set<Kind> needs,
            Consumer<StepBuilder> builder,
            BiFunction<WalkDevice, Step, StepAnswer> call) {
        this(WalkKind.CONTROL, weight, makes, needs, builder, call);
    }

    StepVerb(
            WalkKind path,
            int weight,
            @Nullable Kind makes,
            Set<Kind> needs,
            Consumer<StepBuilder> builder,
            BiFunction<WalkDevice, Step, StepAnswer> call) {
        this.path = path;
        this.weight = weight;
        this.makes = makes;
        this.needs = needs;
        this.builder = builder;
        this.call = call;
    }

    WalkKind path() {
        return path;
    }

    /** Returns the relative frequency of this verb. */
    int weight() {
        return weight;
    }

    /** Returns the kind of object that this verb creates, if any. */
    Optional<Kind> makes() {
        return Optional.ofNullable(makes);
    }

    /** Returns whether the needed objects exist and another object of the created kind is permitted. */
    boolean isPossible(WalkDevice device) {
        boolean something =
                Stream.of(Kind.values()).anyMatch(kind -> !device.open(kind).isEmpty());
        return (something || this != DESTROY)
                && needs.stream().noneMatch(kind -> device.open(kind).isEmpty())
                && makes().filter(kind -> device.open(kind).size() >= path.mostObjects())
                        .isEmpty();
    }

    void builder(StepBuilder into) {
        builder.accept(into);
    }

    StepAnswer call(WalkDevice device, Step step) {
        return call.apply(device, step);
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static StepVerb of(String word) {
        return List.of(values()).stream()
                .filter(verb -> verb.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no verb of any step: " + word));
    }
}
