// SPDX-License-Identifier: Apache-2.0
package com.example.app;

import java.nio.charset.StandardCharsets;
import java.util.Map;
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
import org.verbena.Verbs;
import org.verbena.VerbsProvider;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.QpType;
import org.verbena.connect.Connector;

/** Sends a message from one queue pair to another. */
public final class Main {
    private Main() {}

    /**
     * Prints the module of the provider and the completion.
     *
     * @param args none
     */
    public static void main(String[] args) {
        VerbsProvider provider = Verbs.provider("sim").configure(Map.of("profile", "mlx5"));
        System.out.println(provider.getClass().getModule().getName());
        try (DeviceContext context = provider.devices().get(0).open()) {
            ProtectionDomain pd = context.allocPd();
            CompletionQueue cq =
                    context.createCq(CqInitAttr.builder().cqe(16).build());
            QpInitAttr attr = QpInitAttr.builder()
                    .qpType(QpType.RC)
                    .sendCq(cq)
                    .recvCq(cq)
                    .maxSendWr(4)
                    .maxRecvWr(4)
                    .maxSendSge(1)
                    .maxRecvSge(1)
                    .build();
            QueuePair sender = pd.createQp(attr);
            QueuePair receiver = pd.createQp(attr);
            Connector.create().connect(sender, receiver);

            MemoryRegion memory = pd.allocMr(4096, AccessFlag.LOCAL_WRITE);
            RecvBatch receive = context.newRecvBatch(1);
            receive.add().wrId(1).sge(memory, 64, 64);
            receiver.postRecv(receive);
            memory.view(0, 5).put("hello".getBytes(StandardCharsets.UTF_8));
            SendBatch send = context.newSendBatch(1);
            send.add().wrId(2).send().sge(memory, 0, 5);
            sender.postSend(send);

            CompletionArray completions = context.newCompletionArray(1);
            while (cq.poll(completions) == 0) {
                Thread.onSpinWait();
            }
            System.out.println(completions.status(0) + ", " + completions.byteLen(0) + " bytes");
        }
    }
}
