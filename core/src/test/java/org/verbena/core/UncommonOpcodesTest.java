// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.DeviceContext;
import org.verbena.QueuePair;
import org.verbena.SendBatch;
import org.verbena.attr.WrOpcode;

/** Tests which batches require a check of each work request at a post. All others are posted without such checks. */
class UncommonOpcodesTest {
    @ParameterizedTest
    @CsvSource({
        "RDMA_WRITE, false",
        "RDMA_WRITE_WITH_IMM, false",
        "SEND, false",
        "SEND_WITH_IMM, false",
        "RDMA_READ, false",
        "ATOMIC_CMP_AND_SWP, true",
        "ATOMIC_FETCH_AND_ADD, true",
        "LOCAL_INV, true",
        "BIND_MW, true",
        "SEND_WITH_INV, false",
        "TSO, true",
        "DRIVER1, true",
        "FLUSH, true",
        "ATOMIC_WRITE, true"
    })
    void operationsThatDriversCheckInsufficientlyAreSpecial(WrOpcode opcode, boolean special) {
        assertThat(UncommonOpcodes.isSpecial(opcode.value())).isEqualTo(special);
    }

    @Test
    void numbersThatAreNoOperationAreSpecial() {
        assertThat(UncommonOpcodes.isSpecial(-1)).isTrue();
        assertThat(UncommonOpcodes.isSpecial(Integer.MAX_VALUE)).isTrue();
    }

    @Test
    void aBatchIsSpecialUntilItIsCleared() {
        FakeDriver driver = new FakeDriver();
        DeviceContext context = driver.open();
        QueuePair qp = context.allocPd().createQp(FakeDriver.rc(FakeDriver.cq(context)));
        SendBatch batch = context.newSendBatch(2, 1, 0);
        SendWorkList list = SendWorkList.of(batch, (Handle) qp);
        batch.add().write(0, 1);
        assertThat(list.hasSpecial()).isFalse();

        batch.add().opcodeCode(WrOpcode.TSO.value());
        assertThat(list.hasSpecial()).isTrue();
        batch.get(1).send();
        assertThat(list.hasSpecial())
                .as("after the special work request is replaced")
                .isTrue();

        batch.clear();
        assertThat(list.hasSpecial()).isFalse();
    }
}
