// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce.guest;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Runs the conformance kit with provider jna in the guest. {@code GuestIT} starts it. */
class JnaInGuest {
    @TestFactory
    Stream<DynamicNode> behaviours() {
        return Rxe.behaviours("jna");
    }
}
