// SPDX-License-Identifier: Apache-2.0
package com.example.boot;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.ProgressEngine;
import org.verbena.attr.QpType;
import org.verbena.connect.Connector;

/** Sends texts from one queue pair of the device to another. */
@Component
public class Echo implements AutoCloseable {
    private final ProtectionDomain pd;
    private final ProgressEngine engine;
    private final AsyncQueuePair client;
    private final AsyncQueuePair server;

    Echo(DeviceContext device) {
        pd = device.allocPd();
        engine = ProgressEngine.create(pd).start();
        QpInitAttr attr = QpInitAttr.builder()
                .qpType(QpType.RC)
                .sendCq(engine.cq())
                .recvCq(engine.cq())
                .maxSendWr(4)
                .maxRecvWr(4)
                .maxSendSge(1)
                .maxRecvSge(1)
                .build();
        client = engine.attach(pd.createQp(attr));
        server = engine.attach(pd.createQp(attr));
        Connector.create().connect(client.qp(), server.qp());
    }

    /**
     * Sends a text.
     *
     * @param text the text
     * @return the received text
     */
    public CompletableFuture<String> send(String text) {
        CompletableFuture<String> received = server.recv()
                .thenApply(
                        message -> StandardCharsets.UTF_8.decode(message.data()).toString());
        return client.send(StandardCharsets.UTF_8.encode(text)).thenCombine(received, (sent, echo) -> echo);
    }

    @Override
    public void close() {
        engine.close();
        pd.close();
    }
}
