// SPDX-License-Identifier: Apache-2.0
/**
 * Registered memory in reusable parts. Registering memory takes a system call and pins pages, so an application
 * registers it once and takes its buffers from there. The package uses only the public API, and works with every
 * provider.
 *
 * <pre>{@code
 * try (BufferPool pool = BufferPool.builder(pd).largestBuffer(65_536).maxRegistered(16 << 20).build()) {
 *     try (PooledBuffer buffer = pool.take(message.remaining())) {
 *         buffer.view().put(message);
 *         batch.add().send().sge(buffer.region(), buffer.offset(), buffer.view().position());
 *         qp.postSend(batch);
 *         // poll the completion before the buffer is given back
 *     }
 * }
 * }</pre>
 *
 * <ul>
 * <li><b>Bounds.</b> A {@link org.verbena.memory.BufferPool} never registers more than its limit, and never waits for a
 *     buffer. {@link org.verbena.memory.BufferPool#take take} fails and
 *     {@link org.verbena.memory.BufferPool#tryTake tryTake} returns null instead.
 * <li><b>Ownership.</b> A {@link org.verbena.memory.PooledBuffer} belongs to one owner, until {@code close()} gives it
 *     back or {@code transfer()} passes it on. The owner must not give it back while a work request uses it.
 * <li><b>Threads.</b> Any thread may take and give back buffers.
 * </ul>
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.memory;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
