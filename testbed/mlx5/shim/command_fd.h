/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKEVERBS_COMMAND_FD_H
#define FAKEVERBS_COMMAND_FD_H

/* Opens the device. Returns a real descriptor of DEVICE_STAND_IN that is bound to a new context. */
int command_fd_open(int flags);

#endif
