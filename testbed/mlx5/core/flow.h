/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_FLOW_H
#define FAKEVERBS_FLOW_H

#include "uobject.h"

struct qp_handle;

/* A flow steering rule, which selects the packets that its queue pair receives. */
struct flow {
	struct uobject uobj;
	struct list_head node;		/* in flows */
	struct qp_handle *qp;
	uint32_t type;			/* enum ibv_flow_attr_type */
	uint32_t flags;			/* enum ibv_flow_flags */
	uint16_t priority;		/* the rule with the lowest number matches first */
	size_t specs_size;
	uint8_t specs[];		/* struct ib_uverbs_flow_spec_*, each with its size */
};

/* All rules, newest first. */
extern struct list_head flows;

#endif
