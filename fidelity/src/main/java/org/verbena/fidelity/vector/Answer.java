// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.verbena.attr.QpState;
import org.verbena.error.Violation;

/**
 * The answer to a request: an error number, or the granted values. Values that a recorded answer lacks are empty.
 *
 * @param errno the name of the error number, for example {@code EINVAL}; empty if the request was granted
 * @param granted the values that the call wrote back
 * @param queried the values that the query verb of the object returned right afterwards
 * @param qpEx whether {@code ibv_qp_to_qp_ex(3)} returned a {@code struct ibv_qp_ex}
 * @param then the state of the queue pair after {@code modify_qp}
 * @param reasons the reasons of a model's refusal; they are not compared
 */
public record Answer(
        Optional<String> errno,
        NamedCaps granted,
        NamedCaps queried,
        Optional<Boolean> qpEx,
        Optional<QpState> then,
        List<Violation> reasons) {

    /**
     * Copies the list.
     *
     * @param errno the name of the error number
     * @param granted the values that the call wrote back
     * @param queried the values that the query verb returned
     * @param qpEx whether an extended queue pair exists
     * @param then the state of the queue pair afterwards
     * @param reasons the reasons of a model's refusal
     */
    public Answer {
        reasons = List.copyOf(reasons);
    }

    static Answer granted(NamedCaps granted) {
        return new Answer(Optional.empty(), granted, NamedCaps.NONE, Optional.empty(), Optional.empty(), List.of());
    }

    static Answer refused(String errno, List<Violation> reasons) {
        return new Answer(
                Optional.of(errno), NamedCaps.NONE, NamedCaps.NONE, Optional.empty(), Optional.empty(), reasons);
    }

    Answer withQueried(NamedCaps caps) {
        return new Answer(errno, granted, caps, qpEx, then, reasons);
    }

    Answer withQpEx(boolean extended) {
        return new Answer(errno, granted, queried, Optional.of(extended), then, reasons);
    }

    Answer withThen(QpState state) {
        return new Answer(errno, granted, queried, qpEx, Optional.of(state), reasons);
    }

    /**
     * Compares this answer with another one. If this answer succeeded, the other must have succeeded and confirm every
     * value of this one. It may contain further values.
     *
     * @param other the other answer
     * @return the values of this answer that the other does not confirm, with the other's values; empty if they agree
     */
    public Optional<Contradiction> contradictedBy(Answer other) {
        Map<String, String> mine = facts();
        Map<String, String> others = other.facts();
        if (!errno.equals(other.errno)) {
            return Optional.of(new Contradiction(text(mine), text(others)));
        }
        Map<String, String> differing = new LinkedHashMap<>(mine);
        differing.entrySet().removeIf(fact -> fact.getValue().equals(others.get(fact.getKey())));
        if (differing.isEmpty()) {
            return Optional.empty();
        }
        others.keySet().retainAll(differing.keySet());
        return Optional.of(new Contradiction(text(differing), text(others)));
    }

    /**
     * The differing parts of two answers.
     *
     * @param expected the differing part of the first answer
     * @param actual the corresponding part of the second answer
     */
    public record Contradiction(String expected, String actual) {}

    private Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        errno.ifPresent(name -> facts.put("errno", name));
        granted.values().forEach((name, value) -> facts.put("granted." + name, value.toString()));
        queried.values().forEach((name, value) -> facts.put("queried." + name, value.toString()));
        qpEx.ifPresent(extended -> facts.put("qp_ex", extended.toString()));
        then.ifPresent(state -> facts.put("then", state.name()));
        return facts;
    }

    private static String text(Map<String, String> facts) {
        return facts.isEmpty()
                ? "granted"
                : facts.entrySet().stream()
                        .map(fact -> fact.getKey() + "=" + fact.getValue())
                        .collect(Collectors.joining(" "));
    }

    @Override
    public String toString() {
        return text(facts());
    }
}
