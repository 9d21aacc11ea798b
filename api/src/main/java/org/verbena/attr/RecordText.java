package org.verbena.attr;

import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.StringJoiner;

/** The text of a record that stands for a C struct. A component has the name of the C field in camel case. */
final class RecordText {
    private RecordText() {}

    /** Returns whether a record is one of this package. The context object of an application may be any record. */
    static boolean isStruct(Record value) {
        return value.getClass().getPackageName().equals(RecordText.class.getPackageName());
    }

    static String of(Record struct) {
        StringJoiner text = new StringJoiner(", ", "{", "}");
        for (RecordComponent component : struct.getClass().getRecordComponents()) {
            try {
                Object value = component.getAccessor().invoke(struct);
                text.add(cName(component.getName()) + "=" + AttrStruct.text(value));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(component + " cannot be read", e);
            }
        }
        return text.toString();
    }

    private static String cName(String camelCase) {
        return camelCase.replaceAll("(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }
}
