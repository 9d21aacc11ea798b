/* SPDX-License-Identifier: Apache-2.0 */
/* One open device: what stands behind a command descriptor. */
#ifndef FAKEVERBS_UCONTEXT_H
#define FAKEVERBS_UCONTEXT_H

#include "list.h"

struct channel;

struct ucontext {
	struct list_head node;		/* in ucontexts */
	uint32_t id;
	bool ready;			/* GET_CONTEXT has been answered */
	bool disassociated;		/* its device has gone */
	struct list_head objects;	/* struct uobject, newest first */
	struct channel *async;		/* ib_uverbs_file.default_async_file */
	uint8_t cqe_version;		/* mlx5: agreed in GET_CONTEXT */
	uint32_t next_wqn, end_wqn;	/* mlx4: what is left of a range of WQ numbers */
};

extern struct list_head ucontexts;

/* A context for a command descriptor that was just opened; 0, -ENOMEM or -EMFILE. */
int ucontext_open(int fd);

/*
 * The beginning of every call on it. A negative errno: -EBADF for NULL, -EIO once its device has
 * gone, or what was injected.
 */
int ucontext_enter(const struct ucontext *ctx);

/*
 * Its device goes: the program is told so, all objects are destroyed, and whoever waits for an
 * event is woken (ib_uverbs_free_hw_resources).
 */
void ucontext_disassociate(struct ucontext *ctx);

/* Destroys the context and, in the order of their references, all its objects. */
void ucontext_close(struct ucontext *ctx);

#endif
