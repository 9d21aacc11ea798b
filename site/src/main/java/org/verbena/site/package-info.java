// SPDX-License-Identifier: Apache-2.0
/** The generator of the documentation site. */
@NullMarked
package org.verbena.site;

import org.jspecify.annotations.NullMarked;
