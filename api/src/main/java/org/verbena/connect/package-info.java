// SPDX-License-Identifier: Apache-2.0
/**
 * Connects two queue pairs, in one process or across hosts. The package uses only the public API. It therefore works
 * with every provider, and with different providers at the two ends.
 *
 * <pre>{@code
 * Connector connector = Connector.create();
 * connector.connect(first, second); // both in this process
 *
 * // Across hosts, the listening side
 * try (ConnectorListener listener = connector.listen(new InetSocketAddress(18515));
 *         Connection connection = listener.accept(qp, Duration.ofSeconds(30))) {
 *     ...
 * }
 *
 * // The connecting side
 * try (Connection connection = connector.connect(
 *         qp, new InetSocketAddress("node1", 18515), Duration.ofSeconds(30))) {
 *     ...
 * }
 * }</pre>
 *
 * <ul>
 * <li><b>Resources.</b> A {@link org.verbena.connect.Connector} has no thread, and no open socket between calls. A
 *     {@link org.verbena.connect.ConnectorListener} holds its port, and a {@link org.verbena.connect.Connection} its
 *     TCP connection; close them.
 * <li><b>Threads.</b> Each call does all of its work in the calling thread, and returns when both queue pairs are in
 *     state RTS.
 * <li><b>Errors.</b> A call throws {@link org.verbena.connect.ConnectorException} for failures between the two sides.
 *     It throws {@link org.verbena.error.VerbsException} if the device of this side rejects a request. The queue pair
 *     is then as before, or in state ERR.
 * <li><b>Timeouts.</b> Timeouts have millisecond resolution; a call with less than one millisecond left times out. An
 *     interrupt does not end a call of a platform thread: close the listener or the connection instead.
 * <li><b>Closing.</b> Closing a connection leaves the queue pairs connected.
 * </ul>
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.connect;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
