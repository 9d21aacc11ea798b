package org.verbena.libibverbs.abi;

/**
 * The result of {@code dladdr(3)}.
 *
 * <pre>{@code
 * typedef struct {
 *     const char *dli_fname;
 *     void *dli_fbase;
 *     const char *dli_sname;
 *     void *dli_saddr;
 * } Dl_info;
 * }</pre>
 */
public final class DlInfo {
    public static final CField DLI_FNAME = CField.pointer(0);

    public static final int SIZE = 32;

    private DlInfo() {}
}
