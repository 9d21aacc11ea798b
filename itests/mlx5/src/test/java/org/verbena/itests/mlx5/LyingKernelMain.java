// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.verbena.Device;
import org.verbena.tck.engine.ResultLine;
import org.verbena.tck.engine.StressSettings;
import org.verbena.tck.fixture.Creation;
import org.verbena.tck.storm.Watchdog;

/** Runs programs on a kernel that returns wrong answers, in a separate process because it may crash. */
final class LyingKernelMain {
    /** The system property for the number of the first trial. Set it to repeat a trial. */
    private static final String FIRST = "verbena.lies.first";

    private static final int WAYS = 10;
    private static final int WORDS_OF_A_PROGRAM = 60;
    private static final int RANDOM_TRIALS = 6;
    private static final int EVENT_TYPES = 24;
    private static final int EVENT_SIZE = 16;

    private final Device device;
    private final Random random;
    private final List<Trial> trials = new ArrayList<>();
    private long refusals;

    private static final Map<Creation, FakedKernel.Kind> WITH_EVENTS = new EnumMap<>(Map.of(
            Creation.CQ, FakedKernel.Kind.CQ,
            Creation.SRQ, FakedKernel.Kind.SRQ,
            Creation.RC, FakedKernel.Kind.QP,
            Creation.WQ, FakedKernel.Kind.WQ));

    /** One program with the wrong answers of the kernel. */
    private interface Trial {
        List<RuntimeException> run();
    }

    private LyingKernelMain(Device device, Random random) {
        this.device = device;
        this.random = random;
    }

    /** Takes the test environment, the device and the provider as its arguments. Prints the result line. */
    @SuppressWarnings("CatchAndPrintStackTrace") // the output of the process is the report
    public static void main(String[] arguments) {
        int status = 1;
        try {
            StressSettings settings = StressSettings.of(StressSettings.Kind.LIES);
            Device device = Mlx5.provider(arguments[2]).device(arguments[1]);
            LyingKernelMain main = new LyingKernelMain(device, new Random(settings.seed()));
            for (long round = 0; round < settings.count(); round++) {
                main.prepare();
            }
            main.run();
            new ResultLine(arguments[0], arguments[2], arguments[1])
                    .print("%d words of answers and events changed in %d programs, %d calls refused, from seed %d"
                            .formatted(FakedKernel.lies(), main.trials.size(), main.refusals, settings.seed()));
            status = 0;
        } catch (Throwable e) {
            e.printStackTrace();
        }
        System.out.flush();
        // Threads that a failed program has left running must not block the exit.
        Runtime.getRuntime().halt(status);
    }

    private void prepare() {
        int first = trials.size();
        prepareQueries();
        for (Creation creation : Creation.values()) {
            AtomicLong opened = new AtomicLong();
            new LyingProgram(device, () -> opened.set(FakedKernel.words())).use(creation);
            prepareUse(creation, FakedKernel.words() - opened.get());
        }
        prepareEvents();
        Collections.shuffle(trials.subList(first, trials.size()), random);
    }

    /** Prepares queries. Each program also opens the device. */
    private void prepareQueries() {
        long before = FakedKernel.words();
        new LyingProgram(device, () -> {}).query();
        long words = FakedKernel.words() - before;
        for (long word = 1; word <= words; word++) {
            long nth = word;
            int way = random.nextInt(WAYS);
            trials.add(() -> {
                FakedKernel.lie(nth, way);
                return new LyingProgram(device, () -> {}).query();
            });
        }
    }

    private void prepareUse(Creation creation, long words) {
        for (int i = 0; i < Math.min(words, WORDS_OF_A_PROGRAM); i++) {
            long nth = words <= WORDS_OF_A_PROGRAM ? i + 1 : random.nextLong(words) + 1;
            int way = random.nextInt(WAYS);
            trials.add(() -> new LyingProgram(device, () -> FakedKernel.lie(nth, way)).use(creation));
        }
        for (int i = 0; i < RANDOM_TRIALS; i++) {
            long seed = random.nextLong();
            int oneIn = 4 << random.nextInt(6);
            trials.add(() -> new LyingProgram(device, () -> FakedKernel.lieAtRandom(seed, oneIn)).use(creation));
        }
    }

    /** Prepares events of all existing and some unknown types, about destroyed objects or objects of other kinds. */
    private void prepareEvents() {
        for (int type = -1; type < EVENT_TYPES; type++) {
            int code = type;
            for (long element : List.of(0L, 1L, -1L, Long.MIN_VALUE, random.nextLong())) {
                int size = random.nextInt(4) == 0 ? random.nextInt(EVENT_SIZE) + 1 : EVENT_SIZE;
                trials.add(() -> new LyingProgram(device, () -> FakedKernel.lyingEvent(code, element, size)).query());
            }
            WITH_EVENTS.forEach((creation, kind) ->
                    trials.add(() -> new LyingProgram(device, () -> {}).misreport(creation, kind, code)));
        }
    }

    private void run() {
        Watchdog watchdog = new Watchdog("lies", 1);
        watchdog.start();
        for (int i = Integer.getInteger(FIRST, 0); i < trials.size(); i++) {
            watchdog.beginsStep(0);
            System.out.println("trial " + i);
            System.out.flush();
            refusals += trials.get(i).run().size();
            FakedKernel.lieNoMore();
            Creation creation = Creation.values()[i % Creation.values().length];
            honest(new LyingProgram(device, () -> {}).create(creation));
            if (FakedKernel.objects() != 0) {
                throw new AssertionError(FakedKernel.objects() + " objects are left after trial " + i);
            }
        }
        watchdog.stop();
    }

    private static void honest(List<RuntimeException> refusals) {
        if (!refusals.isEmpty()) {
            throw new AssertionError("A call fails although the kernel answers correctly", refusals.get(0));
        }
    }
}
