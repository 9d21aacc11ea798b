/* SPDX-License-Identifier: Apache-2.0 */
#include "cq.h"

#include <endian.h>
#include <infiniband/verbs.h>
#include <rdma/ib_user_ioctl_cmds.h>
#include <rdma/ib_user_verbs.h>

#include "channel.h"
#include "config.h"
#include "driver.h"
#include "ioctl_call.h"
#include "nic/nic.h"
#include "ucontext.h"
#include "uverbs.h"

/* struct ib_uverbs_create_cq.comp_channel: no channel */
#define NO_CHANNEL (-1)

/* The valid bits of an index in a doorbell record. */
#define INDEX_MASK 0xffffffu

#define CREATE_FLAGS \
	(IB_UVERBS_CQ_FLAGS_TIMESTAMP_COMPLETION | IB_UVERBS_CQ_FLAGS_IGNORE_OVERRUN)

static int cq_release(struct uobject *uobj, enum destroy_reason reason)
{
	struct cq *cq = container_of(uobj, struct cq, uobj);

	(void)reason;
	nic_cq_remove(cq);
	channel_put(cq->channel);
	return 0;
}

const struct uobject_type cq_type = { .name = "CQ", .release = cq_release };

bool cq_completion_event(struct cq *cq)
{
	struct ib_uverbs_comp_event_desc event = { .cq_handle = cq->uobj.user_handle };

	if (!channel_send(cq->channel, &event, sizeof(event)))
		return false;
	cq->comp_events++;
	return true;
}

static uint32_t consumer_index(const struct cq_ring *ring)
{
	const uint32_t *index = (const uint32_t *)(uintptr_t)ring->doorbell;

	return be32toh(__atomic_load_n(index, __ATOMIC_ACQUIRE)) & INDEX_MASK;
}

/* The library consumes the CQE of a resize, but counts it only with the next polled completion. */
uint32_t cq_outstanding(const struct cq *cq)
{
	const struct cq_ring *ring = &cq->ring;
	uint32_t consumed = consumer_index(ring);

	if (consumed == ring->resizes_since)
		consumed += ring->resizes;
	return (ring->produced - consumed) & INDEX_MASK;
}

static void count_resize(struct cq_ring *ring)
{
	uint32_t consumed = consumer_index(ring);

	if (consumed != ring->resizes_since)
		ring->resizes = 0;
	ring->resizes_since = consumed;
	ring->resizes++;
}

void cq_switch_ring(struct cq *cq, uint64_t buf, uint32_t cqe_size, uint32_t count,
		    uint8_t op_own)
{
	uint8_t *cqe = cq_next_cqe(cq);

	memset(cqe, 0, CQE_SIZE - 1);
	__atomic_store_n(&cqe[CQE_SIZE - 1], op_own, __ATOMIC_RELEASE);
	cq->ring.produced++;
	count_resize(&cq->ring);
	cq->ring.buf = buf;
	cq->ring.cqe_size = cqe_size;
	cq->ring.count = count;
}

