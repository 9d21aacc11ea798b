// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.QpType;
import org.verbena.channels.rsocket.ConnectionData;
import org.verbena.channels.rsocket.IoMap;
import org.verbena.channels.rsocket.Rsocket;
import org.verbena.channels.rsocket.SendSide;
import org.verbena.channels.rsocket.Target;
import org.verbena.cm.CmId;
import org.verbena.error.VerbsException;

/**
 * The objects of a device that a stream needs: memory, completion queues and a queue pair with posted receives. The
 * ring and the list of descriptors have separate memory regions, because the peer writes into them.
 */
final class StreamResources {
    /** The largest number of entries. A limit of messages has 16 bits, and counts twice as many. */
    private static final int MAX_QUEUE = 32_767;

    private static final int INLINE = 64;
    private static final int LARGEST_INLINE = 512;

    private final CmId id;
    final ProtectionDomain pd;
    final StreamPool pool;
    final int ioMapSize;
    final int sendQueue;
    final int receiveQueue;
    final int maxInline;
    final CompletionQueue sendCq;
    final CompletionQueue recvCq;
    final QueuePair qp;
    final MemoryRegion ring;
    final ByteBuffer ringBytes;
    final MemoryRegion sendRing;
    final ByteBuffer sendBytes;
    final MemoryRegion list;
    final ByteBuffer listBytes;
    final RecvBatch receives;
    final MappedRegions mapped;

    /** The actions that close the created objects, the last one first. */
    private final Deque<Runnable> closeActions = new ArrayDeque<>();

    /**
     * Creates the objects, and posts the receives.
     *
     * @param id an identifier that is bound to a device
     * @param settings the sizes
     * @param device the channel of the completion events, and the limit of queues
     * @param sendEvents the object that identifies the send queue's events
     * @param recvEvents the object that identifies the receive queue's events
     */
    StreamResources(CmId id, StreamSettings settings, DeviceEvents device, Object sendEvents, Object recvEvents) {
        this.id = id;
        ioMapSize = settings.ioMapSize();
        DeviceContext context = id.verbs().orElseThrow();
        int most = Math.min(MAX_QUEUE, device.maxQueue());
        sendQueue = Math.min(settings.sendQueue(), most);
        receiveQueue = Math.min(settings.receiveQueue(), most);
        try {
            if (settings.sharedProtectionDomain()) {
                pd = id.pd().orElseThrow();
                pool = device.sharedPool(pd, settings.poolSize());
            } else {
                pd = context.allocPd();
                closeActions.push(pd::close);
                pool = new StreamPool(pd, settings.poolSize());
                closeActions.push(pool::close); // before the domain, and behind the queue pair that sends from it
            }
            mapped = new MappedRegions(pd);
            closeActions.push(mapped::close);
            ring = region(pd, settings.receiveBuffer(), AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
            sendRing = region(pd, settings.sendBuffer() + SendSide.CONTROL_SLOTS * SendSide.ENTRY_LENGTH);
            list = region(
                    pd,
                    SendSide.ENTRIES * SendSide.ENTRY_LENGTH + ioMapSize * IoMap.ENTRY_LENGTH,
                    AccessFlag.LOCAL_WRITE,
                    AccessFlag.REMOTE_WRITE);
            ringBytes = bytes(ring);
            sendBytes = bytes(sendRing);
            listBytes = bytes(list);
            sendCq = completionQueue(context, sendQueue, device.channel(), sendEvents);
            recvCq = completionQueue(context, receiveQueue, device.channel(), recvEvents);
            qp = queuePair(pd);
            closeActions.push(qp::close);
            maxInline = (int) Math.min(LARGEST_INLINE, qp.grantedCap().maxInlineData());
            receives = context.newRecvBatch(receiveQueue, 1);
            for (int i = 0; i < receiveQueue; i++) {
                receives.add();
            }
            qp.postRecv(receives);
            receives.release();
        } catch (RuntimeException | Error e) {
            release();
            throw e;
        }
    }

    private QueuePair queuePair(ProtectionDomain pd) {
        QpInitAttr attr = QpInitAttr.builder()
                .qpType(QpType.RC)
                .pd(pd)
                .sendCq(sendCq)
                .recvCq(recvCq)
                .sqSigAll(true)
                .maxSendWr(sendQueue)
                .maxRecvWr(receiveQueue)
                .maxSendSge(2) // a message can go on at the start of the send ring
                .maxRecvSge(1)
                .maxInlineData(INLINE)
                .build();
        try {
            return id.createQp(attr);
        } catch (VerbsException e) {
            // No call reports the limit of a device. Without inline data, messages pass through the send ring.
            return id.createQp(attr.toBuilder().maxInlineData(0).build());
        }
    }

    private MemoryRegion region(ProtectionDomain pd, int length, AccessFlag... access) {
        MemoryRegion region = pd.allocMr(length, access);
        closeActions.push(region::close);
        return region;
    }

    private static ByteBuffer bytes(MemoryRegion region) {
        return region.view(0, (int) region.length()).order(ByteOrder.nativeOrder());
    }

    private CompletionQueue completionQueue(DeviceContext context, int cqe, CompletionChannel channel, Object events) {
        CompletionQueue cq = context.createCq(
                CqInitAttr.builder().cqe(cqe).channel(channel).cqContext(events).build());
        closeActions.push(cq::close);
        return cq;
    }

    /** Returns the bytes of the send ring, behind which the descriptors for the peer have their place. */
    int sendBuffer() {
        return (int) sendRing.length() - SendSide.CONTROL_SLOTS * SendSide.ENTRY_LENGTH;
    }

    /** Returns the bytes of the receive ring. */
    int receiveBuffer() {
        return (int) ring.length();
    }

    /** Returns the state of the protocol that uses this memory. */
    Rsocket protocol() {
        return new Rsocket(sendQueue, sendBuffer(), listBytes, receiveQueue, receiveBuffer());
    }

    /** Returns what the peer needs to write into this memory. */
    ConnectionData data() {
        return new ConnectionData(
                ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN,
                receiveQueue,
                ioMapSize,
                new Target(list.address(), list.rkey(), SendSide.ENTRIES),
                new Target(ring.address(), ring.rkey(), receiveBuffer() / 2));
    }

    /** Ends the connection, and closes everything. An object that cannot be closed does not keep the others open. */
    void close() {
        try {
            id.disconnect();
        } catch (VerbsException e) {
            // Never connected, or disconnected already.
        }
        release();
        try {
            id.close();
        } catch (VerbsException e) {
            StreamRuntime.log("an identifier of a closed stream stays open", e);
        }
    }

    /** Closes all objects except for the identifier. */
    void release() {
        while (!closeActions.isEmpty()) {
            try {
                closeActions.pop().run();
            } catch (RuntimeException e) {
                StreamRuntime.log("an object of a closed stream stays open", e);
            }
        }
    }
}
