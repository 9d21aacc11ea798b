/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_RSS_H
#define FAKEVERBS_RSS_H

struct packet;
struct qp;
struct wq;

/* The work queue that an RSS queue pair spreads the packet to. */
struct wq *rss_choose(const struct qp *qp, const struct packet *packet);

#endif
