// SPDX-License-Identifier: Apache-2.0
/** Programs for JVMs that may freeze: locks of drivers and of handles under extreme conditions. */
@NullMarked
package org.verbena.tck.locks;

import org.jspecify.annotations.NullMarked;
