// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Optional;
import org.verbena.VerbsObject;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.fixture.Fixture;

/** Calls creation methods with random requests. */
public final class Fuzz {
    private final RandomRequests requests;
    private final CreationCall call;
    private int granted;
    private int refused;

    private Fuzz(RandomRequests requests, CreationCall call) {
        this.requests = requests;
        this.call = call;
    }

    /**
     * Makes the random requests of the {@link StressSettings}, and closes each created object immediately. Prints the
     * seed.
     *
     * @param fixture the device
     * @param call the call
     */
    public static void feed(Fixture fixture, CreationCall call) {
        StressSettings settings = StressSettings.of(StressSettings.Kind.REQUESTS);
        String what =
                call.name().toLowerCase(Locale.ROOT) + " on " + fixture.device().name();
        // Printed before the requests, so that the seed is known after a crash of the process.
        System.out.printf("%s: %s%n", what, settings);
        Fuzz fuzz = new Fuzz(new RandomRequests(fixture), call);
        for (long i = 0; i < settings.count(); i++) {
            fuzz.one(settings.seed() + i);
        }
        System.out.printf("%s: %d granted, %d refused%n", what, fuzz.granted, fuzz.refused);
        assertThat(fixture.cq(1).grantedCqe()).as("the device works on").isPositive();
    }

    private void one(long seed) {
        try {
            create(seed).ifPresent(VerbsObject::close);
        } catch (Throwable e) {
            StressSettings request = new StressSettings(StressSettings.Kind.REQUESTS, seed, 1);
            throw new AssertionError("%s with a random request: %s".formatted(call, request.repetition()), e);
        }
    }

    private Optional<VerbsObject> create(long seed) {
        try {
            VerbsObject object = call.with(requests, new RandomValues(seed));
            granted++;
            return Optional.of(object);
        } catch (VerbsException e) {
            refused++;
            return Optional.empty();
        }
    }
}
