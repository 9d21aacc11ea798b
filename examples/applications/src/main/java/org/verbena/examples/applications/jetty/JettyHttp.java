// SPDX-License-Identifier: Apache-2.0
package org.verbena.examples.applications.jetty;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.concurrent.Executor;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * An HTTP server that returns the body of a request, and its client. With the system property of the JDK, Jetty needs
 * no code for RDMA: {@link ServerConnector} and {@link ClientConnector} use the default provider. The nested classes
 * are for an application with several providers.
 */
public final class JettyHttp implements AutoCloseable {
    private final SelectorProvider provider;
    private final Server server = new Server();
    private final HttpClient client;

    /**
     * Creates server and client.
     *
     * @param provider the provider of channels and selectors
     */
    public JettyHttp(SelectorProvider provider) {
        this.provider = provider;
        client = new HttpClient(new HttpClientTransportOverHTTP(new Connecting()));
    }

    /**
     * Starts the server.
     *
     * @param address the address, with port 0 for any free port
     * @return the port
     * @throws Exception if the server cannot start
     */
    public int serve(InetSocketAddress address) throws Exception {
        ServerConnector connector = new Listening();
        connector.setHost(address.getHostString());
        connector.setPort(address.getPort());
        server.addConnector(connector);
        server.setHandler(new Echo());
        server.start();
        return connector.getLocalPort();
    }

    /**
     * Sends a request.
     *
     * @param address the address of the server
     * @param body the body of the request
     * @return the body of the response
     * @throws Exception if the request fails
     */
    public String post(InetSocketAddress address, String body) throws Exception {
        client.start();
        return client.newRequest(address.getHostString(), address.getPort())
                .method("POST")
                .transport(new Sockets())
                .body(new StringRequestContent(body))
                .send()
                .getContentAsString();
    }

    @Override
    public void close() {
        LifeCycle.stop(client);
        LifeCycle.stop(server);
    }

    /**
     * Runs {@code server HOST PORT} or {@code client HOST PORT TEXT}, with the default provider of the JVM.
     *
     * @param args the arguments
     * @throws Exception if the server or the request fails
     */
    public static void main(String[] args) throws Exception {
        InetSocketAddress address = new InetSocketAddress(args[1], Integer.parseInt(args[2]));
        try (JettyHttp http = new JettyHttp(SelectorProvider.provider())) {
            if (args[0].equals("server")) {
                http.serve(address);
                http.server.join();
            } else {
                System.out.println(http.post(address, args[3]));
            }
        }
    }

    private static final class Echo extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            Content.copy(request, response, callback);
            return true;
        }
    }

    private final class Listening extends ServerConnector {
        Listening() {
            super(server);
        }

        @Override
        protected ServerSocketChannel openAcceptChannel() throws IOException {
            ServerSocketChannel channel = provider.openServerSocketChannel();
            channel.bind(new InetSocketAddress(getHost(), getPort()), getAcceptQueueSize());
            return channel;
        }

        @Override
        protected SelectorManager newSelectorManager(Executor executor, Scheduler scheduler, int selectors) {
            return new ServerConnectorManager(executor, scheduler, selectors) {
                @Override
                protected Selector newSelector() throws IOException {
                    return provider.openSelector();
                }
            };
        }
    }

    private final class Connecting extends ClientConnector {
        @Override
        protected SelectorManager newSelectorManager() {
            return new ClientSelectorManager(getExecutor(), getScheduler(), getSelectors()) {
                @Override
                protected Selector newSelector() throws IOException {
                    return provider.openSelector();
                }
            };
        }
    }

    private final class Sockets extends Transport.TCPIP {
        @Override
        public SelectableChannel newSelectableChannel() throws IOException {
            return provider.openSocketChannel();
        }
    }
}
