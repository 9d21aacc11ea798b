/* SPDX-License-Identifier: Apache-2.0 */
/* The configuration of the device from the environment. README.md describes the variables. */
#ifndef FAKEVERBS_CONFIG_H
#define FAKEVERBS_CONFIG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "fakeverbs.h"

struct config {
	bool mlx4;			/* model mlx4 instead of mlx5 */
	bool ethernet;			/* link layer of the port */
	bool legacy;			/* no ioctl(): commands by write() only */
	bool log;
	bool cap_net_raw;		/* capabilities that the caller is assumed to have */
	bool cap_sys_rawio;
	bool no_scatter_cqe;		/* reject queue pairs that request data in completions */
	enum fakeverbs_nic nic;
	unsigned int nic_idle_usec;
	unsigned int num_comp_vectors;

	/* Firmware capabilities of the mlx5 model (mlx5_ifc: cmd_hca_cap). */
	unsigned int log_max_qp_sz;
	unsigned int log_max_srq_sz;
	unsigned int log_max_cq_sz;
	unsigned int log_max_wq_sz;
	unsigned int log_max_rqt_size;
	unsigned int max_wqe_sz_sq;
	unsigned int max_wqe_sz_rq;
};

extern struct config config;

void config_init(void);

#define log_debug(...)									\
	do {										\
		if (config.log)								\
			fprintf(stderr, "fakeverbs: " __VA_ARGS__);			\
	} while (0)

#endif
