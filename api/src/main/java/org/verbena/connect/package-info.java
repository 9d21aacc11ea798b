/**
 * Brings two queue pairs together, in one process or across hosts. It stands on the public contract alone, so that it
 * works with every provider, and two different ones at its ends.
 *
 * <pre>{@code
 * Connector connector = Connector.create();
 * connector.connect(first, second); // both of this process
 *
 * // Across hosts, the one that waits ...
 * try (ConnectorListener listener = connector.listen(new InetSocketAddress(18515));
 *         Connection connection = listener.accept(qp, Connector.nothing(), Duration.ofSeconds(30))) {
 *     ...
 * }
 *
 * // ... and the one that comes
 * try (Connection connection = connector.connect(
 *         qp, new InetSocketAddress("node1", 18515), Connector.nothing(), Duration.ofSeconds(30))) {
 *     ...
 * }
 * }</pre>
 *
 * <ul>
 * <li><b>What to start.</b> Nothing: a {@link org.verbena.connect.Connector} has no thread and no open socket between
 *     calls. A {@link org.verbena.connect.ConnectorListener} has its port, a {@link org.verbena.connect.Connection} its
 *     TCP connection; close them.
 * <li><b>Threads.</b> Each call does all of its work in the thread that makes it, and returns when both queue pairs are
 *     in state RTS.
 * <li><b>Errors.</b> {@link org.verbena.connect.ConnectorException} for what lies between the two sides, {@link
 *     org.verbena.VerbsException} for what the device of this side refuses. The queue pair is as before then, or in state
 *     ERR.
 * <li><b>Timeouts.</b> They are counted in milliseconds; with less than one left the call has timed out. An interrupt
 *     does not end a call of a platform thread: close the listener or the connection.
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
