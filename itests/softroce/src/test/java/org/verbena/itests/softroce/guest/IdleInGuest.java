// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.softroce.guest;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs the behaviours that wait for rdma_rxe with both providers in the guest. {@code GuestIT} starts it in a separate
 * JVM, so that the other tests do not wait.
 */
class IdleInGuest {
    @TestFactory
    Stream<DynamicNode> ffm() {
        return Rxe.idleBehaviours("ffm");
    }

    @TestFactory
    Stream<DynamicNode> jna() {
        return Rxe.idleBehaviours("jna");
    }
}
