// SPDX-License-Identifier: Apache-2.0
/** Threads that wait for events in a driver, and closing an object that threads use. */
@NullMarked
package org.verbena.core.waiting;

import org.jspecify.annotations.NullMarked;
