/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A command of the write() interface, which may also arrive in an ioctl(). It has a core part
 * (struct ib_uverbs_*) and a driver part, each with a buffer for the answer.
 */
#ifndef FAKEVERBS_COMMAND_H
#define FAKEVERBS_COMMAND_H

#include "util.h"

struct ucontext;
struct uobject_type;

/* The data that the driver and its user library exchange (struct ib_udata). */
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
 * Copies the request. Bytes that the program did not send read as zero. Returns -EOPNOTSUPP if the
 * program sent more bytes than the struct has and they are not zero (uverbs_request).
 */
int command_read(const struct command *cmd, void *request, size_t size);

/* Copies the answer, as far as it fits into the program's buffer (uverbs_response). */
void command_reply(struct command *cmd, const void *response, size_t size);

/* Destroys the object with this type and handle. uobject_destroy() explains events. */
int command_destroy(struct command *cmd, uint32_t handle, const struct uobject_type *type,
		    uint32_t *events);

/* Reads and answers the driver part. A request may be shorter or longer than the struct. */
void udata_read(const struct udata *udata, void *request, size_t size);
void udata_reply(struct udata *udata, const void *response, size_t size);

/* Returns how many bytes of a response of this size the caller receives (uverbs_response_length). */
uint32_t response_length(size_t out_len, size_t size);

#endif
