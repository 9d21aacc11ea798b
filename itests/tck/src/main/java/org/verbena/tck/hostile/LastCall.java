package org.verbena.tck.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/** The last calls, in a mapped file: it survives a crash of the process. */
final class LastCall {
    private static final int SIZE = 8192;
    private static final int LINES = 12;

    private final MappedByteBuffer file;
    private final Deque<String> lines = new ArrayDeque<>();

    LastCall(Path path) {
        try (FileChannel channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            file = channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void begin(String call) {
        lines.addLast(call);
        if (lines.size() > LINES) {
            lines.removeFirst();
        }
        byte[] bytes = toString().getBytes(StandardCharsets.UTF_8);
        file.position(0);
        file.put(bytes, Math.max(0, bytes.length - SIZE), Math.min(bytes.length, SIZE));
        while (file.hasRemaining()) {
            file.put((byte) ' ');
        }
    }

    static String read(Path path) throws IOException {
        return Files.exists(path) ? Files.readString(path).strip() : "no call";
    }

    @Override
    public String toString() {
        return String.join(System.lineSeparator(), lines);
    }
}
