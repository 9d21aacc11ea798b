// SPDX-License-Identifier: Apache-2.0
/**
 * Connection management by IP address: {@code <rdma/rdma_cma.h>}. The package follows the model of librdmacm: an
 * {@link org.verbena.cm.EventChannel} reports a {@link org.verbena.cm.CmEvent} for each step of a
 * {@link org.verbena.cm.CmId}. The queue pair of an identifier is an ordinary {@link org.verbena.QueuePair}.
 *
 * <pre>{@code
 * try (ConnectionManager manager = ConnectionManager.open(Verbs.provider());
 *         EventChannel channel = manager.createEventChannel()) {
 *     CmId id = channel.createId(PortSpace.TCP);
 *     id.resolveAddr(new InetSocketAddress("10.99.0.1", 7174), Duration.ofSeconds(2));
 *     expect(channel, CmEventType.ADDR_RESOLVED);
 *     id.resolveRoute(Duration.ofSeconds(2));
 *     expect(channel, CmEventType.ROUTE_RESOLVED);
 *     QueuePair qp = id.createQp(QpInitAttr.builder()
 *             .maxSendWr(16).maxRecvWr(16).maxSendSge(1).maxRecvSge(1).build());
 *     id.connect(ConnParam.defaults());
 *     expect(channel, CmEventType.ESTABLISHED);
 *     ...
 * }
 * }</pre>
 *
 * <ul>
 * <li><b>Names.</b> Methods have the names of the C functions without {@code rdma_}: {@code resolveAddr} is
 *     {@code rdma_resolve_addr(3)}.
 * <li><b>Threads.</b> Any thread may call any method. {@link org.verbena.cm.EventChannel#nextEvent()} changes the state
 *     of queue pairs, as {@code rdma_get_cm_event(3)} does: a connection proceeds only if a thread takes its events.
 * <li><b>Errors.</b> A method throws {@link org.verbena.error.VerbsException} with the errno of librdmacm. An event
 *     reports failures that happen later, in its {@link org.verbena.cm.CmEvent#status()}.
 * <li><b>Closing.</b> Closing an identifier never waits for the application: its events that were not acknowledged stay
 *     readable, and its events that were not taken are dropped. Closing a channel closes its identifiers. Closing the
 *     manager closes all channels and the device contexts that it opened.
 * </ul>
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.cm;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
