// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz.targets;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.verbena.fidelity.vector.Configs;
import org.verbena.fidelity.vector.FormatException;
import org.verbena.fidelity.vector.ModelTargets;
import org.verbena.fidelity.vector.Replay;
import org.verbena.fidelity.vector.VectorFile;
import org.verbena.fidelity.vector.VectorLine;

/** Fuzzes a file of recorded answers. A line of {@code %%} separates it from the matching configurations. */
public class VectorsFuzz {
    private static final String CONFIGS_FOLLOW = "\n%%\n";
    private static final TextFile VECTORS = new TextFile("vectors.jsonl");
    private static final TextFile CONFIGS = new TextFile("configs.json");
    private static final TextFile COPY = new TextFile("copy.jsonl");

    @FuzzTest
    void noInputDoesHarm(byte[] input) throws IOException {
        // ISO 8859-1 maps each byte to one character and back.
        String text = new String(input, StandardCharsets.ISO_8859_1);
        int vectorsEnd = text.indexOf(CONFIGS_FOLLOW);
        try {
            if (vectorsEnd < 0) {
                replay(lines(text), ModelTargets.withOwnLimits());
            } else {
                Configs configs = configs(text.substring(vectorsEnd + CONFIGS_FOLLOW.length()));
                replay(lines(text.substring(0, vectorsEnd)), ModelTargets.with(configs));
            }
        } catch (FormatException | CharacterCodingException e) {
            // As documented: a file is missing or is not text.
        }
    }

    private static List<VectorLine> lines(String text) throws IOException {
        List<VectorLine> lines = VectorFile.read(VECTORS.holding(text.getBytes(StandardCharsets.ISO_8859_1)));
        List<String> written =
                lines.stream().map(line -> VectorFile.line(line.vector())).toList();
        assertThat(VectorFile.read(COPY.holding(String.join("\n", written).getBytes(StandardCharsets.UTF_8))))
                .extracting(VectorLine::vector)
                .isEqualTo(lines.stream().map(VectorLine::vector).toList());
        return lines;
    }

    private static Configs configs(String text) throws IOException {
        Configs configs = Configs.read(CONFIGS.holding(text.getBytes(StandardCharsets.ISO_8859_1)));
        String written = configs.toJson();
        assertThat(Configs.read(CONFIGS.holding(written.getBytes(StandardCharsets.UTF_8)))
                        .toJson())
                .isEqualTo(written);
        return configs;
    }

    private static void replay(List<VectorLine> lines, ModelTargets models) {
        Replay replay = Replay.of(lines, models::of);
        assertThat(replay.agree()
                        + replay.differences().size()
                        + replay.notAsked().size()
                        + replay.unreadable().size())
                .isEqualTo(lines.size());
        assertThat(replay.differences().toString()).isNotNull();
    }
}
