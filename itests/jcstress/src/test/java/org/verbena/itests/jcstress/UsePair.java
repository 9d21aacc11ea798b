// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.jcstress;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RwqIndTable;
import org.verbena.RwqIndTableAttr;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.VerbsObject;
import org.verbena.WorkQueue;
import org.verbena.XrcDomain;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowAttrType;
import org.verbena.attr.MwType;
import org.verbena.attr.QpType;
import org.verbena.attr.SrqType;
import org.verbena.tck.fixture.Fixture;

/** Lists the pairs of objects for which a driver counts the uses. */
enum UsePair {
    PD_MR(() -> inDomain(pd -> pd.regMr(RaceDevice.MEMORY, RaceDevice.WRITABLE))),
    PD_MW(() -> inDomain(pd -> pd.allocMw(MwType.TYPE_1))),
    PD_AH(() -> inDomain(pd -> pd.createAh(RaceDevice.ADDRESS))),
    PD_SRQ(() -> inDomain(pd -> pd.createSrq(UsePair.srq().build()))),
    PD_QP(() ->
            inDomain(pd -> pd.createQp(RaceDevice.fixture().request(QpType.RC).build()))),
    PD_WQ(() -> inDomain(pd ->
            RaceDevice.CONTEXT.createWq(RaceDevice.fixture().wqRequest().pd(pd).build()))),
    XRCD_SRQ(() -> {
        XrcDomain xrcd = RaceDevice.CONTEXT.openXrcd(XrcdInitAttr.privateDomain());
        SrqInitAttr request = UsePair.xrcSrq().xrcd(xrcd).cq(RaceDevice.CQ).build();
        return new Family(xrcd, () -> RaceDevice.CONTEXT.createSrqEx(request));
    }),
    XRCD_QP(() -> {
        XrcDomain xrcd = RaceDevice.CONTEXT.openXrcd(XrcdInitAttr.privateDomain());
        QpInitAttr request =
                QpInitAttr.builder().qpType(QpType.XRC_RECV).xrcd(xrcd).build();
        return new Family(xrcd, () -> RaceDevice.CONTEXT.createQpEx(request));
    }),
    CHANNEL_CQ(() -> {
        CompletionChannel channel = RaceDevice.CONTEXT.createCompChannel();
        CqInitAttr request = CqInitAttr.builder().cqe(16).channel(channel).build();
        return new Family(channel, () -> RaceDevice.CONTEXT.createCq(request));
    }),
    CQ_QP(() -> {
        CompletionQueue cq = RaceDevice.fixture().cq(16);
        QpInitAttr request = RaceDevice.qp(QpType.RC).recvCq(cq).build();
        return new Family(cq, () -> RaceDevice.CONTEXT.createQpEx(request));
    }),
    CQ_WQ(() -> {
        CompletionQueue cq = RaceDevice.fixture().cq(16);
        var request = RaceDevice.fixture().wqRequest().cq(cq).build();
        return new Family(cq, () -> RaceDevice.CONTEXT.createWq(request));
    }),
    CQ_SRQ(() -> {
        CompletionQueue cq = RaceDevice.fixture().cq(16);
        SrqInitAttr request = UsePair.xrcSrq().xrcd(RaceDevice.XRCD).cq(cq).build();
        return new Family(cq, () -> RaceDevice.CONTEXT.createSrqEx(request));
    }),
    SRQ_QP(() -> {
        SharedReceiveQueue srq = RaceDevice.PD.createSrq(UsePair.srq().build());
        QpInitAttr request = RaceDevice.qp(QpType.RC).srq(srq).build();
        return new Family(srq, () -> RaceDevice.CONTEXT.createQpEx(request));
    }),
    WQ_TABLE(() -> {
        WorkQueue wq = RaceDevice.wq();
        RwqIndTableAttr request = RwqIndTableAttr.of(List.of(wq));
        return new Family(wq, () -> RaceDevice.CONTEXT.createRwqIndTable(request));
    }),
    TABLE_QP(() -> {
        RwqIndTable table = RaceDevice.CONTEXT.createRwqIndTable(RwqIndTableAttr.of(List.of(RaceDevice.WQ)));
        QpInitAttr request = RaceDevice.fixture().rssRequest(table).build();
        return new Family(table, () -> RaceDevice.CONTEXT.createQpEx(request));
    }),
    QP_FLOW(() -> {
        QueuePair qp =
                RaceDevice.CONTEXT.createQpEx(RaceDevice.qp(QpType.RAW_PACKET).build());
        FlowAttr everything = FlowAttr.builder()
                .type(FlowAttrType.ALL_DEFAULT)
                .port(Fixture.PORT)
                .build();
        return new Family(qp, () -> qp.createFlow(everything));
    });

    private static final Turns<UsePair> TURNS = new Turns<>(UsePair.class);

    @SuppressWarnings("ImmutableEnumChecker") // a lambda that captures nothing
    private final Supplier<Family> preparation;

    UsePair(Supplier<Family> preparation) {
        this.preparation = preparation;
    }

    static UsePair next() {
        return TURNS.next();
    }

    Family prepare() {
        return preparation.get();
    }

    private static Family inDomain(Function<ProtectionDomain, VerbsObject> creation) {
        ProtectionDomain pd = RaceDevice.CONTEXT.allocPd();
        return new Family(pd, () -> creation.apply(pd));
    }

    private static SrqInitAttr.Builder srq() {
        return SrqInitAttr.builder().maxWr(16).maxSge(1);
    }

    private static SrqInitAttr.Builder xrcSrq() {
        return srq().srqType(SrqType.XRC).pd(RaceDevice.PD);
    }
}
