// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.verbena.AddressHandle;

/** Checks address handles in work requests. */
final class AhChecks {
    private AhChecks() {}

    static AhHandle address(String verb, ContextHandle context, @Nullable AddressHandle ah) {
        RequestChecks.present(verb, context, ah);
        RequestChecks.usable(verb, context, "ah", Objects.requireNonNull(ah));
        return (AhHandle) ah;
    }
}
