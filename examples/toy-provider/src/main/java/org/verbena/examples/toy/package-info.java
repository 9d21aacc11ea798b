// SPDX-License-Identifier: Apache-2.0
/** A provider with one device, which offers reliable connections but moves no data. */
@NullMarked
package org.verbena.examples.toy;

import org.jspecify.annotations.NullMarked;
