// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import org.verbena.XrcDomain;

/** An XRC domain. */
final class XrcdHandle extends Handle implements XrcDomain {
    XrcdHandle(ContextHandle owner, Resource resource) {
        super(owner, resource);
    }
}
