// SPDX-License-Identifier: Apache-2.0
package org.verbena.connect;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A secret that only the two sides know, as one key for each of them. Immutable. It never appears in any text. */
final class SharedSecret {
    /** The length of a MAC in bytes. */
    static final int MAC_LENGTH = 32;

    /** The MAC algorithm, which every Java platform must support: {@code javax.crypto.Mac}. */
    private static final String ALGORITHM = "HmacSHA256";

    private final Map<Role, Key> keys = new EnumMap<>(Role.class);

    /** Creates the keys without keeping the bytes; the caller can erase them. */
    SharedSecret(byte[] secret) {
        for (Role role : Role.values()) {
            // HKDF-Extract of RFC 5869. Used directly as HMAC keys, secrets that differ only in trailing zeros would be
            // equal.
            byte[] label = role.label().getBytes(StandardCharsets.US_ASCII);
            keys.put(role, key(mac(key(label), secret)));
        }
    }

    /** Returns a MAC that only a holder of the secret can compute for this role. */
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
