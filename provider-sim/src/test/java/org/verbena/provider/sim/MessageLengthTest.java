// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.DeviceContext;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;

/** Checks the longest message of a port, {@code max_msg_sz}. */
class MessageLengthTest {
    private static final long LIMIT = 1024;
    private static final long LONGEST_ELEMENT = Integer.MAX_VALUE;

    @ParameterizedTest
    @CsvSource({"mlx5,LOC_LEN_ERR", "rxe,SUCCESS", "rxe-6.1,SUCCESS"})
    void sendsAboveMaxMsgSzFailOnAdapters(String profile, WcStatus status) {
        try (DeviceContext context = Sims.open(SimDeviceConfig.of(profile).limit("max_msg_sz", LIMIT))) {
            End one = pair(context);
            one.post(wr -> wr.send().sge(one.mr, 0, LIMIT));
            assertThat(one.completion().status()).isEqualTo(WcStatus.SUCCESS);
            one.post(wr -> wr.send().sge(one.mr, 0, LIMIT).sge(one.mr, 0, 1));
            assertThat(one.completion().status()).isEqualTo(status);
        }
    }

    private static End pair(DeviceContext context) {
        End one = new End(context, QpType.RC);
        End other = new End(context, QpType.RC, attr -> attr.recvCq(Sims.cq(context)));
        End.connect(one, other);
        other.receive(1, 0, 2048).receive(2, 0, 2048);
        return one;
    }

    @Test
    void readsAboveMaxMsgSzFail() {
        try (DeviceContext context = Sims.open(SimDeviceConfig.of("mlx5").limit("max_msg_sz", LIMIT))) {
            End one = new End(context, QpType.RC);
            End other = new End(context, QpType.RC);
            End.connect(one, other);
            one.post(wr -> wr.read(other.mr.iova(), other.mr.rkey()).sge(one.mr, 0, LIMIT));
            assertThat(one.completion().status()).isEqualTo(WcStatus.SUCCESS);
            one.post(wr -> wr.read(other.mr.iova(), other.mr.rkey()).sge(one.mr, 0, LIMIT + 1));
            assertThat(one.completion().status()).isEqualTo(WcStatus.LOC_LEN_ERR);
        }
    }

    /** The responder of rdma_rxe checks the length of a read on arrival. On Linux 6.1, it checks only the region. */
    @ParameterizedTest
    @CsvSource({"rxe,REM_INV_REQ_ERR", "rxe-6.1,REM_ACCESS_ERR"})
    void readsBeyondTwoGibibytesAreRefusedByThePeer(String profile, WcStatus status) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = new End(context, QpType.RC);
            End other = new End(context, QpType.RC);
            End.connect(one, other);
            one.post(wr -> wr.read(other.mr.iova(), other.mr.rkey())
                    .sge(one.mr.iova(), LONGEST_ELEMENT, one.mr.lkey())
                    .sge(one.mr, 0, 2));
            assertThat(one.completion().status()).isEqualTo(status);
        }
    }
}
