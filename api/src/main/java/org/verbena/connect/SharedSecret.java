package org.verbena.connect;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What both sides know and nobody else, as a key for each of them. Immutable; it never appears in any text. */
final class SharedSecret {
    /** The length of a MAC. */
    static final int MAC_LENGTH = 32;

    /** Every Java platform has it: {@code javax.crypto.Mac}. */
    private static final String ALGORITHM = "HmacSHA256";

    private final Map<Role, Key> keys = new EnumMap<>(Role.class);

    /** Takes nothing over: the bytes are the caller's to erase. */
    SharedSecret(byte[] secret) {
        for (Role role : Role.values()) {
            // HKDF-Extract of RFC 5869. As keys themselves, secrets that differ in zeros at the end would be the same.
            byte[] label = role.label().getBytes(StandardCharsets.US_ASCII);
            keys.put(role, key(mac(key(label), secret)));
        }
    }

    /** What only somebody who has the secret can say, in this role. */
    byte[] mac(Role role, byte[]... parts) {
        return mac(Objects.requireNonNull(keys.get(role)), parts);
    }

    private static byte[] mac(Key key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + ALGORITHM, e);
        }
    }

    private static Key key(byte[] bytes) {
        return new SecretKeySpec(bytes, ALGORITHM);
    }
}
