// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.XrcdInitAttr;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowSpec;
import org.verbena.attr.FlowSpecType;
import org.verbena.attr.VerbsConstant;
import org.verbena.attr.VerbsEnum;
import org.verbena.attr.VerbsFlag;
import org.verbena.cm.CmEventType;
import org.verbena.cm.ConnParam;
import org.verbena.cm.RejectReason;
import org.verbena.cm.UdParam;
import org.verbena.error.Errno;
import org.verbena.libibverbs.FakeLibibverbs;
import org.verbena.libibverbs.abi.CmStructs.RdmaCmJoinMcAttrEx;
import org.verbena.libibverbs.abi.FlowStructs.IbvFlowAttr;
import org.verbena.libibverbs.abi.FlowStructs.IbvFlowSpec;
import org.verbena.libibverbs.abi.LibcStructs.DlInfo;
import org.verbena.libibverbs.abi.LibcStructs.Dlopen;
import org.verbena.libibverbs.abi.LibcStructs.Fcntl;
import org.verbena.libibverbs.abi.LibcStructs.Pollfd;
import org.verbena.libibverbs.abi.Mlx5Structs.Mlx5dvObj;
import org.verbena.libibverbs.marshal.FlowMarshal;
import org.verbena.spi.cm.CmOption;

/** Checks every number that Verbena shares with C against the installed headers, as compiled by a C compiler. */
class HeaderTest {
    /** The names of the api that the headers of rdma-core 44 lack, with the release of rdma-core that added them. */
    private static final Map<String, String> NEWER = Map.of(
            "IBV_ACCESS_FLUSH_GLOBAL", "45",
            "IBV_ACCESS_FLUSH_PERSISTENT", "45",
            "IBV_QP_EX_WITH_FLUSH", "45",
            "IBV_WC_FLUSH", "45",
            "IBV_WR_FLUSH", "45",
            "wr_flush", "45",
            "RDMA_CM_EVENT_ADDRINFO_RESOLVED", "60",
            "RDMA_CM_EVENT_ADDRINFO_ERROR", "60",
            "RDMA_CM_EVENT_USER", "60",
            "RDMA_CM_EVENT_INTERNAL", "60");

    /**
     * The structs that may grow: {@code active_speed_ex} was added in rdma-core 49. Their size is passed to C, or C
     * accesses only the fields that the caller selects.
     */
    private static final List<String> MAY_GROW = List.of(
            "struct ibv_port_attr",
            "struct ibv_device_attr_ex",
            "struct ibv_gid_entry",
            "struct mlx5dv_qp",
            "struct mlx5dv_obj");

    private static final Set<CField.Type> UNSIGNED =
            EnumSet.of(CField.Type.U8, CField.Type.U16, CField.Type.U32, CField.Type.U64);

    @TempDir
    static Path directory;

    private static CCompiler compiler;

    @BeforeAll
    static void findCompiler() {
        compiler = new CCompiler(
                directory,
                "infiniband/verbs.h",
                "infiniband/mlx5dv.h",
                "rdma/rdma_cma.h",
                "netinet/in.h",
                "stddef.h",
                "fcntl.h",
                "errno.h",
                "dlfcn.h",
                "poll.h",
                "sys/eventfd.h",
                "time.h");
        if (!"required".equals(System.getProperty("verbena.environments"))) {
            assumeTrue(
                    compiler.works(),
                    "gcc, <infiniband/verbs.h> and <rdma/rdma_cma.h> (packages gcc, libibverbs-dev, librdmacm-dev)");
        }
    }

    @Test
    void constantsOfTheApiHaveTheNumbersOfTheHeader() {
        Map<String, Long> expected = constants();

        assertThat(expected).hasSizeGreaterThan(200);
        assertSame(known(expected), name -> "(long long)(" + name + ")");
    }

    @Test
    void onlyNewerConstantsAreMissingFromTheHeader() {
        assertThat(constants().keySet())
                .filteredOn(name -> !compiler.declares(name))
                .isSubsetOf(NEWER.keySet());
    }

    @Test
    void fieldsHaveTheOffsetsAndSizesOfTheHeader() {
        Map<String, Long> expected = new LinkedHashMap<>();
        Map<String, String> expressions = new LinkedHashMap<>();
        for (Class<?> descriptor : descriptors()) {
            String type = cType(descriptor);
            fields(descriptor).forEach((name, field) -> {
                if (!compiler.declares(name.substring(name.lastIndexOf('.') + 1))) {
                    assertThat(NEWER).containsKey(name);
                    return;
                }
                String member = type + "." + name;
                expected.put("offset of " + member, (long) field.offset());
                expressions.put("offset of " + member, offset(type, name));
                expected.put("size of " + member, (long) field.size());
                expressions.put("size of " + member, "(long long)sizeof(((%s *)0)->%s)".formatted(type, name));
            });
        }

        assertThat(expected).hasSizeGreaterThan(500);
        assertSame(expected, expressions::get);
    }

