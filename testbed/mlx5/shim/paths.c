/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "paths.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util.h"

#define DEVICE "/dev/infiniband/uverbs0"

static const char *const moved[] = { "/sys/class/infiniband", "/dev/infiniband" };

static char tree[PATH_MAX];

static bool starts_with(const char *path, const char *prefix)
{
	return !strncmp(path, prefix, strlen(prefix));
}

void paths_init(void)
{
	const char *configured = getenv("FAKEVERBS_TREE");
	char *slash;
	Dl_info self;

	if (configured) {
		snprintf(tree, sizeof(tree), "%s", configured);
		return;
	}
	if (!dladdr((void *)paths_init, &self) || !self.dli_fname)
		return;
	slash = strrchr(self.dli_fname, '/');
	if (slash)
		snprintf(tree, sizeof(tree), "%.*s/tree", (int)(slash - self.dli_fname),
			 self.dli_fname);
}

bool path_is_device(const char *path)
{
	return tree[0] && path && !strcmp(path, DEVICE);
}

const char *path_redirect(const char *path, char buf[PATH_MAX])
{
	size_t i;

	if (!tree[0] || !path || path[0] != '/')
		return path;
	for (i = 0; i < ARRAY_SIZE(moved); i++) {
		if (!starts_with(path, moved[i]))
			continue;
		if (snprintf(buf, PATH_MAX, "%s%s", tree, path) < PATH_MAX)
			return buf;
	}
	return path;
}

const char *path_redirect_stat(const char *path, char buf[PATH_MAX])
{
	return path_is_device(path) ? DEVICE_STAND_IN : path_redirect(path, buf);
}
