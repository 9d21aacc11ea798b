// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;
import static org.verbena.tck.traffic.WorkRequest.send;
import static org.verbena.tck.traffic.WorkRequest.writeImm;

import java.util.List;
import org.verbena.Completion;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.QpPair;

/** Messages of several packets with an error in a later packet, and receives of large length. */
public final class LongMessages implements DataPathBehaviours {
    private static final long LONGEST_ELEMENT = Integer.MAX_VALUE;

    @Override
    public List<Capability> needs() {
        return List.of(Capability.CONNECT, Capability.RC);
    }

    @Behaviour(
            id = "RC-05-PACKETS",
            says =
                    "a message whose last packet does not fit into its receive fails, and writes nothing after the receive")
    public void lastPacketDoesNotFit(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        int length = 3 * pair.mtu();
        int recvLength = length - 1;
        pair.requester().memory().fill(0, length, 1);
        pair.responder().postRecv(1, 0, recvLength);

        pair.post(send().id(2).data(pair.requester().memory(), 0, length));

        // rxe reports a malformed receive, while adapters report the length.
        pair.responder().receives().withStatus(1, WcStatus.LOC_LEN_ERR, WcStatus.LOC_QP_OP_ERR);
        pair.requester().sends().withStatus(2, WcStatus.REM_INV_REQ_ERR, WcStatus.REM_OP_ERR);
        assertBothInError(pair);
        assertThat(pair.responder().memory().bytes(recvLength, length))
                .as("behind the receive")
                .containsOnly(0);
    }

    @Behaviour(
            id = "RC-02-RANGE",
            says =
                    "a write with immediate data beyond its region completes with REM_ACCESS_ERR, and the receive with an error")
    public void immediateBeyondRegion(Fixture fixture) {
        for (int packets : new int[] {1, 3}) {
            QpPair pair = QpPair.of(fixture, QpType.RC);
            int length = packets * pair.mtu();
            Memory to = pair.responder().memory();
            pair.responder().postEmptyRecvs(1);

            pair.post(writeImm(to.address(Memory.SIZE - length + 1), to.rkey(), 7)
                    .id(2)
                    .data(pair.requester().memory(), 0, length));

            pair.requester().sends().withStatus(2, WcStatus.REM_ACCESS_ERR);
            // IBTA 11.6.2 requires LOC_ACCESS_ERR. rxe reports a malformed receive for a single packet and flushes it
            // otherwise.
            pair.responder()
                    .receives()
                    .withStatus(0, WcStatus.WR_FLUSH_ERR, WcStatus.LOC_ACCESS_ERR, WcStatus.REM_ACCESS_ERR);
            assertBothInError(pair);
        }
    }

    @Behaviour(
            id = "RC-05-HUGE",
            says = "an element of 2 GiB is refused; a receive of two elements of one byte less receives a message, or"
                    + " completes with LOC_QP_OP_ERR or LOC_PROT_ERR")
    public void receivesIntoFourGibibytes(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        Memory to = pair.responder().memory();
        byte[] sent = pair.requester().memory().fill(0, 100, 1);
        RecvBatch batch = to.region().context().newRecvBatch(1, 2);
        RecvWr receive = batch.add().wrId(1);
        assertRefused(() -> receive.sge(to.address(0), LONGEST_ELEMENT + 1, to.lkey()))
                .byVerbena()
                .naming("length", "2147483648", "2147483647");
        receive.sge(to.address(0), LONGEST_ELEMENT, to.lkey()).sge(to.address(0), LONGEST_ELEMENT, to.lkey());
        pair.responder().qp().postRecv(batch);

        pair.post(send().id(2).data(pair.requester().memory(), 0, 100));

        Completion received = pair.responder().receives().next();
        if (received.isSuccess()) {
            pair.requester().sends().success(2);
            assertThat(to.bytes(0, 100)).isEqualTo(sent);
            return;
        }
        assertThat(received.status()).isIn(WcStatus.LOC_QP_OP_ERR, WcStatus.LOC_PROT_ERR);
        pair.requester().sends().withStatus(2, WcStatus.REM_OP_ERR);
        assertBothInError(pair);
        assertThat(to.bytes(0, 100)).containsOnly(0);
    }

    private static void assertBothInError(QpPair pair) {
        pair.requester().awaitState(QpState.ERR);
        pair.responder().awaitState(QpState.ERR);
    }
}
