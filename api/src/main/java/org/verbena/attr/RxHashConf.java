// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import java.util.Arrays;
import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/** The receive hash configuration of an RSS queue pair: {@code struct ibv_rx_hash_conf}. */
public final class RxHashConf {
    private static final String STRUCT = "ibv_rx_hash_conf";
    private static final int MAX_KEY_LENGTH = 0xFF;

    private final Flags<RxHashFunction> function;
    private final byte[] key;
    private final Flags<RxHashField> fields;

    private RxHashConf(Flags<RxHashFunction> function, byte[] key, Flags<RxHashField> fields) {
        this.function = function;
        this.key = key;
        this.fields = fields;
    }

    /**
     * Creates a hash configuration.
     *
     * @param function {@code rx_hash_function}, 8 bits
     * @param key {@code rx_hash_key}, 0..255 bytes; devices require a fixed length, which is 40 bytes for mlx5 and mlx4
     * @param fields {@code rx_hash_fields_mask}, 64 bits
     * @return the configuration, with a copy of the key
     * @throws InvalidRequestException if the function or the length of the key does not fit into 8 bits
     */
    public static RxHashConf of(Flags<RxHashFunction> function, byte[] key, Flags<RxHashField> fields) {
        Attr.present(STRUCT, "rx_hash_function", function);
        Attr.present(STRUCT, "rx_hash_key", key);
        Attr.present(STRUCT, "rx_hash_fields_mask", fields);
        if ((function.mask() & ~0xFFL) != 0) {
            throw Attr.refuse(STRUCT, "rx_hash_function", function.toString(), "0..255", "the C field is a uint8_t");
        }
        if (key.length > MAX_KEY_LENGTH) {
            throw Attr.refuse(
                    STRUCT,
                    "rx_hash_key_len",
                    Integer.toString(key.length),
                    "0.." + MAX_KEY_LENGTH,
                    "the C field is a uint8_t");
        }
        return new RxHashConf(function, key.clone(), fields);
    }

    /**
     * Creates a configuration with a Toeplitz hash.
     *
     * @param key {@code rx_hash_key}
     * @param first the first field to hash
     * @param others the other fields to hash
     * @return the configuration
     * @throws InvalidRequestException if the key is longer than 255 bytes
     */
    public static RxHashConf toeplitz(byte[] key, RxHashField first, RxHashField... others) {
        return of(Flags.of(RxHashFunction.TOEPLITZ), key, Flags.of(first, others));
    }

    /** {@return the hash function, {@code rx_hash_function}} */
    public Flags<RxHashFunction> function() {
        return function;
    }

    /**
     * Returns the key.
     *
     * @return a copy of {@code rx_hash_key}
     */
    public byte[] key() {
        return key.clone();
    }

    /** {@return the fields that are hashed, {@code rx_hash_fields_mask}} */
    public Flags<RxHashField> fields() {
        return fields;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RxHashConf conf
                && conf.function.equals(function)
                && Arrays.equals(conf.key, key)
                && conf.fields.equals(fields);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(key) + fields.hashCode();
    }

    /** Returns a description of the configuration that omits the bytes of the key. */
    @Override
    public String toString() {
        return "RxHashConf[function=" + function + ", keyLength=" + key.length + ", fields=" + fields + "]";
    }
}
