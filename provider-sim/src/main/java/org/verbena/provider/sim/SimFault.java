package org.verbena.provider.sim;

import java.time.Duration;
import java.util.function.Predicate;
import org.verbena.provider.sim.wire.Message;
import org.verbena.provider.sim.wire.MessageFaults;
import org.verbena.provider.sim.wire.MessageFaults.Effect;
import org.verbena.provider.sim.wire.Port;

/**
 * Something that happens to messages on the wire: to all of them, always, unless it says less. Immutable.
 *
 * <pre>{@code
 * fabric.faults().inject(SimFault.drop().where(SimMessage::request).times(2));
 * }</pre>
 */
public final class SimFault {
    /** Well within what a clock of nanoseconds can count. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private final Effect effect;
    private final long nanos;
    private final Predicate<SimMessage> wanted;
    private final long skip;
    private final long times;
    private final double chance;

    private SimFault(Effect effect, long nanos, Predicate<SimMessage> wanted, long skip, long times, double chance) {
        this.effect = effect;
        this.nanos = nanos;
        this.wanted = wanted;
        this.skip = skip;
        this.times = times;
        this.chance = chance;
    }

    private static SimFault of(Effect effect, long nanos) {
        return new SimFault(effect, nanos, message -> true, 0, Long.MAX_VALUE, 1);
    }

    /**
     * Messages get lost.
     *
     * @return the fault
     */
    public static SimFault drop() {
        return of(Effect.DROP, 0);
    }

    /**
     * Messages arrive with an error, which their checksum (ICRC, on Ethernet FCS) tells the receiver: it discards them.
     *
     * @return the fault
     */
    public static SimFault corrupt() {
        return of(Effect.CORRUPT, 0);
    }

    /**
     * Messages arrive twice.
     *
     * @return the fault
     */
    public static SimFault duplicate() {
        return of(Effect.DUPLICATE, 0);
    }

    /**
     * Messages arrive late, behind those that were sent meanwhile.
     *
     * @param time how late, on the fabric's clock; not negative, a year at most
     * @return the fault
     * @throws org.verbena.InvalidRequestException if out of range
     */
    public static SimFault delay(Duration time) {
        if (time.isNegative()) {
            throw SimDeviceConfig.refuse("delay", time.toString(), "not negative", "messages do not arrive early");
        }
        if (time.compareTo(LONGEST) > 0) {
            throw SimDeviceConfig.refuse("delay", time.toString(), "at most " + LONGEST, "a clock counts so far");
        }
        return of(Effect.DELAY, time.toNanos());
    }

    /**
     * Only messages of a kind.
     *
     * @param condition which; called under the fabric's lock, so it must not call the simulator
     * @return a changed copy
     */
    public SimFault where(Predicate<SimMessage> condition) {
        return new SimFault(effect, nanos, wanted.and(condition), skip, times, chance);
    }

    /**
     * Only what comes after some that pass.
     *
     * @param count how many of the messages pass first, not negative
     * @return a changed copy
     */
    public SimFault after(long count) {
        requireCount("after", count);
        return new SimFault(effect, nanos, wanted, count, times, chance);
    }

    /**
     * Only so often.
     *
     * @param count how often, not negative
     * @return a changed copy
     */
    public SimFault times(long count) {
        requireCount("times", count);
        return new SimFault(effect, nanos, wanted, skip, count, chance);
    }

    /**
     * Only by chance; the numbers follow from {@link SimFaults#seed}.
     *
     * @param probability 0..1
     * @return a changed copy
     * @throws org.verbena.InvalidRequestException if it is no probability
     */
    public SimFault chance(double probability) {
        if (!(probability >= 0 && probability <= 1)) {
            throw SimDeviceConfig.refuse(
                    "chance", Double.toString(probability), "0..1", "a probability lies in this range");
        }
        return new SimFault(effect, nanos, wanted, skip, times, probability);
    }

    private static void requireCount(String name, long count) {
        if (count < 0) {
            throw SimDeviceConfig.refuse(name, Long.toString(count), "0 and above", "messages are counted");
        }
    }

    MessageFaults.Rule rule() {
        return new MessageFaults.Rule(
                effect, (from, message) -> wanted.test(view(from, message)), nanos, chance, skip, times);
    }

    private static SimMessage view(Port from, Message message) {
        return new SimMessage(
                from.device(),
                message.opcode.name(),
                message.opcode.isRequest(),
                message.srcQpn,
                message.destQpn,
                message.psn,
                message.payload.length());
    }
}
