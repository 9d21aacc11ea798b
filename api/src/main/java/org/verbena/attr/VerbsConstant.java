// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import org.osgi.annotation.versioning.ProviderType;

/** A constant of {@code <infiniband/verbs.h>}. */
@ProviderType
public sealed interface VerbsConstant permits VerbsEnum, VerbsFlag {
    /**
     * Returns the C name of the constant.
     *
     * @return the identifier in verbs.h, for example {@code IBV_QPT_RC}; empty if C has none
     */
    String cName();
}
