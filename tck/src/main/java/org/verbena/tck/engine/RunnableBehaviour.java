package org.verbena.tck.engine;

import java.util.List;
import org.verbena.tck.fixture.Fixture;

/**
 * A behaviour ready to be shown.
 *
 * @param id its id, with the type in brackets if it has one
 * @param says what the device must do
 * @param needs what it must have for it
 * @param refusedWithout whether a missing capability must be refused as not supported
 * @param movesData whether it belongs to the data path
 * @param body the assertions
 */
public record RunnableBehaviour(
        String id, String says, List<Capability> needs, boolean refusedWithout, boolean movesData, Body body) {
    /** The assertions of a behaviour. */
    @FunctionalInterface
    public interface Body {
        /**
         * Shows the behaviour.
         *
         * @param fixture a device that was opened for it alone
         * @throws Throwable if the device does not behave so
         */
        void show(Fixture fixture) throws Throwable;
    }
}
