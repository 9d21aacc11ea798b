// SPDX-License-Identifier: Apache-2.0
package org.verbena.testing;

import java.lang.annotation.Annotation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.verbena.error.Errno;
import org.verbena.provider.sim.SimFault;
import org.verbena.provider.sim.SimMessage;

/** The faults that the annotations of a test select. Those of the classes precede those of the method. */
record AnnotatedFaults(TestAnnotations annotations) {
    private static final Set<String> OPERATIONS = Set.of(
            "SEND",
            "RDMA_WRITE",
            "RDMA_READ",
            "COMPARE_SWAP",
            "FETCH_ADD",
            "FLUSH",
            "ATOMIC_WRITE",
            "RAW",
            "ACKNOWLEDGE",
            "READ_RESPONSE",
            "ATOMIC_ACKNOWLEDGE");
    private static final Set<String> CM_MESSAGES =
            Set.of("REQ", "MRA", "REJ", "REP", "RTU", "DREQ", "DREP", "SIDR_REQ", "SIDR_REP");
    private static final List<Class<? extends Annotation>> KINDS = List.of(
            DropMessage.class,
            CorruptMessage.class,
            DuplicateMessage.class,
            DelayMessage.class,
            RnrNak.class,
            PortDown.class,
            RemoveDevice.class,
            FailCreate.class);

    /** Returns a kind of fault that is present. */
    Optional<Class<? extends Annotation>> first() {
        return KINDS.stream().filter(kind -> !annotations.all(kind).isEmpty()).findFirst();
    }

    /** Injects the faults. Those that change a device come last, because they may end what the others affect. */
    void inject(Faults faults) {
        for (DropMessage a : annotations.all(DropMessage.class)) {
            message(faults, a, SimFault.drop(), a.value(), a.times(), a.operation(), a.cm());
        }
        for (CorruptMessage a : annotations.all(CorruptMessage.class)) {
            message(faults, a, SimFault.corrupt(), a.value(), a.times(), a.operation(), a.cm());
        }
        for (DuplicateMessage a : annotations.all(DuplicateMessage.class)) {
            message(faults, a, SimFault.duplicate(), a.value(), a.times(), a.operation(), a.cm());
        }
        for (DelayMessage a : annotations.all(DelayMessage.class)) {
            SimFault delay = SimFault.delay(Duration.ofMillis(a.millis()));
            message(faults, a, delay, a.value(), a.times(), a.operation(), a.cm());
        }
        for (RnrNak a : annotations.all(RnrNak.class)) {
            message(faults, a, SimFault.rnr(), a.value(), a.times(), "", "");
        }
        for (FailCreate a : annotations.all(FailCreate.class)) {
            faults.failCreate(a.value(), a.nth(), errno(a.errno()));
        }
        annotations.all(PortDown.class).forEach(a -> faults.portDown(a.device(), a.value()));
        annotations.all(RemoveDevice.class).forEach(a -> faults.removeDevice(a.value()));
    }

    private static void message(
            Faults faults, Annotation kind, SimFault fault, int nth, int times, String operation, String cm) {
        requirePositive("value", nth);
        requirePositive("times", times);
        faults.inject("@" + kind.annotationType().getSimpleName(), fault, nth, times, condition(operation, cm));
    }

    private static void requirePositive(String attribute, int value) {
        if (value < 1) {
            throw InvalidArguments.invalid(
                    attribute, Integer.toString(value), "1 and above", "messages are counted from 1");
        }
    }

    private static Predicate<SimMessage> condition(String operation, String cm) {
        Predicate<SimMessage> condition = operation.isEmpty() && cm.isEmpty()
                ? Faults.request()
                : message -> message.cm().equals(cm);
        if (!operation.isEmpty()) {
            requireOneOf("operation", operation, OPERATIONS);
            condition = condition.and(message -> message.operation().equals(operation));
        }
        if (!cm.isEmpty()) {
            requireOneOf("cm", cm, CM_MESSAGES);
        }
        return condition;
    }

    private static void requireOneOf(String attribute, String value, Set<String> values) {
        if (!values.contains(value)) {
            throw InvalidArguments.invalid(
                    attribute, value, "one of " + values.stream().sorted().toList(), "no message matches");
        }
    }

    private static Errno errno(String name) {
        return Errno.known().stream()
                .filter(errno -> errno.name().equals(name))
                .findFirst()
                .orElseThrow(() -> InvalidArguments.invalid(
                        "errno",
                        name,
                        "one of " + Errno.known().stream().map(Errno::name).toList(),
                        "no error number has this name"));
    }
}
