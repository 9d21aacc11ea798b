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
 * The verbs of steps, with their frequency, the kinds that they create and need, and the methods that draft and execute
 * them.
 */
enum Verb {
    ALLOC_PD(4, Kind.PD, Set.of(), DomainDrafts::nothing, DomainCalls::allocPd),
    OPEN_XRCD(3, Kind.XRCD, Set.of(), DomainDrafts::openXrcd, DomainCalls::openXrcd),
    CREATE_COMP_CHANNEL(2, Kind.COMP_CHANNEL, Set.of(), DomainDrafts::nothing, CqCalls::createChannel),
    CREATE_CQ(6, Kind.CQ, Set.of(), CqDrafts::create, CqCalls::create),
    CREATE_CQ_EX(4, Kind.CQ, Set.of(), CqDrafts::createEx, CqCalls::createEx),
    RESIZE_CQ(4, null, Set.of(Kind.CQ), CqDrafts::resize, CqCalls::resize),
    MODIFY_CQ(2, null, Set.of(Kind.CQ), CqDrafts::moderate, CqCalls::moderate),
    CREATE_SRQ(4, Kind.SRQ, Set.of(Kind.PD), SrqDrafts::create, SrqCalls::create),
    CREATE_SRQ_EX(5, Kind.SRQ, Set.of(Kind.PD, Kind.CQ), SrqDrafts::createEx, SrqCalls::createEx),
    MODIFY_SRQ(4, null, Set.of(Kind.SRQ), SrqDrafts::modify, SrqCalls::modify),
    QUERY_SRQ(4, null, Set.of(Kind.SRQ), SrqDrafts::any, SrqCalls::query),
    GET_SRQ_NUM(2, null, Set.of(Kind.SRQ), SrqDrafts::any, SrqCalls::number),
    CREATE_QP(10, Kind.QP, Set.of(Kind.PD, Kind.CQ), QpDrafts::create, QpCalls::create),
    CREATE_QP_EX(14, Kind.QP, Set.of(Kind.PD, Kind.CQ), QpDrafts::createEx, QpCalls::createEx),
    OPEN_QP(3, Kind.QP, Set.of(Kind.XRCD, Kind.QP), QpDrafts::open, QpCalls::open),
    MODIFY_QP(40, null, Set.of(Kind.QP), QpStateDrafts::modify, QpStateCalls::modify),
    QUERY_QP(12, null, Set.of(Kind.QP), QpStateDrafts::query, QpStateCalls::query),
    ATTACH_MCAST(3, null, Set.of(Kind.QP), QpDrafts::mcast, QpCalls::attachMcast),
    DETACH_MCAST(3, null, Set.of(Kind.QP), QpDrafts::mcast, QpCalls::detachMcast),
    CREATE_WQ(6, Kind.WQ, Set.of(Kind.PD, Kind.CQ), WqDrafts::create, WqCalls::create),
    MODIFY_WQ(8, null, Set.of(Kind.WQ), WqDrafts::modify, WqCalls::modify),
    CREATE_RWQ_IND_TABLE(4, Kind.RWQ_IND_TABLE, Set.of(Kind.WQ), WqDrafts::createTable, WqCalls::createTable),
    CREATE_AH(4, Kind.AH, Set.of(Kind.PD), DomainDrafts::createAh, DomainCalls::createAh),
    REG_MR(4, Kind.MR, Set.of(Kind.PD), DomainDrafts::regMr, DomainCalls::regMr),
    QUERY_PORT(1, null, Set.of(), DomainDrafts::queryPort, QueryCalls::port),
    QUERY_PKEY(1, null, Set.of(), DomainDrafts::queryPkey, QueryCalls::pkey),
    QUERY_GID(1, null, Set.of(), DomainDrafts::queryGid, QueryCalls::gid),
    DESTROY(22, null, Set.of(), DomainDrafts::destroy, DomainCalls::destroy),

