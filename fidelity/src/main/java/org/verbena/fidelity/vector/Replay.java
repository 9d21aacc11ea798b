// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.verbena.error.VerbsException;

/**
 * The result of replaying vectors on a target.
 *
 * @param agree the number of vectors that the target confirms
 * @param differences the vectors that the target contradicts, in order
 * @param notAsked the vectors whose requests could not be sent, in order
 * @param unreadable the vectors that name a missing driver or configuration, in order
 */
public record Replay(
        int agree, List<Difference> differences, List<NotAsked> notAsked, List<UnreadableLine> unreadable) {
    /**
     * A vector whose request could not be sent to the target.
     *
     * @param line the vector
     * @param reason the reason, for display
     */
    public record NotAsked(VectorLine line, String reason) {
        @Override
        public String toString() {
            return line + ": " + reason;
        }
    }

    /**
     * Copies the lists.
     *
     * @param agree the number of vectors that the target confirms
     * @param differences the vectors that the target contradicts
     * @param notAsked the vectors whose requests could not be sent
     * @param unreadable the vectors that name a missing driver or configuration
     */
    public Replay {
        differences = List.copyOf(differences);
        notAsked = List.copyOf(notAsked);
        unreadable = List.copyOf(unreadable);
    }

    /**
     * Sends the requests of vectors to targets and compares the answers.
     *
     * @param lines the vectors
     * @param targets a function that returns the target for a vector, for example {@link ModelTargets#of}
     * @return the result
     */
    public static Replay of(List<VectorLine> lines, Function<VectorLine, RequestTarget> targets) {
        List<Difference> differences = new ArrayList<>();
        List<NotAsked> notAsked = new ArrayList<>();
        List<UnreadableLine> unreadable = new ArrayList<>();
        for (VectorLine line : lines) {
            try {
                Vector vector = line.vector();
                Answer answer = targets.apply(line).answer(vector.request());
                vector.answer()
                        .contradictedBy(answer)
                        .ifPresent(contradiction -> differences.add(Difference.of(line, contradiction, answer)));
            } catch (NotAskableException e) {
                notAsked.add(new NotAsked(line, String.valueOf(e.getMessage())));
            } catch (FormatException e) {
                unreadable.add(new UnreadableLine(line.file(), line.number(), e.problem()));
            } catch (VerbsException e) {
                differences.add(Difference.of(line, e));
            }
        }
        int others = differences.size() + notAsked.size() + unreadable.size();
        return new Replay(lines.size() - others, differences, notAsked, unreadable);
    }
}
