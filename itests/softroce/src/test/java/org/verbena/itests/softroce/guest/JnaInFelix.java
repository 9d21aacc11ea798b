// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce.guest;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Runs the conformance kit with provider jna in Apache Felix in the guest. {@code GuestIT} starts it. */
class JnaInFelix {
    @TestFactory
    Stream<DynamicNode> behaviours() throws Exception {
        return Rxe.behavioursInFelix("jna");
    }
}
