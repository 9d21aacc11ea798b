// SPDX-License-Identifier: Apache-2.0
/**
 * Implements the driver interfaces of the SPI with libibverbs. The calls are those of the inline functions in
 * {@code <infiniband/verbs.h>}.
 */
@NullMarked
package org.verbena.libibverbs.driver;

import org.jspecify.annotations.NullMarked;
