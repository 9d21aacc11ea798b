/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The state transitions of the InfiniBand specification, and the attributes that each transition
 * requires and allows. The table corresponds to qp_state_table in drivers/infiniband/core/verbs.c.
 * A type that is missing in a cell requires and allows no attributes.
 */
#include "qp_state.h"

#include <infiniband/verbs.h>
#include <rdma/ib_user_ioctl_verbs.h>

#define STATES (IBV_QPS_ERR + 1)

/* Two more types of enum ib_qp_type. Programs cannot create them and the uapi omits them. */
#define QPT_SMI 0
#define QPT_GSI 1

enum column {
	RC,
	UC,
	UD,
	RAW,
	XRC_INI,
	XRC_TGT,
	SMI,
	GSI,
	COLUMNS,
};

struct transition {
	bool valid;
	uint32_t required[COLUMNS];
	uint32_t optional[COLUMNS];
};

/* Short forms, so that a cell of the table fits on a line. */
#define CUR_STATE IBV_QP_CUR_STATE
#define ACCESS IBV_QP_ACCESS_FLAGS
#define PKEY IBV_QP_PKEY_INDEX
#define PORT IBV_QP_PORT
#define QKEY IBV_QP_QKEY
#define AV IBV_QP_AV
#define ALT_PATH IBV_QP_ALT_PATH
#define MIGRATION IBV_QP_PATH_MIG_STATE
#define MIN_RNR IBV_QP_MIN_RNR_TIMER
#define RATE_LIMIT IBV_QP_RATE_LIMIT
#define TIMEOUT IBV_QP_TIMEOUT
#define RETRIES (IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY)
#define RD_ATOMIC IBV_QP_MAX_QP_RD_ATOMIC
#define DEST_RD_ATOMIC IBV_QP_MAX_DEST_RD_ATOMIC
#define SQ_PSN IBV_QP_SQ_PSN
#define DRAIN_EVENT IBV_QP_EN_SQD_ASYNC_NOTIFY

#define CONNECTION (AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN)
#define RESPONDER (DEST_RD_ATOMIC | MIN_RNR)
#define REQUESTER (RETRIES | RD_ATOMIC)

