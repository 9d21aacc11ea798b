/* SPDX-License-Identifier: Apache-2.0 */
#include "lie.h"

#include <stdio.h>

#include "fakeverbs.h"
#include "lie_trusted.h"

#define WORD sizeof(uint32_t)
#define BITS_OF_BYTE 8
#define LARGEST_ERRNO 0xff

uint64_t lie_words, lies_told;

static uint64_t current_call;
static uint64_t lying_word;
static uint32_t lying_way;
static uint64_t random_state;
static uint32_t one_word_in;

/* The generator xorshift64* by Vigna. */
static uint64_t next_random(void)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return random_state * 0x2545f4914f6cdd1dull;
}

static uint32_t random_below(uint32_t limit)
{
	return (uint32_t)((next_random() >> 32) % limit);
}

void lie_arm(uint64_t nth, uint32_t way)
{
	one_word_in = 0;
	lying_word = nth ? lie_words + nth : 0;
	lying_way = way;
	random_state = nth << 8 | way | 1u << 31;
}

void lie_at_random(uint64_t seed, uint32_t one_in)
{
	lying_word = 0;
	one_word_in = one_in;
	random_state = seed ? seed : 1;
}

void lie_begin(uint64_t call)
{
	current_call = call;
}

/* Counts a word and returns whether to falsify it. */
static bool is_lie(void)
{
	lie_words++;
	return one_word_in ? !random_below(one_word_in) : lie_words == lying_word;
}

static uint32_t wrong(uint32_t truth)
{
	/* Handles and numbers are assigned in sequence, so truth - 1 often names another object. */
	const uint32_t values[FAKEVERBS_LIES] = {
		0, 1, UINT32_MAX, INT32_MAX, 1u << 31, UINT16_MAX, truth - 1, truth + 1,
		truth ^ 1u << random_below(32), (uint32_t)next_random(),
	};

	return values[one_word_in ? random_below(FAKEVERBS_LIES) : lying_way % FAKEVERBS_LIES];
}

/* Returns the mask of a random field of one, two or four bytes. */
static uint32_t random_field(void)
{
	static const uint32_t masks[] = { UINT32_MAX, UINT32_MAX, UINT16_MAX, UINT8_MAX };
	uint32_t mask = masks[random_below(ARRAY_SIZE(masks))];

	switch (mask) {
	case UINT16_MAX:
		return mask << 2 * BITS_OF_BYTE * random_below(2);
	case UINT8_MAX:
		return mask << BITS_OF_BYTE * random_below(4);
	default:
		return mask;
	}
}

static void tell(uint32_t part, size_t offset, uint32_t truth, uint32_t lie)
{
	lies_told++;
	fprintf(stderr, "lie: call 0x%llx part 0x%x offset %zu: 0x%x instead of 0x%x\n",
		(unsigned long long)current_call, part, offset, lie, truth);
}

static void lie_in_word(uint32_t part, size_t offset, char *word, size_t size)
{
	uint32_t doubtful = lie_doubtful_bits(current_call, part, offset);
	uint32_t truth = 0, lie;

	if (!doubtful || !is_lie())
		return;
	memcpy(&truth, word, size);
	if (one_word_in)
		doubtful &= random_field();
	lie = (truth & ~doubtful) | (wrong(truth) & doubtful);
	if (!memcmp(&lie, word, size))
		return;
	memcpy(word, &lie, size);
	tell(part, offset, truth, lie);
}

void lie_answer(uint32_t part, void *answer, size_t size)
{
	size_t offset;

	for (offset = 0; offset < size; offset += WORD)
		lie_in_word(part, offset, (char *)answer + offset, min_u64(size - offset, WORD));
}

int lie_status(int ret)
{
	int lie;

	if (ret && !lie_doubtful_bits(current_call, LIE_STATUS, 0))
		return ret;
	if (!is_lie())
		return ret;
	lie = -(int)(wrong((uint32_t)-ret) & LARGEST_ERRNO);
	if (!lie && !ret)
		lie = LIE_NO_ERRNO;
	if (lie != ret)
		tell(LIE_STATUS, 0, (uint32_t)-ret, (uint32_t)-lie);
	return lie;
}
