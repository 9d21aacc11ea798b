// SPDX-License-Identifier: Apache-2.0
package com.example.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.verbena.DeviceContext;
import org.verbena.testing.RnrNak;
import org.verbena.testing.VerbsTest;

@VerbsTest
class MainTest {
    @Test
    @RnrNak(times = 3)
    void aTextArrivesAfterRnrNaks(DeviceContext context) {
        assertTrue(Main.class.getModule().isNamed());
        assertEquals("hello", Main.send(context, "hello"));
    }
}
