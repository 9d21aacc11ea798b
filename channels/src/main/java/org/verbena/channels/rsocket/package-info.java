// SPDX-License-Identifier: Apache-2.0
/**
 * The protocol of librdmacm's rsocket, without verbs and without threads: values in, values out. The facts are in
 * docs/rsocket.md.
 */
@NullMarked
package org.verbena.channels.rsocket;

import org.jspecify.annotations.NullMarked;
