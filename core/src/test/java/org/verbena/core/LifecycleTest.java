// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.inOrder;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.mockito.InOrder;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.RwqIndTableAttr;
import org.verbena.SrqInitAttr;
import org.verbena.VerbsObject;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.Gid;
import org.verbena.attr.MwType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqState;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

class LifecycleTest {
    private static final Gid GROUP = Gid.parse("ff0e:0000:0000:0000:0000:0000:0000:0001");

    private final FakeDriver driver = new FakeDriver();
    private final DeviceContext context = driver.open();

    @Test
    void contextDestroysObjectsBeforeTheirDependencies() {
        ProtectionDomain pd = context.allocPd();
        context.openXrcd(XrcdInitAttr.privateDomain());
        CompletionChannel channel = context.createCompChannel();
        CompletionQueue cq =
                context.createCq(CqInitAttr.builder().cqe(1).channel(channel).build());
        pd.createSrq(SrqInitAttr.builder().build());
        pd.createAh(AhAttr.builder().build());
        pd.regMr(ByteBuffer.allocateDirect(64), Flags.none(AccessFlag.class));
        WorkQueue wq = context.createWq(WqInitAttr.builder().pd(pd).cq(cq).build());
        context.createRwqIndTable(RwqIndTableAttr.of(List.of(wq)));
        QueuePair qp = pd.createQp(FakeDriver.rc(cq));

        context.close();

        InOrder order = inOrder(
                driver.qp,
                driver.table,
                driver.wq,
                driver.srq,
                driver.ah,
                driver.mr,
                driver.cq,
                driver.channel,
                driver.xrcd,
                driver.pd,
                driver.context);
        order.verify(driver.qp).destroy();
        order.verify(driver.table).destroy();
        order.verify(driver.wq).destroy();
        order.verify(driver.srq).destroy();
        order.verify(driver.ah).destroy();
        order.verify(driver.mr).destroy();
        order.verify(driver.cq).destroy();
        order.verify(driver.channel).destroy();
        order.verify(driver.xrcd).destroy();
        order.verify(driver.pd).destroy();
        order.verify(driver.context).destroy();
        assertThat(qp.isClosed()).isTrue();
        assertThat(context.isClosed()).isTrue();
    }

    @Test
    void aQueuePairMayOutliveACompletionQueueThatItNeverUses() {
        CompletionQueue cq = FakeDriver.cq(context);
        QueuePair qp = context.allocPd().createQp(FakeDriver.rc(cq));
        cq.close();

        qp.modify(QpAttr.builder().qpState(QpState.RESET).build());
        qp.close();

        verify(driver.qp).destroy();
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(() -> cq.requestNotify(false));
    }

    @Test
    void aWorkQueueMayOutliveItsCompletionQueueWhenTheDriverLetsIt() {
        CompletionQueue cq = FakeDriver.cq(context);
        WorkQueue wq = context.createWq(
                WqInitAttr.builder().pd(context.allocPd()).cq(cq).build());
        cq.close();

        wq.modify(WqAttr.builder().wqState(WqState.ERR).build());
        context.close();

        verify(driver.wq).destroy();
    }

    @Test
    void contextLeavesMulticastGroupsFirst() {
        CompletionQueue cq = FakeDriver.cq(context);
        QueuePair qp = context.allocPd().createQp(FakeDriver.rc(cq));
        qp.attachMcast(GROUP, 0);

        context.close();

        InOrder order = inOrder(driver.qp);
        order.verify(driver.qp).detachMcast(GROUP, 0);
        order.verify(driver.qp).destroy();
    }

    @Test
    void contextOfUnpluggedDeviceClosesWithMulticastGroups() {
        QueuePair qp = context.allocPd().createQp(FakeDriver.rc(FakeDriver.cq(context)));
        qp.attachMcast(GROUP, 0);
        VerbsException gone = new VerbsException("ibv_detach_mcast", Errno.EIO, "fake0", Diagnosis.UNKNOWN);
        doThrow(gone).when(driver.qp).detachMcast(GROUP, 0);
        doThrow(gone).when(driver.qp).destroy();

        context.close();

        assertThat(context.isClosed()).isTrue();
        assertThat(qp.isClosed()).isTrue();
        verify(driver.qp).abandon();
    }

