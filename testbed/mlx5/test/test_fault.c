/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>

#include "fakeverbs.h"
#include "test.h"

static void fail_call(uint64_t nth, int error)
{
	void (*function)(uint64_t, int) = dlsym(RTLD_DEFAULT, "fakeverbs_fail");

	function(nth, error);
}

static int unplug(int cmd_fd)
{
	int (*function)(int) = dlsym(RTLD_DEFAULT, "fakeverbs_unplug");

	return function(cmd_fd);
}

static void test_failing_call(struct fixture *f)
{
	struct ibv_device_attr attr;
	struct ibv_port_attr port;

	fail_call(2, ENOMEM);
	CHECK(ibv_query_device(f->ctx, &attr) == 0);
	CHECK(ibv_query_port(f->ctx, 1, &port) == ENOMEM);
	CHECK(ibv_query_port(f->ctx, 1, &port) == 0);

	fail_call(1, EIO);
	fail_call(0, 0);
	CHECK(ibv_query_device(f->ctx, &attr) == 0);
}

static void test_failing_creation(struct fixture *f)
{
	struct ibv_pd *pd;

	fail_call(1, EAGAIN);
	pd = ibv_alloc_pd(f->ctx);
	CHECK(!pd && errno == EAGAIN);

	fail_call(1, EINTR);
	CHECK(!ibv_open_device(f->ctx->device));
}

/* After the removal of the device, its event can be read. All other calls fail with EIO. */
static void test_unplugged(struct fixture *f)
{
	struct ibv_context *ctx = ibv_open_device(f->ctx->device);
	struct ibv_comp_channel *channel = ibv_create_comp_channel(ctx);
	struct ibv_cq *cq = ibv_create_cq(ctx, 10, NULL, channel, 0);
	struct ibv_async_event event;
	struct ibv_device_attr attr;
	void *cq_context;

	CHECK(cq != NULL);
	CHECK(fcntl(ctx->async_fd, F_SETFL, O_NONBLOCK) == 0);
	CHECK(fcntl(channel->fd, F_SETFL, O_NONBLOCK) == 0);
	CHECK(unplug(ctx->cmd_fd) == 0);
	CHECK(unplug(channel->fd) == ENOENT);

	CHECK(ibv_get_async_event(ctx, &event) == 0);
	CHECK(event.event_type == IBV_EVENT_DEVICE_FATAL);
	CHECK(ibv_get_async_event(ctx, &event) && errno == EIO);
	CHECK(ibv_get_cq_event(channel, &cq, &cq_context) && errno == EIO);
	CHECK(ibv_query_device(ctx, &attr) == EIO);
	CHECK(!ibv_alloc_pd(ctx) && errno == EIO);
	CHECK(ibv_destroy_cq(cq) == EIO);
	CHECK(ibv_close_device(ctx) == 0);
	CHECK(ibv_query_device(f->ctx, &attr) == 0);
}

const struct test fault_tests[] = {
	{ "a call that fails", ANY_MODEL, test_failing_call },
	{ "a creation that fails", ANY_MODEL, test_failing_creation },
	{ "a device that goes", ANY_MODEL, test_unplugged },
	{},
};
