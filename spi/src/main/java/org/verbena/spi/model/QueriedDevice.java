// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.PortAttr;

/**
 * The results of the query verbs of a device.
 *
 * @param device the result of {@code ibv_query_device_ex(3)}
 * @param port the result of {@code ibv_query_port(3)} for port 1
 * @param numCompVectors {@code num_comp_vectors}
 */
public record QueriedDevice(DeviceAttrEx device, PortAttr port, int numCompVectors) {}
