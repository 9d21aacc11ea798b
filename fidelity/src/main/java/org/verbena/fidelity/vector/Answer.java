package org.verbena.fidelity.vector;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.verbena.QpState;
import org.verbena.Violation;

/**
 * What came of a request: an error number, or what was granted. What a recorded answer does not say is empty.
 *
 * @param errno the name of the error number, for example {@code EINVAL}; empty if the request was granted
 * @param granted what the call wrote back
 * @param queried what the query verb of the object said right afterwards
 * @param qpEx whether {@code ibv_qp_to_qp_ex(3)} gave a {@code struct ibv_qp_ex}
 * @param then the state of the queue pair afterwards, of {@code modify_qp}
 * @param reasons why a model refused; no part of what is compared
 */
public record Answer(
        Optional<String> errno,
        Caps granted,
        Caps queried,
        Optional<Boolean> qpEx,
        Optional<QpState> then,
        List<Violation> reasons) {

    /**
     * Copies the list.
     *
     * @param errno the error number
     * @param granted what the call wrote back
     * @param queried what the query verb said
     * @param qpEx whether there is an extended queue pair
     * @param then the state afterwards
     * @param reasons why a model refused
     */
    public Answer {
        reasons = List.copyOf(reasons);
    }

    static Answer granted(Caps granted) {
        return new Answer(Optional.empty(), granted, Caps.NONE, Optional.empty(), Optional.empty(), List.of());
    }

    static Answer refused(String errno, List<Violation> reasons) {
        return new Answer(Optional.of(errno), Caps.NONE, Caps.NONE, Optional.empty(), Optional.empty(), reasons);
    }

    Answer withQueried(Caps caps) {
        return new Answer(errno, granted, caps, qpEx, then, reasons);
    }

    Answer withQpEx(boolean extended) {
        return new Answer(errno, granted, queried, Optional.of(extended), then, reasons);
    }

    Answer withThen(QpState state) {
        return new Answer(errno, granted, queried, qpEx, Optional.of(state), reasons);
    }

    /**
     * What of this answer another one contradicts. Where this one grants, the other must grant too and say all that
     * this one says; it may say more.
     *
     * @param other the other answer
     * @return the part of this answer that the other does not confirm, and the other's words for it; empty if they agree
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
     * Two answers, as far as they differ.
     *
     * @param expected what the one says
     * @param actual what the other says of the same
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
