// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.osgi;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.AttributeType;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;
import org.verbena.provider.sim.SimProvider;

/**
 * A configuration of factory {@code org.verbena.provider.sim.device}: a simulated device. Numbers are read as text, so
 * that an error message can name the invalid one.
 */
@ObjectClassDefinition(
        name = "Verbena simulated device",
        description = "A simulated device. All simulated devices are connected. A change of one device replaces"
                + " the simulator and closes the open objects of all its devices.")
public @interface SimDeviceOptions {
    /**
     * Returns property {@code name}.
     *
     * @return the name of the device, not blank; if two configurations have the same name, the one with the greater
     *     {@code service.pid} is ignored
     */
    @AttributeDefinition(name = "Name", description = "The unique name of the device.")
    String name() default "";

    /**
     * Returns property {@code profile}.
     *
     * @return the name or an alias of a driver model
     */
    @AttributeDefinition(
            name = "Profile",
            description = "The driver that the device imitates.",
            options = {
                @Option(label = "spec: the manual pages of libibverbs to the letter", value = "spec"),
                @Option(
                        label = "solaris: the manual page of Solaris (libibverbs 1.1.8) to the letter",
                        value = "solaris"),
                @Option(label = "aix: the documentation of AIX to the letter", value = "aix"),
                @Option(label = "rxe: SoftRoCE (rdma_rxe) of Linux 6.12", value = "rxe"),
                @Option(label = "rxe-6.1: SoftRoCE (rdma_rxe) of Linux 6.1", value = "rxe-6.1"),
                @Option(label = "mlx5: NVIDIA ConnectX-5 and newer (libmlx5 and mlx5_ib)", value = "mlx5"),
                @Option(label = "mlx4: Mellanox ConnectX-3 and older (libmlx4 and mlx4_ib)", value = "mlx4"),
                @Option(label = "irdma: Intel E810 (libirdma and irdma), RoCE", value = "irdma"),
                @Option(label = "irdma-gen1: Intel X722 (libirdma and irdma), iWARP", value = "irdma-gen1"),
                @Option(label = "irdma-gen3: Intel E2000 (libirdma and irdma), RoCE", value = "irdma-gen3"),
                @Option(
                        label = "bnxt_re: Broadcom BCM57508 (libbnxt_re and bnxt_re), entries of one size",
                        value = "bnxt_re"),
                @Option(
                        label =
                                "bnxt_re-variable: Broadcom BCM57608 (libbnxt_re and bnxt_re), entries of variable size",
                        value = "bnxt_re-variable"),
                @Option(label = "hns: HiSilicon Kunpeng, HIP09 (libhns and hns_roce)", value = "hns"),
                @Option(label = "hns-hip08: HiSilicon Kunpeng, HIP08 (libhns and hns_roce)", value = "hns-hip08"),
                @Option(label = "efa: Elastic Fabric Adapter of Amazon EC2 (libefa and efa)", value = "efa"),
                @Option(label = "siw: Soft-iWARP (siw) of Linux 6.1 to 6.12", value = "siw"),
                @Option(label = "erdma: Alibaba elastic RDMA (liberdma and erdma)", value = "erdma"),
                @Option(label = "mana: Microsoft Azure network adapter (libmana and mana_ib)", value = "mana")
            })
    String profile() default SimProvider.DEFAULT_PROFILE;

    /**
     * Returns property {@code ports}.
     *
     * @return the number of ports, 1..255
     */
    @AttributeDefinition(
            name = "Ports",
            type = AttributeType.INTEGER,
            description = "The number of ports.",
            min = "1",
            max = "255")
    String ports() default "1";

    /**
     * Returns property {@code limits}.
     *
     * @return the limits in which the device differs from the default of its profile, each in the form
     *     {@code max_qp=100}
     */
    @AttributeDefinition(
            name = "Limits",
            description = "Limits that replace the defaults of the profile, for example"
                    + " max_qp=100. Commas separate several limits in one line.",
            required = false)
    String[] limits() default {};

    /**
     * Returns property {@code address}.
     *
     * @return the addresses of this host that the device uses, blank for the fabric within the process: see
     *     {@link org.verbena.provider.sim.SimDeviceConfig#address}
     */
    @AttributeDefinition(
            name = "Addresses",
            description = "IP addresses of this host, separated by commas. With them, the device exchanges RoCEv2"
                    + " packets with other hosts. Without, it reaches the devices of this simulator.",
            required = false)
    String address() default "";

    /**
     * Returns property {@code udp-port}.
     *
     * @return the UDP port of the device and its peers, 1..65535
     */
    @AttributeDefinition(
            name = "UDP port",
            type = AttributeType.INTEGER,
            description = "The UDP port of the device and of all its peers, for tests.",
            min = "1",
            max = "65535",
            required = false)
    String udp$_$port() default "4791";

    /**
     * Returns property {@code pcap}.
     *
     * @return the file of the capture, blank for none: see
     *     {@link org.verbena.provider.sim.SimDeviceConfig#pcap(java.nio.file.Path)}
     */
    @AttributeDefinition(
            name = "Capture",
            description = "A file in pcap format for the messages that the device sends and receives.",
            required = false)
    String pcap() default "";

    /**
     * {@return property {@code faults}, each in the form of {@link org.verbena.provider.sim.SimDeviceConfig#faults}}
     */
    @AttributeDefinition(
            name = "Faults",
            description = "Faults of sent messages, of creations or of the device, for example"
                    + " drop;chance=0.01 or delay=5ms;times=3 or create=QP;nth=3;errno=ENOMEM or port-down=1 or"
                    + " device-fatal."
                    + " The character | separates several faults in one line.",
            required = false)
    String[] faults() default {};
}
