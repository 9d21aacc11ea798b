package org.verbena.itests.osgi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What this process has of its system, as proc(5) shows it.
 *
 * @param descriptors the number of open descriptors by what they are open on
 * @param mappings the number of mappings by the file that is mapped
 * @param threads the number of Java threads by name, without what counts them
 */
record Footprint(Map<String, Long> descriptors, Map<String, Long> mappings, Map<String, Long> threads) {
    private static final Path SELF = Path.of("/proc/self");
    private static final String NUMBER = "\\d+";

    static Footprint now() {
        try {
            return new Footprint(descriptorsNow(), mappingsNow(), threadsNow());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** What there is more of than before, and how much. */
    Map<String, Long> grownSince(Footprint before) {
        Map<String, Long> grown = new TreeMap<>();
        grown.putAll(grown("descriptors of ", before.descriptors, descriptors));
        grown.putAll(grown("mappings of ", before.mappings, mappings));
        grown.putAll(grown("threads ", before.threads, threads));
        return grown;
    }

    private static Map<String, Long> grown(String what, Map<String, Long> before, Map<String, Long> now) {
        return now.entrySet().stream()
                .filter(entry -> entry.getValue() > before.getOrDefault(entry.getKey(), 0L))
                .collect(Collectors.toMap(
                        entry -> what + entry.getKey(),
                        entry -> entry.getValue() - before.getOrDefault(entry.getKey(), 0L)));
    }

    private static Map<String, Long> descriptorsNow() throws IOException {
        try (Stream<Path> open = Files.list(SELF.resolve("fd"))) {
            // The descriptor of this very listing is closed when it is asked what it is.
            return counted(open.filter(Files::isSymbolicLink).map(Footprint::target));
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return "closed meanwhile";
        }
    }

    /** Without anonymous ones, which are the garbage collector's and the compiler's: they come and go. */
    private static Map<String, Long> mappingsNow() throws IOException {
        try (Stream<String> lines = Files.lines(SELF.resolve("maps"))) {
            return counted(lines.map(line -> line.split("\\s+", 6))
                    .filter(fields -> fields.length == 6 && fields[5].startsWith("/"))
                    .map(fields -> fields[5]));
        }
    }

    private static Map<String, Long> threadsNow() {
        return counted(Thread.getAllStackTraces().keySet().stream().map(Thread::getName));
    }

    private static Map<String, Long> counted(Stream<String> names) {
        return names.map(name -> name.replaceAll(NUMBER, "N"))
                .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
    }
}
