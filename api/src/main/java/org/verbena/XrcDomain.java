// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A domain of extended reliable connections: {@code struct ibv_xrcd}. {@link #close()} calls {@code ibv_close_xrcd(3)}.
 */
@ProviderType
public interface XrcDomain extends VerbsObject {}
