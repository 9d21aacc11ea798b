// SPDX-License-Identifier: Apache-2.0
package com.example.boot;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.verbena.DeviceContext;
import org.verbena.testing.RnrNak;
import org.verbena.testing.VerbsTest;

/** Tests a bean without Spring, on a simulator with a fault. */
@VerbsTest
class EchoTest {
    @Test
    @RnrNak(times = 3)
    void aTextArrivesAfterRnrNaks(DeviceContext device) throws Exception {
        try (Echo echo = new Echo(device)) {
            assertThat(echo.send("hello").get(60, SECONDS)).isEqualTo("hello");
        }
    }
}
