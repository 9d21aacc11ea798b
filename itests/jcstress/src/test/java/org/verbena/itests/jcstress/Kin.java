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

/** Which object uses which: every pair that a driver counts. */
enum Kin {
    PD_MR(() -> inDomain(pd -> pd.regMr(Ground.MEMORY, Ground.WRITABLE))),
    PD_MW(() -> inDomain(pd -> pd.allocMw(MwType.TYPE_1))),
    PD_AH(() -> inDomain(pd -> pd.createAh(Ground.ADDRESS))),
    PD_SRQ(() -> inDomain(pd -> pd.createSrq(Kin.srq().build()))),
    PD_QP(() -> inDomain(pd -> pd.createQp(Ground.fixture().request(QpType.RC).build()))),
    PD_WQ(() -> inDomain(
            pd -> Ground.CONTEXT.createWq(Ground.fixture().wqRequest().pd(pd).build()))),
    XRCD_SRQ(() -> {
        XrcDomain xrcd = Ground.CONTEXT.openXrcd(XrcdInitAttr.privateDomain());
        SrqInitAttr request = Kin.xrcSrq().xrcd(xrcd).cq(Ground.CQ).build();
        return new Family(xrcd, () -> Ground.CONTEXT.createSrqEx(request));
    }),
    XRCD_QP(() -> {
        XrcDomain xrcd = Ground.CONTEXT.openXrcd(XrcdInitAttr.privateDomain());
        QpInitAttr request =
                QpInitAttr.builder().qpType(QpType.XRC_RECV).xrcd(xrcd).build();
        return new Family(xrcd, () -> Ground.CONTEXT.createQpEx(request));
    }),
    CHANNEL_CQ(() -> {
        CompletionChannel channel = Ground.CONTEXT.createCompChannel();
        CqInitAttr request = CqInitAttr.builder().cqe(16).channel(channel).build();
        return new Family(channel, () -> Ground.CONTEXT.createCq(request));
    }),
    CQ_QP(() -> {
        CompletionQueue cq = Ground.fixture().cq(16);
        QpInitAttr request = Ground.qp(QpType.RC).recvCq(cq).build();
        return new Family(cq, () -> Ground.CONTEXT.createQpEx(request));
    }),
    CQ_WQ(() -> {
        CompletionQueue cq = Ground.fixture().cq(16);
        var request = Ground.fixture().wqRequest().cq(cq).build();
        return new Family(cq, () -> Ground.CONTEXT.createWq(request));
    }),
    CQ_SRQ(() -> {
        CompletionQueue cq = Ground.fixture().cq(16);
        SrqInitAttr request = Kin.xrcSrq().xrcd(Ground.XRCD).cq(cq).build();
        return new Family(cq, () -> Ground.CONTEXT.createSrqEx(request));
    }),
    SRQ_QP(() -> {
        SharedReceiveQueue srq = Ground.PD.createSrq(Kin.srq().build());
        QpInitAttr request = Ground.qp(QpType.RC).srq(srq).build();
        return new Family(srq, () -> Ground.CONTEXT.createQpEx(request));
    }),
    WQ_TABLE(() -> {
        WorkQueue wq = Ground.wq();
        RwqIndTableAttr request = RwqIndTableAttr.of(List.of(wq));
        return new Family(wq, () -> Ground.CONTEXT.createRwqIndTable(request));
    }),
    TABLE_QP(() -> {
        RwqIndTable table = Ground.CONTEXT.createRwqIndTable(RwqIndTableAttr.of(List.of(Ground.WQ)));
        QpInitAttr request = Ground.fixture().rssRequest(table).build();
        return new Family(table, () -> Ground.CONTEXT.createQpEx(request));
    }),
    QP_FLOW(() -> {
        QueuePair qp = Ground.CONTEXT.createQpEx(Ground.qp(QpType.RAW_PACKET).build());
        FlowAttr everything = FlowAttr.builder()
                .type(FlowAttrType.ALL_DEFAULT)
                .port(Fixture.PORT)
                .build();
        return new Family(qp, () -> qp.createFlow(everything));
    });

    private static final Turns<Kin> TURNS = new Turns<>(Kin.class);

    @SuppressWarnings("ImmutableEnumChecker") // a lambda that captures nothing
    private final Supplier<Family> preparation;

    Kin(Supplier<Family> preparation) {
        this.preparation = preparation;
    }

    static Kin next() {
        return TURNS.next();
    }

    Family prepare() {
        return preparation.get();
    }

    private static Family inDomain(Function<ProtectionDomain, VerbsObject> creation) {
        ProtectionDomain pd = Ground.CONTEXT.allocPd();
        return new Family(pd, () -> creation.apply(pd));
    }

    private static SrqInitAttr.Builder srq() {
        return SrqInitAttr.builder().maxWr(16).maxSge(1);
    }

    private static SrqInitAttr.Builder xrcSrq() {
        return srq().srqType(SrqType.XRC).pd(Ground.PD);
    }
}
