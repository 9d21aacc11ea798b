// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.verbena.QueuePair;

/** The way in which two sides exchange the attributes of their queue pairs: TCP, or connection management. */
abstract class HandshakeProtocol {
    /** Runs the connecting side, see {@link Connector#connect(QueuePair, InetSocketAddress, ByteBuffer, Duration)}. */
    abstract Connection connect(
            QueuePair qp, InetSocketAddress address, ByteBuffer privateData, HandshakeDeadline deadline);

    /** Listens, see {@link Connector#listen(InetSocketAddress)}. */
    abstract Listener listen(InetSocketAddress address);

    /** The steps of a side, which end with a connection. */
    interface Step {
        Connection take();
    }

    /** The listening side, see {@link ConnectorListener}. */
    interface Listener extends AutoCloseable {
        InetSocketAddress localAddress();

        Request nextRequest(Duration timeout);

        @Override
        void close();
    }

    /** A request that waits for an answer, see {@link ConnectRequest}. */
    interface Request {
        EndpointAttributes remote();

        InetSocketAddress remoteAddress();

        ByteBuffer privateData();

        /** Checks the arguments of an acceptance, before anything changes. */
        LocalEnd check(QueuePair qp, ByteBuffer privateData);

        Connection accept(LocalEnd local, ByteBuffer privateData, HandshakeDeadline deadline);

        void reject(String why);
    }

    /** The link between the two sides after the handshake, see {@link Connection}. */
    interface Link extends AutoCloseable {
        void sync(Duration timeout);

        @Override
        void close();
    }
}
