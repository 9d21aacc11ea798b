// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Benchmark;
import org.verbena.bench.plan.Work.CWork;
import org.verbena.bench.plan.Work.JavaWork;
import org.verbena.bench.plan.Work.StartWork;

class RowsTest {
    private static final String BENCHMARKS = "org.verbena.bench.jmh.";
    private static final String PROCESSES = "org.verbena.bench.process.";

    private static Stream<Row> rows() {
        return Stream.concat(Rows.all().stream(), Plots.all().stream().flatMap(Plot::rows));
    }

    private static Stream<Work> works() {
        return rows().flatMap(row -> Stream.of(row.subject(), row.yardstick())).filter(Objects::nonNull);
    }

    @Test
    void haveUniqueIds() {
        assertThat(rows()).extracting(Row::id).doesNotHaveDuplicates().allMatch(id -> id.matches("[a-z0-9-]+"));
    }

    @Test
    void nameBenchmarksThatExist() {
        List<JavaWork> java = works().filter(JavaWork.class::isInstance)
                .map(JavaWork.class::cast)
                .toList();

        assertThat(java).isNotEmpty().allSatisfy(work -> {
            String[] name = work.benchmark().split("\\.");
            assertThat(Class.forName(BENCHMARKS + name[0]).getMethods())
                    .filteredOn(method -> method.isAnnotationPresent(Benchmark.class))
                    .extracting(Method::getName)
                    .contains(name[1]);
        });
    }

    @Test
    void nameProgramsThatExist() {
        List<StartWork> starts = works().filter(StartWork.class::isInstance)
                .map(StartWork.class::cast)
                .toList();

        assertThat(starts)
                .isNotEmpty()
                .allSatisfy(work -> assertThat(
                                Class.forName(PROCESSES + work.mainClass()).getMethod("main", String[].class))
                        .isNotNull());
    }

    @Test
    void haveTheSameOutstandingOperationsInJavaAndC() {
        assertThat(rows())
                .filteredOn(row -> row.subject() instanceof JavaWork && row.yardstick() instanceof CWork)
                .isNotEmpty()
                .allSatisfy(row -> {
                    String outstanding = ((JavaWork) row.subject()).params().getOrDefault("outstanding", "1");
                    List<String> arguments = ((CWork) row.yardstick()).arguments();
                    int at = arguments.indexOf("--outstanding");
                    assertThat(at < 0 ? "1" : arguments.get(at + 1)).isEqualTo(outstanding);
                });
    }
}