    @Test
    void unsignedFieldsAreUnsignedInTheHeader() {
        Map<String, Long> expected = new LinkedHashMap<>();
        Map<String, String> expressions = new LinkedHashMap<>();
        for (Class<?> descriptor : descriptors()) {
            fields(descriptor).forEach((name, field) -> {
                if (UNSIGNED.contains(field.type()) && compiler.declares(name)) {
                    String member = cType(descriptor) + "." + name;
                    expected.put(member, 1L);
                    expressions.put(member, "(__typeof__(((%s *)0)->%s))-1 > 0".formatted(cType(descriptor), name));
                }
            });
        }

        assertSame(expected, expressions::get);
    }

    @Test
    void structsHaveTheSizesOfTheHeader() {
        Map<String, Long> expected = new TreeMap<>();
        for (Class<?> descriptor : descriptors()) {
            size(descriptor, size -> expected.put(cType(descriptor), (long) size));
        }

        Map<String, Long> actual = compiler.evaluate(expected, type -> "(long long)sizeof(" + type + ")");

        assertThat(expected).hasSizeGreaterThan(15);
        assertThat(actual).allSatisfy((type, size) -> {
            if (MAY_GROW.contains(type)) {
                assertThat(size).as(type).isGreaterThanOrEqualTo(expected.get(type));
            } else {
                assertThat(size).as(type).isEqualTo(expected.get(type));
            }
        });
    }

    /**
     * {@code hdr.size} is the size of the C struct, because libibverbs trusts this field. The value and the mask have
     * the offsets and lengths of the C struct.
     */
    @Test
    void flowSpecificationsHaveTheLayoutOfTheHeader() {
        Map<String, Long> expected = new TreeMap<>();
        Map<String, String> expressions = new TreeMap<>();
        for (FlowSpecType type : FlowSpecType.values()) {
            String struct = "struct " + flowStruct(type);
            boolean filter = !type.name().startsWith("ACTION");
            String value = filter ? "val" : type == FlowSpecType.ACTION_TAG ? "tag_id" : "";
            Map<String, Long> lengths = compiler.evaluate(
                    Map.of(struct, 0),
                    name -> value.isEmpty() ? "0" : "(long long)sizeof(((%s *)0)->%s)".formatted(name, value));
            byte[] bytes = new byte[lengths.get(struct).intValue()];
            Arrays.fill(bytes, (byte) 1);
            byte[] mask = new byte[filter ? bytes.length : 0];
            Arrays.fill(mask, (byte) 2);
            FlowAttr rule =
                    FlowAttr.builder().spec(FlowSpec.of(type, bytes, mask)).build();

            try (Frame frame = new Frame(new FakeLibibverbs())) {
                Struct request = FlowMarshal.create(frame, rule);
                long at = request.address() + IbvFlowAttr.SIZE;
                Struct spec = new Struct(request.memory(), at);
                long size = spec.get(IbvFlowSpec.HDR_SIZE);
                assertThat(request.get(IbvFlowAttr.FLOW_SIZE)).isEqualTo(IbvFlowAttr.SIZE + size);
                expected.put(type + " size", size);
                expressions.put(type + " size", "(long long)sizeof(" + struct + ")");
                if (!value.isEmpty()) {
                    expected.put(type + " value", firstByte(request, at, size, 1));
                    expressions.put(type + " value", "(long long)offsetof(%s, %s)".formatted(struct, value));
                }
                if (filter) {
                    expected.put(type + " mask", firstByte(request, at, size, 2));
                    expressions.put(type + " mask", "(long long)offsetof(%s, mask)".formatted(struct));
                }
            }
        }

        assertSame(expected, expressions::get);
    }

    /** Returns the offset of the first byte with the wanted value after the header of a specification. */
    private static long firstByte(Struct request, long spec, long size, int wanted) {
        return LongStream.range(IbvFlowSpec.HEAD, size)
                .filter(offset -> request.memory().getByte(spec + offset) == wanted)
                .findFirst()
                .orElseThrow();
    }

    private static String flowStruct(FlowSpecType type) {
        return "ibv_flow_spec_"
                + switch (type) {
                    case TCP, UDP -> "tcp_udp";
                    case VXLAN_TUNNEL -> "tunnel";
                    default -> type.name().toLowerCase(Locale.ROOT);
                };
    }

    private static void assertSame(Map<String, Long> expected, Function<String, String> expression) {
        Map<String, Long> actual = compiler.evaluate(expected, expression);

        assertThat(expected)
                .allSatisfy((name, number) -> assertThat(actual.get(name)).isEqualTo(number));
    }

