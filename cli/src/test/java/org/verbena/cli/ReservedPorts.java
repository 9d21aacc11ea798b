// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * TCP ports for the servers of a test.
 *
 * <p>A bound socket that does not listen keeps other processes from getting the port. SO_REUSEADDR lets a server socket
 * of this process listen there. Until then, connections fail.
 */
final class ReservedPorts implements AfterEachCallback {
    private final List<Socket> reserved = new ArrayList<>();

    /** Returns a port that stays reserved until the end of the test. */
    int next() throws IOException {
        Socket reserving = new Socket();
        reserved.add(reserving);
        reserving.setReuseAddress(true);
        reserving.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return reserving.getLocalPort();
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        for (Socket each : reserved) {
            each.close();
        }
    }
}
