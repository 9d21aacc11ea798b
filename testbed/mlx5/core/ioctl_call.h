/* SPDX-License-Identifier: Apache-2.0 */
/* A command of the ioctl() interface: an object, a method and a list of attributes. */
#ifndef FAKEVERBS_IOCTL_CALL_H
#define FAKEVERBS_IOCTL_CALL_H

#include <rdma/rdma_user_ioctl_cmds.h>

#include "command.h"
#include "uobject.h"

struct ioctl_call {
	struct ucontext *ctx;
	struct ib_uverbs_ioctl_hdr *hdr;
	struct udata udata;
};

bool attr_present(const struct ioctl_call *call, uint16_t id);

/* Returns the size of an attribute's buffer, or 0 if the program did not send the attribute. */
size_t attr_size(const struct ioctl_call *call, uint16_t id);

/* Return the value of a scalar attribute, or the fallback if the program did not send it. */
uint64_t attr_u64(const struct ioctl_call *call, uint16_t id, uint64_t fallback);
uint32_t attr_u32(const struct ioctl_call *call, uint16_t id, uint32_t fallback);

/* Copies a structure attribute. An absent attribute reads as zero. */
void attr_read(const struct ioctl_call *call, uint16_t id, void *value, size_t size);

/*
 * Returns the object that an attribute names, as uobject_get() does, or NULL if the attribute is
 * absent. The kernel resolves all objects of a call before its handler checks any value.
 */
void *attr_object(const struct ioctl_call *call, uint16_t id, const struct uobject_type *type);

/* Returns the event queue that an attribute names, NULL if absent, else ERR_PTR(-EBADF). */
struct channel *attr_channel(const struct ioctl_call *call, uint16_t id);

/* Write an attribute of the answer. An attribute that the program did not request is skipped. */
void attr_reply(struct ioctl_call *call, uint16_t id, const void *value, size_t size);
void attr_reply_u32(struct ioctl_call *call, uint16_t id, uint32_t value);
void attr_reply_handle(struct ioctl_call *call, uint16_t id, const struct uobject *uobj);
void attr_reply_fd(struct ioctl_call *call, uint16_t id, int fd);

/* Finds the buffers of a write() command that an ioctl() wraps. */
void attr_core_buffers(struct ioctl_call *call, struct command *cmd);

/* Finds the driver part of the call. */
void attr_udata(struct ioctl_call *call);

/* Destroys the object that the attribute names. uobject_destroy() explains events. */
int attr_destroy(struct ioctl_call *call, uint16_t id, const struct uobject_type *type,
		 uint32_t *events);

#endif
