package org.verbena;

/**
 * What a device's driver is expected to say to a request.
 *
 * @param <G> what it would give
 */
public sealed interface Explanation<G> {
    /**
     * The driver would do it.
     *
     * @param grant what the verb would write back or leave behind
     * @param <G> what it would give
     */
    record Granted<G>(G grant) implements Explanation<G> {}

    /**
     * The driver would refuse.
     *
     * @param errno the error number; {@link Errno#EINVAL} where C fails without setting one, or crashes
     * @param diagnosis the broken rules in the order in which they are checked, at least one. Rules behind the first
     *     layer of software that refuses (driver library, libibverbs, kernel core, kernel driver) are not listed
     * @param <G> what it would have given
     */
    record Refused<G>(Errno errno, Diagnosis diagnosis) implements Explanation<G> {}

    /**
     * There is no model of the device's driver.
     *
     * @param reason what is known of the device, for people
     * @param <G> what it would give
     */
    record Unknown<G>(String reason) implements Explanation<G> {}
}
