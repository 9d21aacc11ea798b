package org.verbena.itests.softroce;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.StressLauncher;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.engine.Walk;

/** Checks that the simulator answers like rdma_rxe of two kernels, step by step. */
class WalkIT {
    private static final Path ALLOWANCES = Path.of("src", "test", "walk");

    @ParameterizedTest
    @ValueSource(strings = {"6.12", "6.1"})
    void rxeAndItsModelAgree(String kernel) throws Exception {
        Prerequisites.check(kernel);
        walk("walk-rxe-" + kernel, Walk.Steps.CONTROL, kernel, "rxe-" + kernel + ".txt");
    }

    /** Walks on both kernels in parallel, because the guests wait most of the time. */
    @TestFactory
    Stream<DynamicTest> rxeAndItsModelCompleteWorkRequestsAlike() throws Exception {
        Map<String, Future<?>> walks = new LinkedHashMap<>();
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            for (String kernel : List.of("6.12", "6.1")) {
                Prerequisites.check(kernel);
                walks.put(kernel, threads.submit(() -> {
                    walk("data-rxe-" + kernel, Walk.Steps.DATA, kernel, "data-rxe-" + kernel + ".txt");
                    return null;
                }));
            }
        } finally {
            threads.shutdown();
        }
        return walks.entrySet().stream().map(walk -> dynamicTest(walk.getKey(), () -> finish(walk.getValue())));
    }

    private static void finish(Future<?> walk) throws Throwable {
        try {
            walk.get();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    private static void walk(String environment, Walk.Steps steps, String kernel, String allowances) throws Exception {
        Walk walk = new Walk(steps, "rxe-" + kernel, ALLOWANCES.resolve(allowances));
        StressLauncher launcher = StressLauncher.of(StressSettings.inGuest(walk.kind()), environment, "rxe0", "ffm");
        walk.run(launcher.withJava(GuestCommand.jvm(kernel, launcher)));
    }
}
