// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.verbena.XrcdInitAttr.O_CREAT;
import static org.verbena.XrcdInitAttr.O_EXCL;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.verbena.DeviceContext;
import org.verbena.QpInitAttr;
import org.verbena.QpOpenAttr;
import org.verbena.QueuePair;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.XrcDomain;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;
import org.verbena.attr.SrqType;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

class XrcTest {
    /** The standard error stream, which is open in every process. */
    private static final int STDERR = 2;

    private static final int NOT_OPEN = 1 << 20;

    @Test
    void aTargetLivesAsLongAsItsLastHandle() {
        try (DeviceContext context = Sims.open("mlx5")) {
            XrcDomain domain = context.openXrcd(XrcdInitAttr.privateDomain());
            QueuePair target = context.createQpEx(
                    QpInitAttr.builder().qpType(QpType.XRC_RECV).xrcd(domain).build());
            QpOpenAttr which = QpOpenAttr.builder()
                    .qpType(QpType.XRC_RECV)
                    .xrcd(domain)
                    .qpNum(target.qpNum())
                    .build();
            QueuePair opened = context.openQp(which);

            assertThat(opened.qpNum()).isEqualTo(target.qpNum());
            target.close();
            assertThat(opened.state()).as("state after ibv_open_qp(3)").isEqualTo(QpState.UNKNOWN);
            assertThat(opened.query().attr().qpState()).isEqualTo(QpState.RESET);
            assertThat(opened.state()).isEqualTo(QpState.RESET);
            assertRefused(Errno.EBUSY, domain::close);
            opened.close();
            assertRefused(Errno.EINVAL, () -> context.openQp(which));
            domain.close();
        }
    }

    /** libmlx5 treats the creator's handle as that of an RSS queue pair, which cannot be queried. */
    @Test
    void theCreatorOfATargetWithAHashCannotQueryIt() {
        try (DeviceContext context = Sims.open("mlx5")) {
            XrcDomain domain = context.openXrcd(XrcdInitAttr.privateDomain());
            QueuePair target = context.createQpEx(QpInitAttr.builder()
                    .qpType(QpType.XRC_RECV)
                    .xrcd(domain)
                    .rxHashConf(
                            RxHashConf.of(Flags.none(RxHashFunction.class), new byte[0], Flags.none(RxHashField.class)))
                    .build());
            QueuePair opened = context.openQp(QpOpenAttr.builder()
                    .qpType(QpType.XRC_RECV)
                    .xrcd(domain)
                    .qpNum(target.qpNum())
                    .build());

            assertRefused(Errno.EOPNOTSUPP, target::query);
            assertThat(opened.query().attr().qpState()).isEqualTo(QpState.RESET);
        }
    }

    @Test
    void anXrcQueueNeedsItsDomainAndHoldsIt() {
        try (DeviceContext context = Sims.open("mlx5")) {
            XrcDomain domain = context.openXrcd(XrcdInitAttr.privateDomain());
            SrqInitAttr.Builder attr = SrqInitAttr.builder()
                    .srqType(SrqType.XRC)
                    .pd(context.allocPd())
                    .cq(Sims.cq(context))
                    .maxWr(16)
                    .maxSge(1);

            assertRefused(Errno.EINVAL, () -> context.createSrqEx(attr.build()));
            SharedReceiveQueue srq = context.createSrqEx(attr.xrcd(domain).build());
            assertThat(srq.srqNum()).isPositive();
            assertRefused(Errno.EBUSY, domain::close);
            srq.close();
            domain.close();
        }
    }

    @Test
    @EnabledIf("hasDescriptors")
    void contextsShareTheXrcDomainOfAFile() {
        SimProvider provider = SimProvider.builder().device("mlx5").build();
        try (DeviceContext one = provider.devices().get(0).open();
                DeviceContext two = provider.devices().get(0).open()) {
            assertRefused(Errno.EAGAIN, () -> one.openXrcd(Sims.file(STDERR, 0)));
            XrcDomain mine = one.openXrcd(Sims.file(STDERR, O_CREAT));
            assertRefused(Errno.EINVAL, () -> two.openXrcd(Sims.file(STDERR, O_CREAT | O_EXCL)));
            XrcDomain yours = two.openXrcd(Sims.file(STDERR, 0));
            QueuePair target = one.createQpEx(
                    QpInitAttr.builder().qpType(QpType.XRC_RECV).xrcd(mine).build());

            QueuePair opened = two.openQp(QpOpenAttr.builder()
                    .qpType(QpType.XRC_RECV)
                    .xrcd(yours)
                    .qpNum(target.qpNum())
                    .build());

            assertThat(opened.qpNum()).isEqualTo(target.qpNum());
            assertRefused(Errno.EBADF, () -> one.openXrcd(Sims.file(NOT_OPEN, O_CREAT)));
        }
    }

    static boolean hasDescriptors() {
        return Files.isDirectory(Path.of("/proc/self/fd"));
    }

    private static void assertRefused(Errno errno, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(errno));
    }
}
