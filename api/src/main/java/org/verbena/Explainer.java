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
 *
 * <p>When a device refuses, the {@link VerbsException#diagnosis()} says what its model says. Usable by several threads
 * at once, as long as the context is open.
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
     * @param qp the queue pair; it is queried for its present state
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
     * Explains {@code ibv_resize_cq(3)} of a queue that holds no completions.
     *
     * @param cq the queue
     * @param cqe the number of entries wanted
     * @return the granted number of entries or the reasons of the refusal
     */
    Explanation<Integer> resizeCq(CompletionQueue cq, int cqe);

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
     * Explains {@code ibv_modify_srq(3)} of a queue that holds no work requests.
     *
     * @param srq the queue
     * @param values the values wanted
     * @param mask which of them count
     * @return the attributes afterwards or the reasons of the refusal
     */
    Explanation<SrqAttr> modifySrq(SharedReceiveQueue srq, SrqAttr values, Flags<SrqAttrMask> mask);

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

    /**
     * Explains {@code ibv_create_rwq_ind_table(3)}.
     *
     * @param attr the request
     * @return the number of slots or the reasons of the refusal
     */
    Explanation<Integer> createRwqIndTable(RwqIndTableAttr attr);

    /**
     * Finds the largest value of a capability that the model grants, all else being equal. C can only try and fail.
     *
     * <p>The search assumes what holds for every known driver: from the first value that is granted (that of
     * {@code base}, else 0, else 1) up to the answer all are, and none above it is. A {@code base} without
     * {@code comp_mask} is a request for {@code ibv_create_qp(3)}, any other for {@code ibv_create_qp_ex(3)}.
     *
     * @param field the capability
     * @param base the request; its own value of the capability matters as a starting point only
     * @return the largest value, or the reasons why {@code base} is refused with every value that was tried
     */
    Explanation<CapMax> max(QpCapField field, QpInitAttr base);

    /**
     * Finds the same by bisection on the device: about 35 queue pairs are created, each closed before the next, and
     * nothing is left behind. Those that are granted take the memory that they ask for; {@link Errno#ENOMEM} counts as
     * a refusal, so the answer can depend on what else is in use.
     *
     * @param field the capability
     * @param base the request; its own value of the capability matters as a starting point only
     * @return the largest value, or why {@code base} is refused with every value that was tried; never
     *     {@link Explanation.Unknown}
     */
    Explanation<CapMax> maxOnDevice(QpCapField field, QpInitAttr base);
}
