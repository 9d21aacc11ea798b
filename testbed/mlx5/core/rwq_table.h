/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_RWQ_TABLE_H
#define FAKEVERBS_RWQ_TABLE_H

#include "uobject.h"

struct wq;

/* An indirection table for receive side scaling. */
struct rwq_table {
	struct uobject uobj;
	uint32_t log_size;
	struct wq **wqs;		/* 1 << log_size entries; a WQ may occupy several */
};

extern const struct uobject_type rwq_table_type;

#endif
