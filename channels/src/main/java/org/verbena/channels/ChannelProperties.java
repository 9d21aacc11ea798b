// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.verbena.Verbs;
import org.verbena.VerbsProvider;

/** The system properties that describe an {@link RdmaSelectorProvider}. */
final class ChannelProperties {
    private static final String PREFIX = "verbena.channels.";
    private static final String OPTIONS = PREFIX + "options";

    private ChannelProperties() {}

    static VerbsProvider verbs() {
        VerbsProvider provider = Verbs.provider();
        String options = System.getProperty(OPTIONS, "");
        if (options.isBlank()) {
            return provider;
        }
        Map<String, String> parsed = new LinkedHashMap<>();
        for (String option : options.split(";", -1)) {
            int equals = option.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(OPTIONS + " contains '" + option + "', expected name=value");
            }
            parsed.put(option.substring(0, equals).strip(), option.substring(equals + 1));
        }
        return provider.configure(parsed);
    }

    static ChannelSettings settings() {
        ChannelSettings.Builder builder = ChannelSettings.builder();
        set("fallback", text -> Fallback.valueOf(text.toUpperCase(Locale.ROOT)), builder::fallback);
        set("fallbackTimeout", Duration::parse, builder::fallbackTimeout);
        set("receiveBuffer", Integer::decode, builder::receiveBuffer);
        set("sendBuffer", Integer::decode, builder::sendBuffer);
        set("sendQueue", Integer::decode, builder::sendQueue);
        set("receiveQueue", Integer::decode, builder::receiveQueue);
        set("ioMapSize", Integer::decode, builder::ioMapSize);
        set("sharedProtectionDomain", Boolean::valueOf, builder::sharedProtectionDomain);
        set("poolSize", Integer::decode, builder::poolSize);
        set("maxConnections", Integer::decode, builder::maxConnections);
        set("spin", Duration::parse, builder::spin);
        set("connectTimeout", Duration::parse, builder::connectTimeout);
        set("closeTimeout", Duration::parse, builder::closeTimeout);
        set("keepAlive", Duration::parse, builder::keepAlive);
        return builder.build();
    }

    private static <T> void set(String name, Function<String, T> parser, Consumer<T> setter) {
        String text = System.getProperty(PREFIX + name);
        if (text != null) {
            try {
                setter.accept(parser.apply(text.strip()));
            } catch (IllegalArgumentException | DateTimeParseException e) {
                throw new IllegalArgumentException(PREFIX + name + " = " + text + ": " + e.getMessage(), e);
            }
        }
    }
}
