/* SPDX-License-Identifier: Apache-2.0 */
/* The start-up code, and the functions that a program looks up with dlsym(). */
#include "fakeverbs.h"

#include <errno.h>

#include "channel.h"
#include "config.h"
#include "cq.h"
#include "descriptor.h"
#include "dispatch.h"
#include "fault.h"
#include "lie.h"
#include "lock.h"
#include "nic/nic.h"
#include "qp.h"
#include "shim/paths.h"
#include "srq.h"
#include "ucontext.h"
#include "wq.h"

static __attribute__((constructor)) void fakeverbs_start(void)
{
	config_init();
	paths_init();
}

enum fakeverbs_nic fakeverbs_nic_mode(void)
{
	return config.nic;
}

int fakeverbs_progress(void)
{
	int completions;

	device_lock();
	completions = nic_progress();
	device_unlock();
	return completions;
}

int fakeverbs_progress_qp(uint32_t qp_num)
{
	int completions = 0;
	struct qp *qp;

	device_lock();
	qp = qp_by_number(qp_num);
	if (qp)
		completions = nic_progress_qp(qp);
	device_unlock();
	return completions;
}

/* Sends an event of the port to every open context. */
static int port_event(uint32_t event_type, uint32_t port)
{
	struct ib_uverbs_async_event_desc event = { .element = port, .event_type = event_type };
	struct ucontext *ctx;
	int ret = 0;

	list_for_each_entry(ctx, &ucontexts, node)
		if (!channel_send(ctx->async, &event, sizeof(event)))
			ret = EAGAIN;
	return ret;
}

static int object_event(uint32_t event_type, const struct uobject_type *type, uint32_t handle)
{
	struct uobject *uobj = uobject_anywhere(handle);

	if (!uobj || uobj->type != type)
		return ENOENT;
	return uobject_async_event(uobj, event_type) ? 0 : EAGAIN;
}

static const struct uobject_type *const types[] = {
	[FAKEVERBS_OBJECT_QP] = &qp_type,
	[FAKEVERBS_OBJECT_CQ] = &cq_type,
	[FAKEVERBS_OBJECT_SRQ] = &srq_type,
	[FAKEVERBS_OBJECT_WQ] = &wq_type,
};

int fakeverbs_async_event(uint32_t event_type, enum fakeverbs_object kind, uint32_t handle)
{
	int ret = EINVAL;

	device_lock();
	if (kind == FAKEVERBS_OBJECT_PORT)
		ret = port_event(event_type, handle);
	else if ((unsigned int)kind < ARRAY_SIZE(types))
		ret = object_event(event_type, types[kind], handle);
	device_unlock();
	return ret;
}

void fakeverbs_fail(uint64_t nth, int error)
{
	device_lock();
	fault_arm(nth, error);
	device_unlock();
}

void fakeverbs_lie(uint64_t nth, uint32_t way)
{
	device_lock();
	lie_arm(nth, way);
	device_unlock();
}

void fakeverbs_lie_at_random(uint64_t seed, uint32_t one_in)
{
	device_lock();
	lie_at_random(seed, one_in);
	device_unlock();
}

void fakeverbs_lying_event(uint32_t event_type, uint64_t element, uint32_t size)
{
	struct ib_uverbs_async_event_desc event = {
		.element = element,
		.event_type = event_type,
	};
	struct ucontext *ctx;

	device_lock();
	list_for_each_entry(ctx, &ucontexts, node)
		if (channel_send(ctx->async, &event, min_u64(size, sizeof(event))))
			lies_told++;
	device_unlock();
}

/* Lists hold the newest object first. */
static uint64_t newest_element(const struct uobject_type *type)
{
	struct ucontext *ctx;
	struct uobject *uobj;

	list_for_each_entry(ctx, &ucontexts, node)
		list_for_each_entry(uobj, &ctx->objects, node)
			if (uobj->type == type)
				return uobj->user_handle;
	return 0;
}

uint64_t fakeverbs_element(enum fakeverbs_object kind)
{
	uint64_t element = 0;

	device_lock();
	if ((unsigned int)kind < ARRAY_SIZE(types) && types[kind])
		element = newest_element(types[kind]);
	device_unlock();
	return element;
}

static int unplug(int cmd_fd)
{
	struct ucontext *ctx;

	if (cmd_fd >= 0) {
		ctx = descriptor_object(cmd_fd, DESCRIPTOR_COMMAND);
		if (!ctx)
			return ENOENT;
		ucontext_disassociate(ctx);
		return 0;
	}
	list_for_each_entry(ctx, &ucontexts, node)
		ucontext_disassociate(ctx);
	return 0;
}

int fakeverbs_unplug(int cmd_fd)
{
	int ret;

	device_lock();
	ret = unplug(cmd_fd);
	device_unlock();
	return ret;
}

static uint64_t counter(enum fakeverbs_counter which)
{
	switch (which) {
	case FAKEVERBS_COUNTER_COMMANDS:
		return commands_seen;
	case FAKEVERBS_COUNTER_WQES:
		return nic_counters.wqes;
	case FAKEVERBS_COUNTER_CQES:
		return nic_counters.cqes;
	case FAKEVERBS_COUNTER_BYTES:
		return nic_counters.bytes;
	case FAKEVERBS_COUNTER_OBJECTS:
		return uobject_count();
	case FAKEVERBS_COUNTER_UNKNOWN:
		return commands_unknown;
	case FAKEVERBS_COUNTER_CALLS:
		return fault_calls;
	case FAKEVERBS_COUNTER_WORDS:
		return lie_words;
	case FAKEVERBS_COUNTER_LIES:
		return lies_told;
	default:
		return 0;
	}
}

uint64_t fakeverbs_counter(enum fakeverbs_counter which)
{
	uint64_t value;

	device_lock();
	value = counter(which);
	device_unlock();
	return value;
}
