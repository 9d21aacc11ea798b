// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.observe;

/**
 * The completions of a queue that the application has not polled.
 *
 * @param cq the completion queue
 * @param count the number of completions, at least 1
 */
public record PendingCompletions(HandleInfo cq, int count) {}
