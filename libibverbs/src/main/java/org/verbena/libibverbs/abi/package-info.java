// SPDX-License-Identifier: Apache-2.0
/**
 * Layouts of the structs in {@code <infiniband/verbs.h>} and {@code <rdma/rdma_cma.h>}. One nested class describes one
 * struct, and one file holds the structs of one subject. A nested class has one constant for each field in use. It has
 * {@code SIZE} if Verbena allocates the struct or depends on where it ends. A test compares all constants with the C
 * header.
 */
@NullMarked
package org.verbena.libibverbs.abi;

import org.jspecify.annotations.NullMarked;
