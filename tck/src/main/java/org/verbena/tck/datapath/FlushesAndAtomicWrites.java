// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.attr.AccessFlag.FLUSH_GLOBAL;
import static org.verbena.attr.AccessFlag.FLUSH_PERSISTENT;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;
import org.verbena.QueuePairEx;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.QpPair;

/** Operations that only send builders support: ibv_wr_flush(3) and ibv_wr_atomic_write(3). */
public final class FlushesAndAtomicWrites implements DataPathBehaviours {
    private static final int GLOBAL = 1;
    private static final int PERSISTENT = 2;
    private static final int RANGE = 0;
    private static final int WHOLE_REGION = 1;

    @Override
    public List<Capability> needs() {
        return List.of(Capability.CONNECT, Capability.RC);
    }

    /** Returns a pair whose responder allows every access. */
    private static QpPair flushing(Fixture fixture, AccessFlag... memoryAccess) {
        Flags<AccessFlag> qpAccess = Memory.ALL.with(FLUSH_GLOBAL).with(FLUSH_PERSISTENT);
        Flags<AccessFlag> memory = Memory.ALL;
        for (AccessFlag flag : memoryAccess) {
            memory = memory.with(flag);
        }
        return pair(fixture, SendOp.FLUSH, memory, qpAccess);
    }

    private static QpPair writing(Fixture fixture, Flags<AccessFlag> memoryAccess) {
        return pair(fixture, SendOp.ATOMIC_WRITE, memoryAccess, Memory.ALL);
    }

    private static QpPair pair(
            Fixture fixture, SendOp operation, Flags<AccessFlag> memoryAccess, Flags<AccessFlag> qpAccess) {
        return QpPair.of(
                fixture,
                QpType.RC,
                request -> request.builders(operation),
                request -> request.memoryAccess(memoryAccess).qpAccess(qpAccess));
    }

    private static void build(QpPair pair, Consumer<QueuePairEx> request) {
        QueuePairEx builders = pair.requester().qp().toQpEx().orElseThrow();
        builders.wrStart();
        request.accept(builders.wrId(1).wrFlags(Flags.of(SendFlag.SIGNALED)));
        builders.wrComplete();
    }

    // ---------------------------------------------------------------- flushes

    @Behaviour(
            id = "RC-09",
            needs = Capability.FLUSH,
            says = "a flush of a range and a flush of a whole region complete")
    public void flushes(Fixture fixture) {
        assertFlushes(flushing(fixture, FLUSH_GLOBAL), GLOBAL);
    }

    @Behaviour(
            id = "RC-09-PERSISTENT",
            needs = {Capability.FLUSH, Capability.PERSISTENT_MEMORY},
            says = "a flush to persistent memory completes, and so does a flush of both kinds")
    public void flushesToPersistentMemory(Fixture fixture) {
        QpPair pair = flushing(fixture, FLUSH_GLOBAL, FLUSH_PERSISTENT);

        assertFlushes(pair, PERSISTENT);
        assertFlushes(pair, GLOBAL | PERSISTENT);
    }

    private static void assertFlushes(QpPair pair, int placement) {
        Memory there = pair.responder().memory();
        build(pair, qp -> qp.wrFlush(there.rkey(), there.address(64), 4096, placement, RANGE));
        assertThat(pair.requester().sends().success(1).opcode()).isEqualTo(WcOpcode.FLUSH);

        build(pair, qp -> qp.wrFlush(there.rkey(), 0, 0, placement, WHOLE_REGION));
        assertThat(pair.requester().sends().success(1).opcode()).isEqualTo(WcOpcode.FLUSH);
    }

    @Behaviour(
            id = "RC-09-RIGHT",
            needs = Capability.FLUSH,
            says = "a flush of a kind that the region does not allow completes with REM_ACCESS_ERR")
    public void flushesWithoutRight(Fixture fixture) {
        QpPair pair = flushing(fixture, FLUSH_GLOBAL);
        Memory there = pair.responder().memory();

        build(pair, qp -> qp.wrFlush(there.rkey(), there.address(0), 64, PERSISTENT, RANGE));

        pair.requester().sends().withStatus(1, WcStatus.REM_ACCESS_ERR);
        pair.responder().awaitState(QpState.ERR);
    }

