package org.verbena;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Predicts what the driver of an open device says to a request, and why, without making or changing anything. It knows
 * drivers by models: the rules that their sources hold, with the limits that this device reports. What no rule can know
 * (memory that runs out, names that are taken, firmware) is taken to go well. C has nothing like it.
 *
 * <p>A request is checked as by the verb itself before it is put to the model: one that the verb would refuse with an
 * {@link InvalidRequestException} is refused here with the same.
 */
@ProviderType
public interface Explainer {
    /**
     * The model that fits the device.
     *
     * @return its name, for example {@code mlx5}; empty when there is none, and every explanation is
     *     {@link Explanation.Unknown}
     */
    Optional<String> model();

    /**
     * Explains {@code ibv_create_qp(3)}.
     *
     * @param attr the request
     * @return the granted capabilities or the reasons of the refusal
     */
    Explanation<QpCap> createQp(QpInitAttr attr);

    /**
     * Explains {@code ibv_create_qp_ex(3)}.
     *
     * @param attr the request
     * @return the granted capabilities or the reasons of the refusal
     */
    Explanation<QpCap> createQpEx(QpInitAttr attr);

    /**
     * Explains {@code ibv_modify_qp(3)}.
     *
     * @param qp the queue pair, in its present state
     * @param attr the attributes wanted
     * @return the attributes afterwards, or the reasons of the refusal: missing and unexpected bits of the mask, values
     *     out of range
     */
    Explanation<QpAttr> modifyQp(QueuePair qp, QpAttr attr);

    /**
     * Explains {@code ibv_create_cq(3)}.
     *
     * @param attr the request
     * @return the granted number of entries or the reasons of the refusal
     */
    Explanation<Integer> createCq(CqInitAttr attr);

    /**
     * Explains {@code ibv_create_cq_ex(3)}.
     *
     * @param attr the request
     * @return the granted number of entries or the reasons of the refusal
     */
    Explanation<Integer> createCqEx(CqInitAttr attr);

    /**
     * Explains {@code ibv_create_srq(3)}.
     *
     * @param attr the request
     * @return the granted attributes or the reasons of the refusal
     */
    Explanation<SrqAttr> createSrq(SrqInitAttr attr);

    /**
     * Explains {@code ibv_create_srq_ex(3)}.
     *
     * @param attr the request
     * @return the granted attributes or the reasons of the refusal
     */
    Explanation<SrqAttr> createSrqEx(SrqInitAttr attr);

    /**
     * Explains {@code ibv_create_wq(3)}.
     *
     * @param attr the request
     * @return the granted capabilities or the reasons of the refusal
     */
    Explanation<WqCap> createWq(WqInitAttr attr);

    /**
     * Explains {@code ibv_modify_wq(3)}.
     *
     * @param wq the work queue, in its present state
     * @param attr the attributes wanted
     * @return the state afterwards or the reasons of the refusal
     */
    Explanation<WqState> modifyWq(WorkQueue wq, WqAttr attr);
}
