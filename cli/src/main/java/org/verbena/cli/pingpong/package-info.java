// SPDX-License-Identifier: Apache-2.0
/** The command {@code verbena pingpong}, a counterpart of the ping-pong programs of rdma-core. */
@NullMarked
package org.verbena.cli.pingpong;

import org.jspecify.annotations.NullMarked;
