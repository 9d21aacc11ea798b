// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import org.verbena.attr.Flags;
import org.verbena.attr.SendFlag;

/**
 * The request to bind a memory window of type 1: {@code struct ibv_mw_bind}.
 *
 * @param wrId the number that comes back in the completion
 * @param sendFlags as of a send work request
 * @param bindInfo what the window opens
 */
public record MwBind(long wrId, Flags<SendFlag> sendFlags, MwBindInfo bindInfo) {}
