// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.netty.util.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.verbena.tck.engine.Effort;

/** Runs test classes, and counts the results for the result line. */
final class Run implements TestExecutionListener {
    /** Selects the tests: {@code CLASS} or {@code CLASS#METHOD}, separated by commas. The default is all. */
    private static final List<String> SELECTED = Stream.of(
                    System.getProperty("verbena.netty.tests", "").split(","))
            .filter(each -> !each.isEmpty())
            .toList();

    private final List<String> failures = new ArrayList<>();
    private final Watchdog watchdog = new Watchdog();
    private int passed;
    private int disabled;

    /**
     * Runs classes one after the other.
     *
     * @param classes the classes
     * @param excluded the methods that do not run, as {@code CLASS#METHOD}
     */
    static Run of(List<Class<?>> classes, Set<String> excluded) {
        // Netty's tests log each step.
        Logger.getLogger("").setLevel(Level.SEVERE);
        Run run = new Run();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(classes.stream().map(each -> selectClass(each)).toList())
                .filters((PostDiscoveryFilter) test -> FilterResult.includedIf(test.getSource()
                        .filter(MethodSource.class::isInstance)
                        .map(MethodSource.class::cast)
                        .map(source ->
                                isWanted(source.getJavaClass().getSimpleName(), source.getMethodName(), excluded))
                        .orElse(true)))
                // Netty limits some tests to three seconds, which is too short on a busy machine. The watchdog has a
                // longer limit.
                .configurationParameter("junit.jupiter.execution.timeout.mode", "disabled")
                .build();
        LauncherFactory.create().execute(request, run);
        return run;
    }

    /** Returns whether all tests run: not in a brief run, and not if some are selected. */
    static boolean isComplete() {
        return Effort.now() == Effort.FULL && SELECTED.isEmpty();
    }

    private static boolean isWanted(String test, String method, Set<String> excluded) {
        String name = test + "#" + method;
        return !excluded.contains(name) && (SELECTED.isEmpty() || SELECTED.contains(test) || SELECTED.contains(name));
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.isTest()) {
            watchdog.watch(name(test));
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        disabled++;
        System.out.println("disabled: " + name(test) + ": " + reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest()) {
            watchdog.stop();
        }
        switch (result.getStatus()) {
            case SUCCESSFUL -> passed += test.isTest() ? 1 : 0;
            case ABORTED ->
                executionSkipped(test, String.valueOf(result.getThrowable().orElse(null)));
            case FAILED -> {
                failures.add(name(test) + ": " + result.getThrowable().orElse(null));
                System.out.println("failed: " + name(test));
                result.getThrowable().ifPresent(failure -> failure.printStackTrace(System.out));
            }
        }
    }

    private static String name(TestIdentifier test) {
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(MethodSource.class::cast)
                .map(source -> source.getJavaClass().getSimpleName() + "#" + source.getMethodName() + " "
                        + test.getDisplayName())
                .orElse(test.getDisplayName());
    }

    /** Checks that no test failed, and that tests ran. */
    Run requireSuccess() {
        assertThat(failures).as("failed tests of %s", this).isEmpty();
        assertThat(passed).as("passed tests").isPositive();
        return this;
    }

    @Override
    public String toString() {
        return "%d tests of Netty %s passed, %d disabled by Netty, %d failed"
                .formatted(passed, version(), disabled, failures.size());
    }

    private static String version() {
        return Version.identify().get("netty-transport").artifactVersion().replace(".Final", "");
    }
}
