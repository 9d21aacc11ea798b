// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.Flags;
import org.verbena.libibverbs.call.NativeLinker;

/**
 * The calls of the data path that are brief in a driver, in the sense of {@link NativeLinker#function}. A brief call
 * does not enter the kernel and does not take a lock that may be held across calls. The following exceptions exist in
 * rdma-core 44:
 *
 * <ul>
 *   <li>rxe and siw notify the kernel after each send ({@code post_send_db}, {@code siw_db}), but not after receives.
 *   <li>hns and irdma notify the kernel in posts and polls when a queue pair has failed ({@code hns_roce_flush_cqe},
 *       {@code irdma_issue_flush}).
 *   <li>A poll of efa takes the lock of a send queue ({@code efa_wq_put_wrid_idx}), which {@code ibv_wr_start} holds.
 * </ul>
 *
 * <p>Calls of other drivers are assumed not to be brief. {@code ibv_wr_start} and {@code ibv_start_poll} may return
 * with a lock held. The garbage collector may stop the thread that holds it in Java code, and then waits for every
 * brief call. A brief call that waits for that lock never ends. So on a queue with such an interface, calls that take
 * the lock of the queue are not brief.
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
     * The drivers whose posts take the lock of a completion queue, and whose {@code ibv_start_poll} takes no lock on a
     * single-threaded queue ({@code mlx5_cq_fill_pfns}, {@code mlx4_cq_fill_pfns}). Some other drivers fail the request
     * for such a queue (efa before rdma-core 60, hns in 44). Others ignore the flag (rxe, irdma) or have no extended
     * queues (bnxt_re, siw).
     */
    private static final Set<String> WITHOUT_CQ_LOCK = Set.of("mlx5", "mlx4");

    private final Set<Path> brief;
    private final Flags<CqCreateFlag> cqFlags;

    /** Creates the set for a driver, named as in rdma-core. The name is empty if the driver is unknown. */
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
     * Returns the creation flags for extended completion queues that prevent {@code ibv_start_poll} from returning with
     * a lock that posts wait for. The gates of the handles admit only one thread at a time to such a queue.
     */
    Flags<CqCreateFlag> cqFlags() {
        return cqFlags;
    }
}
