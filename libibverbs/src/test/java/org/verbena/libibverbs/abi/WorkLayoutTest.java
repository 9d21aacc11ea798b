// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.spi.work.RecvWrLayout;
import org.verbena.spi.work.SendWrLayout;
import org.verbena.spi.work.SgeLayout;
import org.verbena.spi.work.WcLayout;

/** Checks the layouts that all providers share against the installed headers, as compiled by a C compiler. */
class WorkLayoutTest {
    private static final Map<Class<?>, String> STRUCTS = Map.of(
            SendWrLayout.class, "struct ibv_send_wr",
            RecvWrLayout.class, "struct ibv_recv_wr",
            SgeLayout.class, "struct ibv_sge",
            WcLayout.class, "struct ibv_wc");

    /** The C names of members of structs within {@code struct ibv_send_wr}, by the prefix of the names in Java. */
    private static final Map<String, String> NESTED = Map.of(
            "rdma_", "wr.rdma.",
            "atomic_", "wr.atomic.",
            "ud_", "wr.ud.",
            "xrc_", "qp_type.xrc.",
            "bind_mw_", "bind_mw.",
            "bind_info_", "bind_mw.bind_info.",
            "bind_info_access", "bind_mw.bind_info.mw_access_flags",
            "tso_", "tso.");

    /** The members of 8 bytes; all others have 4, except those below. */
    private static final List<String> EIGHT_BYTES = List.of(
            "wr_id",
            "next",
            "sg_list",
            "addr",
            "remote_addr",
            "compare_add",
            "swap",
            "ah",
            "mw",
            "mr",
            "length",
            "hdr");

    private static final List<String> TWO_BYTES = List.of("pkey_index", "slid", "hdr_sz", "mss");
    private static final List<String> ONE_BYTE = List.of("sl", "dlid_path_bits");

    @TempDir
    static Path directory;

    private static CCompiler compiler;

    @BeforeAll
    static void findCompiler() {
        compiler = new CCompiler(directory, "infiniband/verbs.h", "stddef.h");
        if (!"required".equals(System.getProperty("verbena.environments"))) {
            assumeTrue(compiler.works(), "gcc and <infiniband/verbs.h> (packages gcc, libibverbs-dev)");
        }
    }

    @Test
    void membersHaveTheOffsetsAndSizesOfTheHeader() {
        Map<String, Long> expected = new LinkedHashMap<>();
        Map<String, String> expressions = new LinkedHashMap<>();
        STRUCTS.forEach((layout, struct) -> offsets(layout).forEach((member, offset) -> {
            String name = struct + "." + member;
            expected.put("offset of " + name, offset);
            expressions.put("offset of " + name, "(long long)offsetof(%s, %s)".formatted(struct, member));
            expected.put("size of " + name, width(struct, member));
            expressions.put("size of " + name, "(long long)sizeof(((%s *)0)->%s)".formatted(struct, member));
        }));

        assertThat(expected).hasSizeGreaterThan(70);
        assertThat(compiler.evaluate(expected, expressions::get)).isEqualTo(expected);
    }

    @Test
    void structsHaveTheSizesOfTheHeader() {
        Map<String, Long> expected = new TreeMap<>();
        STRUCTS.forEach((layout, struct) -> expected.put(struct, value(layout, "SIZE")));

        assertThat(compiler.evaluate(expected, struct -> "(long long)sizeof(" + struct + ")"))
                .isEqualTo(expected);
    }

    private static Map<String, Long> offsets(Class<?> layout) {
        Map<String, Long> offsets = new TreeMap<>();
        Stream.of(layout.getFields())
                .map(Field::getName)
                .filter(name -> !name.equals("SIZE"))
                .forEach(name -> offsets.put(member(layout, name.toLowerCase(Locale.ROOT)), value(layout, name)));
        return offsets;
    }

    private static String member(Class<?> layout, String name) {
        if (layout != SendWrLayout.class) {
            return name;
        }
        return NESTED.keySet().stream()
                .filter(name::startsWith)
                .max((a, b) -> Integer.compare(a.length(), b.length()))
                .map(prefix -> NESTED.get(prefix) + name.substring(prefix.length()))
                .orElse(name);
    }

    private static long width(String struct, String member) {
        String last = member.substring(member.lastIndexOf('.') + 1);
        if (TWO_BYTES.contains(last)) {
            return Short.BYTES;
        }
        if (ONE_BYTE.contains(last)) {
            return Byte.BYTES;
        }
        boolean four = !EIGHT_BYTES.contains(last) || struct.equals("struct ibv_sge") && last.equals("length");
        return four ? Integer.BYTES : Long.BYTES;
    }

    private static long value(Class<?> layout, String constant) {
        try {
            return layout.getField(constant).getInt(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
