// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.MwType;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/** A memory window, which grants peers temporary access to a part of a region: {@code struct ibv_mw}. */
@ProviderType
public interface MemoryWindow extends VerbsObject {
    /** {@return the protection domain, {@code pd}} */
    ProtectionDomain pd();

    /** {@return the type of the window, {@code type}} */
    MwType type();

    /**
     * Returns the remote key. A bind of type 1 changes it at once. A bind of type 2 changes its low 8 bits when the
     * post of the work request, or {@link QueuePairEx#wrComplete}, returns. The new key remains even if the bind fails
     * later. A C program sets {@code struct ibv_mw.rkey} itself after a bind of type 2.
     *
     * @return {@code rkey}, 0..4294967295
     */
    long rkey();

    /**
     * Binds a window of type 1 by a work request on a queue pair: {@code ibv_bind_mw(3)}.
     *
     * @param qp the queue pair, of type RC, UC or XRC, ready to send
     * @param bind the bind request
     * @throws InvalidRequestException if an object is closed or belongs to another device context, or if the queue pair
     *     is for datagrams or raw packets
     * @throws IllegalStateException if a list of send work requests is open on the queue pair, see
     *     {@link QueuePairEx#wrStart}
     * @throws VerbsException if the bind fails: {@link Errno#EINVAL} for a window of type 2, {@link Errno#EPERM} if
     *     region and window belong to different protection domains, {@link Errno#ENOMEM} if the queue is full,
     *     {@link Errno#EOPNOTSUPP} if the driver does not support memory windows, {@link Errno#EAGAIN} if libmlx5
     *     cannot write a bind at this position of its send ring; it succeeds after another work request
     */
    void bind(QueuePair qp, MwBind bind);

    /**
     * Returns the key for the next bind of a window of type 2: {@code ibv_inc_rkey(3)}. It increments the low byte of a
     * key.
     *
     * @param rkey the last key
     * @return the next key
     */
    static long nextRkey(long rkey) {
        return (rkey & 0xFFFF_FF00L) | ((rkey + 1) & 0xFFL);
    }
}
