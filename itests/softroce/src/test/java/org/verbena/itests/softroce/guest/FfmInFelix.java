// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce.guest;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Runs the conformance kit with provider ffm in Apache Felix in the guest. {@code GuestIT} starts it. */
class FfmInFelix {
    @TestFactory
    Stream<DynamicNode> behaviours() throws Exception {
        return Rxe.behavioursInFelix("ffm");
    }
}
