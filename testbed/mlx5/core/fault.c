/* SPDX-License-Identifier: Apache-2.0 */
#include "fault.h"

uint64_t fault_calls;

static uint64_t failing_call;
static int failing_errno;

void fault_arm(uint64_t nth, int error)
{
	failing_call = nth ? fault_calls + nth : 0;
	failing_errno = error;
}

int fault_count(void)
{
	return ++fault_calls == failing_call ? -failing_errno : 0;
}
