// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.storm;

import static org.verbena.error.Errno.EINVAL;
import static org.verbena.error.Errno.EOPNOTSUPP;
import static org.verbena.error.Errno.EPERM;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.QpOpenAttr;
import org.verbena.QueuePair;
import org.verbena.RwqIndTableAttr;
import org.verbena.SrqInitAttr;
import org.verbena.WqInitAttr;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowSpec;
import org.verbena.attr.MwType;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.SendOp;
import org.verbena.attr.SrqType;
import org.verbena.attr.WcFlag;
import org.verbena.tck.fixture.Fixture;

/** Actions that create handles from handles that other threads may close. */
final class CreatingActions {
    /** The length of every memory region. */
    static final int LENGTH = 4096;

    /** The capacity for inline data. */
    static final int INLINE = 32;

    private static final int DEPTH = 16;
    private static final List<QpType> TYPES =
            List.of(QpType.RC, QpType.RC, QpType.RC, QpType.UC, QpType.UD, QpType.UD, QpType.XRC_SEND);
    private static final List<Integer> PORTS = List.of(1000, 2000, 3000);

    private CreatingActions() {}

    static Stream<Action> actions() {
        return Stream.of(
                Action.making("allocate a domain", CreatingActions::pd),
                Action.making("open an XRC domain", CreatingActions::xrcd).mayGive(EOPNOTSUPP),
                Action.making("create a channel", CreatingActions::channel).mayGive(EOPNOTSUPP),
                Action.making("create a completion queue", CreatingActions::cq).weighing(20),
                Action.making("create an extended completion queue", CreatingActions::cqEx)
                        .mayGive(EOPNOTSUPP),
                Action.making("create a shared receive queue", CreatingActions::srq)
                        .mayGive(EOPNOTSUPP),
                Action.making("create a shared receive queue for XRC", CreatingActions::xrcSrq)
                        .mayGive(EOPNOTSUPP),
                Action.making("create a queue pair", CreatingActions::qp)
                        .weighing(60)
                        .mayGive(EOPNOTSUPP, EINVAL),
                Action.making("create an XRC target", CreatingActions::target).mayGive(EOPNOTSUPP),
                Action.making("open an XRC target", CreatingActions::openTarget).mayGive(EOPNOTSUPP, EINVAL),
                Action.making("create a raw packet queue pair", CreatingActions::rawQp)
                        .mayGive(EOPNOTSUPP, EPERM),
                Action.making("create a queue pair over a table", CreatingActions::rssQp)
                        .mayGive(EOPNOTSUPP, EPERM, EINVAL),
                Action.making("create a work queue", CreatingActions::wq)
                        .weighing(20)
                        .mayGive(EOPNOTSUPP),
                Action.making("create an indirection table", CreatingActions::table)
                        .mayGive(EOPNOTSUPP, EINVAL),
                Action.making("create a flow", CreatingActions::flow).mayGive(EOPNOTSUPP, EPERM, EINVAL),
                Action.making("allocate a region", CreatingActions::allocMr).weighing(20),
                Action.making("register a buffer", CreatingActions::regBuffer),
                Action.making("register memory by address", CreatingActions::regAddress),
                Action.making("allocate a window", CreatingActions::mw).mayGive(EOPNOTSUPP),
                Action.making("create an address handle", CreatingActions::ah));
    }

    private static void pd(StormStep turn) {
        turn.pool().pds.make(turn.random(), turn.context()::allocPd);
    }

    private static void xrcd(StormStep turn) {
        turn.pool().xrcds.make(turn.random(), () -> turn.context().openXrcd(XrcdInitAttr.privateDomain()));
    }

    private static void channel(StormStep turn) {
        turn.pool().channels.make(turn.random(), turn.context()::createCompChannel);
    }

    private static void cq(StormStep turn) {
        CqInitAttr request = cqRequest(turn).build();
        turn.pool().cqs.make(turn.random(), () -> turn.context().createCq(request));
    }

    private static void cqEx(StormStep turn) {
        CqInitAttr request =
                cqRequest(turn).wcFlags(WcFlag.BYTE_LEN, WcFlag.QP_NUM).build();
        turn.pool().cqExs.make(turn.random(), () -> turn.context().createCqEx(request));
    }

    private static CqInitAttr.Builder cqRequest(StormStep turn) {
        CqInitAttr.Builder request = CqInitAttr.builder().cqe(2 * DEPTH);
        if (turn.oneIn(2)) {
            request.channel(turn.some(pool -> pool.channels));
        }
        return request;
    }

    private static void srq(StormStep turn) {
        var pd = turn.some(pool -> pool.pds);
        turn.pool().srqs.make(turn.random(), () -> pd.createSrq(srqRequest().build()));
    }

    private static void xrcSrq(StormStep turn) {
        SrqInitAttr request = srqRequest()
                .srqType(SrqType.XRC)
                .pd(turn.some(pool -> pool.pds))
                .xrcd(turn.some(pool -> pool.xrcds))
                .cq(turn.cq())
                .build();
        turn.pool().xrcSrqs.make(turn.random(), () -> turn.context().createSrqEx(request));
    }

    private static SrqInitAttr.Builder srqRequest() {
        return SrqInitAttr.builder().maxWr(DEPTH).maxSge(1);
    }

    // ---------------------------------------------------------------- queue pairs

