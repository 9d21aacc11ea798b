// SPDX-License-Identifier: Apache-2.0
/** The example for HTTP on Netty. */
@NullMarked
package org.verbena.examples.applications.http;

import org.jspecify.annotations.NullMarked;
