// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.text;

import org.verbena.attr.AtomicCap;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.DeviceAttrEx;
import org.verbena.attr.DeviceCapFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.LinkLayer;
import org.verbena.attr.Mtu;
import org.verbena.attr.PortAttr;
import org.verbena.attr.PortCapFlag;
import org.verbena.attr.RxHashField;
import org.verbena.attr.RxHashFunction;

/** Creates attributes of a plausible device, with numbers at the ends of their ranges. */
public final class Attributes {
    static final long GUID = 0xFEDC_BA98_7654_3210L;
    static final long UINT64_MAX = -1;

    private Attributes() {}

    public static DeviceAttrEx device(int ports) {
        return new DeviceAttrEx(
                plain(ports),
                new DeviceAttrEx.OdpCaps(UINT64_MAX, 1, 2, 3),
                UINT64_MAX,
                1_000_000,
                Flags.of(DeviceCapFlag.RAW_SCATTER_FCS),
                new DeviceAttrEx.TsoCaps(262_144, 0x100),
                new DeviceAttrEx.RssCaps(
                        0x110, 1024, 2048, Flags.of(RxHashField.INNER), Flags.of(RxHashFunction.TOEPLITZ)),
                8_388_608,
                new DeviceAttrEx.PacketPacingCaps(0, 0, 0),
                7,
                new DeviceAttrEx.TmCaps(64, 127, 1, 32_768, 30),
                new DeviceAttrEx.CqModerationCaps(0xFFFF, 0xFFF),
                131_072,
                new DeviceAttrEx.PciAtomicCaps(0, 4, 4),
                0,
                ports);
    }

    public static PortAttr port(int state) {
        return new PortAttr(
                state,
                Mtu.BYTES_4096.value(),
                99,
                255,
                Flags.none(PortCapFlag.class),
                0x4000_0000L,
                0,
                0,
                1,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                2,
                32,
                5,
                LinkLayer.ETHERNET.value(),
                0,
                0);
    }

    private static DeviceAttr plain(int ports) {
        return new DeviceAttr(
                "20.31.1014",
                GUID,
                1,
                UINT64_MAX,
                0xFFFF_FFFF_FFFF_F000L,
                0x2C9,
                4123,
                0,
                131_072,
                32_768,
                Flags.ofMask(DeviceCapFlag.class, 0x8001),
                30,
                30,
                16_777_216,
                4_194_303,
                16_777_216,
                8_388_608,
                16,
                0,
                2_097_152,
                16,
                0,
                AtomicCap.HCA.value(),
                0,
                0,
                16_777_216,
                0,
                0,
                2_097_152,
                240,
                503_316_480,
                Integer.MAX_VALUE,
                0,
                0,
                8_388_608,
                32_767,
                31,
                128,
                16,
                ports);
    }
}
