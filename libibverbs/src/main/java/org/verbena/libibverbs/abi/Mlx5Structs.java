// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

/** The structs of {@code infiniband/mlx5dv.h}, the direct interface of libmlx5. */
public final class Mlx5Structs {
    private Mlx5Structs() {}

    /**
     * The rings of a queue pair.
     *
     * <pre>{@code
     * struct mlx5dv_qp {
     *     __be32 *dbrec;
     *     struct {
     *         void *buf;
     *         uint32_t wqe_cnt;
     *         uint32_t stride;
     *     } sq;
     *     ...
     * };
     * }</pre>
     */
    public static final class Mlx5dvQp {
        public static final CField DBREC = CField.pointer(0);
        public static final CField SQ_WQE_CNT = CField.u32(16);

        public static final int SIZE = 96;

        private Mlx5dvQp() {}
    }

    /**
     * The objects of a call of {@code mlx5dv_init_obj}.
     *
     * <pre>{@code
     * struct mlx5dv_obj {
     *     struct {
     *         struct ibv_qp *in;
     *         struct mlx5dv_qp *out;
     *     } qp;
     *     ...
     * };
     * }</pre>
     */
    public static final class Mlx5dvObj {
        public static final CField QP_IN = CField.pointer(0);
        public static final CField QP_OUT = CField.pointer(8);

        public static final int SIZE = 112;

        /** The object type that selects {@code qp}: {@code MLX5DV_OBJ_QP}. */
        public static final int OBJ_QP = 1;

        private Mlx5dvObj() {}
    }
}