    @Behaviour(
            id = "RC-09-RIGHT-GLOBAL",
            needs = Capability.FLUSH,
            says = "a global flush of a region without FLUSH_GLOBAL completes with REM_ACCESS_ERR")
    public void flushesWithoutGlobalRight(Fixture fixture) {
        assertRefused(flushing(fixture));
    }

    @Behaviour(
            id = "RC-09-QP-RIGHT",
            needs = Capability.FLUSH,
            says = "a flush at a queue pair that does not allow flushes fails for every region")
    public void queuePairAllowsFlush(Fixture fixture) {
        assertRefused(pair(fixture, SendOp.FLUSH, Memory.ALL.with(FLUSH_GLOBAL), Memory.ALL));
    }

    // If the queue pair does not allow the flush, some devices report an invalid request and others an access error.
    private static void assertRefused(QpPair pair) {
        Memory there = pair.responder().memory();

        build(pair, qp -> qp.wrFlush(there.rkey(), there.address(0), 64, GLOBAL, RANGE));

        pair.requester().sends().withStatus(1, WcStatus.REM_ACCESS_ERR, WcStatus.REM_INV_REQ_ERR);
        pair.responder().awaitState(QpState.ERR);
    }

    @Behaviour(
            id = "RC-09-BEYOND",
            needs = Capability.FLUSH,
            says = "a flush that ends beyond its region completes with REM_ACCESS_ERR")
    public void flushesBeyondRegion(Fixture fixture) {
        QpPair pair = flushing(fixture, FLUSH_GLOBAL);
        Memory there = pair.responder().memory();

        build(pair, qp -> qp.wrFlush(there.rkey(), there.address(1), Memory.SIZE, GLOBAL, RANGE));

        pair.requester().sends().withStatus(1, WcStatus.REM_ACCESS_ERR);
    }

    // ---------------------------------------------------------------- atomic writes

    @Behaviour(
            id = "RC-09-WRITE",
            needs = Capability.ATOMIC_WRITE,
            says = "an atomic write changes 8 bytes, and no other bytes")
    public void writes(Fixture fixture) {
        QpPair pair = writing(fixture, Memory.ALL);
        Memory there = pair.responder().memory();
        there.fill(0, 24, 1);
        byte[] expected = there.bytes(0, 24);
        ByteBuffer.wrap(expected).order(ByteOrder.nativeOrder()).putLong(8, 0x0123_4567_89AB_CDEFL);

        build(pair, qp -> qp.wrAtomicWrite(there.rkey(), there.address(8), 0x0123_4567_89AB_CDEFL));

        assertThat(pair.requester().sends().success(1).opcode()).isEqualTo(WcOpcode.ATOMIC_WRITE);
        assertThat(there.bytes(0, 24)).isEqualTo(expected);
    }

    @Behaviour(
            id = "RC-09-ALIGN",
            needs = Capability.ATOMIC_WRITE,
            says =
                    "an atomic write to an address that is not a multiple of 8 is an invalid request, and changes nothing")
    public void writesUnaligned(Fixture fixture) {
        QpPair pair = writing(fixture, Memory.ALL);
        Memory there = pair.responder().memory();

        build(pair, qp -> qp.wrAtomicWrite(there.rkey(), there.address(4), -1));

        pair.requester().sends().withStatus(1, WcStatus.REM_INV_REQ_ERR);
        assertThat(there.bytes(0, 16)).containsOnly(0);
    }

    @Behaviour(
            id = "RC-09-WRITE-RIGHT",
            needs = Capability.ATOMIC_WRITE,
            says = "an atomic write to a region that does not allow writes completes with REM_ACCESS_ERR")
    public void writesWithoutRight(Fixture fixture) {
        QpPair pair = writing(fixture, Memory.ALL.without(AccessFlag.REMOTE_WRITE));
        Memory there = pair.responder().memory();

        build(pair, qp -> qp.wrAtomicWrite(there.rkey(), there.address(0), -1));

        pair.requester().sends().withStatus(1, WcStatus.REM_ACCESS_ERR);
        assertThat(there.bytes(0, 8)).containsOnly(0);
    }
}
