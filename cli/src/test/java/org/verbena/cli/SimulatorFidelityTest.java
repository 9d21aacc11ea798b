// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.verbena.Verbs;
import org.verbena.core.model.DriverModels;
import org.verbena.spi.model.DataPathTrait;
import org.verbena.spi.model.DriverModel;
import org.verbena.tck.ConformanceKit;
import org.verbena.tck.guide.GuidePage;

/** Checks that the page about the simulator's fidelity describes each trait as the driver models define it. */
class SimulatorFidelityTest {
    private static final String NONE = "–";
    private static final Set<String> KINDS = Set.of("run", "observed", "driver source", "IBTA", "manual page");
    private static final Set<String> DOCUMENTS = Set.of("spec", "solaris", "aix");
    private static final Set<String> RXE = Set.of("rxe", "rxe-6.1");
    private static final Set<String> MLX5 = Set.of("mlx5");

    /** A row of the table. */
    private record Row(String trait, String profiles, List<String> kinds, String behaviour) {
        static Row of(String line) {
            String[] cells = line.split("\\|");
            return new Row(
                    cells[1].strip().replace("`", ""),
                    cells[2].strip(),
                    Arrays.stream(cells, 3, 7).map(String::strip).toList(),
                    cells[7].strip());
        }
    }

    private final List<Row> rows = GuidePage.read(Path.of("../docs/simulator-fidelity.md"))
            .text()
            .lines()
            .filter(line -> line.startsWith("| `"))
            .map(Row::of)
            .toList();

    @Test
    void thePageHasEachTraitOnceInOrder() {
        assertThat(rows)
                .extracting(Row::trait)
                .containsExactlyElementsOf(
                        Stream.of(DataPathTrait.values()).map(Enum::name).toList());
    }

    @Test
    void theProfilesOfATraitAreThoseOfTheModels() {
        assertThat(rows)
                .allSatisfy(row -> assertThat(expanded(row.profiles()))
                        .as(row.trait())
                        .containsExactlyInAnyOrderElementsOf(profilesWith(row.trait())));
    }

    @Test
    void aKindIsGivenIfAProfileHasTheTrait() {
        Set<String> others = all();
        Stream.of(DOCUMENTS, RXE, MLX5).forEach(others::removeAll);
        List<Set<String>> columns = List.of(RXE, MLX5, others, DOCUMENTS);

        assertThat(rows).allSatisfy(row -> {
            Set<String> having = profilesWith(row.trait());
            for (int i = 0; i < columns.size(); i++) {
                boolean has = columns.get(i).stream().anyMatch(having::contains);
                String kind = row.kinds().get(i);
                assertThat(has ? KINDS.contains(kind) : kind.equals(NONE))
                        .as("%s: %s", row.trait(), kind)
                        .isTrue();
            }
        });
    }

    @Test
    void theBehavioursAreInTheKit() {
        Set<String> ids = kit();

        assertThat(rows)
                .extracting(Row::behaviour)
                .filteredOn(id -> !id.equals(NONE))
                .isNotEmpty()
                .allMatch(ids::contains);
    }

    /** Returns the ids of all behaviours. */
    static Set<String> kit() {
        return ConformanceKit.on(Verbs.provider("sim"), "sim_mlx5_0")
                .tests()
                .filter(DynamicContainer.class::isInstance)
                .flatMap(section -> ((DynamicContainer) section).getChildren())
                .map(DynamicNode::getDisplayName)
                .map(name -> name.substring(0, name.indexOf(':')))
                .collect(Collectors.toSet());
    }

    private static Set<String> all() {
        return DriverModels.all().stream().map(DriverModel::name).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Set<String> profilesWith(String trait) {
        return DriverModels.all().stream()
                .filter(model -> model.dataPath().has(DataPathTrait.valueOf(trait)))
                .map(DriverModel::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Expands a cell to profiles: "all", "none", "all but" some, or names and groups of names. */
    static Set<String> expanded(String cell) {
        Set<String> profiles = all();
        if (cell.equals("none")) {
            return Set.of();
        }
        if (cell.equals("all")) {
            return profiles;
        }
        if (cell.startsWith("all but ")) {
            profiles.removeAll(List.of(cell.substring("all but ".length()).split(", ")));
            return profiles;
        }
        Set<String> listed = new LinkedHashSet<>();
        for (String name : cell.split(", ")) {
            switch (name) {
                case "documents" -> listed.addAll(DOCUMENTS);
                case "adapters" ->
                    listed.addAll(all().stream()
                            .filter(profile -> !DOCUMENTS.contains(profile) && !RXE.contains(profile))
                            .toList());
                default -> listed.add(name);
            }
        }
        return listed;
    }
}
