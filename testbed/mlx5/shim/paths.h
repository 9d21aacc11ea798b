/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Redirects the paths in /sys/class/infiniband* and /dev/infiniband to a tree that mktree.sh
 * created.
 */
#ifndef FAKEVERBS_PATHS_H
#define FAKEVERBS_PATHS_H

#include <limits.h>
#include <stdbool.h>

/* Finds the tree: FAKEVERBS_TREE, else "tree" next to this library. Before, no path is redirected. */
void paths_init(void);

/* Returns whether the path is that of the command device. */
bool path_is_device(const char *path);

/* Returns the path itself, or its counterpart in the tree, which is written into buf. */
const char *path_redirect(const char *path, char buf[PATH_MAX]);

/* The same for calls that query properties. The command device has those of DEVICE_STAND_IN. */
const char *path_redirect_stat(const char *path, char buf[PATH_MAX]);

/* A device that can always be opened. sysfs contains its number, which the library checks. */
#define DEVICE_STAND_IN "/dev/null"

#endif
