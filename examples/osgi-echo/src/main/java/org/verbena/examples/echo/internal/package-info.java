// SPDX-License-Identifier: Apache-2.0
/** The echo component. */
@NullMarked
package org.verbena.examples.echo.internal;

import org.jspecify.annotations.NullMarked;
