// SPDX-License-Identifier: Apache-2.0
/**
 * {@code SocketChannel}, {@code ServerSocketChannel} and {@code Selector} over RDMA.
 *
 * <p>{@link org.verbena.channels.RdmaSelectorProvider} is the entry point. Its channels exchange bytes by the protocol
 * of librdmacm's {@code rsocket(7)}, so the peer can be a C program that uses rsocket.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena.channels;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
