package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/** A channel of completion events: {@code struct ibv_comp_channel}. Busy while a completion queue uses it. */
@ProviderType
public interface CompletionChannel extends VerbsObject {
    /**
     * The file descriptor.
     *
     * @return {@code fd}; the simulator has no file and answers -1
     */
    int fd();
}
