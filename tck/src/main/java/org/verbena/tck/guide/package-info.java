// SPDX-License-Identifier: Apache-2.0
/** The programs of the documentation, run on any provider. */
@NullMarked
package org.verbena.tck.guide;

import org.jspecify.annotations.NullMarked;
