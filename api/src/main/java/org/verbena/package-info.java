// SPDX-License-Identifier: Apache-2.0
/**
 * The public API of Verbena, the RDMA verbs for Java. {@link org.verbena.Verbs} is the entry point. The package
 * contains the lookup of providers, devices and their objects, batches of work requests, and the requests that create
 * objects. The values of requests are in {@link org.verbena.attr}, the exceptions in {@link org.verbena.error}.
 */
@NullMarked
@Export
@Version("1.0.0")
package org.verbena;

import org.jspecify.annotations.NullMarked;
import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