int comp_channel_create_write(struct command *cmd)
{
	struct ib_uverbs_create_comp_channel_resp resp = {};
	struct channel *channel;
	int fd;

	channel = channel_create(cmd->ctx->id, &fd);
	if (IS_ERR(channel))
		return PTR_ERR(channel);
	resp.fd = (uint32_t)fd;
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

static struct cq *cq_create(struct ucontext *ctx, const struct cq_init *init, struct udata *udata)
{
	struct cq *cq;
	int ret;

	if (IS_ERR(init->channel))
		return (void *)init->channel;
	if (init->comp_vector >= config.num_comp_vectors)
		return ERR_PTR(-EINVAL);
	cq = uobject_alloc(ctx, &cq_type, sizeof(*cq));
	if (IS_ERR(cq))
		return cq;
	cq->uobj.user_handle = init->user_handle;
	cq->ring.answered_arm = CQ_NEVER_ARMED;
	ret = driver()->create_cq(cq, init, udata);
	if (ret) {
		uobject_abort(&cq->uobj);
		return ERR_PTR(ret);
	}
	cq->channel = channel_get(init->channel);
	if (init->async)
		uobject_set_async(&cq->uobj, init->async);
	nic_cq_add(cq);
	return cq;
}

static struct channel *find_channel(const struct command *cmd, int32_t fd)
{
	return fd == NO_CHANNEL ? NULL : channel_lookup(fd, cmd->ctx->id);
}

int cq_create_write(struct command *cmd)
{
	struct ib_uverbs_create_cq_resp resp = {};
	struct ib_uverbs_create_cq req;
	struct cq_init init = {};
	struct cq *cq;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	init.user_handle = req.user_handle;
	init.cqe = req.cqe;
	init.comp_vector = req.comp_vector;
	init.channel = find_channel(cmd, req.comp_channel);
	cq = cq_create(cmd->ctx, &init, &cmd->udata);
	if (IS_ERR(cq))
		return PTR_ERR(cq);
	resp.cq_handle = cq->uobj.handle;
	resp.cqe = cq_capacity(cq);
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

int cq_create_ex_write(struct command *cmd)
{
	struct ib_uverbs_ex_create_cq_resp resp = {
		.response_length = response_length(cmd->out_len, sizeof(resp)),
	};
	struct ib_uverbs_ex_create_cq req;
	struct cq_init init = {};
	struct cq *cq;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	if (req.comp_mask || req.reserved)
		return -EINVAL;
	init.user_handle = req.user_handle;
	init.cqe = req.cqe;
	init.comp_vector = req.comp_vector;
	init.flags = req.flags;
	init.channel = find_channel(cmd, req.comp_channel);
	cq = cq_create(cmd->ctx, &init, &cmd->udata);
	if (IS_ERR(cq))
		return PTR_ERR(cq);
	resp.base.cq_handle = cq->uobj.handle;
	resp.base.cqe = cq_capacity(cq);
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

int cq_create_ioctl(struct ioctl_call *call)
{
	struct cq_init init = {
		.user_handle = attr_u64(call, UVERBS_ATTR_CREATE_CQ_USER_HANDLE, 0),
		.cqe = attr_u32(call, UVERBS_ATTR_CREATE_CQ_CQE, 0),
		.comp_vector = attr_u32(call, UVERBS_ATTR_CREATE_CQ_COMP_VECTOR, 0),
		.flags = attr_u32(call, UVERBS_ATTR_CREATE_CQ_FLAGS, 0),
		.channel = attr_channel(call, UVERBS_ATTR_CREATE_CQ_COMP_CHANNEL),
		.async = attr_channel(call, UVERBS_ATTR_CREATE_CQ_EVENT_FD),
	};
	struct cq *cq;

	if (IS_ERR(init.async))
		return PTR_ERR(init.async);
	if (init.flags & ~CREATE_FLAGS)
		return -EINVAL;
	cq = cq_create(call->ctx, &init, &call->udata);
	if (IS_ERR(cq))
		return PTR_ERR(cq);
	attr_reply_handle(call, UVERBS_ATTR_CREATE_CQ_HANDLE, &cq->uobj);
	attr_reply_u32(call, UVERBS_ATTR_CREATE_CQ_RESP_CQE, cq_capacity(cq));
	return 0;
}

int cq_resize_write(struct command *cmd)
{
	struct ib_uverbs_resize_cq_resp resp = {};
	struct ib_uverbs_resize_cq req;
	struct cq *cq;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	cq = uobject_get(cmd->ctx, req.cq_handle, &cq_type);
	if (IS_ERR(cq))
		return PTR_ERR(cq);
	ret = driver()->resize_cq(cq, req.cqe, &cmd->udata);
	if (ret)
		return ret;
	resp.cqe = cq_capacity(cq);
	command_reply(cmd, &resp, sizeof(resp));
	return 0;
}

/* Checks the interrupt moderation, which has no effect because there are no interrupts. */
int cq_modify_write(struct command *cmd)
{
	struct ib_uverbs_ex_modify_cq req;
	struct cq *cq;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	if (!req.attr_mask || req.reserved)
		return -EINVAL;
	if (req.attr_mask > IBV_CQ_ATTR_MODERATE)
		return -EOPNOTSUPP;
	cq = uobject_get(cmd->ctx, req.cq_handle, &cq_type);
	if (IS_ERR(cq))
		return PTR_ERR(cq);
	return driver()->modify_cq(req.attr.cq_period);
}

/* Destroys the CQ and reports how many events the program has read and must acknowledge. */
static int cq_destroy(struct cq *cq, struct ib_uverbs_destroy_cq_resp *resp)
{
	struct channel *channel = channel_get(cq->channel);
	uint64_t user_handle = cq->uobj.user_handle;
	uint32_t comp_events = cq->comp_events;
	int ret = uobject_destroy(&cq->uobj, DESTROY_COMMAND, &resp->async_events_reported);

	if (!ret)
		resp->comp_events_reported = comp_events - channel_forget(channel, user_handle);
	channel_put(channel);
	return ret;
}

int cq_destroy_write(struct command *cmd)
{
	struct ib_uverbs_destroy_cq_resp resp = {};
	struct ib_uverbs_destroy_cq req;
	struct cq *cq;
	int ret;

	ret = command_read(cmd, &req, sizeof(req));
	if (ret)
		return ret;
	cq = uobject_get(cmd->ctx, req.cq_handle, &cq_type);
	if (IS_ERR(cq))
		return PTR_ERR(cq);
	ret = cq_destroy(cq, &resp);
	if (!ret)
		command_reply(cmd, &resp, sizeof(resp));
	return ret;
}

int cq_destroy_ioctl(struct ioctl_call *call)
{
	struct cq *cq = attr_object(call, UVERBS_ATTR_DESTROY_CQ_HANDLE, &cq_type);
	struct ib_uverbs_destroy_cq_resp resp = {};
	int ret;

	if (!cq)
		return -EINVAL;
	if (IS_ERR(cq))
		return PTR_ERR(cq);
	ret = cq_destroy(cq, &resp);
	if (!ret)
		attr_reply(call, UVERBS_ATTR_DESTROY_CQ_RESP, &resp, sizeof(resp));
	return ret;
}
