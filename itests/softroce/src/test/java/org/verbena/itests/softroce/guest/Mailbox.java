package org.verbena.itests.softroce.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.verbena.AddressHandle;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.QpType;
import org.verbena.attr.WcOpcode;

/** A queue pair with memory for one message in each direction. */
final class Mailbox {
    private static final int SIZE = 256;
    private static final int GRH = 40;

    private final QueuePair qp;
    private final MemoryRegion memory;
    private final CompletionArray completions;
    private final SendBatch send;
    private final RecvBatch receive;

    /** Creates a mailbox and posts a receive. */
    Mailbox(QueuePair qp) {
        this.qp = qp;
        DeviceContext context = qp.context();
        memory = qp.pd().orElseThrow().allocMr(2L * SIZE, AccessFlag.LOCAL_WRITE);
        completions = context.newCompletionArray(1);
        send = context.newSendBatch(1);
        send.add();
        receive = context.newRecvBatch(1);
        receive.add().wrId(1).sge(memory, 0, SIZE);
        qp.postRecv(receive);
    }

    long qpNum() {
        return qp.qpNum();
    }

    void send(String text) throws InterruptedException {
        request(text);
        post();
    }

    /** Sends a datagram. */
    void send(String text, AddressHandle to, long qpNum, long qkey) throws InterruptedException {
        request(text).to(to, qpNum, qkey);
        post();
    }

    private SendWr request(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        memory.view(SIZE, bytes.length).put(bytes);
        return send.get(0).wrId(2).send().signaled().noData().sge(memory, SIZE, bytes.length);
    }

    private void post() throws InterruptedException {
        qp.postSend(send);
        await(qp.sendCq().orElseThrow(), WcOpcode.SEND);
    }

    /** Waits for a message, and posts the receive for the next one. */
    String receive() throws InterruptedException {
        int length = await(qp.recvCq().orElseThrow(), WcOpcode.RECV);
        int header = qp.qpType() == QpType.UD ? GRH : 0;
        ByteBuffer message = memory.view(header, length - header);
        String text = StandardCharsets.UTF_8.decode(message).toString();
        qp.postRecv(receive);
        return text;
    }

    private int await(CompletionQueue cq, WcOpcode opcode) throws InterruptedException {
        long deadline = System.nanoTime() + Station.PATIENCE.toNanos();
        while (cq.poll(completions) == 0) {
            assertThat(System.nanoTime() - deadline).as("no completion").isNegative();
            Thread.sleep(1);
        }
        assertThat(completions.isSuccess(0)).as("%s", completions.status(0)).isTrue();
        assertThat(completions.opcode(0)).isEqualTo(opcode);
        return (int) completions.byteLen(0);
    }
}
