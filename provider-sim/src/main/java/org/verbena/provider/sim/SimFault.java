// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Predicate;
import org.verbena.provider.sim.transport.GeneralServices;
import org.verbena.provider.sim.wire.MessageFaults;
import org.verbena.provider.sim.wire.MessageFaults.Effect;
import org.verbena.provider.sim.wire.Port;
import org.verbena.provider.sim.wire.Service;
import org.verbena.provider.sim.wire.WireMessage;
import org.verbena.rocev2.CmMadDecoder;

/**
 * A fault that affects messages on the wire. By default it affects every message; {@link #where}, {@link #after},
 * {@link #times} and {@link #chance} restrict it. Immutable.
 *
 * <pre>{@code
 * fabric.faults().inject(SimFault.drop().where(SimMessage::request).times(2));
 * fabric.faults().inject(SimFault.drop().where(message -> message.cm().equals("RTU")).times(1));
 * }</pre>
 */
public final class SimFault {
    /** Well within the range of a clock that counts nanoseconds. */
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
     * Creates a fault that drops messages.
     *
     * @return the fault
     */
    public static SimFault drop() {
        return of(Effect.DROP, 0);
    }

    /**
     * Creates a fault that corrupts messages. The receiver detects the error by the checksum (ICRC, on Ethernet FCS)
     * and discards the message.
     *
     * @return the fault
     */
    public static SimFault corrupt() {
        return of(Effect.CORRUPT, 0);
    }

    /**
     * Creates a fault that delivers messages twice.
     *
     * @return the fault
     */
    public static SimFault duplicate() {
        return of(Effect.DUPLICATE, 0);
    }

    /**
     * Creates a fault that delays messages. A delayed message arrives after messages that are sent during the delay.
     *
     * @param time the delay on the fabric's clock, not negative, at most 365 days
     * @return the fault
     * @throws org.verbena.error.InvalidRequestException if the delay is out of range
     */
    public static SimFault delay(Duration time) {
        if (time.isNegative()) {
            throw SimDeviceConfig.refuse("delay", time.toString(), "not negative", "a delay must not be negative");
        }
        if (time.compareTo(LONGEST) > 0) {
            throw SimDeviceConfig.refuse(
                    "delay", time.toString(), "at most " + LONGEST, "the clock cannot measure longer delays");
        }
        return of(Effect.DELAY, time.toNanos());
    }

    /**
     * Creates a fault that makes the responder answer with an RNR NAK, as if no receive was posted. It applies to RC
     * and XRC messages that take a receive: sends, and writes with immediate data. It affects devices of this simulator
     * only, not the peers of a device with an {@linkplain SimDeviceConfig#address address}.
     *
     * @return the fault
     */
    public static SimFault rnr() {
        return of(Effect.RNR, 0);
    }

    /**
     * Restricts the fault to messages that match a condition. Several conditions must all match.
     *
     * @param condition the condition; called under the fabric's lock, so it must not call the simulator
     * @return a changed copy
     */
    public SimFault where(Predicate<SimMessage> condition) {
        return new SimFault(effect, nanos, wanted.and(condition), skip, times, chance);
    }

    /**
     * Lets the first matching messages pass.
     *
     * @param count the number of messages that pass first, not negative
     * @return a changed copy
     */
    public SimFault after(long count) {
        requireCount("after", count);
        return new SimFault(effect, nanos, wanted, count, times, chance);
    }

    /**
     * Limits the number of messages that the fault affects.
     *
     * @param count the maximum number of messages, not negative
     * @return a changed copy
     */
    public SimFault times(long count) {
        requireCount("times", count);
        return new SimFault(effect, nanos, wanted, skip, count, chance);
    }

    /**
     * Restricts the fault to a random part of the matching messages. {@link SimFaults#seed} determines the random
     * numbers.
     *
     * @param probability the probability, 0..1
     * @return a changed copy
     * @throws org.verbena.error.InvalidRequestException if the probability is out of range
     */
    public SimFault chance(double probability) {
        if (!(probability >= 0 && probability <= 1)) {
            throw SimDeviceConfig.refuse("chance", Double.toString(probability), "0..1", "the chance is a probability");
        }
        return new SimFault(effect, nanos, wanted, skip, times, probability);
    }

    private static void requireCount(String name, long count) {
        if (count < 0) {
            throw SimDeviceConfig.refuse(
                    name, Long.toString(count), "0 and above", "the attribute is a number of messages");
        }
    }

    MessageFaults.Rule rule() {
        return new MessageFaults.Rule(
                effect,
                (from, message) -> (effect != Effect.RNR || message.takesReceive()) && wanted.test(view(from, message)),
                nanos,
                chance,
                skip,
                times);
    }

    private static SimMessage view(Port from, WireMessage message) {
        return new SimMessage(
                from.device(),
                message.opcode.name(),
                message.opcode.isRequest(),
                message.srcQpn,
                message.destQpn,
                message.psn,
                message.payload.length(),
                cm(message));
    }

    private static String cm(WireMessage message) {
        if (message.service != Service.DATAGRAM || message.destQpn != GeneralServices.QPN) {
            return "";
        }
        byte[] mad = new byte[CmMadDecoder.LENGTH];
        int length = message.payload.read(0, mad);
        CmMadDecoder decoder = new CmMadDecoder();
        return decoder.wrap(ByteBuffer.wrap(mad), 0, length) == CmMadDecoder.Defect.NONE
                ? decoder.message().name()
                : "";
    }
}
