package org.verbena.fidelity.vector;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.verbena.VerbsException;

/**
 * What came of putting vectors to a respondent.
 *
 * @param agree how many of them it confirms
 * @param differences those that it contradicts, in order
 * @param notAsked those that could not be put to it, in order
 * @param unreadable those that name a driver or a configuration that does not exist, in order
 */
public record Replay(
        int agree, List<Difference> differences, List<NotAsked> notAsked, List<UnreadableLine> unreadable) {
    /**
     * A vector that could not be put.
     *
     * @param line the vector
     * @param reason why, for people
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
     * @param agree how many vectors the respondent confirms
     * @param differences those that it contradicts
     * @param notAsked those that could not be put
     * @param unreadable those without driver or configuration
     */
    public Replay {
        differences = List.copyOf(differences);
        notAsked = List.copyOf(notAsked);
        unreadable = List.copyOf(unreadable);
    }

    /**
     * Puts vectors to respondents and compares.
     *
     * @param lines the vectors
     * @param respondents who answers a vector, for example {@link ModelRespondents#of}
     * @return the outcome
     */
    public static Replay of(List<VectorLine> lines, Function<VectorLine, Respondent> respondents) {
        List<Difference> differences = new ArrayList<>();
        List<NotAsked> notAsked = new ArrayList<>();
        List<UnreadableLine> unreadable = new ArrayList<>();
        for (VectorLine line : lines) {
            try {
                Vector vector = line.vector();
                Answer answer = respondents.apply(line).answer(vector.request());
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
