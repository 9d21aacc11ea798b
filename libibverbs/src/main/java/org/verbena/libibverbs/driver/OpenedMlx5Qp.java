// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.Optional;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpState;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;

/**
 * An additional handle of an XRC target on mlx5. mlx5_open_qp leaves the doorbell record of {@code struct mlx5_qp}
 * NULL, and two functions of libmlx5 dereference it. Both were observed to crash in rdma-core 44 and are unchanged in
 * 64.
 *
 * <ul>
 *   <li>mlx5_destroy_qp: this class destroys only the handle of the kernel, and the memory of the struct is lost.
 *   <li>mlx5_modify_qp, after a transition to RESET: this class rejects the transition.
 * </ul>
 */
final class OpenedMlx5Qp extends NativeQp {
    OpenedMlx5Qp(NativeContext context, long pointer) {
        super(context, pointer, Verb.CMD_DESTROY_QP, QpCap.ZERO, Optional.empty(), CqSweep.NONE);
    }

    @Override
    public void modify(QpAttr attr) {
        if (attr.attrMask().contains(QpAttr.Mask.STATE) && attr.qpStateCode() == QpState.RESET.value()) {
            throw new InvalidRequestException(
                    Verb.MODIFY_QP.cName(),
                    Errno.EINVAL,
                    toString(),
                    new Violation(
                            "qp_state",
                            QpState.RESET.toString(),
                            "another state, or the handle that created the queue pair",
                            "libmlx5 would crash on a handle of ibv_open_qp(3)",
                            "providers/mlx5/verbs.c: mlx5_modify_qp"));
        }
        super.modify(attr);
    }
}
