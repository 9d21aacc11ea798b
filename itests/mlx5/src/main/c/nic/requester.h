#ifndef FAKEVERBS_REQUESTER_H
#define FAKEVERBS_REQUESTER_H

struct qp;

/* Executes what is posted on the send queue, or flushes it in the error state. */
int requester_run(struct qp *qp);

/* Moves a queue pair to the error state, as hardware does on its own. */
void requester_fail_qp(struct qp *qp);

#endif
