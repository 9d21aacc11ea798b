/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_COMMAND_FD_H
#define FAKEVERBS_COMMAND_FD_H

/* Opens the device: a real descriptor of DEVICE_STAND_IN, with a context behind it. */
int command_fd_open(int flags);

#endif
