// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.attr.AccessFlag.LOCAL_WRITE;
import static org.verbena.attr.AccessFlag.MW_BIND;
import static org.verbena.attr.AccessFlag.REMOTE_READ;
import static org.verbena.attr.AccessFlag.REMOTE_WRITE;
import static org.verbena.attr.AccessFlag.ZERO_BASED;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;
import static org.verbena.tck.traffic.WorkRequest.bindMw;
import static org.verbena.tck.traffic.WorkRequest.localInv;
import static org.verbena.tck.traffic.WorkRequest.read;
import static org.verbena.tck.traffic.WorkRequest.sendInv;
import static org.verbena.tck.traffic.WorkRequest.write;

import java.util.function.UnaryOperator;
import org.verbena.Completion;
import org.verbena.MemoryRegion;
import org.verbena.MemoryWindow;
import org.verbena.MwBind;
import org.verbena.MwBindInfo;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.MwType;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.PostingStyle;
import org.verbena.tck.traffic.QpPair;

/** Memory windows: {@code ibv_alloc_mw(3)}, {@code ibv_bind_mw(3)}, and the invalidation of their keys. */
public final class Windows extends ByPosting {
    static final Flags<AccessFlag> REMOTE = Flags.of(REMOTE_WRITE, REMOTE_READ);
    private static final Flags<SendFlag> SIGNALED = Flags.of(SendFlag.SIGNALED);
    static final long START = 4096;
    private static final long LENGTH = 1000;

    /**
     * Creates the behaviours for one posting style.
     *
     * @param posting the posting style
     */
    public Windows(PostingStyle posting) {
        super(posting, Capability.RC);
    }

    /** Returns a pair whose memory regions are accessible to peers only through windows. */
    private QpPair pair(Fixture fixture) {
        return QpPair.of(
                fixture,
                QpType.RC,
                request -> asked(request, SendOp.RDMA_WRITE, SendOp.RDMA_READ, SendOp.SEND_WITH_INV),
                request ->
                        asked(request.memoryAccess(Flags.of(LOCAL_WRITE, MW_BIND)), SendOp.BIND_MW, SendOp.LOCAL_INV));
    }

    private static MwBindInfo part(Memory memory, long length) {
        return part(memory, length, REMOTE);
    }

    private static MwBindInfo part(Memory memory, long length, Flags<AccessFlag> access) {
        return new MwBindInfo(memory.region(), memory.address(START), length, access);
    }

    // ---------------------------------------------------------------- type 1

    @Behaviour(
            id = "MW-01",
            needs = Capability.MW_TYPE_1,
            says = "a window of type 1 gives access to a part of a region, with a new rkey for each bind")
    public void bindsTypeOne(Fixture fixture) {
        QpPair pair = pair(fixture);
        Endpoint owner = pair.responder();
        MemoryWindow window = fixture.pd().allocMw(MwType.TYPE_1);
        long before = window.rkey();

        window.bind(owner.qp(), new MwBind(1, SIGNALED, part(owner.memory(), LENGTH)));

        assertThat(owner.sends().success(1).opcode()).isEqualTo(WcOpcode.BIND_MW);
        assertThat(window.rkey()).isNotEqualTo(before);
        assertOpen(pair, window.rkey());
        assertClosed(pair, START + LENGTH - 99, window.rkey());
    }

    @Behaviour(
            id = "MW-01-UNBIND",
            needs = Capability.MW_TYPE_1,
            says = "binding a window of type 1 to length 0 revokes its rkey")
    public void unbindsTypeOne(Fixture fixture) {
        QpPair pair = pair(fixture);
        Endpoint owner = pair.responder();
        MemoryWindow window = fixture.pd().allocMw(MwType.TYPE_1);
        window.bind(owner.qp(), new MwBind(1, SIGNALED, part(owner.memory(), LENGTH)));
        owner.sends().success(1);

        window.bind(owner.qp(), new MwBind(2, SIGNALED, part(owner.memory(), 0)));

        owner.sends().success(2);
        assertClosed(pair, START, window.rkey());
    }

    @Behaviour(
            id = "MW-01-TYPE",
            needs = {Capability.MW_TYPE_1, Capability.MW_TYPE_2},
            says = "ibv_bind_mw does not bind a window of type 2")
    public void verbNeedsTypeOne(Fixture fixture) {
        QpPair pair = pair(fixture);
        MemoryWindow window = fixture.pd().allocMw(MwType.TYPE_2);

        assertRefused(() -> window.bind(
                        pair.responder().qp(),
                        new MwBind(1, SIGNALED, part(pair.responder().memory(), LENGTH))))
                .withErrno(Errno.EINVAL);
    }

