package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/** A memory window, which opens a part of a region to peers for a while: {@code struct ibv_mw}. */
@ProviderType
public interface MemoryWindow extends VerbsObject {
    /**
     * The protection domain.
     *
     * @return {@code pd}
     */
    ProtectionDomain pd();

    /**
     * The kind of window.
     *
     * @return {@code type}
     */
    MwType type();

    /**
     * Returns the remote key. A bind of type 1 changes it at once. A bind of type 2 changes its low 8 bits when the post
     * of the work request, or {@code wrComplete}, returns; it stays so if the bind fails afterwards. A C program sets
     * {@code struct ibv_mw.rkey} itself after a bind of type 2.
     *
     * @return {@code rkey}, 0..4294967295
     */
    long rkey();

    /**
     * Binds a window of type 1 by a work request on a queue pair: {@code ibv_bind_mw(3)}.
     *
     * @param qp the queue pair, RC, UC or XRC, ready to send
     * @param bind what is bound
     * @throws InvalidRequestException if an object is closed or of another device context, or the queue pair one of
     *     datagrams or raw packets
     * @throws IllegalStateException while a list of send builders is under way on the queue pair
     * @throws VerbsException {@link Errno#EINVAL} for a window of type 2, {@link Errno#EPERM} if region and window are
     *     of different protection domains, {@link Errno#ENOMEM} if the queue is full, {@link Errno#EOPNOTSUPP} if the
     *     driver has no windows
     */
    void bind(QueuePair qp, MwBind bind);

    /**
     * A fresh key for the next bind of a type 2 window: the same with the low byte counted up. {@code ibv_inc_rkey(3)}.
     *
     * @param rkey the last key
     * @return the next one
     */
    static long nextRkey(long rkey) {
        return (rkey & 0xFFFF_FF00L) | ((rkey + 1) & 0xFFL);
    }
}