static const struct transition transitions[STATES][STATES] = {
	[IBV_QPS_RESET] = {
		[IBV_QPS_RESET] = { .valid = true },
		[IBV_QPS_INIT] = {
			.valid = true,
			.required = {
				[RC] = PKEY | PORT | ACCESS,
				[UC] = PKEY | PORT | ACCESS,
				[UD] = PKEY | PORT | QKEY,
				[RAW] = PORT,
				[XRC_INI] = PKEY | PORT | ACCESS,
				[XRC_TGT] = PKEY | PORT | ACCESS,
				[SMI] = PKEY | QKEY,
				[GSI] = PKEY | QKEY,
			},
		},
	},
	[IBV_QPS_INIT] = {
		[IBV_QPS_RESET] = { .valid = true },
		[IBV_QPS_ERR] = { .valid = true },
		[IBV_QPS_INIT] = {
			.valid = true,
			.optional = {
				[RC] = PKEY | PORT | ACCESS,
				[UC] = PKEY | PORT | ACCESS,
				[UD] = PKEY | PORT | QKEY,
				[XRC_INI] = PKEY | PORT | ACCESS,
				[XRC_TGT] = PKEY | PORT | ACCESS,
				[SMI] = PKEY | QKEY,
				[GSI] = PKEY | QKEY,
			},
		},
		[IBV_QPS_RTR] = {
			.valid = true,
			.required = {
				[RC] = CONNECTION | RESPONDER,
				[UC] = CONNECTION,
				[XRC_INI] = CONNECTION,
				[XRC_TGT] = CONNECTION | RESPONDER,
			},
			.optional = {
				[RC] = ALT_PATH | ACCESS | PKEY,
				[UC] = ALT_PATH | ACCESS | PKEY,
				[UD] = PKEY | QKEY,
				[XRC_INI] = ALT_PATH | ACCESS | PKEY,
				[XRC_TGT] = ALT_PATH | ACCESS | PKEY,
				[SMI] = PKEY | QKEY,
				[GSI] = PKEY | QKEY,
			},
		},
	},
	[IBV_QPS_RTR] = {
		[IBV_QPS_RESET] = { .valid = true },
		[IBV_QPS_ERR] = { .valid = true },
		[IBV_QPS_RTS] = {
			.valid = true,
			.required = {
				[RC] = TIMEOUT | REQUESTER | SQ_PSN,
				[UC] = SQ_PSN,
				[UD] = SQ_PSN,
				[XRC_INI] = TIMEOUT | REQUESTER | SQ_PSN,
				[XRC_TGT] = TIMEOUT | SQ_PSN,
				[SMI] = SQ_PSN,
				[GSI] = SQ_PSN,
			},
			.optional = {
				[RC] = CUR_STATE | ALT_PATH | ACCESS | MIN_RNR | MIGRATION,
				[UC] = CUR_STATE | ALT_PATH | ACCESS | MIGRATION,
				[UD] = CUR_STATE | QKEY,
				[RAW] = RATE_LIMIT,
				[XRC_INI] = CUR_STATE | ALT_PATH | ACCESS | MIGRATION,
				[XRC_TGT] = CUR_STATE | ALT_PATH | ACCESS | MIN_RNR | MIGRATION,
				[SMI] = CUR_STATE | QKEY,
				[GSI] = CUR_STATE | QKEY,
			},
		},
	},
	[IBV_QPS_RTS] = {
		[IBV_QPS_RESET] = { .valid = true },
		[IBV_QPS_ERR] = { .valid = true },
		[IBV_QPS_RTS] = {
			.valid = true,
			.optional = {
				[RC] = CUR_STATE | ALT_PATH | ACCESS | MIN_RNR | MIGRATION,
				[UC] = CUR_STATE | ALT_PATH | ACCESS | MIGRATION,
				[UD] = CUR_STATE | QKEY,
				[RAW] = RATE_LIMIT,
				[XRC_INI] = CUR_STATE | ALT_PATH | ACCESS | MIGRATION,
				[XRC_TGT] = CUR_STATE | ALT_PATH | ACCESS | MIN_RNR | MIGRATION,
				[SMI] = CUR_STATE | QKEY,
				[GSI] = CUR_STATE | QKEY,
			},
		},
		[IBV_QPS_SQD] = {
			.valid = true,
			.optional = {
				[RC] = DRAIN_EVENT,
				[UC] = DRAIN_EVENT,
				[UD] = DRAIN_EVENT,
				[XRC_INI] = DRAIN_EVENT,
				[XRC_TGT] = DRAIN_EVENT,
				[SMI] = DRAIN_EVENT,
				[GSI] = DRAIN_EVENT,
			},
		},
	},
	[IBV_QPS_SQD] = {
		[IBV_QPS_RESET] = { .valid = true },
		[IBV_QPS_ERR] = { .valid = true },
		[IBV_QPS_RTS] = {
			.valid = true,
			.optional = {
				[RC] = CUR_STATE | ALT_PATH | ACCESS | MIN_RNR | MIGRATION,
				[UC] = CUR_STATE | ALT_PATH | ACCESS | MIGRATION,
				[UD] = CUR_STATE | QKEY,
				[XRC_INI] = CUR_STATE | ALT_PATH | ACCESS | MIGRATION,
				[XRC_TGT] = CUR_STATE | ALT_PATH | ACCESS | MIN_RNR | MIGRATION,
				[SMI] = CUR_STATE | QKEY,
				[GSI] = CUR_STATE | QKEY,
			},
		},
		[IBV_QPS_SQD] = {
			.valid = true,
			.optional = {
				[RC] = PORT | AV | TIMEOUT | REQUESTER | RESPONDER | ALT_PATH |
				       ACCESS | PKEY | MIGRATION,
				[UC] = AV | ALT_PATH | ACCESS | PKEY | MIGRATION,
				[UD] = PKEY | QKEY,
				[XRC_INI] = PORT | AV | TIMEOUT | REQUESTER | ALT_PATH |
					    ACCESS | PKEY | MIGRATION,
				[XRC_TGT] = PORT | AV | TIMEOUT | RESPONDER | ALT_PATH |
					    ACCESS | PKEY | MIGRATION,
				[SMI] = PKEY | QKEY,
				[GSI] = PKEY | QKEY,
			},
		},
	},
	[IBV_QPS_SQE] = {
		[IBV_QPS_RESET] = { .valid = true },
		[IBV_QPS_ERR] = { .valid = true },
		[IBV_QPS_RTS] = {
			.valid = true,
			.optional = {
				[UC] = CUR_STATE | ACCESS,
				[UD] = CUR_STATE | QKEY,
				[SMI] = CUR_STATE | QKEY,
				[GSI] = CUR_STATE | QKEY,
			},
		},
	},
	[IBV_QPS_ERR] = {
		[IBV_QPS_RESET] = { .valid = true },
		[IBV_QPS_ERR] = { .valid = true },
	},
};

static int column_of(uint32_t type)
{
	switch (type) {
	case IB_UVERBS_QPT_RC:
		return RC;
	case IB_UVERBS_QPT_UC:
		return UC;
	case IB_UVERBS_QPT_UD:
		return UD;
	case IB_UVERBS_QPT_RAW_PACKET:
		return RAW;
	case IB_UVERBS_QPT_XRC_INI:
		return XRC_INI;
	case IB_UVERBS_QPT_XRC_TGT:
		return XRC_TGT;
	case QPT_SMI:
		return SMI;
	case QPT_GSI:
		return GSI;
	default:
		return COLUMNS;
	}
}

/* CUR_STATE is allowed only in states between which the hardware may move the queue pair itself. */
static bool may_be_stated(uint32_t state)
{
	return state == IBV_QPS_RTR || state == IBV_QPS_RTS || state == IBV_QPS_SQD ||
	       state == IBV_QPS_SQE;
}

bool qp_transition_is_ok(uint32_t type, uint32_t current, uint32_t next, uint32_t mask)
{
	int column = column_of(type);
	const struct transition *transition;
	uint32_t required, allowed;

	if (column == COLUMNS || current >= STATES || next >= STATES)
		return false;
	if (mask & CUR_STATE && !may_be_stated(current))
		return false;
	transition = &transitions[current][next];
	required = transition->required[column];
	allowed = required | transition->optional[column] | IBV_QP_STATE;
	return transition->valid && (mask & required) == required && !(mask & ~allowed);
}
