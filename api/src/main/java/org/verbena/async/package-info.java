// SPDX-License-Identifier: Apache-2.0
/**
 * Work requests as calls that return futures, for applications that do not need the lowest latency. The package uses
 * only the public API, and works with every provider.
 *
 * <pre>{@code
 * try (ProgressEngine engine = ProgressEngine.create(pd).start()) {
 *     QueuePair qp = pd.createQp(QpInitAttr.builder()
 *             .qpType(QpType.RC).sendCq(engine.cq()).recvCq(engine.cq())
 *             .maxSendWr(16).maxRecvWr(16).maxSendSge(1).maxRecvSge(1).build());
 *     AsyncQueuePair async = engine.attach(qp);
 *     // connect it, see org.verbena.connect
 *     CompletableFuture<Message> reply = async.recv();
 *     async.send(question).get(5, TimeUnit.SECONDS);
 *     use(reply.get(5, TimeUnit.SECONDS).data());
 * }
 * }</pre>
 *
 * <ul>
 * <li><b>Engine.</b> An application needs one {@link org.verbena.async.ProgressEngine} for each protection domain. It
 *     owns a completion queue, a completion channel and registered buffers. Its
 *     {@link org.verbena.async.ProgressEngine#start} starts a daemon thread, before or after queue pairs are attached.
 *     Without that thread, the application must call {@link org.verbena.async.ProgressEngine#progress()} itself, or no
 *     future completes.
 * <li><b>Threads.</b> Any thread may call an {@link org.verbena.async.AsyncQueuePair}; no call blocks. Dependents of a
 *     future run in the thread that makes progress. They may post and close, but must not wait for another future of
 *     the same engine.
 * <li><b>Errors.</b> No call throws because of the device or of invalid arguments; its future fails instead. It fails
 *     with a {@link org.verbena.async.WorkRequestException} if the work request completed with an error, and with a
 *     {@link org.verbena.error.VerbsException} if it was rejected before. After a {@code WorkRequestException} an RC
 *     queue pair is in state ERR, and its other work requests fail.
 * <li><b>Timeouts.</b> Futures do not time out by themselves. The device decides when a send has failed, by
 *     {@code timeout} and {@code retry_cnt} of {@code ibv_modify_qp(3)}; a receive never times out. {@code orTimeout}
 *     ends the future, not the work request.
 * <li><b>Closing.</b> Closing the engine closes its queue pairs, and every open future fails. Close it before the
 *     protection domain and the context.
 * </ul>
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.async;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
