/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_REQUESTER_H
#define FAKEVERBS_REQUESTER_H

struct qp;

/* Executes the posted send requests, as far as the peers are ready. */
void requester_run(struct qp *qp);

#endif
