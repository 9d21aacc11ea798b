// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.flight;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import jdk.jfr.AnnotationElement;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.EventFactory;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timestamp;
import jdk.jfr.ValueDescriptor;

/**
 * The Flight Recorder. {@link EventFactory} creates the event types, instead of subclasses of {@link jdk.jfr.Event}.
 * The JDK weaves references to packages that it does not export, such as {@code jdk.jfr.internal.event}, into such
 * subclasses. The class loader of a bundle does not find these packages: the first commit fails with a
 * NoClassDefFoundError on Felix and Equinox.
 */
final class JfrSink implements EventSink {
    static boolean isAvailable() {
        return FlightRecorder.isAvailable();
    }

    /** Returns whether a recording enables the event. No event type is created until the Flight Recorder is in use. */
    @Override
    public boolean isEnabled(FlightEvent event) {
        return FlightRecorder.isInitialized() && Type.of(event).type().isEnabled();
    }

    @Override
    public FlightEntry begin(FlightEvent event) {
        return new JfrEntry(Type.of(event).factory().newEvent(), event.fields());
    }

    /** The Flight Recorder types of an event. All are created on first use. */
    private record Type(EventFactory factory, EventType type) {
        private static final Map<FlightEvent, Type> ALL = new EnumMap<>(FlightEvent.class);

        static {
            for (FlightEvent event : FlightEvent.values()) {
                EventFactory factory = EventFactory.create(annotations(event), fields(event));
                ALL.put(event, new Type(factory, factory.getEventType()));
            }
        }

        static Type of(FlightEvent event) {
            return Objects.requireNonNull(ALL.get(event));
        }

        private static List<AnnotationElement> annotations(FlightEvent event) {
            return List.of(
                    new AnnotationElement(Name.class, event.eventName()),
                    new AnnotationElement(Label.class, event.label()),
                    new AnnotationElement(Description.class, event.description()),
                    new AnnotationElement(Category.class, new String[] {"Verbena"}),
                    new AnnotationElement(Enabled.class, false),
                    new AnnotationElement(StackTrace.class, event.hasStackTrace()));
        }

        private static List<ValueDescriptor> fields(FlightEvent event) {
            return event.fields().stream()
                    .map(field -> new ValueDescriptor(field.type(), field.key(), annotations(field)))
                    .toList();
        }

        private static List<AnnotationElement> annotations(FlightField field) {
            Stream<AnnotationElement> words = Stream.of(
                    new AnnotationElement(Label.class, field.label()),
                    new AnnotationElement(Description.class, field.description()));
            Stream<AnnotationElement> unit = field == FlightField.SINCE
                    ? Stream.of(new AnnotationElement(Timestamp.class, Timestamp.MILLISECONDS_SINCE_EPOCH))
                    : Stream.empty();
            return Stream.concat(words, unit).toList();
        }
    }
}
