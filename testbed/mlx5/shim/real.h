/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of the C library that ours stand in front of. */
#ifndef FAKEVERBS_REAL_H
#define FAKEVERBS_REAL_H

#include <dlfcn.h>

/*
 * The real function of that name, looked up on first use. For most calls a bare system call would
 * do, but these have work to do in user space or an ABI of their own.
 */
#define REAL(name)									\
	({										\
		static __typeof__(&(name)) real;					\
		if (!real)								\
			real = (__typeof__(&(name)))dlsym(RTLD_NEXT, #name);		\
		real;									\
	})

#endif
