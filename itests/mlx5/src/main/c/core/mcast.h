#ifndef FAKEVERBS_MCAST_H
#define FAKEVERBS_MCAST_H

struct qp_handle;

/* Forgets every multicast group that was attached through the handle. */
void mcast_detach_all(struct qp_handle *handle);

#endif
