// SPDX-License-Identifier: Apache-2.0
/** Implements the driver interfaces of connection management with librdmacm, which is loaded when it is first used. */
@NullMarked
package org.verbena.libibverbs.cm;

import org.jspecify.annotations.NullMarked;
