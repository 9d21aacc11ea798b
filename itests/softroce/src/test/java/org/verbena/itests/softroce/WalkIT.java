package org.verbena.itests.softroce;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
import org.verbena.tck.engine.WalkLane;

/** Checks that the simulator answers like rdma_rxe of two kernels, step by step. */
class WalkIT {
    private static final Path ALLOWANCES = Path.of("src", "test", "walk");

    @ParameterizedTest
    @ValueSource(strings = {"6.12", "6.1"})
    void rxeAndItsModelAgree(String kernel) throws Exception {
        Prerequisites.check(kernel);
        walk("walk-rxe-" + kernel, WalkLane.Steps.CONTROL, kernel, "rxe-" + kernel + ".txt");
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
                    walk("data-rxe-" + kernel, WalkLane.Steps.DATA, kernel, "data-rxe-" + kernel + ".txt");
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

    private static void walk(String name, WalkLane.Steps steps, String kernel, String allowances) throws Exception {
        WalkLane lane = new WalkLane(name, steps, "ffm", "rxe0", "rxe-" + kernel, ALLOWANCES.resolve(allowances));
        lane.run(verbena(kernel, lane.limit()), Map.of());
    }

    private static List<String> verbena(String kernel, Duration limit) throws IOException {
        Path share = Files.createDirectories(Path.of("target", "walk")).toRealPath();
        List<String> command = new ArrayList<>(GuestCommand.boot(kernel, 1, share, limit));
        command.addAll(GuestCommand.verbena());
        return command;
    }
}
