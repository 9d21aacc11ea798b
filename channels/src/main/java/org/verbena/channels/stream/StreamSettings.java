// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.stream;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a stream.
 *
 * @param receiveBuffer the bytes of the receive ring, even
 * @param sendBuffer the bytes of the send ring
 * @param sendQueue the requested entries of the send queue
 * @param receiveQueue the requested entries of the receive queue
 * @param ioMapSize the entries of the I/O map that the peer may fill
 * @param sharedProtectionDomain whether streams of a device share a protection domain
 * @param poolSize the bytes that a pool of buffers registers at most
 * @param connectTimeout the limit for an attempt to connect
 * @param fallbackTimeout the time after which TCP is tried instead, null if it is not
 * @param reuseAddress whether several identifiers may use the port
 * @param typeOfService the type of service, -1 for the default
 */
public record StreamSettings(
        int receiveBuffer,
        int sendBuffer,
        int sendQueue,
        int receiveQueue,
        int ioMapSize,
        boolean sharedProtectionDomain,
        int poolSize,
        Duration connectTimeout,
        @Nullable Duration fallbackTimeout,
        boolean reuseAddress,
        int typeOfService) {}
