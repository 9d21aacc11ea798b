// SPDX-License-Identifier: Apache-2.0
/** The behaviours of the data path, one class for each topic. */
@NullMarked
package org.verbena.tck.datapath;

import org.jspecify.annotations.NullMarked;
