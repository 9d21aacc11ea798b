package org.verbena.spi.model;

import org.verbena.Gid;

/**
 * A request to join a multicast group, for {@code ibv_attach_mcast(3)}.
 *
 * @param qpTypeCode the type of the queue pair as C has it
 * @param gid the group
 * @param lid its local identifier, 0..65535; counts on InfiniBand only
 */
public record McastRequest(int qpTypeCode, Gid gid, int lid) {}
