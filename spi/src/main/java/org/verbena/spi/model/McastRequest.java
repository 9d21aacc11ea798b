// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import org.verbena.attr.Gid;

/**
 * A request to join a multicast group, for {@code ibv_attach_mcast(3)}.
 *
 * @param qpTypeCode the type of the queue pair, as in C
 * @param gid the GID of the group
 * @param lid the LID of the group, 0..65535; used only on InfiniBand
 */
public record McastRequest(int qpTypeCode, Gid gid, int lid) {}