    @Behaviour(id = "MW-01-ZERO", needs = Capability.MW_TYPE_1, says = "ibv_bind_mw does not bind a zero-based window")
    public void verbRefusesZeroBased(Fixture fixture) {
        QpPair pair = pair(fixture);
        Memory memory = pair.responder().memory();
        MemoryWindow window = fixture.pd().allocMw(MwType.TYPE_1);
        long before = window.rkey();
        MwBindInfo zeroBased = part(memory, LENGTH, REMOTE.with(ZERO_BASED));

        assertRefused(() -> window.bind(pair.responder().qp(), new MwBind(1, SIGNALED, zeroBased)))
                .withErrno(Errno.EINVAL);

        assertThat(window.rkey()).isEqualTo(before);
        pair.responder().sends().assertNone();
    }

    @Behaviour(
            id = "MW-01-BIND-RIGHT",
            needs = Capability.MW_TYPE_1,
            says = "binding a window of type 1 to a region without the MW_BIND right completes with an error")
    public void regionAllowsVerb(Fixture fixture) {
        QpPair pair = pair(fixture);
        Memory closed = Memory.of(fixture.pd(), Flags.of(LOCAL_WRITE));
        MemoryWindow window = fixture.pd().allocMw(MwType.TYPE_1);

        window.bind(pair.responder().qp(), new MwBind(1, SIGNALED, part(closed, LENGTH)));

        assertNotBound(pair);
    }

    @Behaviour(
            id = "MW-01-FENCE",
            needs = Capability.MW_TYPE_1,
            says = "a fenced bind behind a read that fails is flushed, and its window gives no access")
    public void fencedBindWaits(Fixture fixture) {
        // The peer stays in RESET, so the read never completes with success.
        QpPair lost = QpPair.unconnected(
                fixture,
                QpType.RC,
                request -> asked(
                        request.impatient().memoryAccess(Flags.of(LOCAL_WRITE, MW_BIND)),
                        SendOp.RDMA_READ,
                        SendOp.BIND_MW),
                UnaryOperator.identity());
        lost.toRequester().to(QpState.RTS);
        Endpoint owner = lost.requester();
        Memory from = lost.responder().memory();
        MemoryWindow window = fixture.pd().allocMw(MwType.TYPE_1);

        owner.post(read(from.address(0), from.rkey()).id(1).data(owner.memory(), 0, 8));
        window.bind(owner.qp(), new MwBind(2, SIGNALED.with(SendFlag.FENCE), part(owner.memory(), LENGTH)));

        owner.sends().withStatus(1, WcStatus.RETRY_EXC_ERR);
        owner.sends().withStatus(2, WcStatus.WR_FLUSH_ERR);
        // A window of type 1 belongs to its domain, so a bind would stay in effect after the failure.
        QpPair other = pair(fixture);
        other.post(write(owner.memory().address(START), window.rkey())
                .id(3)
                .data(other.requester().memory(), 0, 8));
        other.requester().sends().withStatus(3, WcStatus.REM_ACCESS_ERR);
    }

    @Behaviour(
            id = "MW-01-PD",
            needs = Capability.MW_TYPE_1,
            says = "a window and a region of different protection domains fail with EPERM")
    public void verbNeedsOneDomain(Fixture fixture) {
        QpPair pair = pair(fixture);
        MemoryWindow window = fixture.context().allocPd().allocMw(MwType.TYPE_1);

        assertRefused(() -> window.bind(
                        pair.responder().qp(),
                        new MwBind(1, SIGNALED, part(pair.responder().memory(), LENGTH))))
                .withErrno(Errno.EPERM);
    }

    @Behaviour(
            id = "MW-01-UD",
            needs = {Capability.MW_TYPE_1, Capability.UD},
            says = "a queue pair without a connection cannot bind a window")
    public void verbNeedsConnection(Fixture fixture) {
        Memory memory = Memory.of(fixture.pd(), Memory.ALL.with(AccessFlag.MW_BIND));
        MemoryWindow window = fixture.pd().allocMw(MwType.TYPE_1);

        assertRefused(() -> window.bind(fixture.qp(QpType.UD), new MwBind(1, SIGNALED, part(memory, LENGTH))))
                .byVerbena()
                .withErrno(Errno.EINVAL)
                .naming("qp_type");
    }

    // ---------------------------------------------------------------- type 2

