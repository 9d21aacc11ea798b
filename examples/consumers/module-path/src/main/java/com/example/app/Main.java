// SPDX-License-Identifier: Apache-2.0
package com.example.app;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.Verbs;
import org.verbena.VerbsProvider;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.ProgressEngine;
import org.verbena.attr.QpType;
import org.verbena.connect.Connector;

/** Sends a text from one queue pair to another. */
public final class Main {
    private Main() {}

    /**
     * Prints the module of the provider, and the received text.
     *
     * @param args none
     */
    public static void main(String[] args) {
        VerbsProvider provider = Verbs.provider("sim").configure(Map.of("profile", "mlx5"));
        System.out.println(provider.getClass().getModule().getName());
        try (DeviceContext context = provider.devices().get(0).open()) {
            System.out.println(send(context, "hello"));
        }
    }

    static String send(DeviceContext context, String text) {
        try (ProtectionDomain pd = context.allocPd();
                ProgressEngine engine = ProgressEngine.create(pd).start()) {
            QpInitAttr attr = QpInitAttr.builder()
                    .qpType(QpType.RC)
                    .sendCq(engine.cq())
                    .recvCq(engine.cq())
                    .maxSendWr(4)
                    .maxRecvWr(4)
                    .maxSendSge(1)
                    .maxRecvSge(1)
                    .build();
            AsyncQueuePair client = engine.attach(pd.createQp(attr));
            AsyncQueuePair server = engine.attach(pd.createQp(attr));
            Connector.create().connect(client.qp(), server.qp());

            CompletableFuture<String> received = server.recv()
                    .thenApply(message ->
                            StandardCharsets.UTF_8.decode(message.data()).toString());
            client.send(StandardCharsets.UTF_8.encode(text)).join();
            return received.join();
        }
    }
}
