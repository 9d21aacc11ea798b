// SPDX-License-Identifier: Apache-2.0
package org.verbena.examples.echo.internal;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.verbena.CompletionQueue;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.VerbsProvider;
import org.verbena.async.AsyncQueuePair;
import org.verbena.async.Message;
import org.verbena.async.ProgressEngine;
import org.verbena.attr.QpType;
import org.verbena.connect.Connector;
import org.verbena.examples.echo.Echo;

/**
 * Two queue pairs of one device, one of which sends back each message that it receives. When the backend changes,
 * Declarative Services deactivates the component, which closes the device. It then activates a new instance.
 *
 * <p>The component is immediate, so that it opens the device only once. A delayed component would open it at the first
 * use, and again after each period without users.
 */
@Component(configurationPid = "org.verbena.examples.echo", immediate = true)
@Designate(ocd = EchoOptions.class)
public final class EchoComponent implements Echo {
    private static final int SECONDS = 60;

    private final String way;
    private final DeviceContext context;
    private final ProgressEngine engine;
    private final AsyncQueuePair client;
    private final AsyncQueuePair server;

    /**
     * Opens the device and connects the queue pairs.
     *
     * @param verbs the backend; {@code verbs.target} in the configuration replaces the target
     * @param options the configuration
     */
    @Activate
    public EchoComponent(
            @Reference(name = "verbs", target = "(verbs.selected=true)") VerbsProvider verbs, EchoOptions options) {
        Device device = options.device().isEmpty() ? first(verbs) : verbs.device(options.device());
        way = verbs.name() + " " + device.name();
        context = device.open();
        try {
            ProtectionDomain pd = context.allocPd();
            engine = ProgressEngine.create(pd).start();
            client = engine.attach(queuePair(pd, engine.cq()));
            server = engine.attach(queuePair(pd, engine.cq()));
            Connector.create().connect(client.qp(), server.qp());
        } catch (RuntimeException e) {
            context.close();
            throw e;
        }
    }

    private static Device first(VerbsProvider verbs) {
        List<Device> devices = verbs.devices();
        if (devices.isEmpty()) {
            throw new IllegalStateException("provider " + verbs.name() + " has no device");
        }
        return devices.get(0);
    }

    private static QueuePair queuePair(ProtectionDomain pd, CompletionQueue cq) {
        return pd.createQp(QpInitAttr.builder()
                .qpType(QpType.RC)
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(4)
                .maxRecvWr(4)
                .maxSendSge(1)
                .maxRecvSge(1)
                .build());
    }

    @Override
    public synchronized String echo(String text) {
        // The receives must be posted before the message arrives.
        CompletableFuture<?> answered = server.recv().thenCompose(question -> server.send(question.data()));
        CompletableFuture<Message> answer = client.recv();
        CompletableFuture<?> asked = client.send(StandardCharsets.UTF_8.encode(text));
        return CompletableFuture.allOf(asked, answered)
                .thenCombine(
                        answer,
                        (done, message) ->
                                StandardCharsets.UTF_8.decode(message.data()).toString())
                .orTimeout(SECONDS, TimeUnit.SECONDS)
                .join();
    }

    @Override
    public String way() {
        return way;
    }

    /** Closes the device. */
    @Deactivate
    public void close() {
        engine.close();
        context.close();
    }
}
