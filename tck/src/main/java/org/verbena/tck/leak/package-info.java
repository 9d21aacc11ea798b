// SPDX-License-Identifier: Apache-2.0
/** Tests that creating and closing objects leaks no resources. */
@NullMarked
package org.verbena.tck.leak;

import org.jspecify.annotations.NullMarked;
