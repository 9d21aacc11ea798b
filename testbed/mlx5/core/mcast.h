/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_MCAST_H
#define FAKEVERBS_MCAST_H

#include "util.h"

struct qp;
struct qp_handle;

/* Returns whether the queue pair receives messages to this group. */
bool mcast_is_member(const struct qp *qp, const uint8_t *gid);

/* Detaches every multicast group that was attached through the handle. */
void mcast_detach_all(struct qp_handle *handle);

#endif
