/* SPDX-License-Identifier: Apache-2.0 */
/* Establishes and disconnects connections by IP address. One thread runs both sides. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <rdma/rdma_cma.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

#define RESOLUTION_MS 2000
#define IPV4_OFFSET 12

/* A listener, and an event channel for each side. */
struct connections {
	struct rdma_event_channel *clients;
	struct rdma_event_channel *servers;
	struct sockaddr_in address;
	struct ibv_cq *cq;
};

static struct rdma_cm_id *expect(struct rdma_event_channel *channel, enum rdma_cm_event_type type)
{
	struct rdma_cm_event *event;
	struct rdma_cm_id *id;

	check(rdma_get_cm_event(channel, &event), "rdma_get_cm_event");
	if (event->event != type)
		die("%s instead of %s", rdma_event_str(event->event), rdma_event_str(type));
	id = event->id;
	check(rdma_ack_cm_event(event), "rdma_ack_cm_event");
	return id;
}

static void create_qp(const struct connections *c, struct rdma_cm_id *id)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = c->cq,
		.recv_cq = c->cq,
		.cap = { .max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = IBV_QPT_RC,
	};

	check(rdma_create_qp(id, NULL, &attr), "rdma_create_qp");
}

static void destroy(struct rdma_cm_id *id)
{
	rdma_destroy_qp(id);
	check(rdma_destroy_id(id), "rdma_destroy_id");
}

static inline void connect_and_disconnect(struct bench *b)
{
	struct connections *c = b->connections;
	struct rdma_cm_id *active, *passive;

	check(rdma_create_id(c->clients, &active, NULL, RDMA_PS_TCP), "rdma_create_id");
	check(rdma_resolve_addr(active, NULL, (struct sockaddr *)&c->address, RESOLUTION_MS), "rdma_resolve_addr");
	expect(c->clients, RDMA_CM_EVENT_ADDR_RESOLVED);
	check(rdma_resolve_route(active, RESOLUTION_MS), "rdma_resolve_route");
	expect(c->clients, RDMA_CM_EVENT_ROUTE_RESOLVED);
	create_qp(c, active);
	check(rdma_connect(active, NULL), "rdma_connect");
	passive = expect(c->servers, RDMA_CM_EVENT_CONNECT_REQUEST);
	create_qp(c, passive);
	check(rdma_accept(passive, NULL), "rdma_accept");
	expect(c->clients, RDMA_CM_EVENT_ESTABLISHED);
	expect(c->servers, RDMA_CM_EVENT_ESTABLISHED);
	check(rdma_disconnect(active), "rdma_disconnect");
	expect(c->servers, RDMA_CM_EVENT_DISCONNECTED);
	check(rdma_disconnect(passive), "rdma_disconnect");
	expect(c->clients, RDMA_CM_EVENT_DISCONNECTED);
	destroy(active);
	destroy(passive);
}

void connect_run(struct bench *b)
{
	struct connections *c = calloc(1, sizeof(*c));
	struct rdma_cm_id *listener;

	b->connections = c;
	c->clients = rdma_create_event_channel();
	c->servers = rdma_create_event_channel();
	check(c->clients && c->servers ? 0 : -1, "rdma_create_event_channel");
	check(rdma_create_id(c->servers, &listener, NULL, RDMA_PS_TCP), "rdma_create_id");
	c->address.sin_family = AF_INET;
	memcpy(&c->address.sin_addr, b->gid.raw + IPV4_OFFSET, sizeof(c->address.sin_addr));
	check(rdma_bind_addr(listener, (struct sockaddr *)&c->address), "rdma_bind_addr");
	check(rdma_listen(listener, 0), "rdma_listen");
	c->address.sin_port = rdma_get_src_port(listener);
	c->cq = ibv_create_cq(listener->verbs, 2, NULL, NULL, 0);
	check(c->cq ? 0 : -1, "ibv_create_cq");
	measure(b, connect_and_disconnect, b->measured);
	b->operations = 1;
}
