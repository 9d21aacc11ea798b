// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.verbena.provider.sim.ClockMode;

/**
 * Configures the simulator of a test. An annotation at the method replaces the one at the class, which replaces the one
 * at an enclosing class and the settings of {@link VerbsExtension.Builder}. A real device ignores it.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Simulator {
    /** Returns the driver model of the devices, for example {@code mlx5}, {@code rxe} or {@code efa}. */
    String profile() default "mlx5";

    /** Returns the number of devices, 1..256. All of them are connected. */
    int devices() default 1;

    /** Returns the number of ports of each device, 1..255. */
    int ports() default 1;

    /**
     * Returns limits that differ from those of the profile, for example {@code "max_qp=4, max_pd=2"}: see
     * {@link org.verbena.provider.sim.SimDeviceConfig#limits}.
     */
    String limits() default "";

    /**
     * Returns how time passes. With {@link ClockMode#VIRTUAL}, retries and timeouts of the devices take no real time.
     */
    ClockMode clock() default ClockMode.VIRTUAL;

    /** Returns the seed of random faults, any number. */
    long seed() default 0;
}
