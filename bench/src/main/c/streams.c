/* SPDX-License-Identifier: Apache-2.0 */
/* Measures streams of librdmacm's rsocket. The far end runs in its own thread. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <rdma/rsocket.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measure.h"

#define MESSAGE_SIZE 64
#define CHUNK_SIZE (64 * 1024)
#define IPV4_OFFSET 12

/* Two connected sockets, the address of their listener and the memory of both ends. */
struct streams {
	struct sockaddr_in address;
	int near;
	int far;
	bool echoes;
	char near_memory[CHUNK_SIZE];
	char far_memory[CHUNK_SIZE];
};

/* Fills the memory from the socket. Returns false if the stream ended before. */
static bool fill(int socket, char *memory, size_t size)
{
	for (size_t filled = 0; filled < size;) {
		ssize_t count = rrecv(socket, memory + filled, size - filled, 0);

		if (count <= 0)
			return false;
		filled += (size_t)count;
	}
	return true;
}

static void write_all(int socket, const char *memory, size_t size)
{
	for (size_t written = 0; written < size;) {
		ssize_t count = rsend(socket, memory + written, size - written, 0);

		check(count <= 0, "rsend");
		written += (size_t)count;
	}
}

static void *serve(void *argument)
{
	struct streams *s = argument;

	if (s->echoes) {
		while (fill(s->far, s->far_memory, MESSAGE_SIZE))
			write_all(s->far, s->far_memory, MESSAGE_SIZE);
	} else {
		while (rrecv(s->far, s->far_memory, CHUNK_SIZE, 0) > 0)
			;
	}
	return NULL;
}

static inline void there_and_back(struct bench *b)
{
	struct streams *s = b->streams;

	write_all(s->near, s->near_memory, MESSAGE_SIZE);
	check(!fill(s->near, s->near_memory, MESSAGE_SIZE), "rrecv");
}

static inline void write_chunk(struct bench *b)
{
	write_all(b->streams->near, b->streams->near_memory, CHUNK_SIZE);
}

static void *connect_near(void *argument)
{
	struct streams *s = argument;

	s->near = rsocket(AF_INET, SOCK_STREAM, 0);
	check(s->near < 0, "rsocket");
	check(rconnect(s->near, (struct sockaddr *)&s->address, sizeof(s->address)), "rconnect");
	return NULL;
}

static void no_delay(int socket)
{
	int on = 1;

	check(rsetsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on)), "rsetsockopt");
}

static void streams_connect(const struct bench *b)
{
	struct streams *s = b->streams;
	socklen_t length = sizeof(s->address);
	int listener = rsocket(AF_INET, SOCK_STREAM, 0);
	pthread_t connecting;

	s->address.sin_family = AF_INET;
	memcpy(&s->address.sin_addr, b->gid.raw + IPV4_OFFSET, sizeof(s->address.sin_addr));
	check(rbind(listener, (struct sockaddr *)&s->address, length), "rbind");
	check(rlisten(listener, 1), "rlisten");
	check(rgetsockname(listener, (struct sockaddr *)&s->address, &length), "rgetsockname");
	check(pthread_create(&connecting, NULL, connect_near, s), "pthread_create");
	s->far = raccept(listener, NULL, NULL);
	check(s->far < 0, "raccept");
	check(pthread_join(connecting, NULL), "pthread_join");
	no_delay(s->near);
	no_delay(s->far);
	rclose(listener);
}

void stream_run(struct bench *b)
{
	pthread_t peer;

	b->streams = calloc(1, sizeof(*b->streams));
	b->streams->echoes = is_workload(b, "stream-round-trip");
	streams_connect(b);
	check(pthread_create(&peer, NULL, serve, b->streams), "pthread_create");
	if (b->streams->echoes)
		measure(b, there_and_back, b->measured);
	else
		measure(b, write_chunk, b->measured);
	b->operations = 1;
}
