package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/** A constant of a C enumeration whose values are bits to be combined. */
@ProviderType
public non-sealed interface VerbsFlag extends VerbsConstant {
    /**
     * The bit that C uses.
     *
     * @return a mask with one bit set
     */
    long mask();
}
