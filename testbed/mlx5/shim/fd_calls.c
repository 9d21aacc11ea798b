/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wraps the calls on descriptors. Calls on the device and on event queues are handled here. All
 * others go to the kernel or the C library.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <rdma/rdma_user_ioctl_cmds.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "channel.h"
#include "command_fd.h"
#include "descriptor.h"
#include "dispatch.h"
#include "driver.h"
#include "lie.h"
#include "lock.h"
#include "nic/nic.h"
#include "paths.h"
#include "real.h"
#include "ucontext.h"

static bool is_command_fd(int fd)
{
	return descriptor_kind(fd) == DESCRIPTOR_COMMAND;
}

/* Converts a positive errno into the result of a system call. */
static int fail_if(int error)
{
	if (!error)
		return 0;
	errno = error == -LIE_NO_ERRNO ? 0 : error;
	return -1;
}

int command_fd_open(int flags)
{
	int fd, ret;

	fd = (int)syscall(SYS_openat, AT_FDCWD, DEVICE_STAND_IN,
			  O_RDWR | (flags & (O_CLOEXEC | O_NONBLOCK)));
	if (fd < 0)
		return fd;
	device_lock();
	ret = ucontext_open(fd);
	device_unlock();
	if (ret)
		syscall(SYS_close, fd);
	else
		nic_start();
	return ret ? fail_if(-ret) : fd;
}

int ioctl(int fd, unsigned long request, ...)
{
	va_list args;
	void *argument;

	va_start(args, request);
	argument = va_arg(args, void *);
	va_end(args);
	if (!is_command_fd(fd))
		return (int)syscall(SYS_ioctl, fd, request, argument);
	return fail_if(request == RDMA_VERBS_IOCTL ? dispatch_ioctl(fd, argument) : ENOTTY);
}

ssize_t write(int fd, const void *buf, size_t size)
{
	if (!is_command_fd(fd))
		return REAL(write)(fd, buf, size);
	return fail_if(dispatch_write(fd, buf, size)) ? -1 : (ssize_t)size;
}

/* At the end of an event queue, fails with EIO as the kernel does (ib_uverbs_event_read). */
ssize_t read(int fd, void *buf, size_t size)
{
	ssize_t count = REAL(read)(fd, buf, size);

	if (!count && size && descriptor_kind(fd) == DESCRIPTOR_CHANNEL)
		return fail_if(EIO);
	return count;
}

int close(int fd)
{
	struct channel *channel;
	struct ucontext *ctx;

	if (descriptor_kind(fd) == DESCRIPTOR_FOREIGN || !descriptor_is_own(fd))
		return REAL(close)(fd);
	device_lock();
	ctx = descriptor_object(fd, DESCRIPTOR_COMMAND);
	channel = descriptor_object(fd, DESCRIPTOR_CHANNEL);
	descriptor_remove(fd);
	if (ctx)
		ucontext_close(ctx);
	if (channel)
		channel_closed(channel);
	device_unlock();
	return REAL(close)(fd);
}

static void *map_device(int fd, size_t length, off_t offset)
{
	int ret;

	device_lock();
	ret = ucontext_enter(descriptor_object(fd, DESCRIPTOR_COMMAND));
	device_unlock();
	if (!ret)
		return driver()->mmap(length, (uint64_t)offset);
	errno = -ret;
	return MAP_FAILED;
}

void *mmap(void *addr, size_t length, int protection, int flags, int fd, off_t offset)
{
	if (fd >= 0 && is_command_fd(fd))
		return map_device(fd, length, offset);
	return (void *)syscall(SYS_mmap, addr, length, protection, flags, fd, offset);
}

void *mmap64(void *addr, size_t length, int protection, int flags, int fd, off64_t offset)
{
	return mmap(addr, length, protection, flags, fd, offset);
}

/* Without netlink, libibverbs discovers devices in sysfs, which the tree replaces. */
int socket(int domain, int type, int protocol)
{
	if (domain == AF_NETLINK && protocol == NETLINK_RDMA)
		return fail_if(EPROTONOSUPPORT);
	return (int)syscall(SYS_socket, domain, type, protocol);
}
