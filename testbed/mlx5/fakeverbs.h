/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What libfakeverbs.so exports for the program that runs under it.
 * Look the functions up with dlsym(RTLD_DEFAULT, ...): without the preload they are absent.
 */
#ifndef FAKEVERBS_H
#define FAKEVERBS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum fakeverbs_nic {
	FAKEVERBS_NIC_OFF,		/* work requests stay in their rings */
	FAKEVERBS_NIC_MANUAL,		/* they run when fakeverbs_progress() is called */
	FAKEVERBS_NIC_THREAD,		/* a thread of the library runs them */
};

enum fakeverbs_object {
	FAKEVERBS_OBJECT_PORT,		/* the handle is the port number */
	FAKEVERBS_OBJECT_QP,
	FAKEVERBS_OBJECT_CQ,
	FAKEVERBS_OBJECT_SRQ,
	FAKEVERBS_OBJECT_WQ,
};

enum fakeverbs_counter {
	FAKEVERBS_COUNTER_COMMANDS,	/* commands the kernel side was given */
	FAKEVERBS_COUNTER_WQES,		/* send work requests executed */
	FAKEVERBS_COUNTER_CQES,		/* completions written */
	FAKEVERBS_COUNTER_BYTES,	/* payload bytes moved */
	FAKEVERBS_COUNTER_OBJECTS,	/* objects alive now */
	FAKEVERBS_COUNTER_UNKNOWN,	/* commands this library does not know */
	FAKEVERBS_COUNTER_CALLS,	/* system calls on the device: open, ioctl, write, mmap */
	FAKEVERBS_COUNTER_WORDS,	/* words of answers that could have been wrong */
	FAKEVERBS_COUNTER_LIES,		/* those that were */
	FAKEVERBS_COUNTERS,
};

/* The mode that FAKEVERBS_NIC chose. */
enum fakeverbs_nic fakeverbs_nic_mode(void);

/* Lets the NIC run once over every queue pair; returns the number of completions written. */
int fakeverbs_progress(void);

/* The same for one queue pair; 0 if there is none of that number. */
int fakeverbs_progress_qp(uint32_t qp_num);

/*
 * Raises an asynchronous event (enum ibv_event_type) on an object named by its kernel handle.
 * Returns 0, EINVAL for an unknown object kind, ENOENT for an unknown handle, or EAGAIN when the
 * event queue is full.
 */
int fakeverbs_async_event(uint32_t event_type, enum fakeverbs_object kind, uint32_t handle);

/*
 * Lets the n-th system call on the device from now, counted as FAKEVERBS_COUNTER_CALLS does, fail
 * with this errno before anything is done. 0 takes that back.
 */
void fakeverbs_fail(uint64_t nth, int error);

/*
 * The ways of being wrong: 0, 1, the greatest unsigned and signed numbers, the least signed one,
 * 65535, one less, one more, one other bit, any number.
 */
#define FAKEVERBS_LIES 10

/*
 * Lets the n-th word of the answers from now, counted as FAKEVERBS_COUNTER_WORDS does, be wrong in
 * this way. The command itself is carried out. 0 takes that back.
 */
void fakeverbs_lie(uint64_t nth, uint32_t way);

/* The same for about one word in so many, in any way; 0 ends it. */
void fakeverbs_lie_at_random(uint64_t seed, uint32_t one_in);

/*
 * Gives all contexts an asynchronous event (struct ib_uverbs_async_event_desc) of any type about
 * any element, cut off after so many bytes.
 */
void fakeverbs_lying_event(uint32_t event_type, uint64_t element, uint32_t size);

/* What events call the newest object of a kind, or 0. */
uint64_t fakeverbs_element(enum fakeverbs_object kind);

/*
 * The device goes from under the context of this command descriptor, or with -1 from under all:
 * IBV_EVENT_DEVICE_FATAL, all objects are gone, every command answers EIO. It is back at once for
 * those who open it anew. Returns 0, or ENOENT for a descriptor that is none.
 */
int fakeverbs_unplug(int cmd_fd);

/* One of enum fakeverbs_counter; 0 for a number beyond it. */
uint64_t fakeverbs_counter(enum fakeverbs_counter which);

#ifdef __cplusplus
}
#endif

#endif
