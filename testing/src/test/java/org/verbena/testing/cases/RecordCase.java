// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.testing.ConnectedPair;
import org.verbena.testing.DropMessage;
import org.verbena.testing.Simulator;
import org.verbena.testing.VerbsTest;

/** Tests that exchange messages. Some of them fail afterwards. */
@VerbsTest
public class RecordCase {
    @Test
    @DropMessage(1)
    @Simulator(profile = "rxe")
    void fails(ConnectedPair pair) {
        exchange(pair);
        fail("on purpose");
    }

    @Test
    void passes(ConnectedPair pair) {
        exchange(pair);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void failsTwice(int number, ConnectedPair pair) {
        exchange(pair);
        assertEquals(0, number);
    }

    private static void exchange(ConnectedPair pair) {
        pair.server().postRecv(1);
        pair.client().postSend(2, "hello");
        assertEquals(2, pair.client().completion().wrId());
        assertEquals(1, pair.server().completion().wrId());
    }
}
