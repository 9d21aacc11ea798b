// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.vector;

import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import com.grack.nanojson.JsonParserException;
import com.grack.nanojson.JsonWriter;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.Flags;
import org.verbena.attr.VerbsFlag;

/** The fields of a JSON object. Each is read with a check against the range of the corresponding C field. */
final class JsonFields {
    private static final Pattern ERRNO = Pattern.compile("E[A-Z0-9]{1,31}|errno \\d{1,10}");
    private static final Pattern FIELD = Pattern.compile("\\w{1,64}");
    private static final int MAX_SHOWN = 200;
    private static final BigInteger INT32_MIN = BigInteger.valueOf(Integer.MIN_VALUE);
    private static final BigInteger UINT64_MAX = BigInteger.TWO.pow(Long.SIZE).subtract(BigInteger.ONE);

    private final String where;
    private final String prefix;
    private final Map<String, Object> object;
    private final Set<String> asked = new HashSet<>();

    private JsonFields(String where, String prefix, Map<String, Object> object) {
        this.where = where;
        this.prefix = prefix;
        this.object = object;
    }

    /**
     * Parses a JSON object.
     *
     * @param where the position of the text, for error messages
     * @param text one JSON object
     */
    static JsonFields parse(String where, String text) {
        JsonBounds.require(where, text);
        try {
            return new JsonFields(where, "", JsonParser.object().from(text));
        } catch (JsonParserException e) {
            throw new FormatException(where, "not a JSON object: " + quoted(String.valueOf(e.getMessage())));
        }
    }

    Set<String> names() {
        return object.keySet();
    }

    boolean has(String name) {
        return object.containsKey(name);
    }

    /** Returns whether the field exists and is not null. */
    boolean isSet(String name) {
        return object.get(name) != null;
    }

    boolean isNumber(String name) {
        return object.get(name) instanceof Number;
    }

    boolean isFlag(String name) {
        return object.get(name) instanceof Boolean;
    }

    // ---------------------------------------------------------------- words: null is the same as absent

    String text(String name) {
        return optionalText(name).orElseThrow(() -> refuse(name, "a string is required"));
    }

    Optional<String> optionalText(String name) {
        Object value = value(name);
        if (value == null || value instanceof String) {
            return Optional.ofNullable((String) value);
        }
        throw refuse(name, "it must be a string");
    }

    <E extends Enum<E>> E constant(String name, Class<E> type) {
        String text = text(name);
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.name().equals(text))
                .findFirst()
                .orElseThrow(() -> refuse(name, "it must be one of " + Arrays.toString(type.getEnumConstants())));
    }

    /** Returns the name of an error number; empty if the field is missing or null. */
    Optional<String> errno(String name) {
        Optional<String> errno = optionalText(name);
        if (errno.isPresent() && !ERRNO.matcher(errno.get()).matches()) {
            throw refuse(name, "it must be the name of an error number, such as EINVAL");
        }
        return errno;
    }

    /** Returns a boolean of a request. A missing field is false, and null is an error. */
    boolean flag(String name) {
        requireNoNull(name);
        return optionalFlag(name).orElse(false);
    }

    Optional<Boolean> optionalFlag(String name) {
        Object value = value(name);
        if (value == null || value instanceof Boolean) {
            return Optional.ofNullable((Boolean) value);
        }
        throw refuse(name, "it must be true or false");
    }

    // ---------------------------------------------------------------- numbers: absent = 0, null is refused

    /** Returns the value of an {@code int}, which may be written as a signed or an unsigned number. */
    int int32(String name) {
        return number(name, INT32_MIN, UINT64_MAX.shiftRight(Integer.SIZE)).intValue();
    }

    long unsigned(String name, int bits) {
        return number(name, BigInteger.ZERO, UINT64_MAX.shiftRight(Long.SIZE - bits))
                .longValue();
    }

    long uint32(String name) {
        return unsigned(name, Integer.SIZE);
    }

    <E extends Enum<E> & VerbsFlag> Flags<E> flags(String name, Class<E> type, int bits) {
        return Flags.ofMask(type, unsigned(name, bits));
    }

    private BigInteger number(String name, BigInteger min, BigInteger max) {
        requireNoNull(name);
        Object value = value(name);
        if (value == null) {
            return BigInteger.ZERO;
        }
        BigInteger number = whole(value);
        if (number == null || number.compareTo(min) < 0 || number.compareTo(max) > 0) {
            throw refuse(name, "it must be a number from " + min + " to " + max);
        }
        return number;
    }

    private static @Nullable BigInteger whole(Object value) {
        if (value instanceof Integer || value instanceof Long) {
            return BigInteger.valueOf(((Number) value).longValue());
        }
        return value instanceof BigInteger big ? big : null;
    }

    // ---------------------------------------------------------------- objects

    /** Returns an object within a request. A missing object is empty, and null is an error. */
    JsonFields object(String name) {
        requireNoNull(name);
        return optionalObject(name);
    }

    private JsonFields optionalObject(String name) {
        Object value = value(name);
        if (value == null) {
            return new JsonFields(where, prefix + name + ".", Map.of());
        }
        if (value instanceof JsonObject inner) {
            return new JsonFields(where, prefix + name + ".", inner);
        }
        throw refuse(name, "it must be an object");
    }

    /** Returns the 32-bit numbers of an answer as unsigned numbers. A missing or null object has none. */
    NamedCaps caps(String name) {
        JsonFields inner = optionalObject(name);
        Map<String, Long> values = new LinkedHashMap<>();
        for (String cap : inner.names()) {
            if (!FIELD.matcher(cap).matches()) {
                throw inner.refuse(cap, "the name must be that of a C field");
            }
            values.put(cap, Integer.toUnsignedLong(inner.int32(cap)));
        }
        return new NamedCaps(values);
    }

    /** Throws if the object has a field that was never read, because its name may be misspelt. */
    void nothingElse() {
        for (String name : object.keySet()) {
            if (!asked.contains(name)) {
                throw refuse(name, "this request has no such field");
            }
        }
    }

    /**
     * Throws if one of these fields of the extended call is present, because the reader of the plain call would ignore
     * it.
     */
    void none(String... names) {
        for (String name : names) {
            if (has(name)) {
                throw refuse(name, "the plain call has no such field");
            }
        }
    }

    private @Nullable Object value(String name) {
        asked.add(name);
        return object.get(name);
    }

    private void requireNoNull(String name) {
        if (has(name) && object.get(name) == null) {
            throw refuse(name, "null is not allowed; write 0 or false, or omit the field");
        }
    }

    FormatException refuse(String name, String rule) {
        String value = has(name) ? shortened(JsonWriter.string(object.get(name))) : "absent";
        String field = FIELD.matcher(name).matches() ? name : shortened(quoted(name));
        return new FormatException(where, prefix + field + " is " + value + "; " + rule);
    }

    /** Returns the text as a JSON string if it contains line ends or other control characters, else unchanged. */
    private static String quoted(String text) {
        String json = JsonWriter.string(text);
        return text.chars().anyMatch(Character::isISOControl) ? json : text;
    }

    private static String shortened(String value) {
        return value.length() <= MAX_SHOWN ? value : value.substring(0, MAX_SHOWN) + "...";
    }
}
