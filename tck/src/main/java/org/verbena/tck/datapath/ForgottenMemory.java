// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.attr.AccessFlag.LOCAL_WRITE;
import static org.verbena.attr.AccessFlag.REMOTE_READ;
import static org.verbena.attr.AccessFlag.REMOTE_WRITE;
import static org.verbena.tck.traffic.WorkRequest.read;
import static org.verbena.tck.traffic.WorkRequest.send;
import static org.verbena.tck.traffic.WorkRequest.write;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.verbena.MemoryRegion;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.QpPair;

/**
 * Memory that a program no longer references. It must live while a device may use it, because the garbage collector
 * does not know about devices.
 */
public final class ForgottenMemory implements DataPathBehaviours {
    private static final Flags<AccessFlag> REMOTE = Flags.of(LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ);
    private static final int LENGTH = 1 << 16;
    private static final int COLLECTIONS = 3;
    private static final int OTHERS = 16;

    /** The only data that a program keeps of a memory region. */
    private record Numbers(long address, long rkey) {}

    @Override
    public List<Capability> needs() {
        return List.of(Capability.CONNECT, Capability.RC);
    }

    /** Runs the garbage collector and reuses the freed memory. */
    private static void collect() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
            for (int other = 0; other < OTHERS; other++) {
                ByteBuffer memory = ByteBuffer.allocateDirect(LENGTH);
                while (memory.hasRemaining()) {
                    memory.putLong(0x5555_5555_5555_5555L);
                }
            }
        }
    }

    private static byte[] random(long seed) {
        byte[] bytes = new byte[LENGTH];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static MemoryRegion register(Endpoint endpoint, byte[] content) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(LENGTH).put(content).flip();
        return endpoint.fixture().pd().regMr(buffer, REMOTE);
    }

    private static Numbers numbers(MemoryRegion region) {
        return new Numbers(region.iova(), region.rkey());
    }

    private static byte[] readBack(QpPair pair, Numbers numbers) {
        pair.post(read(numbers.address(), numbers.rkey())
                .id(9)
                .data(pair.requester().memory(), 0, LENGTH));
        pair.requester().sends().success(9);
        return pair.requester().memory().bytes(0, LENGTH);
    }

    @Behaviour(
            id = "MR-09",
            says = "a buffer that only its region references is written and read while the garbage collector runs")
    public void regionKeepsItsBuffer(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        byte[] content = random(1);
        MemoryRegion region = register(pair.responder(), content);

        collect();
        assertThat(readBack(pair, numbers(region))).isEqualTo(content);
        byte[] written = pair.requester().memory().fill(0, LENGTH, 2);
        pair.post(
                write(region.iova(), region.rkey()).id(1).data(pair.requester().memory(), 0, LENGTH));
        collect();
        pair.requester().sends().success(1);

        byte[] seen = new byte[LENGTH];
        region.view(0, LENGTH).get(seen);
        assertThat(seen).isEqualTo(written);
    }

    @Behaviour(
            id = "MR-09-RECV",
            says = "a message arrives in a receive whose batch, region and buffer are unreachable")
    public void receiveKeepsItsMemory(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        Numbers numbers = postForgottenReceive(pair.responder());

        collect();
        byte[] sent = pair.requester().memory().fill(0, LENGTH, 3);
        pair.post(send().id(2).data(pair.requester().memory(), 0, LENGTH));

        pair.responder().receives().success(1);
        pair.requester().sends().success(2);
        assertThat(readBack(pair, numbers)).isEqualTo(sent);
    }

    private static Numbers postForgottenReceive(Endpoint endpoint) {
        MemoryRegion region = register(endpoint, new byte[LENGTH]);
        RecvBatch batch = endpoint.qp().context().newRecvBatch(1, 1);
        batch.add().wrId(1).sge(region);
        endpoint.qp().postRecv(batch);
        return numbers(region);
    }

    @Behaviour(
            id = "MR-09-SEND",
            says = "messages that wait for receives are sent after batch, region and buffer become unreachable")
    public void sendKeepsItsMemory(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        byte[] content = random(4);
        postForgottenSend(pair.requester(), content);

        collect();
        pair.responder().postRecv(1, 0, LENGTH);

        pair.requester().sends().success(2);
        pair.responder().receives().success(1);
        assertThat(pair.responder().memory().bytes(0, LENGTH)).isEqualTo(content);
    }

    private static void postForgottenSend(Endpoint endpoint, byte[] content) {
        SendBatch batch = endpoint.qp().context().newSendBatch(1, 1, 0);
        batch.add().wrId(2).signaled().send().sge(register(endpoint, content));
        endpoint.qp().postSend(batch);
    }
}