    /**
     * Returns the constants by their C names, except the reasons of rejections. The reasons have names of the kernel
     * ({@code ib_cm.h}), which are in no installed header.
     */
    private static Map<String, Long> constants() {
        Map<String, Long> constants = new TreeMap<>();
        for (Class<?> type : Stream.of(VerbsConstant.class, CmEventType.class, CmOption.class)
                .flatMap(member -> Classes.inPackageOf(member).stream())
                .toList()) {
            if (type.isEnum() && VerbsConstant.class.isAssignableFrom(type) && type != RejectReason.class) {
                for (Object constant : type.getEnumConstants()) {
                    String name = ((VerbsConstant) constant).cName();
                    if (!name.isEmpty()) {
                        constants.put(name, number(constant));
                    }
                }
            }
        }
        for (Field field : Errno.class.getFields()) {
            Errno errno = (Errno) value(field);
            assertThat(errno.name()).isEqualTo(field.getName());
            constants.put(errno.name(), (long) errno.number());
        }
        constants.put("POLLIN", (long) Pollfd.POLLIN);
        constants.put("F_GETFL", (long) Fcntl.F_GETFL);
        constants.put("F_SETFL", (long) Fcntl.F_SETFL);
        constants.put("O_NONBLOCK", (long) Fcntl.O_NONBLOCK);
        constants.put("EFD_CLOEXEC", (long) Fcntl.O_CLOEXEC);
        constants.put("RTLD_LAZY", (long) Dlopen.RTLD_LAZY);
        constants.put("RTLD_NOLOAD", (long) Dlopen.RTLD_NOLOAD);
        constants.put("MLX5DV_OBJ_QP", (long) Mlx5dvObj.OBJ_QP);
        constants.put("AF_INET", (long) SocketStructs.AF_INET);
        constants.put("AF_INET6", (long) SocketStructs.AF_INET6);
        constants.put("RDMA_CM_JOIN_MC_ATTR_ADDRESS", (long) RdmaCmJoinMcAttrEx.ATTR_ADDRESS);
        constants.put("RDMA_CM_JOIN_MC_ATTR_JOIN_FLAGS", (long) RdmaCmJoinMcAttrEx.ATTR_JOIN_FLAGS);
        constants.put("RDMA_MAX_RESP_RES", (long) ConnParam.DEVICE_MAXIMUM);
        constants.put("RDMA_MAX_INIT_DEPTH", (long) ConnParam.DEVICE_MAXIMUM);
        constants.put("RDMA_UDP_QKEY", UdParam.UDP_QKEY);
        constants.put("O_CREAT", (long) XrcdInitAttr.O_CREAT);
        constants.put("O_EXCL", (long) XrcdInitAttr.O_EXCL);
        return constants;
    }

    private static long number(Object constant) {
        return constant instanceof VerbsFlag flag ? flag.mask() : ((VerbsEnum) constant).value();
    }

    private static Map<String, Long> known(Map<String, Long> constants) {
        return constants.entrySet().stream()
                .filter(entry -> compiler.declares(entry.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static List<Class<?>> descriptors() {
        return Classes.inPackageOf(CField.class).stream()
                .filter(type -> !fields(type).isEmpty())
                .toList();
    }

    /** Returns the fields by C name. */
    private static Map<String, CField> fields(Class<?> descriptor) {
        return Stream.of(descriptor.getFields())
                .filter(field -> field.getType() == CField.class)
                .collect(Collectors.toMap(
                        field -> field.getName()
                                .toLowerCase(Locale.ROOT)
                                .replaceFirst("^(per_transport_caps|element|hdr)_", "$1.")
                                .replaceFirst("^(qp)_(in|out)$|^(sq)_(wqe_cnt)$", "$1$3.$2$4")
                                .replace("flow_size", "size"),
                        field -> (CField) value(field)));
    }

    private static void size(Class<?> descriptor, Consumer<Integer> then) {
        Stream.of(descriptor.getFields())
                .filter(field -> field.getName().equals("SIZE"))
                .forEach(field -> then.accept((Integer) value(field)));
    }

    private static Object value(Field field) {
        try {
            return field.get(null);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Returns the C type of a descriptor: {@code IbvQpInitAttrEx} describes {@code struct ibv_qp_init_attr_ex}. The
     * name of {@code Dl_info} is an exception.
     */
    private static String cType(Class<?> descriptor) {
        if (descriptor == DlInfo.class) {
            return "Dl_info";
        }
        return "struct "
                + descriptor.getSimpleName().replaceAll("(?<=.)([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    private static String offset(String type, String field) {
        String offset = "(long long)offsetof(%s, %s)".formatted(type, field);
        // The offsets are relative to the struct ibv_context at the end of the struct; see VerbsContext.
        return type.equals("struct verbs_context")
                ? offset + " - (long long)offsetof(struct verbs_context, context)"
                : offset;
    }
}
