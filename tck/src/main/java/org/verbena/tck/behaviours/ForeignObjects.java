// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.behaviours;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.lang.reflect.Proxy;
import java.util.List;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.QpInitAttr;
import org.verbena.RwqIndTableAttr;
import org.verbena.SrqInitAttr;
import org.verbena.WorkQueue;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SrqType;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;

/** Objects of another device context, or of an unknown class. C would look up their numbers in the wrong table. */
public final class ForeignObjects {
    @Behaviour(id = "QPC-19-CQ", says = "a completion queue of another context is rejected before the call")
    public void foreignCq(Fixture fixture) {
        CompletionQueue foreign = fixture.another().cq();
        QpInitAttr sends = fixture.request(fixture.anyType()).sendCq(foreign).build();
        QpInitAttr receives = fixture.request(fixture.anyType()).recvCq(foreign).build();

        assertRefused(() -> fixture.pd().createQp(sends)).byVerbena().naming("send_cq");
        assertRefused(() -> fixture.pd().createQp(receives)).byVerbena().naming("recv_cq");
        assertThat(fixture.qp(fixture.anyType()).state())
                .as("the device works on")
                .isEqualTo(QpState.RESET);
    }

    @Behaviour(id = "QPC-19-PD", says = "a protection domain of another context is rejected before the call")
    public void foreignPd(Fixture fixture) {
        QpInitAttr attr =
                fixture.request(fixture.anyType()).pd(fixture.another().pd()).build();

        assertRefused(() -> fixture.context().createQpEx(attr)).byVerbena().naming("pd");
        assertRefused(() -> fixture.pd().createQp(attr)).byVerbena().naming("pd");
    }

    @Behaviour(
            id = "QPC-19-SRQ",
            needs = Capability.SRQ,
            says = "a shared receive queue of another context is rejected before the call")
    public void foreignSrq(Fixture fixture) {
        QpInitAttr attr =
                fixture.request(QpType.RC).srq(fixture.another().srq()).build();

        assertRefused(() -> fixture.pd().createQp(attr)).byVerbena().naming("srq");
    }

    @Behaviour(
            id = "QPC-19-XRCD",
            needs = Capability.XRC,
            says = "an XRC domain of another context is rejected before the call")
    public void foreignXrcd(Fixture fixture) {
        QpInitAttr target = QpInitAttr.builder()
                .qpType(QpType.XRC_RECV)
                .xrcd(fixture.another().xrcd())
                .build();
        SrqInitAttr srq = SrqInitAttr.builder()
                .srqType(SrqType.XRC)
                .pd(fixture.pd())
                .cq(fixture.cq())
                .xrcd(fixture.another().xrcd())
                .maxWr(1)
                .maxSge(1)
                .build();

        assertRefused(() -> fixture.context().createQpEx(target)).byVerbena().naming("xrcd");
        assertRefused(() -> fixture.context().createSrqEx(srq)).byVerbena().naming("xrcd");
    }

    @Behaviour(
            id = "QPC-19-CHANNEL",
            needs = Capability.COMP_CHANNEL,
            says = "a completion channel of another context is rejected before the call")
    public void foreignChannel(Fixture fixture) {
        CqInitAttr attr = CqInitAttr.builder()
                .cqe(1)
                .channel(fixture.another().context().createCompChannel())
                .build();

        assertRefused(() -> fixture.context().createCq(attr)).byVerbena().naming("channel");
        assertRefused(() -> fixture.context().createCqEx(attr)).byVerbena().naming("channel");
    }

    @Behaviour(
            id = "QPC-19-WQ",
            needs = Capability.WQ,
            says =
                    "objects of another context are rejected for a work queue, an indirection table and an RSS queue pair")
    public void foreignInWq(Fixture fixture) {
        Fixture other = fixture.another();
        List<WorkQueue> mixed = List.of(fixture.wq(), other.wq());

        assertRefused(() -> fixture.context()
                        .createWq(fixture.wqRequest().pd(other.pd()).build()))
                .byVerbena()
                .naming("pd");
        assertRefused(() -> fixture.context()
                        .createWq(fixture.wqRequest().cq(other.cq()).build()))
                .byVerbena()
                .naming("cq");
        assertRefused(() -> fixture.context().createRwqIndTable(RwqIndTableAttr.of(mixed)))
                .byVerbena();
        assertRefused(() -> fixture.context()
                        .createQpEx(fixture.rssRequest(other.table(1)).build()))
                .byVerbena()
                .naming("rwq_ind_tbl");
    }

    @Behaviour(id = "QPC-19-NOBODY", says = "an object that no provider has created is rejected before the call")
    public void createdByNoProvider(Fixture fixture) {
        CompletionQueue foreign = (CompletionQueue) Proxy.newProxyInstance(
                CompletionQueue.class.getClassLoader(),
                new Class<?>[] {CompletionQueue.class},
                (proxy, method, args) -> switch (method.getName()) {
                    case "context" -> fixture.context();
                    case "isClosed" -> false;
                    case "toString" -> "a queue of no provider";
                    default -> throw new AssertionError(method + " was called");
                });
        QpInitAttr attr = fixture.request(fixture.anyType()).sendCq(foreign).build();

        assertRefused(() -> fixture.pd().createQp(attr)).byVerbena().naming("send_cq");
    }
}
