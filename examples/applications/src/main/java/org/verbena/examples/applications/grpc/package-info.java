// SPDX-License-Identifier: Apache-2.0
/** The example for gRPC on Netty. */
@NullMarked
package org.verbena.examples.applications.grpc;

import org.jspecify.annotations.NullMarked;