    @Test
    void groupThatCannotBeLeftKeepsTheContextOpen() {
        QueuePair qp = context.allocPd().createQp(FakeDriver.rc(FakeDriver.cq(context)));
        qp.attachMcast(GROUP, 0);
        VerbsException once = new VerbsException("ibv_detach_mcast", Errno.EBUSY, "fake0", Diagnosis.UNKNOWN);
        doThrow(once).doNothing().when(driver.qp).detachMcast(GROUP, 0);

        assertThatExceptionOfType(VerbsException.class).isThrownBy(context::close);
        assertThat(qp.isClosed()).isFalse();
        context.close();

        assertThat(context.isClosed()).isTrue();
    }

    @Test
    void theUsersOfABusyObjectAreNamed() {
        ProtectionDomain pd = context.allocPd();
        MemoryRegion mr = pd.regMr(ByteBuffer.allocateDirect(64), Flags.of(AccessFlag.MW_BIND));
        pd.allocMw(MwType.TYPE_2);
        doThrow(busy()).doNothing().when(driver.mr).destroy();

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(mr::close)
                .withMessageContainingAll("memory window: 1 open in this context", "invalidated or closed first");
    }

    @Test
    void anObjectStaysUsableIfDestroyFailsWithEbusy() {
        ProtectionDomain pd = context.allocPd();
        doThrow(busy()).doNothing().when(driver.pd).destroy();

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(pd::close)
                .matches(e -> e.errno().equals(Errno.EBUSY));
        assertThat(pd.isClosed()).isFalse();
        assertThat(pd.createQp(FakeDriver.rc(FakeDriver.cq(context)))).isNotNull();

        pd.close();
        assertThat(pd.isClosed()).isTrue();
    }

    @Test
    void closingTwiceDestroysOnce() {
        CompletionQueue cq = FakeDriver.cq(context);

        cq.close();
        cq.close();
        context.close();
        context.close();

        verify(driver.cq, times(1)).destroy();
        verify(driver.context, times(1)).destroy();
    }

    @Test
    void aDeviceThatIsGoneCountsAsClosed() {
        CompletionQueue cq = FakeDriver.cq(context);
        doThrow(new VerbsException("ibv_destroy_cq", Errno.EIO, "fake0", Diagnosis.UNKNOWN))
                .when(driver.cq)
                .destroy();

        cq.close();

        assertThat(cq.isClosed()).isTrue();
        verify(driver.cq).abandon();
    }

    @Test
    void aTransientEioDoesNotCloseTheObject() {
        CompletionQueue cq = FakeDriver.cq(context);
        doThrow(new VerbsException("ibv_destroy_cq", Errno.EIO, "fake0", Diagnosis.UNKNOWN))
                .doThrow(busy())
                .doNothing()
                .when(driver.cq)
                .destroy();

        assertThatExceptionOfType(VerbsException.class).isThrownBy(cq::close);
        assertThat(cq.isClosed()).isFalse();
        cq.close();

        verify(driver.cq, times(3)).destroy();
        verify(driver.cq, never()).abandon();
    }

    @Test
    void contextThatCannotCloseStaysOpen() {
        FakeDriver.cq(context);
        doThrow(busy()).doNothing().when(driver.cq).destroy();

        assertThatExceptionOfType(VerbsException.class).isThrownBy(context::close);
        assertThat(context.isClosed()).isFalse();
        verify(driver.context, never()).destroy();

        context.close();
        assertThat(context.isClosed()).isTrue();
    }

