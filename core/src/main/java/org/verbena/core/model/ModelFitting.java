// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.verbena.spi.model.DriverModel;
import org.verbena.spi.model.QueriedDevice;

/**
 * Static factory for models that match a real device. The library of the device determines the driver, and the reported
 * values determine the rest.
 */
public final class ModelFitting {
    /** The drivers of rdma-core, by the name in {@code libNAME-rdmav34.so} or {@code libNAME.so.1}. */
    private static final Map<String, Function<QueriedDevice, String>> MODEL_OF_DRIVER = Map.of(
            "bnxt_re", ModelFitting::bnxtRe,
            "efa", device -> "efa",
            "erdma", device -> "erdma",
            "hns", ModelFitting::hns,
            "irdma", ModelFitting::irdma,
            "mana", device -> "mana",
            "mlx4", device -> "mlx4",
            "mlx5", device -> "mlx5",
            "rxe", ModelFitting::rxe,
            "siw", device -> "siw");

    private static final Pattern LIBRARY = Pattern.compile(".*/lib([^/]+?)(-rdmav\\d+)?\\.so[.\\d]*");

    private ModelFitting() {}

    /**
     * Returns the driver that a library contains.
     *
     * @param file the library's file with its path
     * @return rdma-core's name of the driver, for example {@code mlx5}; empty if the file name is not that of a library
     */
    public static Optional<String> driver(String file) {
        Matcher matcher = LIBRARY.matcher(file);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /**
     * Returns the model of a device, with the limits that the device reports.
     *
     * @param driver rdma-core's name of the driver
     * @param device the results of the query verbs
     * @return the model; empty if the driver has none
     */
    public static Optional<DriverModel> fit(String driver, QueriedDevice device) {
        return Optional.ofNullable(MODEL_OF_DRIVER.get(driver))
                .flatMap(generation -> DriverModels.find(generation.apply(device)))
                .map(model -> model.fitted(device));
    }

    /**
     * Returns the model name for the kernel. RXE_PORT_MAX_MSG_SZ of sw/rxe/rxe_param.h increased between Linux 6.1 and
     * 6.12.
     */
    private static String rxe(QueriedDevice device) {
        return device.port().maxMsgSz() <= 0x80_0000 ? "rxe-6.1" : "rxe-6.12";
    }

    /**
     * Returns the model name for the generation. The X722 has 3 gather elements (hw/irdma/i40iw_hw.c). The E810 and the
     * IPU have 13 (hw/irdma/icrdma_hw.c). The IPU is the first with shared receive queues.
     */
    private static String irdma(QueriedDevice device) {
        if (device.device().origAttr().maxSge() <= 3) {
            return "irdma-gen1";
        }
        return device.device().origAttr().maxSrq() == 0 ? "irdma-gen2" : "irdma-gen3";
    }

    /**
     * Returns the model name for the ring layout. Work requests of variable size have space for 13 elements, those of
     * fixed size for 6 (hw/bnxt_re/qplib_sp.c).
     */
    private static String bnxtRe(QueriedDevice device) {
        return device.device().origAttr().maxSge() <= 6 ? "bnxt_re-static" : "bnxt_re-variable";
    }

    /** Returns the model name for the engine (providers/hns/hns_roce_u.h: HNS_ROCE_HW_VER3). */
    private static String hns(QueriedDevice device) {
        return device.device().origAttr().hwVer() >= 0x130 ? "hns-hip09" : "hns-hip08";
    }
}
