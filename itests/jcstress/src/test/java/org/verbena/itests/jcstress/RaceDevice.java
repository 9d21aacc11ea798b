// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.jcstress;

import java.nio.ByteBuffer;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.Verbs;
import org.verbena.WorkQueue;
import org.verbena.XrcDomain;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqState;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.fixture.QpStateWalk;

/**
 * Provides the simulated device that all races share. The device is open once per JVM, with the objects that no race
 * closes.
 */
final class RaceDevice {
    static final Device DEVICE = Verbs.provider("sim").device("sim_mlx5_0");
    static final Flags<AccessFlag> WRITABLE = Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.MW_BIND);
    static final Flags<AccessFlag> REMOTE = Flags.of(AccessFlag.REMOTE_READ);

    private static final int MANY = 4096;
    private static final Fixture FIXTURE = Fixture.unaccounted(DEVICE);

    static final DeviceContext CONTEXT = FIXTURE.context();
    static final ProtectionDomain PD = FIXTURE.pd();
    static final CompletionQueue CQ = FIXTURE.cq(MANY);
    static final ByteBuffer MEMORY = ByteBuffer.allocateDirect(4096);
    static final MemoryRegion MR = PD.regMr(MEMORY, WRITABLE);
    static final AhAttr ADDRESS = FIXTURE.ownAddress();
    static final Mtu PATH_MTU = FIXTURE.port().activeMtu();
    static final WorkQueue WQ = wq();
    static final XrcDomain XRCD = FIXTURE.xrcd();

    private RaceDevice() {}

    static Fixture fixture() {
        return FIXTURE;
    }

    /** Creates a work queue that accepts receives. */
    static WorkQueue wq() {
        WorkQueue queue = CONTEXT.createWq(FIXTURE.wqRequest().cq(CQ).maxWr(16).build());
        queue.modify(WqAttr.builder().wqState(WqState.RDY).build());
        return queue;
    }

    static QpInitAttr.Builder qp(QpType type) {
        return QpInitAttr.builder()
                .qpType(type)
                .pd(PD)
                .sendCq(CQ)
                .recvCq(CQ)
                .maxSendWr(16)
                .maxSendSge(1)
                .maxRecvWr(16)
                .maxRecvSge(1);
    }

    /** Creates a queue pair that flushes posted work requests, so that it does not need a peer. */
    static QueuePair flushing(QpInitAttr.Builder request) {
        QueuePair qp = CONTEXT.createQpEx(request.build());
        QpStateWalk.of(qp, ADDRESS, PATH_MTU).to(QpState.ERR);
        return qp;
    }

    /** Creates a separate queue pair for a thread that builds work requests. */
    static QueuePair building(QpType type, SendOp first, SendOp... more) {
        return CONTEXT.createQpEx(qp(type).sendOpsFlags(first, more).build());
    }

    /** Returns a batch that the first thread to post it will own. */
    static RecvBatch receive() {
        RecvBatch batch = CONTEXT.newRecvBatch(1, 1);
        batch.add().noData();
        batch.release();
        return batch;
    }

    static SendBatch send() {
        SendBatch batch = CONTEXT.newSendBatch(1, 1, 0);
        batch.add().send().signaled().noData();
        batch.release();
        return batch;
    }

    static CompletionArray completions() {
        return CONTEXT.newCompletionArray(4);
    }
}
