/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A command of the write() interface, whichever way it came: its core part (struct ib_uverbs_*)
 * and its driver part, each with a place for the answer.
 */
#ifndef FAKEVERBS_COMMAND_H
#define FAKEVERBS_COMMAND_H

#include "util.h"

struct ucontext;
struct uobject_type;

/* What the driver's user library and the driver tell each other (struct ib_udata). */
struct udata {
	const void *in;
	size_t in_len;
	void *out;
	size_t out_len;
};

struct command {
	struct ucontext *ctx;
	const void *in;
	size_t in_len;
	void *out;
	size_t out_len;
	struct udata udata;
};

/*
 * Copies the request; what the program did not send reads as zero. -EOPNOTSUPP when it sent more
 * than we know and that is not zero (uverbs_request).
 */
int command_read(const struct command *cmd, void *request, size_t size);

/* Copies the answer, as far as it fits in the program's buffer (uverbs_response). */
void command_reply(struct command *cmd, const void *response, size_t size);

/* Destroys the object of that kind and handle; see uobject_destroy() for events. */
int command_destroy(struct command *cmd, uint32_t handle, const struct uobject_type *type,
		    uint32_t *events);

/* Reading and answering the driver's part; a request may be shorter or longer than ours. */
void udata_read(const struct udata *udata, void *request, size_t size);
void udata_reply(struct udata *udata, const void *response, size_t size);

/* The bytes of a response of this size that the caller will see (uverbs_response_length). */
uint32_t response_length(size_t out_len, size_t size);

#endif
