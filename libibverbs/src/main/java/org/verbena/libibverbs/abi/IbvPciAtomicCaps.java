package org.verbena.libibverbs.abi;

/**
 * The PCI atomic capabilities of a device; embedded in {@link IbvDeviceAttrEx}.
 *
 * <pre>{@code
 * struct ibv_pci_atomic_caps {
 *     uint16_t fetch_add;
 *     uint16_t swap;
 *     uint16_t compare_swap;
 * };
 * }</pre>
 */
public final class IbvPciAtomicCaps {
    public static final CField FETCH_ADD = CField.u16(0);
    public static final CField SWAP = CField.u16(2);
    public static final CField COMPARE_SWAP = CField.u16(4);

    private IbvPciAtomicCaps() {}
}
