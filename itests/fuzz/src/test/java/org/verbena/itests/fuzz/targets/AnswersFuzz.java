// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz.targets;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.verbena.error.VerbsException;
import org.verbena.itests.fuzz.calls.ApiCalls;
import org.verbena.itests.fuzz.calls.Numbers;
import org.verbena.libibverbs.FakeLibibverbs;
import org.verbena.libibverbs.FakeProvider;

/** Fuzzes the results of drivers for API calls: numbers, flags and constants that no header defines, and any error. */
public class AnswersFuzz {
    @FuzzTest
    void noInputDoesHarm(byte[] input) throws Throwable {
        Numbers numbers = new Numbers(input);
        FakeLibibverbs library = HostileDriver.answering(numbers);
        try {
            ApiCalls.run(
                    numbers, new FakeProvider(() -> library).device("fake_0").open());
        } catch (VerbsException e) {
            // The fake driver failed to destroy an object that it has created.
        } catch (OutOfMemoryError e) {
            // The memory of the fake library is small and never freed.
        }
    }
}
