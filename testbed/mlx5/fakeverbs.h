/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The functions that libfakeverbs.so exports for the program that preloads it.
 * Look the functions up with dlsym(RTLD_DEFAULT, ...). Without the preload they are absent.
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
	FAKEVERBS_COUNTER_COMMANDS,	/* commands that the fake kernel received */
	FAKEVERBS_COUNTER_WQES,		/* send work requests executed */
	FAKEVERBS_COUNTER_CQES,		/* completions written */
	FAKEVERBS_COUNTER_BYTES,	/* payload bytes moved */
	FAKEVERBS_COUNTER_OBJECTS,	/* objects alive now */
	FAKEVERBS_COUNTER_UNKNOWN,	/* commands that this library does not implement */
	FAKEVERBS_COUNTER_CALLS,	/* system calls on the device: open, ioctl, write, mmap */
	FAKEVERBS_COUNTER_WORDS,	/* words of answers that could be falsified */
	FAKEVERBS_COUNTER_LIES,		/* words of answers that were falsified */
	FAKEVERBS_COUNTERS,
};

/* Returns the mode that the environment variable FAKEVERBS_NIC selects. */
enum fakeverbs_nic fakeverbs_nic_mode(void);

/* Runs the NIC once for every queue pair. Returns the number of completions written. */
int fakeverbs_progress(void);

/* The same for one queue pair. Returns 0 if no queue pair has that number. */
int fakeverbs_progress_qp(uint32_t qp_num);

/*
 * Raises an asynchronous event (enum ibv_event_type) on an object named by its kernel handle.
 * Returns 0, EINVAL for an unknown object kind, ENOENT for an unknown handle, or EAGAIN if the
 * event queue is full.
 */
int fakeverbs_async_event(uint32_t event_type, enum fakeverbs_object kind, uint32_t handle);

/*
 * Makes the n-th system call on the device from now fail with this errno before it has any effect.
 * FAKEVERBS_COUNTER_CALLS counts the same calls. 0 cancels the fault.
 */
void fakeverbs_fail(uint64_t nth, int error);

/*
 * The number of ways to falsify a word: 0, 1, the greatest unsigned and signed numbers, the least
 * signed number, 65535, one less, one more, one bit flipped, a random number.
 */
#define FAKEVERBS_LIES 10

/*
 * Falsifies the n-th word of the answers from now in this way. FAKEVERBS_COUNTER_WORDS counts the
 * same words. The command itself is executed. 0 cancels the request.
 */
void fakeverbs_lie(uint64_t nth, uint32_t way);

/* Falsifies about one word in one_in, each in a random way. 0 cancels the request. */
void fakeverbs_lie_at_random(uint64_t seed, uint32_t one_in);

/*
 * Sends all contexts an asynchronous event (struct ib_uverbs_async_event_desc) of any type about
 * any element. The event is truncated to size bytes.
 */
void fakeverbs_lying_event(uint32_t event_type, uint64_t element, uint32_t size);

/* Returns the element that names the newest object of this kind in events, or 0. */
uint64_t fakeverbs_element(enum fakeverbs_object kind);

/*
 * Removes the device from the context of this command descriptor, or with -1 from all contexts.
 * Raises IBV_EVENT_DEVICE_FATAL and destroys all objects; every later command fails with EIO. The
 * device can be opened again at once. Returns 0, or ENOENT if this is no command descriptor.
 */
int fakeverbs_unplug(int cmd_fd);

/* Returns the value of a counter, or 0 if there is no such counter. */
uint64_t fakeverbs_counter(enum fakeverbs_counter which);

#ifdef __cplusplus
}
#endif

#endif
