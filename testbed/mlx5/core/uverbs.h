/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The handlers of all commands. Handlers named _write execute struct ib_uverbs_* commands
 * (drivers/infiniband/core/uverbs_cmd.c). Handlers named _ioctl execute attribute lists
 * (drivers/infiniband/core/uverbs_std_types_*.c). All return 0 or a negative errno. The caller holds
 * the device lock.
 */
#ifndef FAKEVERBS_UVERBS_H
#define FAKEVERBS_UVERBS_H

struct command;
struct ioctl_call;

/* device.c */
int device_get_context_write(struct command *cmd);
int device_get_context_ioctl(struct ioctl_call *call);
int device_alloc_async_ioctl(struct ioctl_call *call);
int device_query_write(struct command *cmd);
int device_query_ex_write(struct command *cmd);

/* port.c */
int port_query_write(struct command *cmd);
int port_query_ioctl(struct ioctl_call *call);
int gid_query_entry_ioctl(struct ioctl_call *call);
int gid_query_table_ioctl(struct ioctl_call *call);

/* pd.c */
int pd_alloc_write(struct command *cmd);
int pd_dealloc_write(struct command *cmd);
int pd_destroy_ioctl(struct ioctl_call *call);

/* ah.c */
int ah_create_write(struct command *cmd);
int ah_destroy_write(struct command *cmd);
int ah_destroy_ioctl(struct ioctl_call *call);

/* mr.c */
int mr_reg_write(struct command *cmd);
int mr_rereg_write(struct command *cmd);
int mr_dereg_write(struct command *cmd);
int mr_destroy_ioctl(struct ioctl_call *call);
int mr_advise_ioctl(struct ioctl_call *call);

/* mw.c */
int mw_alloc_write(struct command *cmd);
int mw_dealloc_write(struct command *cmd);
int mw_destroy_ioctl(struct ioctl_call *call);

/* cq.c */
int comp_channel_create_write(struct command *cmd);
int cq_create_write(struct command *cmd);
int cq_create_ex_write(struct command *cmd);
int cq_create_ioctl(struct ioctl_call *call);
int cq_resize_write(struct command *cmd);
int cq_modify_write(struct command *cmd);
int cq_destroy_write(struct command *cmd);
int cq_destroy_ioctl(struct ioctl_call *call);

/* srq.c */
int srq_create_write(struct command *cmd);
int srq_create_xsrq_write(struct command *cmd);
int srq_create_ioctl(struct ioctl_call *call);
int srq_modify_write(struct command *cmd);
int srq_query_write(struct command *cmd);
int srq_destroy_write(struct command *cmd);
int srq_destroy_ioctl(struct ioctl_call *call);

/* xrcd.c */
int xrcd_open_write(struct command *cmd);
int xrcd_close_write(struct command *cmd);
int xrcd_destroy_ioctl(struct ioctl_call *call);

/* qp_create.c */
int qp_create_write(struct command *cmd);
int qp_create_ex_write(struct command *cmd);
int qp_create_ioctl(struct ioctl_call *call);
int qp_open_write(struct command *cmd);

/* qp.c */
int qp_destroy_write(struct command *cmd);
int qp_destroy_ioctl(struct ioctl_call *call);

/* qp_modify.c */
int qp_modify_write(struct command *cmd);
int qp_modify_ex_write(struct command *cmd);

/* qp_query.c */
int qp_query_write(struct command *cmd);

/* mcast.c */
int mcast_attach_write(struct command *cmd);
int mcast_detach_write(struct command *cmd);

/* flow.c */
int flow_create_write(struct command *cmd);
int flow_destroy_write(struct command *cmd);
int flow_destroy_ioctl(struct ioctl_call *call);

/* wq.c */
int wq_create_write(struct command *cmd);
int wq_create_ioctl(struct ioctl_call *call);
int wq_modify_write(struct command *cmd);
int wq_destroy_write(struct command *cmd);
int wq_destroy_ioctl(struct ioctl_call *call);

/* rwq_table.c */
int rwq_table_create_write(struct command *cmd);
int rwq_table_destroy_write(struct command *cmd);
int rwq_table_destroy_ioctl(struct ioctl_call *call);

/* mlx5/mlx5_uar.c: objects specific to libmlx5 */
int mlx5_uar_alloc_ioctl(struct ioctl_call *call);
int mlx5_uar_destroy_ioctl(struct ioctl_call *call);
int mlx5_devx_other_ioctl(struct ioctl_call *call);

#endif
