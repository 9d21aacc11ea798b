/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A libibverbs.so.1 with one device. Its structs have the layout of <infiniband/verbs.h>, except for one fault. The
 * environment variable FAKE_LAYOUT names a file that contains the name of the fault. Every check reads this file again.
 *
 * The functions have other names in C, because the header declares some of them as macros and inline functions.
 */
#include <infiniband/verbs.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __asm__(#name)

/* The bytes allocated for each struct, more than any of them needs. */
enum { ROOM = 4096 };

/* An invalid pointer: an address in the first page, which is never mapped. */
#define NOWHERE ((void *)0x238)

static int fault(const char *name)
{
	char chosen[64] = "";
	FILE *file = fopen(getenv("FAKE_LAYOUT"), "r");

	if (!file || !fgets(chosen, sizeof(chosen), file))
		abort();
	fclose(file);
	return !strcmp(chosen, name);
}

/* Changes the layout as if the struct had one more pointer at this offset. */
static void shift(void *at, size_t offset, size_t size)
{
	memmove((char *)at + offset + 8, (char *)at + offset, size - offset);
	memset((char *)at + offset, 0x5a, 8);
}

static struct ibv_device *the_device(void)
{
	static _Alignas(8) char room[ROOM];
	struct ibv_device *device = (struct ibv_device *)room;

	memset(room, 0, sizeof(room));
	device->node_type = IBV_NODE_CA;
	device->transport_type = IBV_TRANSPORT_IB;
	strcpy(device->name, "fake_0");
	if (fault("shifted-device"))
		shift(device, offsetof(struct ibv_device, name), sizeof(*device));
	return device;
}

struct ibv_device **get_device_list(int *count) EXPORT(ibv_get_device_list);
struct ibv_device **get_device_list(int *count)
{
	struct ibv_device **list = calloc(3, sizeof(*list));
	int found = fault("no-device") ? 0 : 1;

	if (fault("no-kernel") || fault("no-permission")) {
		errno = fault("no-kernel") ? ENOSYS : EPERM;
		return NULL;
	}
	if (found)
		list[0] = fault("wild-device") ? NOWHERE : the_device();
	if (fault("endless-list"))
		list[1] = the_device();
	if (fault("hole-in-list"))
		list[0] = NULL;
	if (count)
		*count = fault("negative-count") ? -3 : fault("huge-count") ? 0x7fffffff : found;
	return list;
}

void free_device_list(struct ibv_device **list) EXPORT(ibv_free_device_list);
void free_device_list(struct ibv_device **list)
{
	free(list);
}

const char *get_device_name(struct ibv_device *device) EXPORT(ibv_get_device_name);
const char *get_device_name(struct ibv_device *device)
{
	return device->name + (fault("shifted-device") ? 8 : 0);
}

static int nothing(void)
{
	return EOPNOTSUPP;
}

static void *function(void)
{
	return fault("null-operations") ? NULL : fault("wild-operations") ? NOWHERE : (void *)nothing;
}

struct ibv_context *open_device(struct ibv_device *device) EXPORT(ibv_open_device);
struct ibv_context *open_device(struct ibv_device *device)
{
	struct verbs_context *verbs = calloc(1, ROOM);
	struct ibv_context *context = &verbs->context;

	verbs->sz = sizeof(*verbs);
	context->device = device;
	context->abi_compat = __VERBS_ABI_IS_EXTENDED;
	context->cmd_fd = 1;
	context->async_fd = 2;
	context->num_comp_vectors = 4;
	context->ops.poll_cq = function();
	context->ops.req_notify_cq = function();
	context->ops.post_srq_recv = function();
	context->ops.post_send = function();
	context->ops.post_recv = function();

	if (fault("context-begins-with-something-else"))
		shift(context, 0, sizeof(*context));
	if (fault("shifted-context"))
		shift(context, offsetof(struct ibv_context, ops), sizeof(*context));
	if (fault("not-extended"))
		context->abi_compat = NULL;
	if (fault("no-descriptor"))
		context->async_fd = -7;
	if (fault("no-vectors"))
		context->num_comp_vectors = -4;
	if (fault("no-size"))
		verbs->sz = 0;
	if (fault("odd-size"))
		verbs->sz = sizeof(*verbs) + 1;
	if (fault("huge-size"))
		verbs->sz = (size_t)1 << 40;
	if (fault("wild-extended-verb"))
		verbs->create_qp_ex = NOWHERE;
	return context;
}

int close_device(struct ibv_context *context) EXPORT(ibv_close_device);
int close_device(struct ibv_context *context)
{
	free((char *)context - offsetof(struct verbs_context, context));
	return 0;
}

struct ibv_pd *alloc_pd(struct ibv_context *context) EXPORT(ibv_alloc_pd);
struct ibv_pd *alloc_pd(struct ibv_context *context)
{
	struct ibv_pd *pd = calloc(1, ROOM);

	pd->context = context;
	if (fault("shifted-pd"))
		shift(pd, 0, sizeof(*pd));
	return pd;
}

int dealloc_pd(struct ibv_pd *pd) EXPORT(ibv_dealloc_pd);
int dealloc_pd(struct ibv_pd *pd)
{
	free(pd);
	return 0;
}

/* Defines a function that the library must export and that is never called. */
#define UNUSED(name)						\
	int unused_##name(void) EXPORT(name);			\
	int unused_##name(void) { return EOPNOTSUPP; }

UNUSED(ibv_get_device_guid)
UNUSED(ibv_query_device)
UNUSED(ibv_query_port)
UNUSED(ibv_query_pkey)
UNUSED(ibv_query_gid)
#ifndef BEFORE_33
UNUSED(_ibv_query_gid_ex)
UNUSED(_ibv_query_gid_table)
#endif
UNUSED(ibv_get_async_event)
UNUSED(ibv_ack_async_event)
UNUSED(ibv_create_comp_channel)
UNUSED(ibv_destroy_comp_channel)
UNUSED(ibv_get_cq_event)
UNUSED(ibv_ack_cq_events)
UNUSED(ibv_create_cq)
UNUSED(ibv_resize_cq)
UNUSED(ibv_destroy_cq)
UNUSED(ibv_create_srq)
UNUSED(ibv_modify_srq)
UNUSED(ibv_query_srq)
UNUSED(ibv_destroy_srq)
UNUSED(ibv_cmd_destroy_srq)
UNUSED(ibv_create_qp)
UNUSED(ibv_qp_to_qp_ex)
UNUSED(ibv_modify_qp)
UNUSED(ibv_query_qp)
UNUSED(ibv_attach_mcast)
UNUSED(ibv_detach_mcast)
UNUSED(ibv_destroy_qp)
UNUSED(ibv_cmd_destroy_qp)
UNUSED(ibv_create_ah)
UNUSED(ibv_destroy_ah)
UNUSED(ibv_reg_mr_iova2)
UNUSED(ibv_rereg_mr)
UNUSED(ibv_dereg_mr)
