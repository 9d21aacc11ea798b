/* SPDX-License-Identifier: Apache-2.0 */
/* Access to the functions of the C library that the shim wraps. */
#ifndef FAKEVERBS_REAL_H
#define FAKEVERBS_REAL_H

#include <dlfcn.h>

/*
 * The real function of that name, looked up on first use. A bare system call is not enough for
 * these functions: they do work in user space or have their own ABI.
 */
#define REAL(name)									\
	({										\
		static __typeof__(&(name)) real;					\
		if (!real)								\
			real = (__typeof__(&(name)))dlsym(RTLD_NEXT, #name);		\
		real;									\
	})

#endif