    @Test
    void secondContextCloseAbandonsObjectsThatStayBusy() {
        ProtectionDomain pd = context.allocPd();
        CompletionQueue cq = FakeDriver.cq(context);
        QueuePair qp = pd.createQp(FakeDriver.rc(cq));
        doThrow(busy()).when(driver.qp).destroy();
        doThrow(busy()).when(driver.pd).destroy();
        assertThatExceptionOfType(VerbsException.class).isThrownBy(context::close);

        context.close();

        assertThat(List.of(context, qp, cq, pd)).allMatch(VerbsObject::isClosed);
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(qp::state);
        InOrder order = inOrder(driver.qp, driver.cq, driver.pd, driver.context);
        order.verify(driver.qp).abandon();
        order.verify(driver.cq).destroy();
        order.verify(driver.pd).abandon();
        order.verify(driver.context).destroy();
    }

    @Test
    void contextCloseRetriesADestroyBeforeItAbandonsAnObject() {
        CompletionQueue cq = FakeDriver.cq(context);
        doThrow(busy()).doThrow(busy()).doNothing().when(driver.cq).destroy();
        assertThatExceptionOfType(VerbsException.class).isThrownBy(context::close);

        context.close();

        assertThat(cq.isClosed()).isTrue();
        verify(driver.cq, times(3)).destroy();
        verify(driver.cq, never()).abandon();
    }

    @Test
    void contextAbandonsAQueuePairThatCannotLeaveItsGroup() {
        QueuePair qp = context.allocPd().createQp(FakeDriver.rc(FakeDriver.cq(context)));
        qp.attachMcast(GROUP, 0);
        doThrow(busy()).when(driver.qp).detachMcast(GROUP, 0);
        doThrow(busy()).when(driver.qp).destroy();
        assertThatExceptionOfType(VerbsException.class).isThrownBy(context::close);

        context.close();

        assertThat(context.isClosed()).isTrue();
        verify(driver.qp).abandon();
    }

    @Test
    void useAfterCloseIsCleanFromAnyThread() throws Exception {
        CompletionQueue cq = FakeDriver.cq(context);
        QueuePair qp = context.allocPd().createQp(FakeDriver.rc(cq));
        qp.close();

        Throwable seen = CompletableFuture.supplyAsync(
                        () -> catchThrowable(() -> qp.modify(QpAttr.builder().build())))
                .get(60, TimeUnit.SECONDS);

        assertThat(seen).isInstanceOf(ClosedHandleException.class).hasMessageContaining("ibv_modify_qp");
        verify(driver.qp, never()).modify(any());
    }

    @Test
    void useAfterTheContextWasClosedIsCleanToo() {
        CompletionQueue cq = FakeDriver.cq(context);
        ProtectionDomain pd = context.allocPd();
        context.close();

        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(cq::grantedCqe);
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(() -> pd.createQp(FakeDriver.rc(cq)));
        assertThatExceptionOfType(ClosedHandleException.class).isThrownBy(context::queryDevice);
    }

    @Test
    void destroyWaitsForACallThatUsesTheObject() throws Exception {
        CompletionQueue cq = FakeDriver.cq(context);
        CountDownLatch inCall = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        when(driver.cq.cqe()).thenAnswer(call -> {
            inCall.countDown();
            goOn.await();
            verify(driver.cq, never()).destroy();
            return 7;
        });

        CompletableFuture<Integer> reader = CompletableFuture.supplyAsync(cq::grantedCqe);
        inCall.await();
        CompletableFuture<Void> closer = CompletableFuture.runAsync(cq::close);
        goOn.countDown();

        assertThat(reader.get(60, TimeUnit.SECONDS)).isEqualTo(7);
        closer.get(60, TimeUnit.SECONDS);
        verify(driver.cq).destroy();
    }

    @Test
    void requestedCqeChangesOnlyAfterASuccessfulResize() {
        CompletionQueue cq = FakeDriver.cq(context);
        doThrow(busy()).when(driver.cq).resize(1000);

        cq.resize(500);
        assertThat(cq.requestedCqe()).isEqualTo(500);
        assertThatExceptionOfType(VerbsException.class).isThrownBy(() -> cq.resize(1000));
        assertThat(cq.requestedCqe()).isEqualTo(500);
    }

    private static VerbsException busy() {
        return new VerbsException("ibv_destroy", Errno.EBUSY, "fake0", Diagnosis.UNKNOWN);
    }

    private static Throwable catchThrowable(Runnable action) {
        try {
            action.run();
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }
}
