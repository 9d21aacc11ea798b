// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.attr.AccessFlag.LOCAL_WRITE;
import static org.verbena.attr.AccessFlag.MW_BIND;
import static org.verbena.attr.AccessFlag.REMOTE_ATOMIC;
import static org.verbena.attr.AccessFlag.REMOTE_READ;
import static org.verbena.attr.AccessFlag.REMOTE_WRITE;
import static org.verbena.attr.AccessFlag.ZERO_BASED;
import static org.verbena.tck.traffic.WorkRequest.fetchAdd;
import static org.verbena.tck.traffic.WorkRequest.read;
import static org.verbena.tck.traffic.WorkRequest.write;

import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcStatus;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.PostingStyle;
import org.verbena.tck.traffic.QpPair;

/** Access flags of memory windows. */
public final class WindowAccess extends ByPosting {
    /**
     * Creates the behaviours for one posting style.
     *
     * @param posting the posting style
     */
    public WindowAccess(PostingStyle posting) {
        super(posting, Capability.RC);
    }

    /** Returns a pair whose responder has memory for windows only. */
    private QpPair pair(Fixture fixture, SendOp first, SendOp... others) {
        return QpPair.of(
                fixture,
                QpType.RC,
                request -> asked(request, first, others),
                request ->
                        asked(request.memoryAccess(Flags.of(LOCAL_WRITE, MW_BIND)), SendOp.BIND_MW, SendOp.LOCAL_INV));
    }

    @Behaviour(
            id = "MW-02-ACCESS",
            needs = Capability.MW_TYPE_2,
            says = "a window fails operations that its bind did not allow")
    public void keepsAccess(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.RDMA_WRITE, SendOp.RDMA_READ);
        long rkey = Windows.bindTypeTwo(fixture, pair, Flags.of(REMOTE_READ));

        pair.post(read(pair.responder().memory().address(Windows.START), rkey)
                .id(2)
                .data(pair.requester().memory(), 0, 8));
        pair.requester().sends().success(2);
        Windows.assertClosed(pair, Windows.START, rkey);
    }

    @Behaviour(
            id = "MW-02-ACCESS-READ",
            needs = Capability.MW_TYPE_2,
            says = "a window that only allows writes fails reads")
    public void keepsData(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.RDMA_WRITE, SendOp.RDMA_READ);
        long rkey = Windows.bindTypeTwo(fixture, pair, Flags.of(REMOTE_WRITE));

        Windows.assertOpen(pair, rkey);
        pair.post(read(pair.responder().memory().address(Windows.START), rkey)
                .id(2)
                .data(pair.requester().memory(), 0, 8));
        pair.requester().sends().withStatus(2, WcStatus.REM_ACCESS_ERR);
    }

    @Behaviour(
            id = "MW-02-ACCESS-ATOMIC",
            needs = {Capability.MW_TYPE_2, Capability.ATOMICS},
            says = "a window that allows atomics serves them; a window that does not fails them")
    public void keepsAtomics(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.ATOMIC_FETCH_AND_ADD);
        Memory there = pair.responder().memory();
        long open = Windows.bindTypeTwo(fixture, pair, Flags.of(REMOTE_ATOMIC));
        long closed = Windows.bindTypeTwo(fixture, pair, Windows.REMOTE);

        pair.post(fetchAdd(there.address(Windows.START), open, 5)
                .id(2)
                .data(pair.requester().memory(), 0, 8));
        pair.requester().sends().success(2);
        assertThat(there.getLong(Windows.START)).isEqualTo(5);

        pair.post(fetchAdd(there.address(Windows.START), closed, 5)
                .id(3)
                .data(pair.requester().memory(), 0, 8));
        pair.requester().sends().withStatus(3, WcStatus.REM_ACCESS_ERR);
        assertThat(there.getLong(Windows.START)).isEqualTo(5);
    }

    @Behaviour(id = "MW-02-ZERO", needs = Capability.MW_TYPE_2, says = "peers address a zero-based window from 0")
    public void addressesFromZero(Fixture fixture) {
        QpPair pair = pair(fixture, SendOp.RDMA_WRITE, SendOp.RDMA_READ);
        Memory there = pair.responder().memory();
        long rkey = Windows.bindTypeTwo(fixture, pair, Windows.REMOTE.with(ZERO_BASED));
        byte[] bytes = pair.requester().memory().fill(0, 100, 1);

        pair.post(write(200, rkey).id(2).data(pair.requester().memory(), 0, 100));

        pair.requester().sends().success(2);
        assertThat(there.bytes(Windows.START + 200, 100)).isEqualTo(bytes);
        Windows.assertClosed(pair, Windows.START, rkey);
    }
}
