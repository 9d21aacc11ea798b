// SPDX-License-Identifier: Apache-2.0
/** Components that the administrator of an OSGi framework configures. Bundles see only the resulting service. */
@NullMarked
package org.verbena.osgi;

import org.jspecify.annotations.NullMarked;
