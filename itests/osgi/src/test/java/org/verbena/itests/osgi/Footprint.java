package org.verbena.itests.osgi;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * What this process has of its system, as proc(5) shows it.
 *
 * @param descriptors the number of open descriptors by what they are open on
 * @param mappings the number of mappings by the file that is mapped
 * @param threads the number of Java threads by name
 * @param memory the KiB outside of the heap that Java code has, as the JVM tracks them
 */
record Footprint(Map<String, Long> descriptors, Map<String, Long> mappings, Map<String, Long> threads, long memory) {
    private static final Path SELF = Path.of("/proc/self");
    private static final String NUMBER = "\\d+";

    // In KiB. What a consumer registers in each of a hundred cycles is many times as much.
    private static final long BUFFERS_OF_THE_JDK = 1024;

    // java.lang.foreign, direct buffers and Unsafe, in the output of jcmd VM.native_memory
    private static final Pattern OTHER = Pattern.compile("Other \\(reserved=(\\d+)KB");

    static Footprint now() {
        try {
            return new Footprint(descriptorsNow(), mappingsNow(), threadsNow(), memoryNow());
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
        if (memory > before.memory + BUFFERS_OF_THE_JDK) {
            grown.put("KiB outside of the heap", memory - before.memory);
        }
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

    private static long memoryNow() {
        try {
            Object summary = ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "vmNativeMemory",
                            new Object[] {new String[] {"summary"}},
                            new String[] {String[].class.getName()});
            Matcher other = OTHER.matcher(summary.toString());
            if (!other.find()) {
                throw new AssertionError("native memory is not tracked: " + summary);
            }
            return Long.parseLong(other.group(1));
        } catch (JMException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<String, Long> counted(Stream<String> names) {
        return names.map(name -> name.replaceAll(NUMBER, "N"))
                .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
    }
}
