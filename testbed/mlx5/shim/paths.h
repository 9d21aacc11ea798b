/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the program's view of /sys/class/infiniband* and /dev/infiniband really lies: in a tree
 * that mktree.sh made.
 */
#ifndef FAKEVERBS_PATHS_H
#define FAKEVERBS_PATHS_H

#include <limits.h>
#include <stdbool.h>

/* Finds the tree: FAKEVERBS_TREE, else "tree" beside this library. Until then nothing is moved. */
void paths_init(void);

/* Whether the path is that of the command device. */
bool path_is_device(const char *path);

/* The path itself, or its counterpart in the tree, written into buf. */
const char *path_redirect(const char *path, char buf[PATH_MAX]);

/* The same for calls that ask for properties: the command device has those of DEVICE_STAND_IN. */
const char *path_redirect_stat(const char *path, char buf[PATH_MAX]);

/* A device that can always be opened; sysfs names its number, which the library checks. */
#define DEVICE_STAND_IN "/dev/null"

#endif
