// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz.targets;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.verbena.itests.fuzz.calls.Numbers;
import org.verbena.libibverbs.FakeLibibverbs;
import org.verbena.libibverbs.abi.CField;
import org.verbena.libibverbs.abi.ContextStructs.IbvContext;
import org.verbena.libibverbs.abi.ContextStructs.IbvContextOps;
import org.verbena.libibverbs.abi.ContextStructs.VerbsContext;
import org.verbena.libibverbs.abi.Struct;

/**
 * Fakes a libibverbs whose verbs return data of an input: any result, any errno, and any bytes in structs.
 *
 * <p>The library satisfies the conditions that Java cannot check. Its pointers point to valid memory, and it writes
 * nowhere else.
 */
final class HostileDriver {
    /** The size of a created object, which is larger than any struct that a verb creates. */
    private static final int OBJECT_SIZE = 512;

    /** The exported verbs that return a number, with the indices of the arguments that point to the output. */
    private static final Map<String, List<Integer>> VERBS = Map.ofEntries(
            Map.entry("ibv_query_device", List.of(1)),
            Map.entry("ibv_query_port", List.of(2)),
            Map.entry("ibv_query_pkey", List.of(3)),
            Map.entry("ibv_query_gid", List.of(3)),
            Map.entry("_ibv_query_gid_ex", List.of(3)),
            Map.entry("_ibv_query_gid_table", List.of(1)),
            Map.entry("ibv_query_qp", List.of(1, 3)),
            Map.entry("ibv_query_srq", List.of(1)),
            Map.entry("ibv_get_async_event", List.of(1)),
            Map.entry("ibv_get_cq_event", List.of(1, 2)),
            Map.entry("ibv_resize_cq", List.of()),
            Map.entry("ibv_modify_qp", List.of()),
            Map.entry("ibv_modify_srq", List.of()),
            Map.entry("ibv_attach_mcast", List.of()),
            Map.entry("ibv_detach_mcast", List.of()),
            Map.entry("ibv_rereg_mr", List.of()),
            Map.entry("ibv_dereg_mr", List.of()),
            Map.entry("ibv_destroy_qp", List.of()),
            Map.entry("ibv_destroy_cq", List.of()),
            Map.entry("ibv_destroy_srq", List.of()),
            Map.entry("ibv_destroy_ah", List.of()),
            Map.entry("ibv_dealloc_pd", List.of()));

    /** The verbs to which the context of a device points, with the same indices. */
    private static final Map<CField, List<Integer>> POINTED_VERBS = Map.of(
            VerbsContext.QUERY_DEVICE_EX, List.of(2),
            VerbsContext.QUERY_PORT, List.of(2),
            VerbsContext.GET_SRQ_NUM, List.of(1),
            VerbsContext.MODIFY_CQ, List.of(),
            VerbsContext.MODIFY_WQ, List.of(),
            VerbsContext.DESTROY_WQ, List.of());

    /** The exported verbs that create an object, with the same indices. Some of these verbs write into the request. */
    private static final Map<String, List<Integer>> MAKERS = Map.of(
            "ibv_alloc_pd", List.of(),
            "ibv_create_cq", List.of(),
            "ibv_create_srq", List.of(1),
            "ibv_create_qp", List.of(1),
            "ibv_create_ah", List.of(),
            "ibv_create_comp_channel", List.of(),
            "ibv_reg_mr_iova2", List.of());

    private static final Map<CField, List<Integer>> POINTED_MAKERS = Map.of(
            VerbsContext.CREATE_QP_EX, List.of(1),
            VerbsContext.CREATE_SRQ_EX, List.of(1),
            VerbsContext.CREATE_WQ, List.of(1),
            VerbsContext.CREATE_RWQ_IND_TABLE, List.of(),
            VerbsContext.IBV_CREATE_FLOW, List.of(),
            VerbsContext.OPEN_QP, List.of(),
            VerbsContext.OPEN_XRCD, List.of());

    private static final Set<CField> OPERATIONS = Set.of(
            IbvContextOps.BIND_MW,
            IbvContextOps.DEALLOC_MW,
            IbvContextOps.REQ_NOTIFY_CQ,
            IbvContextOps.POST_SEND,
            IbvContextOps.POST_RECV,
            IbvContextOps.POST_SRQ_RECV);

    private static final List<String> DRIVERS = List.of("", "mlx5", "mlx4", "rxe", "efa", "hns", "irdma", "bnxt_re");

    private final Numbers numbers;
    private final FakeLibibverbs library = new FakeLibibverbs();

    private HostileDriver(Numbers numbers) {
        this.numbers = numbers;
    }

    /** Returns a library that responds with the rest of an input. The first byte selects the name of the driver. */
    static FakeLibibverbs answering(Numbers numbers) {
        HostileDriver driver = new HostileDriver(numbers);
        driver.implement();
        return driver.library;
    }

    private void implement() {
        String name = DRIVERS.get(numbers.below(DRIVERS.size()));
        if (!name.isEmpty()) {
            library.driver("/usr/lib/x86_64-linux-gnu/libibverbs/lib" + name + "-rdmav34.so");
        }
        VERBS.forEach((symbol, answers) -> library.export(symbol, arguments -> answer(answers, arguments)));
        MAKERS.forEach((symbol, answers) -> library.export(symbol, arguments -> make(answers, arguments)));
        POINTED_VERBS.forEach((pointer, answers) -> library.extend(pointer, arguments -> answer(answers, arguments)));
        POINTED_MAKERS.forEach((pointer, answers) -> library.extend(pointer, arguments -> make(answers, arguments)));
        Struct operations = library.context().inner(IbvContext.OPS);
        for (CField operation : OPERATIONS) {
            operations.put(operation, library.function(arguments -> answer(List.of(), arguments)));
        }
        operations.put(IbvContextOps.ALLOC_MW, library.function(arguments -> make(List.of(), arguments)));
    }

    private long answer(List<Integer> answers, long... arguments) {
        fillIn(answers, arguments);
        long result = numbers.below(4) != 0 ? 0 : numbers.number();
        library.fail(numbers.uint8());
        return result;
    }

    private long make(List<Integer> answers, long... arguments) {
        fillIn(answers, arguments);
        if (numbers.below(8) == 7) {
            return library.fail(numbers.uint8());
        }
        long address = library.struct(OBJECT_SIZE).address();
        fill(address);
        return address;
    }

    private void fillIn(List<Integer> answers, long... arguments) {
        for (int answer : answers) {
            fill(arguments[answer]);
        }
    }

    /** Fills the number of bytes that the input selects, up to the end of the allocation. */
    private void fill(long address) {
        int length = (int) Math.min(library.room(address), numbers.uint8());
        byte[] bytes = numbers.bytes(length);
        if (numbers.below(4) == 3) {
            Arrays.fill(bytes, (byte) -1);
        }
        library.memory().put(address, bytes);
    }
}
