package org.verbena;

/**
 * What a memory window opens: {@code struct ibv_mw_bind_info}.
 *
 * @param mr the region that the window is a part of; it needs {@link AccessFlag#MW_BIND}
 * @param addr the first byte
 * @param length number of bytes, unsigned 64 bits; 0 unbinds the window
 * @param access what peers may do
 */
public record MwBindInfo(MemoryRegion mr, long addr, long length, Flags<AccessFlag> access) {}
