package org.verbena.libibverbs.driver;

import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.verbena.CqCreateFlag;
import org.verbena.Flags;
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
 * <p>Nothing is known of other drivers. {@code ibv_wr_start} and {@code ibv_start_poll} may return with a lock held. The
 * garbage collector may stop the holder in Java; it then waits for every brief call, and a brief call that waits for
 * the lock never ends. So on a queue with such an interface, the calls that take its own lock are not brief.
 *
 * <p>Posts of libmlx5 and libmlx4 to a full queue also take the lock of the completion queue ({@code mlx5_wq_overflow},
 * {@code wq_overflow}). Their extended completion queues are therefore created without a lock: {@link #cqFlags}.
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

    /**
     * Drivers whose posts take the lock of a completion queue, and whose {@code ibv_start_poll} takes none on a
     * single-threaded queue ({@code mlx5_cq_fill_pfns}, {@code mlx4_cq_fill_pfns}). Others fail the request for such a
     * queue (efa before rdma-core 60, hns in 44), ignore the flag (rxe, irdma) or have no extended queues (bnxt_re, siw).
     */
    private static final Set<String> WITHOUT_CQ_LOCK = Set.of("mlx5", "mlx4");

    private final Set<Path> brief;
    private final Flags<CqCreateFlag> cqFlags;

    /** Takes the driver by its name in rdma-core, if that is known. */
    BriefCalls(Optional<String> driver) {
        this.cqFlags = driver.filter(WITHOUT_CQ_LOCK::contains).isPresent()
                ? Flags.of(CqCreateFlag.SINGLE_THREADED)
                : Flags.none(CqCreateFlag.class);
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

    /**
     * Returns creation flags for extended completion queues that keep {@code ibv_start_poll} from returning with a lock
     * that posts wait for. The gates of the handles let one thread at a time use such a queue.
     */
    Flags<CqCreateFlag> cqFlags() {
        return cqFlags;
    }
}
