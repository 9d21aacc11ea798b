package org.verbena.cli.text;

import com.grack.nanojson.JsonWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The results of a command so far, in the order of their addition: the object that {@code --json} prints. */
public final class CommandReport {
    private final Map<String, @Nullable Object> members = new LinkedHashMap<>();
    private final List<String> notices = new ArrayList<>();

    /** Adds a member: a string, number or boolean, or a map or list of these. */
    public void put(String name, @Nullable Object value) {
        members.put(name, value);
    }

    /** Adds a line for standard error. It is not part of the object. */
    public void notice(String line) {
        notices.add(line);
    }

    public List<String> notices() {
        return notices;
    }

    public String toJson() {
        return Terminal.onOneLine(JsonWriter.string(members));
    }
}
