// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.VerbsObject;
import org.verbena.attr.AccessFlag;
import org.verbena.cli.text.CommandException;
import org.verbena.cm.CmId;

/**
 * One side of rping: a queue pair, the two messages, and the buffers of the data. A message is the {@code struct
 * rping_rdma_info} of 16 bytes in network byte order: address, rkey and size of a buffer.
 */
final class RpingEnd implements AutoCloseable {
    /** The largest size of data that rping allows. */
    static final int MAX_SIZE = 65_535;

    private static final int MESSAGE = 16;
    private static final int RKEY_AT = 8;
    private static final int SIZE_AT = 12;
    private static final int SEND_DEPTH = 16;
    private static final int RECV_DEPTH = 2;
    private static final long UINT32 = 0xFFFF_FFFFL;

    /** The kinds of work requests, and the {@code wr_id} of each. */
    private enum Work {
        RECV(1),
        SEND(2),
        READ(3),
        WRITE(4);

        private final long id;

        Work(long id) {
            this.id = id;
        }
    }

    /**
     * A buffer of the peer.
     *
     * @param address the address
     * @param rkey the rkey
     * @param size the size in bytes, 0..4294967295
     */
    record Advert(long address, long rkey, long size) {}

    private final CmId id;
    private final EventLoop loop;
    private final int size;
    private final Deque<VerbsObject> objects = new ArrayDeque<>();
    private final CompletionQueue cq;
    private final CompletionArray completions;
    private final MemoryRegion messages;
    private final MemoryRegion data;
    private final ByteBuffer sent;
    private final ByteBuffer received;
    private final QueuePair qp;
    private final RecvBatch receive;
    private final SendBatch work;

    /**
     * Creates the queue pair, and posts the receive of the first message.
     *
     * @param id a connection whose peer is known
     * @param size the size of each of the two buffers
     */
    RpingEnd(CmId id, EventLoop loop, int size) {
        this.id = id;
        this.loop = loop;
        this.size = size;
        try {
            DeviceContext context = id.verbs().orElseThrow();
            ProtectionDomain pd = own(context.allocPd());
            cq = own(context.createCq(CqInitAttr.builder().cqe(2 * SEND_DEPTH).build()));
            completions = context.newCompletionArray(1);
            messages = own(pd.allocMr(2 * MESSAGE, AccessFlag.LOCAL_WRITE));
            data = own(pd.allocMr(2L * size, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_WRITE));
            sent = messages.view(0, MESSAGE).order(ByteOrder.BIG_ENDIAN);
            received = messages.view(MESSAGE, MESSAGE).order(ByteOrder.BIG_ENDIAN);
            receive = context.newRecvBatch(1, 1);
            receive.add().wrId(Work.RECV.id).sge(messages, MESSAGE, MESSAGE);
            work = context.newSendBatch(1);
            qp = own(id.createQp(QpInitAttr.builder()
                    .pd(pd)
                    .sendCq(cq)
                    .recvCq(cq)
                    .maxSendWr(SEND_DEPTH)
                    .maxRecvWr(RECV_DEPTH)
                    .maxSendSge(1)
                    .maxRecvSge(1)
                    .build()));
            qp.postRecv(receive);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private <T extends VerbsObject> T own(T object) {
        objects.push(object);
        return object;
    }

    /** Returns the buffer that the peer reads, or into which this side reads. */
    ByteBuffer source() {
        return data.view(0, size);
    }

    /** Returns the buffer into which the peer writes. */
    ByteBuffer sink() {
        return data.view(size, size);
    }

    // ---------------------------------------------------------------- messages

    /** Sends the address of the source. */
    void advertiseSource() {
        advertise(0);
    }

    /** Sends the address of the sink. */
    void advertiseSink() {
        advertise(size);
    }

    private void advertise(long offset) {
        sent.putLong(0, data.address() + offset);
        sent.putInt(RKEY_AT, (int) data.rkey());
        sent.putInt(SIZE_AT, size);
        send();
    }

    /** Sends a message whose contents do not matter. */
    void send() {
        work.clear();
        work.add().wrId(Work.SEND.id).send().signaled().sge(messages, 0, MESSAGE);
        qp.postSend(work);
    }

    /** Waits for the next message of the peer. Returns empty if the connection has ended. */
    Optional<Advert> receive() {
        if (!await(Work.RECV)) {
            return Optional.empty();
        }
        if (completions.byteLen(0) != MESSAGE) {
            throw new CommandException(
                    "the peer sent a message of " + completions.byteLen(0) + " bytes, expected " + MESSAGE);
        }
        Advert advert =
                new Advert(received.getLong(0), received.getInt(RKEY_AT) & UINT32, received.getInt(SIZE_AT) & UINT32);
        qp.postRecv(receive);
        return Optional.of(advert);
    }

    // ---------------------------------------------------------------- data

    /** Reads a buffer of the peer to the source. Returns false if the connection has ended. */
    boolean read(Advert from) {
        requireFits("source", from.size(), size);
        work.clear();
        work.add()
                .wrId(Work.READ.id)
                .read(from.address(), from.rkey())
                .signaled()
                .sge(data, 0, from.size());
        qp.postSend(work);
        return await(Work.READ);
    }

    /** Writes the first bytes of the source to a buffer of the peer. Returns false if the connection has ended. */
    boolean write(int length, Advert to) {
        requireFits("data", length, to.size());
        work.clear();
        work.add().wrId(Work.WRITE.id).write(to.address(), to.rkey()).signaled().sge(data, 0, length);
        qp.postSend(work);
        return await(Work.WRITE);
    }

    private static void requireFits(String what, long length, long limit) {
        if (length > limit) {
            throw new CommandException("size of the peer's " + what + " = " + length + " bytes, limit " + limit);
        }
    }

    /** Waits for the completion of a work request. Returns false if the connection has ended. */
    private boolean await(Work wanted) {
        while (loop.await(id, cq, completions, wanted.name())) {
            long done = completions.wrId(0);
            if (done == wanted.id) {
                return true;
            }
            if (done != Work.SEND.id) {
                throw new CommandException("the peer sent a message while this side waited for its " + wanted);
            }
        }
        return false;
    }

    /** Returns the text of a buffer up to its first zero byte, as C prints it. */
    static String text(ByteBuffer buffer, int length) {
        byte[] bytes = new byte[length];
        buffer.get(0, bytes);
        int end = 0;
        while (end < length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, 0, end, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        objects.forEach(VerbsObject::close);
        id.close();
    }
}
