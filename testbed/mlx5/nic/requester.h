/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_REQUESTER_H
#define FAKEVERBS_REQUESTER_H

struct qp;

/* Executes what is posted on the send queue, as far as the peers are ready for it. */
void requester_run(struct qp *qp);

#endif
