/* SPDX-License-Identifier: Apache-2.0 */
/* A context: the state of one command descriptor, as opening the device creates it. */
#ifndef FAKEVERBS_UCONTEXT_H
#define FAKEVERBS_UCONTEXT_H

#include "list.h"

struct channel;

struct ucontext {
	struct list_head node;		/* in ucontexts */
	uint32_t id;
	bool ready;			/* GET_CONTEXT has been answered */
	bool disassociated;		/* its device was removed */
	struct list_head objects;	/* struct uobject, newest first */
	struct channel *async;		/* ib_uverbs_file.default_async_file */
	uint8_t cqe_version;		/* mlx5: negotiated in GET_CONTEXT */
	uint32_t next_wqn, end_wqn;	/* mlx4: the rest of a range of WQ numbers */
};

extern struct list_head ucontexts;

/* Creates a context for a new command descriptor. Returns 0, -ENOMEM, -EMFILE or an injected error. */
int ucontext_open(int fd);

/*
 * Starts a call on the context. Returns 0, -EBADF for NULL, -EIO if its device was removed, or an
 * injected error.
 */
int ucontext_enter(const struct ucontext *ctx);

/*
 * Removes the device from the context (ib_uverbs_free_hw_resources). Raises
 * IBV_EVENT_DEVICE_FATAL, destroys all objects and wakes threads that wait for events.
 */
void ucontext_disassociate(struct ucontext *ctx);

/* Destroys the context and, in the order of their references, all its objects. */
void ucontext_close(struct ucontext *ctx);

#endif
