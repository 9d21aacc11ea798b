package org.verbena.core;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.verbena.AddressHandle;

/** Checks address handles in work requests. */
final class AhRequests {
    private AhRequests() {}

    static AhHandle address(String verb, ContextHandle context, @Nullable AddressHandle ah) {
        Requests.present(verb, context, ah);
        Requests.usable(verb, context, "ah", Objects.requireNonNull(ah));
        return (AhHandle) ah;
    }
}
