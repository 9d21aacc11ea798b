// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce.guest;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Runs the programs of the documentation with provider ffm in the guest. {@code GuestIT} starts it. */
class FfmGuides {
    @TestFactory
    Stream<DynamicNode> programs() {
        return Guides.on("ffm");
    }
}
