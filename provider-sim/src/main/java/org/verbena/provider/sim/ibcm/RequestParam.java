// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.ibcm;

import java.nio.ByteBuffer;
import org.verbena.attr.Ece;
import org.verbena.cm.ConnParam;

/**
 * The parameters of a request, a reply or a request for datagrams: {@code struct ib_cm_req_param},
 * {@code struct ib_cm_rep_param}.
 *
 * @param conn the parameters of the application, with numbers in the range of their fields
 * @param startingPsn the first PSN that this side expects
 * @param ece the options of enhanced connection establishment
 * @param privateData the whole private data
 */
public record RequestParam(ConnParam conn, int startingPsn, Ece ece, ByteBuffer privateData) {}