    MR(WalkPath.DATA, 6, Kind.MR, Set.of(), TrafficDrafts::region, TrafficCalls::region),
    MW(WalkPath.DATA, 4, Kind.MW, Set.of(Kind.PAIR), TrafficDrafts::window, TrafficCalls::window),
    CQ(WalkPath.DATA, 2, Kind.CQ, Set.of(), TrafficDrafts::nothing, TrafficCalls::completionQueue),
    SRQ(WalkPath.DATA, 3, Kind.SRQ, Set.of(), TrafficDrafts::sharedReceives, TrafficCalls::sharedReceives),
    PAIR(WalkPath.DATA, 14, Kind.PAIR, Set.of(Kind.MR), PairDrafts::pair, TrafficCalls::pair),
    RECV(WalkPath.DATA, 34, null, Set.of(Kind.PAIR), RecvDrafts::recv, PostCalls::recv),
    SRQ_RECV(WalkPath.DATA, 10, null, Set.of(Kind.SRQ), RecvDrafts::srqRecv, PostCalls::srqRecv),
    SEND(WalkPath.DATA, 56, null, Set.of(Kind.PAIR), SendDrafts::send, PostCalls::send),
    BIND(WalkPath.DATA, 4, null, Set.of(Kind.PAIR, Kind.MW, Kind.MR), TrafficDrafts::bind, TrafficCalls::bind),
    NOTIFY(WalkPath.DATA, 4, null, Set.of(Kind.PAIR), TrafficDrafts::requestNotify, TrafficCalls::requestNotify),
    MODIFY(WalkPath.DATA, 8, null, Set.of(Kind.PAIR), PairDrafts::modify, TrafficCalls::modify),
    CLOSE(WalkPath.DATA, 2, null, Set.of(Kind.PAIR), PairDrafts::anyEnd, TrafficCalls::close),
    DEREG(WalkPath.DATA, 2, null, Set.of(Kind.MR), TrafficDrafts::anyRegion, TrafficCalls::deregister),
    DEALLOC(WalkPath.DATA, 2, null, Set.of(Kind.MW), TrafficDrafts::anyWindow, TrafficCalls::deallocate);

    private final WalkPath path;

    private final int weight;
    private final @Nullable Kind makes;

    @SuppressWarnings("ImmutableEnumChecker") // made by Set.of
    private final Set<Kind> needs;

    @SuppressWarnings("ImmutableEnumChecker") // a method
    private final Consumer<Draft> draft;

    @SuppressWarnings("ImmutableEnumChecker") // a method
    private final BiFunction<Side, Step, Answer> call;

    Verb(
            int weight,
            @Nullable Kind makes,
            Set<Kind> needs,
            Consumer<Draft> draft,
            BiFunction<Side, Step, Answer> call) {
        this(WalkPath.CONTROL, weight, makes, needs, draft, call);
    }

    Verb(
            WalkPath path,
            int weight,
            @Nullable Kind makes,
            Set<Kind> needs,
            Consumer<Draft> draft,
            BiFunction<Side, Step, Answer> call) {
        this.path = path;
        this.weight = weight;
        this.makes = makes;
        this.needs = needs;
        this.draft = draft;
        this.call = call;
    }

    WalkPath path() {
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
    boolean isPossible(Side side) {
        boolean something =
                Stream.of(Kind.values()).anyMatch(kind -> !side.open(kind).isEmpty());
        return (something || this != DESTROY)
                && needs.stream().noneMatch(kind -> side.open(kind).isEmpty())
                && makes().filter(kind -> side.open(kind).size() >= path.mostObjects())
                        .isEmpty();
    }

    void draft(Draft into) {
        draft.accept(into);
    }

    Answer call(Side side, Step step) {
        return call.apply(side, step);
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Verb of(String word) {
        return List.of(values()).stream()
                .filter(verb -> verb.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no verb of any step: " + word));
    }
}
