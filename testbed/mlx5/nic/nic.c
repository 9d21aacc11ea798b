/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "nic.h"

#include <infiniband/verbs.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include "completion.h"
#include "config.h"
#include "cq.h"
#include "delay_drop.h"
#include "flush.h"
#include "lock.h"
#include "qp.h"
#include "requester.h"
#include "wq.h"

/* The number of polls without a completion after which the thread begins to sleep between polls. */
#define SPINS_BEFORE_SLEEP 2000
#define THREAD_STACK_SIZE (256 * 1024)

static struct list_head cqs = LIST_HEAD_INIT(cqs);

struct list_head nic_qps = LIST_HEAD_INIT(nic_qps);
struct list_head nic_wqs = LIST_HEAD_INIT(nic_wqs);
struct nic_counters nic_counters;

static bool nic_exists(void)
{
	return config.nic != FAKEVERBS_NIC_OFF && !config.mlx4;
}

void nic_cq_add(struct cq *cq)
{
	list_add(&cq->nic_node, &cqs);
}

void nic_cq_remove(struct cq *cq)
{
	list_del(&cq->nic_node);
}

void nic_qp_state_changed(struct qp *qp)
{
	if (qp->state != IBV_QPS_ERR)
		qp->last_wqe_reported = false;
	if (qp->state == IBV_QPS_RESET) {
		qp->sq.consumed = 0;
		qp->rq.consumed = 0;
		qp->established = false;
		retry_reset(qp);
		list_del(&qp->nic_node);
	} else if (list_empty(&qp->nic_node)) {
		list_add(&qp->nic_node, &nic_qps);
	}
}

void nic_qp_remove(struct qp *qp)
{
	list_del(&qp->nic_node);
}

void nic_wq_add(struct wq *wq)
{
	list_add(&wq->nic_node, &nic_wqs);
}

void nic_wq_remove(struct wq *wq)
{
	delay_drop_clear(wq);
	list_del(&wq->nic_node);
}

void nic_wq_state_changed(struct wq *wq)
{
	if (wq->state != IBV_WQS_RDY)
		delay_drop_clear(wq);
	if (wq->state == IBV_WQS_RESET)
		wq->ring.consumed = 0;
}

int nic_progress_qp(struct qp *qp)
{
	uint64_t before = nic_counters.cqes;

	if (!nic_exists())
		return 0;
	requester_run(qp);
	flush_queues(qp);
	return (int)(nic_counters.cqes - before);
}

/* Queues are flushed last, because a request may change queue pairs that ran before to ERR. */
int nic_progress(void)
{
	uint64_t before = nic_counters.cqes;
	struct cq *cq;
	struct qp *qp;
	struct wq *wq;

	if (!nic_exists())
		return 0;
	list_for_each_entry(qp, &nic_qps, nic_node)
		requester_run(qp);
	list_for_each_entry(qp, &nic_qps, nic_node)
		flush_queues(qp);
	list_for_each_entry(wq, &nic_wqs, nic_node) {
		delay_drop_run(wq);
		flush_wq(wq);
	}
	list_for_each_entry(cq, &cqs, nic_node)
		completion_serve_arm(cq);
	return (int)(nic_counters.cqes - before);
}

void nic_catch_up(void)
{
	if (config.nic == FAKEVERBS_NIC_THREAD)
		nic_progress();
}

static void *nic_thread(void *unused)
{
	unsigned int idle = 0;
	int completions;

	(void)unused;
	for (;;) {
		device_lock();
		completions = nic_progress();
		device_unlock();
		if (completions)
			idle = 0;
		else if (++idle < SPINS_BEFORE_SLEEP)
			cpu_relax();
		else if (config.nic_idle_usec)
			usleep(config.nic_idle_usec);
		else
			sched_yield();
	}
	return NULL;
}

static void start_thread(void)
{
	sigset_t all, before;
	pthread_attr_t attr;
	pthread_t thread;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, THREAD_STACK_SIZE);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	/* Block all signals: the program does not expect its signals on this thread. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	pthread_create(&thread, &attr, nic_thread, NULL);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attr);
}

void nic_start(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	if (config.nic == FAKEVERBS_NIC_THREAD && nic_exists())
		pthread_once(&once, start_thread);
}
