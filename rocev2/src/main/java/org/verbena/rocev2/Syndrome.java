// SPDX-License-Identifier: Apache-2.0
package org.verbena.rocev2;

/** The syndromes of answers, in the AETH (IBA 9.7.5.2; wire values of rxe: {@code rxe_hdr.h}). */
public final class Syndrome {
    /** Acknowledgement without a limit of credits. */
    public static final int ACK = 0x1F;

    /** Receiver not ready. The low five bits are the timer code. */
    public static final int RNR_NAK = 0x20;

    /** PSN sequence error, because a request before this one is missing. */
    public static final int NAK_PSN_SEQUENCE = 0x60;

    /** Invalid request. */
    public static final int NAK_INVALID_REQUEST = 0x61;

    /** Remote access error. */
    public static final int NAK_REMOTE_ACCESS = 0x62;

    /** Remote operational error. */
    public static final int NAK_REMOTE_OPERATION = 0x63;

    private static final int KIND_MASK = 0xE0;
    private static final int CODE_MASK = 0x1F;

    private Syndrome() {}

    /**
     * Returns a human-readable description.
     *
     * @param syndrome the syndrome, 0..255
     * @return the name, with the credit count or the timer code
     */
    public static String toString(int syndrome) {
        int code = syndrome & CODE_MASK;
        return switch (syndrome) {
            case ACK -> "ACK";
            case NAK_PSN_SEQUENCE -> "NAK PSN sequence error";
            case NAK_INVALID_REQUEST -> "NAK invalid request";
            case NAK_REMOTE_ACCESS -> "NAK remote access error";
            case NAK_REMOTE_OPERATION -> "NAK remote operational error";
            default ->
                switch (syndrome & KIND_MASK) {
                    case 0 -> "ACK with credit code " + code;
                    case RNR_NAK -> "RNR NAK with timer code " + code;
                    default -> "syndrome 0x" + Integer.toHexString(syndrome);
                };
        };
    }
}
