// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import java.lang.reflect.RecordComponent;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A record that represents a C struct. A component has the name of the C field in camel case. A component {@code
 * fooCode} is the number of the constant that the method {@code foo()} returns.
 */
interface StructRecord extends AttrStruct {
    @Override
    default Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (RecordComponent component : getClass().getRecordComponents()) {
            String name = component.getName();
            Object value = read(this, name);
            if (name.endsWith("Code")) {
                name = name.substring(0, name.length() - "Code".length());
                value = shown(read(this, name), value);
            }
            fields.put(name.replaceAll("(?=[A-Z])", "_").toLowerCase(Locale.ROOT), value);
        }
        return Collections.unmodifiableMap(fields);
    }

    private static Object read(Object struct, String component) {
        try {
            return struct.getClass().getMethod(component).invoke(struct);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(component + " of " + struct.getClass() + " cannot be read", e);
        }
    }

    /** Returns the constant if it has exactly this number, or else the number. */
    private static Object shown(Object constant, Object code) {
        boolean exact = constant instanceof VerbsEnum known
                && !known.cName().isEmpty()
                && known.value() == ((Number) code).longValue();
        return exact ? constant : code;
    }
}
