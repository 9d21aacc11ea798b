package org.verbena.libibverbs.driver;

import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.verbena.libibverbs.NativeLinker;

/**
 * The calls of the data path that a driver answers briefly, in the sense of {@link NativeLinker#function}: without
 * entering the kernel, and without a lock that may be held across calls. As in rdma-core 44:
 *
 * <ul>
 *   <li>rxe and siw ring the kernel after each send ({@code post_send_db}, {@code siw_db}), but not for receives.
 *   <li>hns and irdma tell the kernel from within posts and polls when a queue pair has failed ({@code
 *       hns_roce_flush_cqe}, {@code irdma_issue_flush}).
 *   <li>A poll of efa takes the lock of a send queue ({@code efa_wq_put_wrid_idx}), which {@code ibv_wr_start} keeps.
 * </ul>
 *
 * <p>Nothing is known of other drivers. A lock that {@code ibv_wr_start} or {@code ibv_start_poll} keeps until the end
 * of the list counts whatever the driver: its holder may have been stopped by the garbage collector, which would wait
 * for a brief call that waits for the holder. So on a queue with such an interface, the calls that take its lock are
 * not brief.
 */
final class BriefCalls {
    /** A part of the data path. */
    private enum Path {
        SEND,
        RECEIVE,
        POLL
    }

    private static final Map<String, Set<Path>> OF_DRIVER = Map.of(
            "mlx5", EnumSet.allOf(Path.class),
            "mlx4", EnumSet.allOf(Path.class),
            "bnxt_re", EnumSet.allOf(Path.class),
            "efa", EnumSet.of(Path.SEND, Path.RECEIVE),
            "rxe", EnumSet.of(Path.RECEIVE, Path.POLL),
            "siw", EnumSet.of(Path.RECEIVE, Path.POLL));

    private final Set<Path> brief;

    /** For a driver by its name in rdma-core, if that is known. */
    BriefCalls(Optional<String> driver) {
        this.brief = driver.map(OF_DRIVER::get).orElse(EnumSet.noneOf(Path.class));
    }

    boolean sends() {
        return brief.contains(Path.SEND);
    }

    boolean receives() {
        return brief.contains(Path.RECEIVE);
    }

    boolean polls() {
        return brief.contains(Path.POLL);
    }
}
