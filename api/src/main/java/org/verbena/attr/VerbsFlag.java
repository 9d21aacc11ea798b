// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import org.osgi.annotation.versioning.ProviderType;

/** A constant of a C enumeration whose values are bits that can be combined. */
@ProviderType
public non-sealed interface VerbsFlag extends VerbsConstant {
    /**
     * Returns the C bit of the flag.
     *
     * @return a mask with one bit set
     */
    long mask();
}