    @Behaviour(
            id = "MW-02",
            needs = Capability.MW_TYPE_2,
            says = "a window of type 2 gives access to a part of a region under a key that the application chooses")
    public void bindsTypeTwo(Fixture fixture) {
        QpPair pair = pair(fixture);
        long rkey = bindTypeTwo(fixture, pair);

        assertOpen(pair, rkey);
        assertClosed(pair, START - 1, rkey);
    }

    private static long bindTypeTwo(Fixture fixture, QpPair pair) {
        return bindTypeTwo(fixture, pair, REMOTE);
    }

    /** Binds a new window of the responder at {@link #START} and returns its rkey. */
    static long bindTypeTwo(Fixture fixture, QpPair pair, Flags<AccessFlag> access) {
        Endpoint owner = pair.responder();
        MemoryWindow window = fixture.pd().allocMw(MwType.TYPE_2);
        long rkey = MemoryWindow.nextRkey(window.rkey());
        owner.post(bindMw(window, rkey, part(owner.memory(), LENGTH, access)).id(1));
        assertThat(owner.sends().success(1).opcode()).isEqualTo(WcOpcode.BIND_MW);
        return rkey;
    }

    @Behaviour(
            id = "MW-02-BIND-RIGHT",
            needs = Capability.MW_TYPE_2,
            says = "binding to a region without the MW_BIND right completes with an error")
    public void regionAllowsBinding(Fixture fixture) {
        QpPair pair = pair(fixture);
        Memory closed = Memory.of(fixture.pd(), Flags.of(LOCAL_WRITE));
        MemoryWindow window = fixture.pd().allocMw(MwType.TYPE_2);

        pair.responder()
                .post(bindMw(window, MemoryWindow.nextRkey(window.rkey()), part(closed, LENGTH))
                        .id(1)
                        .unsignaled());

        assertNotBound(pair);
    }

    @Behaviour(
            id = "MW-02-RANGE",
            needs = Capability.MW_TYPE_2,
            says = "binding beyond the region completes with an error, or does not permit access beyond it")
    public void bindsWithinRegion(Fixture fixture) {
        QpPair pair = pair(fixture);
        Memory memory = pair.responder().memory();
        MemoryWindow window = fixture.pd().allocMw(MwType.TYPE_2);
        long rkey = MemoryWindow.nextRkey(window.rkey());

        pair.responder()
                .post(bindMw(window, rkey, part(memory, Memory.SIZE - START + 8))
                        .id(1));

        Completion bound = pair.responder()
                .sends()
                .withStatus(1, WcStatus.SUCCESS, WcStatus.MW_BIND_ERR, WcStatus.LOC_PROT_ERR, WcStatus.LOC_QP_OP_ERR);
        if (bound.isSuccess()) {
            pair.requester()
                    .post(write(memory.address(0) + Memory.SIZE, rkey)
                            .id(2)
                            .data(pair.requester().memory(), 0, 8));
            pair.requester().sends().withStatus(2, WcStatus.REM_ACCESS_ERR);
        }
    }

    private static void assertNotBound(QpPair pair) {
        pair.responder().sends().withStatus(1, WcStatus.MW_BIND_ERR, WcStatus.LOC_PROT_ERR, WcStatus.LOC_QP_OP_ERR);
    }

    @Behaviour(
            id = "MW-02-QP",
            needs = Capability.MW_TYPE_2,
            says = "a window of type 2 serves only the queue pair that bound it")
    public void belongsToQueuePair(Fixture fixture) {
        QpPair pair = pair(fixture);
        QpPair other = pair(fixture);
        long rkey = bindTypeTwo(fixture, pair);
        long address = pair.responder().memory().address(START);

        other.post(write(address, rkey).id(1).data(other.requester().memory(), 0, 8));

        other.requester().sends().withStatus(1, WcStatus.REM_ACCESS_ERR);
        assertOpen(pair, rkey);
    }

    @Behaviour(
            id = "MW-02-LOCAL-INV",
            needs = Capability.MW_TYPE_2,
            says = "a local invalidation closes a window of type 2; it can be bound again with another key")
    public void invalidatesLocally(Fixture fixture) {
        QpPair pair = pair(fixture);
        Endpoint owner = pair.responder();
        MemoryWindow window = fixture.pd().allocMw(MwType.TYPE_2);
        long first = MemoryWindow.nextRkey(window.rkey());
        long second = MemoryWindow.nextRkey(first);

        owner.post(
                bindMw(window, first, part(owner.memory(), LENGTH)).id(1),
                localInv(first).id(2));
        owner.sends().success(1);
        assertThat(owner.sends().success(2).opcode()).isEqualTo(WcOpcode.LOCAL_INV);
        owner.post(bindMw(window, second, part(owner.memory(), LENGTH)).id(3));

        owner.sends().success(3);
        assertThat(window.rkey()).isEqualTo(second);
        assertOpen(pair, second);
        assertClosed(pair, START, first);
    }

