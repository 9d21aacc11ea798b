// SPDX-License-Identifier: Apache-2.0
/** Writes requests to C structs and reads results from them. Each class covers one kind of struct. */
@NullMarked
package org.verbena.libibverbs.marshal;

import org.jspecify.annotations.NullMarked;
