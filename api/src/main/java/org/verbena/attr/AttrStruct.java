// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import java.util.Map;
import java.util.stream.Collectors;
import org.osgi.annotation.versioning.ProviderType;

/** A C struct with attributes, with access to its fields by C name for tools that print them. */
@ProviderType
public interface AttrStruct {
    /**
     * Returns the fields that were set, by C name and in C order. Attributes that are a record return all fields. The
     * mask is among the fields only if it differs from the mask that the other fields imply.
     *
     * @return an unmodifiable map; the values are numbers, constants, {@link Flags}, nested attributes or objects
     */
    Map<String, Object> fields();

    /**
     * Returns a value of {@link #fields()} in C terms, for example {@code IBV_QPS_INIT} or {@code
     * IBV_ACCESS_LOCAL_WRITE|0x8000}. The fields of a nested struct appear in braces.
     *
     * @param value the value
     * @return the text; a constant or flag without a C name appears as a number
     */
    static String text(Object value) {
        if (value instanceof Flags<?> flags) {
            return flags.cText();
        }
        if (value instanceof VerbsConstant constant) {
            return constant.cName();
        }
        if (value instanceof StructRecord struct) {
            return struct.fields().entrySet().stream()
                    .map(field -> field.getKey() + "=" + text(field.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof Boolean bool) {
            return bool ? "1" : "0";
        }
        return value.toString();
    }
}
