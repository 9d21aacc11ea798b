package org.verbena.tck.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/** A file with the last calls. Each call is written before it is made, so that the file survives a crash. */
final class LastCall {
    private static final int SIZE = 8192;
    private static final int LINES = 12;

    private final FileChannel file;
    private final Deque<String> lines = new ArrayDeque<>();

    LastCall(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    void begin(String call) {
        lines.addLast(call);
        if (lines.size() > LINES) {
            lines.removeFirst();
        }
        byte[] bytes = Arrays.copyOf(toString().getBytes(StandardCharsets.UTF_8), SIZE);
        try {
            file.write(ByteBuffer.wrap(bytes), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String read(Path path) throws IOException {
        return Files.exists(path) ? Files.readString(path).replace("\0", "") : "no call";
    }

    @Override
    public String toString() {
        return String.join(System.lineSeparator(), lines);
    }
}
