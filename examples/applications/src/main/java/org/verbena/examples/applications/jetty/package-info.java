// SPDX-License-Identifier: Apache-2.0
/** The example for HTTP on Jetty. */
@NullMarked
package org.verbena.examples.applications.jetty;

import org.jspecify.annotations.NullMarked;
