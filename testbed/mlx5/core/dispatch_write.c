/* SPDX-License-Identifier: Apache-2.0 */
#include "dispatch.h"

#include <rdma/ib_user_verbs.h>

#include "config.h"
#include "descriptor.h"
#include "lie.h"
#include "lock.h"
#include "ucontext.h"
#include "uverbs.h"

#define WORD 4
#define EXTENDED_WORD 8

#define EXTENDED(command) (IB_USER_VERBS_EX_CMD_##command | IB_USER_VERBS_CMD_FLAG_EXTENDED)

/* A command whose request and response have a fixed size. The driver's data follows each. */
#define PLAIN(command, handler, type) \
	{ IB_USER_VERBS_CMD_##command, handler, sizeof(struct ib_uverbs_##type), 0 }
#define PLAIN_RESP(command, handler, type, resp)					\
	{ IB_USER_VERBS_CMD_##command, handler, sizeof(struct ib_uverbs_##type),	\
	  sizeof(struct ib_uverbs_##resp) }

/* An extended command. The program may truncate it after the last field of its first version. */
#define EXTENDED_UPTO(command, handler, type, field) \
	{ EXTENDED(command), handler, offsetofend(struct ib_uverbs_##type, field), 0 }

struct write_method {
	uint32_t number;
	int (*handler)(struct command *cmd);
	size_t request_size;		/* minimum */
	size_t response_size;
};

/* uverbs_def_write_intf in uverbs_cmd.c. Commands missing here fail with EOPNOTSUPP. */
static const struct write_method methods[] = {
	PLAIN_RESP(GET_CONTEXT, device_get_context_write, get_context, get_context_resp),
	PLAIN_RESP(QUERY_DEVICE, device_query_write, query_device, query_device_resp),
	PLAIN_RESP(QUERY_PORT, port_query_write, query_port, query_port_resp),
	PLAIN_RESP(ALLOC_PD, pd_alloc_write, alloc_pd, alloc_pd_resp),
	PLAIN(DEALLOC_PD, pd_dealloc_write, dealloc_pd),
	PLAIN_RESP(CREATE_AH, ah_create_write, create_ah, create_ah_resp),
	PLAIN(DESTROY_AH, ah_destroy_write, destroy_ah),
	PLAIN_RESP(REG_MR, mr_reg_write, reg_mr, reg_mr_resp),
	PLAIN_RESP(REREG_MR, mr_rereg_write, rereg_mr, rereg_mr_resp),
	PLAIN(DEREG_MR, mr_dereg_write, dereg_mr),
	PLAIN_RESP(ALLOC_MW, mw_alloc_write, alloc_mw, alloc_mw_resp),
	PLAIN(DEALLOC_MW, mw_dealloc_write, dealloc_mw),
	PLAIN_RESP(CREATE_COMP_CHANNEL, comp_channel_create_write, create_comp_channel,
		   create_comp_channel_resp),
	PLAIN_RESP(CREATE_CQ, cq_create_write, create_cq, create_cq_resp),
	PLAIN_RESP(RESIZE_CQ, cq_resize_write, resize_cq, resize_cq_resp),
	PLAIN_RESP(DESTROY_CQ, cq_destroy_write, destroy_cq, destroy_cq_resp),
	PLAIN_RESP(CREATE_QP, qp_create_write, create_qp, create_qp_resp),
	PLAIN_RESP(OPEN_QP, qp_open_write, open_qp, create_qp_resp),
	PLAIN_RESP(QUERY_QP, qp_query_write, query_qp, query_qp_resp),
	PLAIN(MODIFY_QP, qp_modify_write, modify_qp),
	PLAIN_RESP(DESTROY_QP, qp_destroy_write, destroy_qp, destroy_qp_resp),
	PLAIN(ATTACH_MCAST, mcast_attach_write, attach_mcast),
	PLAIN(DETACH_MCAST, mcast_detach_write, detach_mcast),
	PLAIN_RESP(CREATE_SRQ, srq_create_write, create_srq, create_srq_resp),
	PLAIN_RESP(CREATE_XSRQ, srq_create_xsrq_write, create_xsrq, create_srq_resp),
	PLAIN(MODIFY_SRQ, srq_modify_write, modify_srq),
	PLAIN_RESP(QUERY_SRQ, srq_query_write, query_srq, query_srq_resp),
	PLAIN_RESP(DESTROY_SRQ, srq_destroy_write, destroy_srq, destroy_srq_resp),
	PLAIN_RESP(OPEN_XRCD, xrcd_open_write, open_xrcd, open_xrcd_resp),
	PLAIN(CLOSE_XRCD, xrcd_close_write, close_xrcd),

	EXTENDED_UPTO(QUERY_DEVICE, device_query_ex_write, ex_query_device, comp_mask),
	EXTENDED_UPTO(CREATE_CQ, cq_create_ex_write, ex_create_cq, reserved),
	EXTENDED_UPTO(MODIFY_CQ, cq_modify_write, ex_modify_cq, reserved),
	EXTENDED_UPTO(CREATE_QP, qp_create_ex_write, ex_create_qp, comp_mask),
	EXTENDED_UPTO(MODIFY_QP, qp_modify_ex_write, ex_modify_qp, base),
	EXTENDED_UPTO(CREATE_WQ, wq_create_write, ex_create_wq, max_sge),
	EXTENDED_UPTO(MODIFY_WQ, wq_modify_write, ex_modify_wq, curr_wq_state),
	EXTENDED_UPTO(DESTROY_WQ, wq_destroy_write, ex_destroy_wq, wq_handle),
	EXTENDED_UPTO(CREATE_RWQ_IND_TBL, rwq_table_create_write, ex_create_rwq_ind_table,
		      log_ind_tbl_size),
	EXTENDED_UPTO(DESTROY_RWQ_IND_TBL, rwq_table_destroy_write, ex_destroy_rwq_ind_table,
		      ind_tbl_handle),
	EXTENDED_UPTO(CREATE_FLOW, flow_create_write, create_flow, flow_attr),
	EXTENDED_UPTO(DESTROY_FLOW, flow_destroy_write, destroy_flow, flow_handle),
};

uint64_t commands_seen, commands_unknown;

static const struct write_method *find_method(uint32_t number)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(methods); i++)
		if (methods[i].number == number)
			return &methods[i];
	return NULL;
}

static void split_buffers(struct command *cmd, const struct write_method *method)
{
	cmd->udata.in = (const char *)cmd->in + method->request_size;
	cmd->udata.in_len = cmd->in_len - method->request_size;
	cmd->in_len = method->request_size;
	if (cmd->out_len > method->response_size) {
		cmd->udata.out = (char *)cmd->out + method->response_size;
		cmd->udata.out_len = cmd->out_len - method->response_size;
		cmd->out_len = method->response_size;
	}
}

int dispatch_command(uint32_t number, struct command *cmd, bool split_udata)
{
	const struct write_method *method = find_method(number);
	int ret;

	commands_seen++;
	if (!method) {
		commands_unknown++;
		log_debug("unknown write command 0x%x\n", number);
		return -EOPNOTSUPP;
	}
	if (cmd->in_len < method->request_size || cmd->out_len < method->response_size)
		return -ENOSPC;
	if (!cmd->ctx->ready && number != IB_USER_VERBS_CMD_GET_CONTEXT)
		return -EINVAL;
	if (split_udata)
		split_buffers(cmd, method);
	lie_begin(LIE_WRITE(number));
	ret = method->handler(cmd);
	log_debug("write command 0x%x: %d\n", number, ret);
	return lie_status(ret);
}

/* The response address of a plain command is the first word of its request. */
static int dispatch_plain(struct command *cmd, const struct ib_uverbs_cmd_hdr *hdr)
{
	uint64_t response;

	cmd->in = hdr + 1;
	cmd->in_len = hdr->in_words * WORD - sizeof(*hdr);
	if (hdr->out_words) {
		if (cmd->in_len < sizeof(response))
			return -EINVAL;
		memcpy(&response, cmd->in, sizeof(response));
		cmd->out = (void *)(uintptr_t)response;
		cmd->out_len = hdr->out_words * WORD;
	}
	return dispatch_command(hdr->command, cmd, true);
}

static int dispatch_extended(struct command *cmd, const struct ib_uverbs_cmd_hdr *hdr)
{
	const struct ib_uverbs_ex_cmd_hdr *ex = (const void *)(hdr + 1);

	cmd->in = ex + 1;
	cmd->in_len = hdr->in_words * EXTENDED_WORD;
	cmd->out = (void *)(uintptr_t)ex->response;
	cmd->out_len = hdr->out_words * EXTENDED_WORD;
	cmd->udata.in = (const char *)cmd->in + cmd->in_len;
	cmd->udata.in_len = ex->provider_in_words * EXTENDED_WORD;
	cmd->udata.out = (char *)cmd->out + cmd->out_len;
	cmd->udata.out_len = ex->provider_out_words * EXTENDED_WORD;
	return dispatch_command(hdr->command, cmd, false);
}

/* verify_hdr() in uverbs_main.c: the sizes in the header must add up to the size written. */
static bool sizes_agree(const struct ib_uverbs_cmd_hdr *hdr, size_t size)
{
	const struct ib_uverbs_ex_cmd_hdr *ex = (const void *)(hdr + 1);
	size_t words;

	if (size < sizeof(*hdr))
		return false;
	if (!(hdr->command & IB_USER_VERBS_CMD_FLAG_EXTENDED))
		return hdr->in_words * WORD == size;
	if (size < sizeof(*hdr) + sizeof(*ex))
		return false;
	words = hdr->in_words + ex->provider_in_words;
	return words * EXTENDED_WORD == size - sizeof(*hdr) - sizeof(*ex);
}

int dispatch_write(int fd, const void *buf, size_t size)
{
	const struct ib_uverbs_cmd_hdr *hdr = buf;
	struct command cmd = {};
	int ret;

	if (!sizes_agree(hdr, size))
		return EINVAL;
	device_lock();
	cmd.ctx = descriptor_object(fd, DESCRIPTOR_COMMAND);
	ret = ucontext_enter(cmd.ctx);
	if (!ret)
		ret = hdr->command & IB_USER_VERBS_CMD_FLAG_EXTENDED
			      ? dispatch_extended(&cmd, hdr)
			      : dispatch_plain(&cmd, hdr);
	device_unlock();
	return -ret;
}
