// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.Map;
import java.util.TreeMap;
import org.verbena.attr.AhAttr;
import org.verbena.attr.GlobalRoute;

/** Conversions of address vectors to and from the fields of steps. */
final class Addresses {
    private Addresses() {}

    static AhAttr vector(WalkDevice device, StepArguments arguments, StepField port) {
        AhAttr.Builder attr = AhAttr.builder()
                .dlid(arguments.integer(StepField.DLID))
                .sl(arguments.integer(StepField.SL))
                .srcPathBits(arguments.integer(StepField.SRC_PATH_BITS))
                .staticRate(arguments.integer(StepField.STATIC_RATE))
                .portNum(arguments.integer(port));
        arguments.ifPresent(
                StepField.DGID,
                word -> attr.grh(new GlobalRoute(
                        GidWord.of(word).on(device.context()),
                        arguments.number(StepField.FLOW_LABEL),
                        arguments.integer(StepField.SGID_INDEX),
                        arguments.integer(StepField.HOP_LIMIT),
                        arguments.integer(StepField.TRAFFIC_CLASS))));
        return attr.build();
    }

    /** Returns the fields of an address vector that a device reported, each name with a prefix. */
    static Map<String, String> describe(WalkDevice device, String prefix, AhAttr attr) {
        Map<String, String> fields = new TreeMap<>();
        attr.grh().ifPresent(route -> {
            route.fields().forEach((name, value) -> fields.put(prefix + name, value.toString()));
            // The GIDs of two devices differ.
            fields.put(prefix + "dgid", GidWord.describe(device.context(), route.dgid()));
        });
        fields.put(prefix + "dlid", Integer.toString(attr.dlid()));
        fields.put(prefix + "sl", Integer.toString(attr.sl()));
        fields.put(prefix + "src_path_bits", Integer.toString(attr.srcPathBits()));
        fields.put(prefix + "static_rate", Integer.toString(attr.staticRate()));
        fields.put(prefix + "port_num", Integer.toString(attr.portNum()));
        return fields;
    }
}
