/* Connecting two identifiers of one host by IP address, and disconnecting them. */
#include <netinet/in.h>
#include <rdma/rdma_cma.h>
#include <string.h>

#include "measure.h"

#define TIMEOUT_MS 2000

static struct {
	struct rdma_event_channel *client;
	struct rdma_event_channel *server;
	struct rdma_cm_id *listener;
	struct sockaddr_in address;
	struct ibv_cq *cq;
} cm;

/* Takes an event, and returns its identifier. */
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

static void id_create_qp(struct rdma_cm_id *id)
{
	struct ibv_qp_init_attr attr = {
		.send_cq = cm.cq,
		.recv_cq = cm.cq,
		.cap = { .max_send_wr = 1, .max_recv_wr = 1, .max_send_sge = 1, .max_recv_sge = 1 },
		.qp_type = IBV_QPT_RC,
	};

	check(rdma_create_qp(id, NULL, &attr), "rdma_create_qp");
}

static struct rdma_cm_id *resolved(void)
{
	struct rdma_cm_id *id;

	check(rdma_create_id(cm.client, &id, NULL, RDMA_PS_TCP), "rdma_create_id");
	check(rdma_resolve_addr(id, NULL, (struct sockaddr *)&cm.address, TIMEOUT_MS), "rdma_resolve_addr");
	expect(cm.client, RDMA_CM_EVENT_ADDR_RESOLVED);
	return id;
}

static void id_destroy(struct rdma_cm_id *id)
{
	rdma_destroy_qp(id);
	check(rdma_destroy_id(id), "rdma_destroy_id");
}

static inline void connect_and_disconnect(struct bench *b)
{
	struct rdma_conn_param param = { .responder_resources = 1, .initiator_depth = 1, .retry_count = 7 };
	struct rdma_cm_id *active = resolved(), *passive;

	(void)b;
	check(rdma_resolve_route(active, TIMEOUT_MS), "rdma_resolve_route");
	expect(cm.client, RDMA_CM_EVENT_ROUTE_RESOLVED);
	id_create_qp(active);
	check(rdma_connect(active, &param), "rdma_connect");
	passive = expect(cm.server, RDMA_CM_EVENT_CONNECT_REQUEST);
	id_create_qp(passive);
	check(rdma_accept(passive, &param), "rdma_accept");
	expect(cm.client, RDMA_CM_EVENT_ESTABLISHED);
	expect(cm.server, RDMA_CM_EVENT_ESTABLISHED);
	check(rdma_disconnect(active), "rdma_disconnect");
	expect(cm.server, RDMA_CM_EVENT_DISCONNECTED);
	check(rdma_disconnect(passive), "rdma_disconnect");
	expect(cm.client, RDMA_CM_EVENT_DISCONNECTED);
	id_destroy(active);
	id_destroy(passive);
}

void connect_run(struct bench *b)
{
	struct rdma_cm_id *first;

	cm.client = rdma_create_event_channel();
	cm.server = rdma_create_event_channel();
	check(cm.client && cm.server ? 0 : -1, "rdma_create_event_channel");
	cm.address.sin_family = AF_INET;
	/* The GID of an IPv4 address ends with it. */
	memcpy(&cm.address.sin_addr, b->gid.raw + 12, 4);
	check(rdma_create_id(cm.server, &cm.listener, NULL, RDMA_PS_TCP), "rdma_create_id");
	check(rdma_bind_addr(cm.listener, (struct sockaddr *)&cm.address), "rdma_bind_addr");
	check(rdma_listen(cm.listener, 0), "rdma_listen");
	cm.address.sin_port = rdma_get_src_port(cm.listener);

	/* librdmacm opens the device with the first identifier that has it. */
	first = resolved();
	cm.cq = ibv_create_cq(first->verbs, 4, NULL, NULL, 0);
	check(cm.cq ? 0 : -1, "ibv_create_cq");
	check(rdma_destroy_id(first), "rdma_destroy_id");
	measure(b, connect_and_disconnect, b->measured);
	b->operations = 1;
}
