// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.jcstress;

import java.time.Duration;
import java.util.function.Supplier;
import org.verbena.CompletionChannel;
import org.verbena.DeviceContext;
import org.verbena.VerbsObject;

/** Lists waits for events that never arrive. The close ends the wait. */
enum Waiting {
    COMP_CHANNEL(() -> {
        DeviceContext context = CountingDriver.DEVICE.open();
        CompletionChannel channel = context.createCompChannel();
        return duel(channel, channel::nextEvent, context);
    }),
    COMP_CHANNEL_OF_CONTEXT(() -> {
        DeviceContext context = CountingDriver.DEVICE.open();
        CompletionChannel channel = context.createCompChannel();
        return duel(context, channel::nextEvent);
    }),
    ASYNC_EVENTS(() -> {
        DeviceContext context = CountingDriver.DEVICE.open();
        return duel(context, context.asyncEvents()::nextEvent);
    });

    /** An interruptible call. */
    @FunctionalInterface
    private interface Wait {
        void upTo(Duration timeout) throws InterruptedException;
    }

    private static final Duration FOREVER = Duration.ofDays(1);
    private static final Turns<Waiting> TURNS = new Turns<>(Waiting.class);

    @SuppressWarnings("ImmutableEnumChecker") // a lambda that captures nothing
    private final Supplier<Duel> preparation;

    Waiting(Supplier<Duel> preparation) {
        this.preparation = preparation;
    }

    static Waiting next() {
        return TURNS.next();
    }

    Duel prepare() {
        return preparation.get();
    }

    private static Duel duel(VerbsObject object, Wait wait, VerbsObject... others) {
        return Duel.of(
                object,
                () -> {
                    try {
                        wait.upTo(FOREVER);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                },
                others);
    }
}
