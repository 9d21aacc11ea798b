// SPDX-License-Identifier: Apache-2.0
module example {
    requires org.verbena.api;
}
