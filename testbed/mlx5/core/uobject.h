/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Objects that a program holds by handle (drivers/infiniband/core/rdma_core.c). Each kind embeds
 * a struct uobject as its first member.
 */
#ifndef FAKEVERBS_UOBJECT_H
#define FAKEVERBS_UOBJECT_H

#include "list.h"

struct channel;
struct ucontext;
struct uobject;

enum destroy_reason {
	DESTROY_COMMAND,		/* the program asked for it: -EBUSY is an answer */
	DESTROY_CONTEXT,		/* the context is going: let go of everything */
};

struct uobject_type {
	const char *name;
	/*
	 * Gives back what the object refers to. Called when nobody uses the object any more; may
	 * still refuse with -EBUSY. NULL when there is nothing to give back.
	 */
	int (*release)(struct uobject *uobj, enum destroy_reason reason);
};

struct uobject {
	const struct uobject_type *type;
	struct ucontext *ctx;
	struct list_head node;		/* in ucontext.objects */
	uint32_t handle;
	uint32_t usecnt;		/* objects that refer to this one */
	uint64_t user_handle;		/* what the program calls it; names it in events */
	struct channel *async;		/* where its asynchronous events go */
	uint32_t async_events;		/* how many of them were sent */
};

/*
 * A zeroed object of size bytes with a handle in ctx; its events go to the context's queue.
 * ERR_PTR(-ENOMEM) when there is no memory or no handle left.
 */
void *uobject_alloc(struct ucontext *ctx, const struct uobject_type *type, size_t size);

/* Takes back an object whose creation failed; it holds no references yet. */
void uobject_abort(struct uobject *uobj);

/*
 * The object of that kind and handle in ctx. ERR_PTR(-ENOENT) if there is none, which includes
 * the handles of other contexts; ERR_PTR(-EINVAL) if it is of another kind
 * (rdma_lookup_get_uobject).
 */
void *uobject_get(struct ucontext *ctx, uint32_t handle, const struct uobject_type *type);

/* Counts a user in or out; NULL is let through, for optional references. */
void uobject_use(struct uobject *uobj);
void uobject_unuse(struct uobject *uobj);

/* Sends the object's events to another queue than its context's. */
void uobject_set_async(struct uobject *uobj, struct channel *channel);

/* Raises an asynchronous event on it; false when the queue does not take it. */
bool uobject_async_event(struct uobject *uobj, uint32_t event_type);

/*
 * Destroys it, or returns -EBUSY while something uses it. events, if not NULL, receives the
 * number of its asynchronous events that the program has read and must acknowledge.
 */
int uobject_destroy(struct uobject *uobj, enum destroy_reason reason, uint32_t *events);

/* The object that a handle names in whatever context; for fakeverbs_async_event() only. */
struct uobject *uobject_anywhere(uint32_t handle);

uint64_t uobject_count(void);

#endif
