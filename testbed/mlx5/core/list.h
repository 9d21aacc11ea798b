/* SPDX-License-Identifier: Apache-2.0 */
/* A circular doubly linked list whose links are embedded in the listed objects. */
#ifndef FAKEVERBS_LIST_H
#define FAKEVERBS_LIST_H

#include "util.h"

struct list_head {
	struct list_head *next, *prev;
};

#define LIST_HEAD_INIT(name) { &(name), &(name) }

static inline void list_init(struct list_head *list)
{
	list->next = list->prev = list;
}

static inline bool list_empty(const struct list_head *head)
{
	return head->next == head;
}

/* Adds the node after the head, so that iteration visits the newest node first. */
static inline void list_add(struct list_head *node, struct list_head *head)
{
	node->next = head->next;
	node->prev = head;
	head->next->prev = node;
	head->next = node;
}

/* Removes the node and links it to itself, so that a second removal is harmless. */
static inline void list_del(struct list_head *node)
{
	node->next->prev = node->prev;
	node->prev->next = node->next;
	list_init(node);
}

#define list_entry(ptr, type, member) container_of(ptr, type, member)

#define list_for_each_entry(pos, head, member)						\
	for (pos = list_entry((head)->next, __typeof__(*pos), member);			\
	     &pos->member != (head);							\
	     pos = list_entry(pos->member.next, __typeof__(*pos), member))

#define list_for_each_entry_safe(pos, tmp, head, member)				\
	for (pos = list_entry((head)->next, __typeof__(*pos), member),			\
	     tmp = list_entry(pos->member.next, __typeof__(*pos), member);		\
	     &pos->member != (head);							\
	     pos = tmp, tmp = list_entry(tmp->member.next, __typeof__(*pos), member))

#endif
