/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wraps the calls that take a path. libibverbs and the drivers open the device and read sysfs
 * through some of them. The Java virtual machine uses the others and must see the same files.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "command_fd.h"
#include "paths.h"
#include "real.h"

static int open_path(int dir, const char *path, int flags, mode_t mode)
{
	char buf[PATH_MAX];

	if (path_is_device(path))
		return command_fd_open(flags);
	return (int)syscall(SYS_openat, dir, path_redirect(path, buf), flags, mode);
}

/* The mode argument is present only if the call may create a file. */
#define MODE_ARGUMENT(flags)								\
	({										\
		mode_t mode_ = 0;							\
		if ((flags) & (O_CREAT | O_TMPFILE)) {					\
			va_list args_;							\
			va_start(args_, flags);						\
			mode_ = va_arg(args_, mode_t);					\
			va_end(args_);							\
		}									\
		mode_;									\
	})

int open(const char *path, int flags, ...)
{
	return open_path(AT_FDCWD, path, flags, MODE_ARGUMENT(flags));
}

int open64(const char *path, int flags, ...)
{
	return open_path(AT_FDCWD, path, flags | O_LARGEFILE, MODE_ARGUMENT(flags));
}

int openat(int dir, const char *path, int flags, ...)
{
	return open_path(dir, path, flags, MODE_ARGUMENT(flags));
}

int openat64(int dir, const char *path, int flags, ...)
{
	return open_path(dir, path, flags | O_LARGEFILE, MODE_ARGUMENT(flags));
}

/* A program built with _FORTIFY_SOURCE calls these instead of open(). */
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);

int __open_2(const char *path, int flags)
{
	return open_path(AT_FDCWD, path, flags, 0);
}

int __open64_2(const char *path, int flags)
{
	return open_path(AT_FDCWD, path, flags | O_LARGEFILE, 0);
}

FILE *fopen(const char *path, const char *mode)
{
	char buf[PATH_MAX];

	return REAL(fopen)(path_redirect(path, buf), mode);
}

FILE *fopen64(const char *path, const char *mode)
{
	char buf[PATH_MAX];

	return REAL(fopen64)(path_redirect(path, buf), mode);
}

DIR *opendir(const char *path)
{
	char buf[PATH_MAX];

	return REAL(opendir)(path_redirect(path, buf));
}

int access(const char *path, int mode)
{
	char buf[PATH_MAX];

	return (int)syscall(SYS_faccessat, AT_FDCWD, path_redirect_stat(path, buf), mode);
}

ssize_t readlink(const char *path, char *target, size_t size)
{
	char buf[PATH_MAX];

	return syscall(SYS_readlinkat, AT_FDCWD, path_redirect(path, buf), target, size);
}

int stat(const char *path, struct stat *result)
{
	char buf[PATH_MAX];

	return REAL(stat)(path_redirect_stat(path, buf), result);
}

int stat64(const char *path, struct stat64 *result)
{
	char buf[PATH_MAX];

	return REAL(stat64)(path_redirect_stat(path, buf), result);
}

int lstat(const char *path, struct stat *result)
{
	char buf[PATH_MAX];

	return REAL(lstat)(path_redirect_stat(path, buf), result);
}

int lstat64(const char *path, struct stat64 *result)
{
	char buf[PATH_MAX];

	return REAL(lstat64)(path_redirect_stat(path, buf), result);
}

int fstatat(int dir, const char *path, struct stat *result, int flags)
{
	char buf[PATH_MAX];

	return REAL(fstatat)(dir, path_redirect_stat(path, buf), result, flags);
}

int statx(int dir, const char *path, int flags, unsigned int mask, struct statx *result)
{
	char buf[PATH_MAX];

	return (int)syscall(SYS_statx, dir, path_redirect_stat(path, buf), flags, mask, result);
}
