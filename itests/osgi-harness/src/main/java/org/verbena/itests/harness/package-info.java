// SPDX-License-Identifier: Apache-2.0
/** OSGi frameworks in this JVM, and calls from tests to the bundles in them. */
@NullMarked
package org.verbena.itests.harness;

import org.jspecify.annotations.NullMarked;
