/**
 * Work requests as calls that return futures, for programs that do not count nanoseconds. It stands on the public
 * contract alone, and works with every provider.
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
 * <li><b>What to start.</b> One {@link org.verbena.async.ProgressEngine} for each protection domain, before or after its
 *     queue pairs are attached. It owns a completion queue, a completion channel and registered buffers. Its {@link
 *     org.verbena.async.ProgressEngine#start} gives it a daemon thread; without one the application calls {@link
 *     org.verbena.async.ProgressEngine#progress()} itself, or no future is ever done.
 * <li><b>Threads.</b> Any thread may call an {@link org.verbena.async.AsyncQueuePair}; no call waits. What depends on a
 *     future runs in the thread that makes progress. There it may post and close, but must not wait for another future
 *     of the same engine.
 * <li><b>Errors.</b> No call throws because of the device or of bad input, its future fails instead: with a {@link
 *     org.verbena.async.WorkRequestException} if the work request was carried out and ended badly, with a {@link
 *     org.verbena.VerbsException} if it was refused before. After a {@code WorkRequestException} an RC queue pair is in
 *     state ERR, and so is whatever else was posted to it.
 * <li><b>Timeouts.</b> No future runs out of time by itself: the device decides, for a send by {@code timeout} and {@code
 *     retry_cnt} of {@code ibv_modify_qp(3)}, for a receive never. {@code orTimeout} ends the future, not the work
 *     request.
 * <li><b>Closing.</b> Closing the engine closes what is attached to it; every open future fails. Close it before the
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
