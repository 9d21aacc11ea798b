// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QpOpenAttr;
import org.verbena.RwqIndTableAttr;
import org.verbena.SrqInitAttr;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.QpType;
import org.verbena.attr.SrqType;
import org.verbena.spi.DriverCq;
import org.verbena.spi.DriverQp;
import org.verbena.spi.DriverRwqIndTable;
import org.verbena.spi.DriverSrq;
import org.verbena.spi.DriverWq;

/** Checks that a driver receives its own objects, each in the field that the application set. */
class DriverRequestsTest {
    private final FakeDriver driver = new FakeDriver();
    private final DriverCq secondCq = mock(DriverCq.class);
    private final DeviceContext context = driver.open();
    private final ProtectionDomain pd = context.allocPd();

    private CompletionQueue secondCq() {
        when(driver.context.createCq(any())).thenReturn(secondCq);
        return FakeDriver.cq(context);
    }

    @Test
    void aQueuePairNamesQueuesAndDomain() {
        CompletionQueue sends = FakeDriver.cq(context);
        QpInitAttr attr = QpInitAttr.builder()
                .qpType(QpType.UD)
                .sendCq(sends)
                .recvCq(secondCq())
                .srq(pd.createSrq(SrqInitAttr.builder().maxWr(1).maxSge(1).build()))
                .sqSigAll(true)
                .maxSendWr(7)
                .build();

        pd.createQp(attr);

        ArgumentCaptor<DriverQp.Init> init = ArgumentCaptor.forClass(DriverQp.Init.class);
        verify(driver.pd).createQp(init.capture());
        assertThat(init.getValue().request().extended()).isFalse();
        assertThat(init.getValue().request().is(QpType.UD)).isTrue();
        assertThat(init.getValue().request().cap().maxSendWr()).isEqualTo(7);
        assertThat(init.getValue().sqSigAll()).isTrue();
        assertThat(init.getValue().pd()).containsSame(driver.pd);
        assertThat(init.getValue().sendCq()).containsSame(driver.cq);
        assertThat(init.getValue().recvCq()).containsSame(secondCq);
        assertThat(init.getValue().srq()).containsSame(driver.srq);
        assertThat(init.getValue().xrcd()).isEmpty();
        assertThat(init.getValue().rwqIndTbl()).isEmpty();
    }

    @Test
    void anXrcTargetNamesItsDomain() {
        QpInitAttr attr = QpInitAttr.builder()
                .qpType(QpType.XRC_RECV)
                .xrcd(context.openXrcd(XrcdInitAttr.privateDomain()))
                .build();

        context.createQpEx(attr);
        context.openQp(QpOpenAttr.builder()
                .qpNum(5)
                .xrcd(attr.xrcd().orElseThrow())
                .qpType(QpType.XRC_RECV)
                .build());

        ArgumentCaptor<DriverQp.Init> init = ArgumentCaptor.forClass(DriverQp.Init.class);
        verify(driver.context).createQpEx(init.capture());
        assertThat(init.getValue().request().extended()).isTrue();
        assertThat(init.getValue().pd()).isEmpty();
        assertThat(init.getValue().xrcd()).containsSame(driver.xrcd);
        ArgumentCaptor<DriverQp.Open> open = ArgumentCaptor.forClass(DriverQp.Open.class);
        verify(driver.context).openQp(open.capture());
        assertThat(open.getValue().qpNum()).isEqualTo(5);
        assertThat(open.getValue().xrcd()).containsSame(driver.xrcd);
    }

    @Test
    void anExtendedSharedReceiveQueueNamesDomainsAndQueue() {
        context.createSrqEx(SrqInitAttr.builder()
                .pd(pd)
                .srqType(SrqType.XRC)
                .xrcd(context.openXrcd(XrcdInitAttr.privateDomain()))
                .cq(FakeDriver.cq(context))
                .maxWr(3)
                .maxSge(1)
                .build());

        ArgumentCaptor<DriverSrq.Init> init = ArgumentCaptor.forClass(DriverSrq.Init.class);
        verify(driver.context).createSrqEx(init.capture());
        assertThat(init.getValue().request().attr().maxWr()).isEqualTo(3);
        assertThat(init.getValue().pd()).containsSame(driver.pd);
        assertThat(init.getValue().xrcd()).containsSame(driver.xrcd);
        assertThat(init.getValue().cq()).containsSame(driver.cq);
    }

    @Test
    void aCompletionQueueNamesItsChannel() {
        context.createCq(
                CqInitAttr.builder().cqe(3).channel(context.createCompChannel()).build());

        ArgumentCaptor<DriverCq.Init> init = ArgumentCaptor.forClass(DriverCq.Init.class);
        verify(driver.context).createCq(init.capture());
        assertThat(init.getValue().request().cqe()).isEqualTo(3);
        assertThat(init.getValue().channel()).containsSame(driver.channel);
    }

    @Test
    void anIndirectionTableNamesWorkQueues() {
        WorkQueue wq = context.createWq(WqInitAttr.builder()
                .pd(pd)
                .cq(FakeDriver.cq(context))
                .maxWr(1)
                .maxSge(1)
                .build());

        context.createRwqIndTable(RwqIndTableAttr.of(List.of(wq, wq)));

        ArgumentCaptor<DriverWq.Init> init = ArgumentCaptor.forClass(DriverWq.Init.class);
        verify(driver.context).createWq(init.capture());
        assertThat(init.getValue().pd()).isSameAs(driver.pd);
        assertThat(init.getValue().cq()).isSameAs(driver.cq);
        ArgumentCaptor<DriverRwqIndTable.Init> table = ArgumentCaptor.forClass(DriverRwqIndTable.Init.class);
        verify(driver.context).createRwqIndTable(table.capture());
        assertThat(table.getValue().indTbl()).containsExactly(driver.wq, driver.wq);
    }
}
