/* SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#define DEFAULT_NIC_IDLE_USEC 50

struct config config;

static unsigned int env_number(const char *name, unsigned int fallback)
{
	const char *value = getenv(name);

	return value && *value ? (unsigned int)strtoul(value, NULL, 0) : fallback;
}

static bool env_is(const char *name, const char *expected)
{
	const char *value = getenv(name);

	return value && !strcmp(value, expected);
}

/* off | manual | thread[:microseconds] */
static void parse_nic(const char *value)
{
	const char *usec;

	config.nic = FAKEVERBS_NIC_MANUAL;
	config.nic_idle_usec = DEFAULT_NIC_IDLE_USEC;
	if (!value)
		return;
	if (!strcmp(value, "off"))
		config.nic = FAKEVERBS_NIC_OFF;
	if (strncmp(value, "thread", strlen("thread")))
		return;
	config.nic = FAKEVERBS_NIC_THREAD;
	usec = strchr(value, ':');
	if (usec)
		config.nic_idle_usec = (unsigned int)strtoul(usec + 1, NULL, 10);
}

void config_init(void)
{
	config.mlx4 = env_is("FAKEVERBS_MODEL", "mlx4");
	config.ethernet = !env_is("FAKEVERBS_LINK", "ib");
	config.legacy = env_number("FAKEVERBS_LEGACY", 0);
	config.log = env_number("FAKEVERBS_LOG", 0);
	config.cap_net_raw = env_number("FAKEVERBS_CAP_NET_RAW", 1);
	config.cap_sys_rawio = env_number("FAKEVERBS_CAP_SYS_RAWIO", 1);
	config.no_scatter_cqe = env_number("FAKEVERBS_NO_SCATTER_CQE", 0);
	config.num_comp_vectors = env_number("FAKEVERBS_NUM_COMP_VECTORS", 8);
	config.log_max_qp_sz = env_number("FAKEVERBS_LOG_MAX_QP_SZ", 15);
	config.log_max_srq_sz = env_number("FAKEVERBS_LOG_MAX_SRQ_SZ", 15);
	config.log_max_cq_sz = env_number("FAKEVERBS_LOG_MAX_CQ_SZ", 22);
	config.log_max_wq_sz = env_number("FAKEVERBS_LOG_MAX_WQ_SZ", 15);
	config.log_max_rqt_size = env_number("FAKEVERBS_LOG_MAX_RQT_SIZE", 11);
	config.max_wqe_sz_sq = env_number("FAKEVERBS_MAX_WQE_SZ_SQ", 1024);
	config.max_wqe_sz_rq = env_number("FAKEVERBS_MAX_WQE_SZ_RQ", 512);
	parse_nic(getenv("FAKEVERBS_NIC"));
}