    private static void qp(StormStep turn) {
        QpType type = turn.oneOf(TYPES);
        var pd = turn.some(pool -> pool.pds);
        QpInitAttr.Builder request = sending(turn, type).maxInlineData(INLINE);
        if (type != QpType.XRC_SEND) {
            request.recvCq(turn.cq());
            if (turn.oneIn(4)) {
                request.srq(turn.some(pool -> pool.srqs));
            } else {
                request.maxRecvWr(DEPTH).maxRecvSge(1);
            }
        }
        boolean builders = turn.oneIn(3);
        if (builders) {
            request.sendOpsFlags(SendOp.SEND);
        }
        if (builders || type == QpType.XRC_SEND) {
            request.pd(pd);
            turn.pool().qps.make(turn.random(), () -> turn.context().createQpEx(request.build()));
        } else {
            turn.pool().qps.make(turn.random(), () -> pd.createQp(request.build()));
        }
    }

    private static QpInitAttr.Builder sending(StormStep turn, QpType type) {
        return QpInitAttr.builder()
                .qpType(type)
                .sendCq(turn.cq())
                .maxSendWr(DEPTH)
                .maxSendSge(1);
    }

    private static void target(StormStep turn) {
        QpInitAttr request = QpInitAttr.builder()
                .qpType(QpType.XRC_RECV)
                .xrcd(turn.some(pool -> pool.xrcds))
                .build();
        turn.pool().targets.make(turn.random(), () -> turn.context().createQpEx(request));
    }

    private static void openTarget(StormStep turn) {
        QpOpenAttr request = QpOpenAttr.builder()
                .qpType(QpType.XRC_RECV)
                .qpNum(turn.some(pool -> pool.targets).qpNum())
                .xrcd(turn.some(pool -> pool.xrcds))
                .build();
        turn.pool().targets.make(turn.random(), () -> turn.context().openQp(request));
    }

    private static void rawQp(StormStep turn) {
        var pd = turn.some(pool -> pool.pds);
        QpInitAttr request = sending(turn, QpType.RAW_PACKET)
                .recvCq(turn.cq())
                .maxRecvWr(DEPTH)
                .maxRecvSge(1)
                .build();
        turn.pool().rawQps.make(turn.random(), () -> pd.createQp(request));
    }

    private static void rssQp(StormStep turn) {
        QpInitAttr request = QpInitAttr.builder()
                .qpType(QpType.RAW_PACKET)
                .pd(turn.some(pool -> pool.pds))
                .rwqIndTbl(turn.some(pool -> pool.tables))
                .rxHashConf(RxHashConf.toeplitz(
                        new byte[Fixture.HASH_KEY_LENGTH], RxHashField.SRC_IPV4, RxHashField.DST_IPV4))
                .build();
        turn.pool().rawQps.make(turn.random(), () -> turn.context().createQpEx(request));
    }

    private static void wq(StormStep turn) {
        WqInitAttr request = WqInitAttr.builder()
                .pd(turn.some(pool -> pool.pds))
                .cq(turn.cq())
                .maxWr(DEPTH)
                .maxSge(1)
                .build();
        turn.pool().wqs.make(turn.random(), () -> turn.context().createWq(request));
    }

    private static void table(StormStep turn) {
        RwqIndTableAttr request = RwqIndTableAttr.of(List.of(turn.some(pool -> pool.wqs), turn.some(pool -> pool.wqs)));
        turn.pool().tables.make(turn.random(), () -> turn.context().createRwqIndTable(request));
    }

    private static void flow(StormStep turn) {
        QueuePair qp = turn.some(pool -> pool.rawQps);
        FlowAttr request = FlowAttr.builder()
                .port(Fixture.PORT)
                .spec(FlowSpec.udp(OptionalInt.empty(), OptionalInt.of(turn.oneOf(PORTS))))
                .build();
        turn.pool().flows.make(turn.random(), () -> qp.createFlow(request));
    }

    // ---------------------------------------------------------------- memory and addresses

    static Flags<AccessFlag> access(StormStep turn) {
        Flags<AccessFlag> all =
                Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.MW_BIND);
        return turn.traits().hasAtomics() ? all.with(AccessFlag.REMOTE_ATOMIC) : all;
    }

    private static void allocMr(StormStep turn) {
        var pd = turn.some(pool -> pool.pds);
        turn.pool().mrs.make(turn.random(), () -> pd.allocMr(LENGTH, access(turn)));
    }

    private static void regBuffer(StormStep turn) {
        var pd = turn.some(pool -> pool.pds);
        turn.pool().mrs.make(turn.random(), () -> pd.regMr(ByteBuffer.allocateDirect(LENGTH), access(turn)));
    }

    private static void regAddress(StormStep turn) {
        var pd = turn.some(pool -> pool.pds);
        turn.pool()
                .mrs
                .make(
                        turn.random(),
                        () -> pd.regMr(turn.pool().address(), turn.pool().length(), access(turn)));
    }

    private static void mw(StormStep turn) {
        var pd = turn.some(pool -> pool.pds);
        MwType type = turn.oneOf(List.of(MwType.TYPE_1, MwType.TYPE_2));
        turn.pool().mws.make(turn.random(), () -> pd.allocMw(type));
    }

    private static void ah(StormStep turn) {
        var pd = turn.some(pool -> pool.pds);
        turn.pool().ahs.make(turn.random(), () -> pd.createAh(turn.traits().ownAddress()));
    }
}
