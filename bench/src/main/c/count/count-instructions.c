/* SPDX-License-Identifier: Apache-2.0 */
/*
 * count-instructions TID CALLER CALLS
 *
 * Steps a thread through its hot loop, one instruction at a time, and counts the instructions of each file. Unlike a
 * measured time, the count does not depend on the load of the machine. Unlike the counters of a processor, it is
 * available in virtual machines.
 *
 * CALLER is the file that contains the code of the loop. "" stands for code without a file, which a JVM has compiled.
 * The loop calls into libraries (the driver, the NIC). CALLS is the number of these calls to count.
 *
 * Prints JSON: the number of calls, and the instructions by file.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>

#define MAX_RANGES 1024
#define MAX_FILES 128
#define NAME_SIZE 128
/* A thread at a safepoint returns to its loop within so many steps. A thread that has left the loop does not. */
#define MAX_STEPS_A_CALL 200000

struct range {
	uint64_t from;
	uint64_t to;
	int file;
};

static struct range ranges[MAX_RANGES];
static int range_count;
static char files[MAX_FILES][NAME_SIZE];
static int file_count;
static uint64_t counts[MAX_FILES];
static pid_t thread;
static int caller = -1;

static void fail(const char *what)
{
	fprintf(stderr, "count-instructions: %s: %s\n", what, strerror(errno));
	exit(1);
}

static int file_index(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	for (int i = 0; i < file_count; i++)
		if (!strcmp(files[i], name))
			return i;
	if (file_count == MAX_FILES) {
		errno = E2BIG;
		fail("files");
	}
	snprintf(files[file_count], NAME_SIZE, "%.*s", NAME_SIZE - 1, name);
	return file_count++;
}

static void read_ranges(void)
{
	char name[64], line[1024], path[1024], permissions[5];
	FILE *maps;

	snprintf(name, sizeof(name), "/proc/%d/maps", thread);
	maps = fopen(name, "r");
	if (!maps)
		fail(name);
	while (range_count < MAX_RANGES && fgets(line, sizeof(line), maps)) {
		struct range *r = &ranges[range_count];

		path[0] = 0;
		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %*s %*s %*s %1023s", &r->from, &r->to, permissions,
			   path) < 3 ||
		    permissions[2] != 'x')
			continue;
		r->file = file_index(path);
		range_count++;
	}
	fclose(maps);
}

static int file_of(uint64_t address)
{
	static int last;

	if (address >= ranges[last].from && address < ranges[last].to)
		return ranges[last].file;
	for (last = 0; last < range_count; last++)
		if (address >= ranges[last].from && address < ranges[last].to)
			return ranges[last].file;
	last = 0;
	return -1;
}

/* Executes one instruction and returns the file of the next one. */
static int step(void)
{
	struct user_regs_struct registers;
	int status;

	if (ptrace(PTRACE_SINGLESTEP, thread, NULL, NULL) || waitpid(thread, &status, __WALL) != thread)
		fail("step");
	if (!WIFSTOPPED(status))
		fail("the thread has ended");
	if (ptrace(PTRACE_GETREGS, thread, NULL, &registers))
		fail("registers");
	return file_of(registers.rip);
}

static bool is_library(int file)
{
	return file >= 0 && strstr(files[file], ".so") && strncmp(files[file], "libjvm", strlen("libjvm"));
}

/* Steps to the first instruction of the next call. */
static void to_next_call(bool count)
{
	int at = -1;

	for (long steps = 0; steps < MAX_STEPS_A_CALL; steps++) {
		int next = step();

		if (count && next >= 0)
			counts[next]++;
		if (at == caller && is_library(next))
			return;
		at = next;
	}
	errno = ETIMEDOUT;
	fail("no call into a library");
}

static void print(long calls)
{
	const char *separator = "";

	printf("{\"calls\":%ld,\"instructions\":{", calls);
	for (int i = 0; i < file_count; i++) {
		if (!counts[i])
			continue;
		printf("%s\"%s\":%" PRIu64, separator, files[i], counts[i]);
		separator = ",";
	}
	printf("}}\n");
}

int main(int argc, char **argv)
{
	int status;
	long calls;

	if (argc != 4) {
		fprintf(stderr, "usage: count-instructions TID CALLER CALLS\n");
		return 2;
	}
	thread = atoi(argv[1]);
	calls = atol(argv[3]);
	if (ptrace(PTRACE_ATTACH, thread, NULL, NULL) || waitpid(thread, &status, __WALL) != thread)
		fail("attach");
	read_ranges();
	caller = file_index(argv[2]);
	to_next_call(false);
	for (long i = 0; i < calls; i++)
		to_next_call(true);
	ptrace(PTRACE_DETACH, thread, NULL, NULL);
	print(calls);
	return 0;
}
