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
	DESTROY_COMMAND,		/* the program requested it: -EBUSY is allowed */
	DESTROY_CONTEXT,		/* the context is closed: release everything */
};

struct uobject_type {
	const char *name;
	/*
	 * Releases the references of an object that is no longer in use. May still fail with
	 * -EBUSY. NULL if the type has no references.
	 */
	int (*release)(struct uobject *uobj, enum destroy_reason reason);
};

struct uobject {
	const struct uobject_type *type;
	struct ucontext *ctx;
	struct list_head node;		/* in ucontext.objects */
	uint32_t handle;
	uint32_t usecnt;		/* objects that refer to this one */
	uint64_t user_handle;		/* the program's id of the object; identifies it in events */
	struct channel *async;		/* the queue of its asynchronous events */
	uint32_t async_events;		/* number of events sent */
};

/*
 * Allocates a zeroed object of size bytes with a handle in ctx. Its events go to the context's
 * queue. Returns ERR_PTR(-ENOMEM) if no memory or no handle is left.
 */
void *uobject_alloc(struct ucontext *ctx, const struct uobject_type *type, size_t size);

/* Frees an object whose creation failed. The object has no references yet. */
void uobject_abort(struct uobject *uobj);

/*
 * Returns the object with this handle in ctx (rdma_lookup_get_uobject). Returns ERR_PTR(-ENOENT) if
 * the handle is unknown or belongs to another context, ERR_PTR(-EINVAL) if the object has another
 * type.
 */
void *uobject_get(struct ucontext *ctx, uint32_t handle, const struct uobject_type *type);

/* Add and remove a user of the object. The argument is NULL for an absent optional reference. */
void uobject_use(struct uobject *uobj);
void uobject_unuse(struct uobject *uobj);

/* Sets the queue of the object's events, instead of the context's queue. */
void uobject_set_async(struct uobject *uobj, struct channel *channel);

/* Raises an asynchronous event on the object. Returns false if the queue is closed or full. */
bool uobject_async_event(struct uobject *uobj, uint32_t event_type);

/*
 * Destroys the object, or returns -EBUSY while it is in use. If events is not NULL, it receives the
 * number of asynchronous events that the program has read and must acknowledge.
 */
int uobject_destroy(struct uobject *uobj, enum destroy_reason reason, uint32_t *events);

/* Returns the object with this handle in any context, or NULL. */
struct uobject *uobject_anywhere(uint32_t handle);

uint64_t uobject_count(void);

#endif
