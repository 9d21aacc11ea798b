// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

import java.nio.ByteBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.SrqInitAttr;
import org.verbena.WqInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.WcFlag;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.InvalidRequestException;

/** Tests that no request that would crash C reaches the driver. */
class RequestChecksTest {
    private final FakeDriver driver = new FakeDriver();
    private final DeviceContext context = driver.open();
    private final ProtectionDomain pd = context.allocPd();
    private final CompletionQueue cq = FakeDriver.cq(context);

    @Test
    void missingCompletionQueue() {
        refused("send_cq", () -> pd.createQp(QpInitAttr.builder().recvCq(cq).build()));
        refused("recv_cq", () -> pd.createQp(QpInitAttr.builder().sendCq(cq).build()));
        verify(driver.pd, never()).createQp(any());
    }

    @Test
    void xrcNeedsFewerCompletionQueues() {
        context.createQpEx(QpInitAttr.builder().qpType(QpType.XRC_RECV).build());
        context.createQpEx(
                QpInitAttr.builder().qpType(QpType.XRC_SEND).sendCq(cq).pd(pd).build());

        verify(driver.context, times(2)).createQpEx(any());
    }

    @Test
    void objectsOfAnotherContext() {
        DeviceContext other = driver.open();
        CompletionQueue foreign = FakeDriver.cq(other);

        refused(
                "send_cq",
                () -> pd.createQp(
                        QpInitAttr.builder().sendCq(foreign).recvCq(cq).build()));
        refused(
                "pd",
                () -> context.createWq(
                        WqInitAttr.builder().pd(other.allocPd()).cq(cq).build()));
        refused(
                "srq",
                () -> pd.createQp(QpInitAttr.builder()
                        .sendCq(cq)
                        .recvCq(cq)
                        .srq(other.allocPd().createSrq(SrqInitAttr.builder().build()))
                        .build()));
        refused(
                "channel",
                () -> context.createCq(CqInitAttr.builder()
                        .cqe(1)
                        .channel(other.createCompChannel())
                        .build()));
    }

    @Test
    void objectsOfAnotherProvider() {
        refused(
                "send_cq",
                () -> pd.createQp(QpInitAttr.builder()
                        .sendCq(mock(CompletionQueue.class))
                        .recvCq(cq)
                        .build()));
    }

    /**
     * A check holds the lock of the context. Foreign code that it calls could close an object and wait for the lock
     * forever.
     */
    @Test
    void checksCallNoMethodOfForeignObjects() {
        CompletionQueue foreign = mock(CompletionQueue.class, call -> {
            throw new AssertionError("called " + call.getMethod());
        });
        ProtectionDomain foreignPd = mock(ProtectionDomain.class, call -> {
            throw new AssertionError("called " + call.getMethod());
        });

        refused(
                "send_cq",
                () -> pd.createQp(
                        QpInitAttr.builder().sendCq(foreign).recvCq(cq).build()));
        refused(
                "pd",
                () -> pd.createQp(
                        QpInitAttr.builder().pd(foreignPd).sendCq(cq).recvCq(cq).build()));
    }

    @Test
    void closedObjects() {
        CompletionQueue closed = FakeDriver.cq(context);
        closed.close();

        assertThatExceptionOfType(ClosedHandleException.class)
                .isThrownBy(() -> pd.createQp(
                        QpInitAttr.builder().sendCq(closed).recvCq(cq).build()))
                .withMessageContaining("completion queue #");
        verify(driver.pd, never()).createQp(any());
    }

    @Test
    void extendedFieldsInAPlainCall() {
        refused(
                "comp_mask",
                () -> pd.createQp(QpInitAttr.builder()
                        .sendCq(cq)
                        .recvCq(cq)
                        .createFlags(QpCreateFlag.CVLAN_STRIPPING)
                        .build()));
        refused(
                "wc_flags",
                () -> context.createCq(
                        CqInitAttr.builder().cqe(1).wcFlags(WcFlag.BYTE_LEN).build()));
    }

    @Test
    void attributesWithAnotherProtectionDomain() {
        refused(
                "pd",
                () -> pd.createQp(QpInitAttr.builder()
                        .sendCq(cq)
                        .recvCq(cq)
                        .pd(context.allocPd())
                        .build()));
    }

    @Test
    void maskThatNamesAnAbsentObject() {
        for (QpInitAttr.Mask bit : new QpInitAttr.Mask[] {
            QpInitAttr.Mask.PD, QpInitAttr.Mask.XRCD, QpInitAttr.Mask.IND_TABLE, QpInitAttr.Mask.RX_HASH
        }) {
            assertThatExceptionOfType(InvalidRequestException.class)
                    .as(bit.name())
                    .isThrownBy(() -> context.createQpEx(QpInitAttr.builder()
                            .sendCq(cq)
                            .recvCq(cq)
                            .compMask(Flags.of(bit))
                            .build()));
        }
        refused(
                "comp_mask",
                () -> context.createCqEx(CqInitAttr.builder()
                        .cqe(1)
                        .compMask(Flags.of(CqInitAttr.Mask.PD))
                        .build()));
        verify(driver.context, never()).createQpEx(any());
    }

    @Test
    void workQueueWithoutItsObjects() {
        refused("pd", () -> context.createWq(WqInitAttr.builder().cq(cq).build()));
        refused("cq", () -> context.createWq(WqInitAttr.builder().pd(pd).build()));
    }

    @Test
    void heapMemory() {
        refused("addr", () -> pd.regMr(ByteBuffer.allocate(64), Flags.none(AccessFlag.class)));
    }

    @Test
    void argumentsThatAreMissingOrTooWide() {
        refused("argument", () -> pd.createQp(null));
        refused("argument", () -> context.createCq(null));
        refused("port_num", () -> context.queryPort(256));
        refused("index", () -> context.queryGid(1, -1));
        refused("cqe", () -> cq.resize(-1));
    }

    private static void refused(String attribute, ThrowingCallable call) {
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.diagnosis().violations().get(0).attribute())
                        .isEqualTo(attribute));
    }
}
