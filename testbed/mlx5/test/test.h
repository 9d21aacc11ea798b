/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The self test: an ordinary program that uses libibverbs and preloads libfakeverbs.so. Its checks
 * also hold for the genuine drivers on real hardware, if the hardware supports the feature.
 */
#ifndef FAKEVERBS_TEST_H
#define FAKEVERBS_TEST_H

#include <errno.h>
#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/* Counts a check and, if it fails, prints it with errno. Returns the condition. */
#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)

bool check(bool condition, const char *text, const char *file, int line);

/* The objects that most tests need. They are created before each test and destroyed after it. */
struct fixture {
	struct ibv_context *ctx;
	struct ibv_pd *pd;
	struct ibv_cq *cq, *cq2;	/* 100 entries each */
	struct ibv_mr *mr;		/* over buf, with all access rights */
	char *buf;
};

#define BUF_SIZE (1 << 20)
#define ALL_ACCESS								\
	(IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE |			\
	 IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC)
#define QKEY 0x111

enum test_needs {
	ANY_MODEL,
	NEEDS_MLX5,			/* a feature of the model */
	NEEDS_NIC,			/* moves data, which only the mlx5 model does */
	NEEDS_NAMING,			/* its own environment: runs only if named */
};

struct test {
	const char *name;
	enum test_needs needs;
	void (*run)(struct fixture *f);
};

/* One table for each topic, terminated by an empty entry. */
extern const struct test device_tests[], cq_tests[], mr_tests[], destroy_tests[], handle_tests[],
	mcast_tests[], xrc_tests[], srq_tests[], modify_tests[], wq_tests[], rss_tests[],
	rc_tests[], retry_tests[], access_tests[], mw_tests[], uc_tests[], ud_tests[], raw_tests[],
	overrun_tests[], notify_tests[], qp_ex_tests[], event_tests[], thread_tests[],
	environment_tests[], fault_tests[];

/* helpers.c */
bool is_mlx4(void);
bool is_legacy(void);
bool is_threaded(void);

/* Runs the NIC, unless it has its own thread. */
void progress(void);

/* The limit of each wait for an event or completion. Only a failing test reaches it. */
#define PATIENCE_MSEC 60000

/* Waits for the next completion. Returns false if none arrives within PATIENCE_MSEC. */
bool next_completion(struct ibv_cq *cq, struct ibv_wc *wc);

/* Returns whether the next completion has this wr_id and is a success. */
bool completes(struct ibv_cq *cq, uint64_t wr_id);

/* Returns whether the next completion has this wr_id and this status. */
bool fails(struct ibv_cq *cq, uint64_t wr_id, enum ibv_wc_status status);

/* Waits for a completion of the CQ and calls ibv_start_poll(). */
bool start_reading(struct ibv_cq_ex *cq);

/* Returns whether nothing completes for some milliseconds. */
bool stays_empty(struct ibv_cq *cq);

/* Returns whether the next asynchronous event has this type and concerns this object. */
bool raises(struct fixture *f, enum ibv_event_type type, const void *element);

/* Returns whether no asynchronous event arrives for some milliseconds. */
bool raises_nothing(struct fixture *f);

enum ibv_qp_state state_of(struct ibv_qp *qp);

struct ibv_qp *create_qp(struct fixture *f, enum ibv_qp_type type, struct ibv_cq *send_cq,
			 struct ibv_cq *recv_cq, struct ibv_srq *srq);

/* Change the state with the attributes that the type requires. Return the result of ibv_modify_qp(). */
int to_init(struct ibv_qp *qp);
int to_rtr(struct ibv_qp *qp, uint32_t dest_qpn);
int to_rts(struct ibv_qp *qp);
int to_state(struct ibv_qp *qp, enum ibv_qp_state state);

/* The timeout and the retry counts of a reliable requester. */
struct patience {
	uint8_t timeout;
	uint8_t retry_cnt;
	uint8_t rnr_retry;
};

int to_rts_with(struct ibv_qp *qp, const struct patience *patience);

/* Moves the queue pair from RESET to RTS. */
void connect_qp(struct ibv_qp *qp, uint32_t dest_qpn);

/* Two connected queue pairs of the same type. Queue pair a uses cq, and b uses cq2. */
struct pair {
	struct ibv_qp *a, *b;
};

void create_pair(struct fixture *f, enum ibv_qp_type type, struct pair *pair);
void destroy_pair(struct pair *pair);

/* Fills in the IPv4 address of the port, through which queue pairs of this process communicate. */
void fill_address(struct ibv_ah_attr *attr);

int post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, const struct ibv_mr *mr, void *addr,
	      uint32_t length);
int post_recv(struct ibv_qp *qp, uint64_t wr_id, const struct ibv_mr *mr, void *addr,
	      uint32_t length);
int post_srq_recv(struct ibv_srq *srq, uint64_t wr_id, const struct ibv_mr *mr, void *addr,
		  uint32_t length);

#endif