    @Behaviour(
            id = "RC-04",
            needs = Capability.MW_TYPE_2,
            says = "a send with invalidation closes the peer's window, and the receive returns its rkey")
    public void invalidatesRemotely(Fixture fixture) {
        QpPair pair = pair(fixture);
        long rkey = bindTypeTwo(fixture, pair);
        pair.responder().postEmptyRecvs(1);
        assertOpen(pair, rkey);

        pair.post(sendInv(rkey).id(2));

        pair.requester().sends().success(2);
        Completion received = pair.responder().receives().success(0);
        assertThat(received.wcFlags().contains(CompletionFlag.WITH_INV)).isTrue();
        assertThat(Integer.toUnsignedLong(received.immData())).isEqualTo(rkey);
        assertClosed(pair, START, rkey);
    }

    @Behaviour(
            id = "RC-04-KEY",
            needs = Capability.MW_TYPE_2,
            says = "a send that invalidates an unknown rkey is an error at the receiver")
    public void invalidatesNothing(Fixture fixture) {
        QpPair pair = pair(fixture);
        pair.responder().postEmptyRecvs(1);

        pair.post(sendInv(0xFFFF_FE00L).id(2));

        assertThat(pair.responder().receives().next().isSuccess()).isFalse();
        pair.responder().awaitState(QpState.ERR);
    }

    // ---------------------------------------------------------------- lifecycle

    @Behaviour(
            id = "MW-03",
            needs = Capability.MW_TYPE_2,
            says = "closing a region with a bound window fails with EBUSY, or closes the window too")
    public void regionWithWindow(Fixture fixture) {
        QpPair pair = pair(fixture);
        long rkey = bindTypeTwo(fixture, pair);
        MemoryRegion region = pair.responder().memory().region();
        try {
            region.close();
        } catch (VerbsException e) {
            assertThat(e.errno()).isIn(Errno.EBUSY, Errno.EINVAL);
            assertOpen(pair, rkey);
            return;
        }
        assertClosed(pair, START, rkey);
    }

    @Behaviour(
            id = "MW-03-CLOSE",
            needs = Capability.MW_TYPE_2,
            says = "a bound window that is closed gives no access, and its region can be closed")
    public void closesWindow(Fixture fixture) {
        QpPair pair = pair(fixture);
        Endpoint owner = pair.responder();
        MemoryWindow window = fixture.pd().allocMw(MwType.TYPE_2);
        long rkey = MemoryWindow.nextRkey(window.rkey());
        owner.post(bindMw(window, rkey, part(owner.memory(), LENGTH)).id(1));
        owner.sends().success(1);

        window.close();

        assertClosed(pair, START, rkey);
        owner.memory().region().close();
    }

    @Behaviour(
            id = "MW-03-QP",
            needs = Capability.MW_TYPE_2,
            says = "closing a queue pair with a bound window closes the window")
    public void closesQueuePair(Fixture fixture) {
        QpPair pair = pair(fixture);
        Endpoint owner = pair.responder();
        MemoryWindow window = fixture.pd().allocMw(MwType.TYPE_2);
        owner.post(bindMw(window, MemoryWindow.nextRkey(window.rkey()), part(owner.memory(), LENGTH))
                .id(1));
        owner.sends().success(1);

        owner.qp().close();
        window.close();
        owner.memory().region().close();

        assertThat(window.isClosed()).isTrue();
    }

    // ---------------------------------------------------------------- access by the peer

    static void assertOpen(QpPair pair, long rkey) {
        Memory there = pair.responder().memory();
        byte[] bytes = pair.requester().memory().fill(0, 100, rkey);

        pair.post(write(there.address(START + LENGTH - 100), rkey)
                .id(50)
                .data(pair.requester().memory(), 0, 100));

        pair.requester().sends().success(50);
        assertThat(there.bytes(START + LENGTH - 100, 100)).isEqualTo(bytes);
    }

    static void assertClosed(QpPair pair, long offset, long rkey) {
        pair.post(write(pair.responder().memory().address(offset), rkey)
                .id(51)
                .data(pair.requester().memory(), 0, 100));

        pair.requester().sends().withStatus(51, WcStatus.REM_ACCESS_ERR);
    }
}
