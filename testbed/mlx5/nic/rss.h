/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_RSS_H
#define FAKEVERBS_RSS_H

struct packet;
struct qp;
struct wq;

/* Returns the work queue to which an RSS queue pair distributes the packet. */
struct wq *rss_choose(const struct qp *qp, const struct packet *packet);

#endif
