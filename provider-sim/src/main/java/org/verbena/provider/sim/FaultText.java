// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.provider.sim.wire.Opcode;
import org.verbena.rocev2.CmMessageType;

/**
 * A fault as text, {@code effect;condition;condition}: the grammar of {@link SimDeviceConfig#faults}.
 *
 * @param effect the effect, with its value if it has one
 * @param conditions the conditions, by name
 */
record FaultText(TextValue effect, Map<String, TextValue> conditions) {
    static FaultText parse(String text) {
        List<TextValue> parts =
                Stream.of(text.split(";", -1)).map(TextValue::assigned).toList();
        Map<String, TextValue> conditions = new LinkedHashMap<>();
        for (TextValue condition : parts.subList(1, parts.size())) {
            if (conditions.put(condition.attribute(), condition) != null) {
                throw SimDeviceConfig.refuse(
                        "fault", text.strip(), condition.attribute() + " once", "a condition must not be repeated");
            }
        }
        return new FaultText(parts.get(0), conditions);
    }

    DeviceFault fault() {
        return switch (effect.attribute()) {
            case "drop" -> always(messages(SimFault.drop()));
            case "corrupt" -> always(messages(SimFault.corrupt()));
            case "duplicate" -> always(messages(SimFault.duplicate()));
            case "rnr" -> always(messages(SimFault.rnr()));
            case "delay" -> messages(SimFault.delay(effect.duration()));
            case "create" -> creation(effect.oneOf(List.of(SimObjectKind.values()), SimObjectKind::name));
            case "port-down" -> unconditional(portDown(effect.smallNumber()));
            case "device-fatal" -> always(unconditional(SimFaults::failDevice));
            default ->
                throw SimDeviceConfig.refuse(
                        "fault",
                        effect.attribute(),
                        "one of [drop, corrupt, duplicate, rnr, delay, create, port-down, device-fatal]",
                        "a fault begins with its effect");
        };
    }

    /** Returns the fault after checking that the effect has no value. */
    private DeviceFault always(DeviceFault fault) {
        effect.requireNone();
        return fault;
    }

    private DeviceFault messages(SimFault all) {
        SimFault fault = all;
        for (TextValue condition : conditions.values()) {
            fault = switch (condition.attribute()) {
                case "operation" -> {
                    String operation = condition
                            .oneOf(List.of(Opcode.values()), Opcode::name)
                            .name();
                    yield fault.where(message -> message.operation().equals(operation));
                }
                case "cm" -> {
                    String type = condition
                            .oneOf(List.of(CmMessageType.values()), CmMessageType::name)
                            .name();
                    yield fault.where(message -> message.cm().equals(type));
                }
                case "after" -> fault.after(condition.number());
                case "times" -> fault.times(condition.number());
                case "chance" -> fault.chance(condition.fraction());
                default -> throw noSuchCondition(condition, "one of [operation, cm, after, times, chance]");
            };
        }
        SimFault wanted = fault;
        return (faults, device) ->
                faults.inject(wanted.where(message -> message.device().equals(device)));
    }

    private DeviceFault creation(SimObjectKind kind) {
        long nth = 1;
        Errno errno = Errno.ENOMEM;
        for (TextValue condition : conditions.values()) {
            switch (condition.attribute()) {
                case "nth" -> nth = condition.number();
                case "errno" -> errno = condition.oneOf(Errno.known(), Errno::name);
                default -> throw noSuchCondition(condition, "one of [nth, errno]");
            }
        }
        return failCreate(kind, nth, errno);
    }

    private static DeviceFault failCreate(SimObjectKind kind, long nth, Errno errno) {
        return (faults, device) -> faults.failCreate(device, kind, nth, errno);
    }

    private static DeviceFault portDown(int portNum) {
        return (faults, device) -> faults.portDown(device, portNum);
    }

    private DeviceFault unconditional(DeviceFault fault) {
        conditions.values().stream().findFirst().ifPresent(condition -> {
            throw noSuchCondition(condition, "without conditions");
        });
        return fault;
    }

    private InvalidRequestException noSuchCondition(TextValue condition, String limit) {
        return SimDeviceConfig.refuse(
                "condition of " + effect.attribute(),
                condition.attribute(),
                limit,
                "a condition selects when the fault occurs");
    }
}
