// SPDX-License-Identifier: Apache-2.0
/** An application on the module path. */
module com.example.app {
    requires org.verbena.api;
}
