// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.CapMax;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpCapField;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqState;
import org.verbena.error.ClosedHandleException;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/**
 * Predictions of the answers of a driver to requests. An explainer creates and changes nothing; C has no equivalent. It
 * knows drivers by models, which consist of the rules in their sources and the limits that this device reports. It
 * assumes success where no rule can know the result, as for memory that runs out, names in use, or firmware.
 *
 * <p>An explainer first checks a request in the same way as the verb. If the verb would throw an
 * {@link InvalidRequestException}, the explainer throws the same one.
 *
 * <p>If a device rejects a request, {@link VerbsException#diagnosis()} reports the reasons that its model finds. An
 * explainer is safe for use by several threads while the context is open.
 */
@ProviderType
public interface Explainer {
    /**
     * {@return the name of the model that fits the device, for example {@code mlx5}; if empty, every explanation is
     * {@link Explanation.Unknown}}
     */
    Optional<String> model();

    /**
     * Explains {@code ibv_create_qp(3)}.
     *
     * @param attr the request
     * @return the granted capabilities, or the reasons of the failure
     */
    Explanation<QpCap> createQp(QpInitAttr attr);

    /**
     * Explains {@code ibv_create_qp_ex(3)}.
     *
     * @param attr the request
     * @return the granted capabilities, or the reasons of the failure
     */
    Explanation<QpCap> createQpEx(QpInitAttr attr);

    /**
     * Explains {@code ibv_modify_qp(3)}.
     *
     * @param qp the queue pair, which is queried for its current state
     * @param attr the requested attributes
     * @return the resulting attributes, or the reasons of the failure: missing and unexpected bits of the mask, values
     *     out of range
     */
    Explanation<QpAttr> modifyQp(QueuePair qp, QpAttr attr);

    /**
     * Explains {@code ibv_create_cq(3)}.
     *
     * @param attr the request
     * @return the granted number of entries, or the reasons of the failure
     */
    Explanation<Integer> createCq(CqInitAttr attr);

    /**
     * Explains {@code ibv_create_cq_ex(3)}.
     *
     * @param attr the request
     * @return the granted number of entries, or the reasons of the failure
     */
    Explanation<Integer> createCqEx(CqInitAttr attr);

    /**
     * Explains {@code ibv_resize_cq(3)} for a queue that holds no completions.
     *
     * @param cq the queue
     * @param cqe the requested number of entries
     * @return the granted number of entries, or the reasons of the failure
     */
    Explanation<Integer> resizeCq(CompletionQueue cq, int cqe);

    /**
     * Explains {@code ibv_create_srq(3)}.
     *
     * @param attr the request
     * @return the granted attributes, or the reasons of the failure
     */
    Explanation<SrqAttr> createSrq(SrqInitAttr attr);

    /**
     * Explains {@code ibv_create_srq_ex(3)}.
     *
     * @param attr the request
     * @return the granted attributes, or the reasons of the failure
     */
    Explanation<SrqAttr> createSrqEx(SrqInitAttr attr);

    /**
     * Explains {@code ibv_modify_srq(3)} for a queue that holds no work requests.
     *
     * @param srq the queue
     * @param values the requested values
     * @param mask the values that are valid
     * @return the resulting attributes, or the reasons of the failure
     */
    Explanation<SrqAttr> modifySrq(SharedReceiveQueue srq, SrqAttr values, Flags<SrqAttr.Mask> mask);

    /**
     * Explains {@code ibv_create_wq(3)}.
     *
     * @param attr the request
     * @return the granted capabilities, or the reasons of the failure
     */
    Explanation<WqCap> createWq(WqInitAttr attr);

    /**
     * Explains {@code ibv_modify_wq(3)}.
     *
     * @param wq the work queue, in its current state
     * @param attr the requested attributes
     * @return the resulting state, or the reasons of the failure
     */
    Explanation<WqState> modifyWq(WorkQueue wq, WqAttr attr);

    /**
     * Explains {@code ibv_create_rwq_ind_table(3)}.
     *
     * @param attr the request
     * @return the number of slots, or the reasons of the failure
     */
    Explanation<Integer> createRwqIndTable(RwqIndTableAttr attr);

    /**
     * Finds the largest value of a capability that the model grants, with all other attributes unchanged. C offers only
     * trial and error.
     *
     * <p>The search starts at the first granted value: that of {@code base}, else 0, else 1. It assumes, as is true for
     * every known driver, that all values from there up to the result are granted and no larger value is. A
     * {@code base} without {@code comp_mask} is a request for {@code ibv_create_qp(3)}, any other for
     * {@code ibv_create_qp_ex(3)}.
     *
     * @param field the capability
     * @param base the request; its value of the capability is a starting point only
     * @return the largest value, or the reasons why {@code base} fails with every value that was tried
     * @throws InvalidRequestException if an argument is null, or an object in {@code base} belongs to another context
     * @throws ClosedHandleException if the context or an object in {@code base} is closed
     */
    Explanation<CapMax> max(QpCapField field, QpInitAttr base);

    /**
     * Finds the largest granted value of a capability by bisection on the device. The search creates about 35 queue
     * pairs, closes each one before it creates the next, and leaves none behind. Each granted queue pair takes the
     * memory that it requests. {@link Errno#ENOMEM} counts as a failure, so the result can depend on other memory in
     * use.
     *
     * @param field the capability
     * @param base the request; its value of the capability is a starting point only
     * @return the largest value, or the reasons why {@code base} fails with every value that was tried; never
     *     {@link Explanation.Unknown}
     * @throws InvalidRequestException if an argument is null, or an object in {@code base} belongs to another context
     * @throws VerbsException if {@code base} has no protection domain and the device cannot allocate one
     * @throws ClosedHandleException if the context or an object in {@code base} is closed
     */
    Explanation<CapMax> maxOnDevice(QpCapField field, QpInitAttr base);
}
