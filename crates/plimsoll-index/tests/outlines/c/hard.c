// SPDX-License-Identifier: MIT
/*
 * What the whole file is about.
 */

#include <stdio.h>
#include "tank/level.h"
#if defined(CONFIG_PUMP) && \
    defined(CONFIG_VALVE)
#include PUMP_HEADER
#endif

#define LIMIT 64
#define MAX(a, b) ((a) > (b) ? (a) : (b))
/* Swaps two things. */
#define SWAP(a, b) do {		\
	typeof(a) t = a;	\
	a = b;			\
	b = t;			\
} while (0)

struct forward;

/**
 * struct tank - something that holds water
 * @level: how full it is
 *
 * It is never empty.
 */
struct tank {
	int level, top;
	/* Where it goes. */
	struct forward *next;
	char name[LIMIT];
	int (*drain)(struct tank *tank, int amount);
	struct {
		unsigned a : 3;
		unsigned b : 5;
	} flags;
	union {
		long whole;
		short parts[4];
	};
#ifdef CONFIG_PUMP
	struct pump { int speed; } pump;
#endif
} __attribute__((packed));

typedef struct tank tank_t;
typedef struct {
	int x;
	int y;
} point, *point_ptr;
typedef struct node {
	struct node *left, *right;
} node_t;
typedef int (*compare_fn)(const void *a, const void *b);
typedef unsigned char bytes[16];
typedef enum { OFF, ON = 1 } power;

enum color {
	RED, GREEN = 2,
	BLUE /* the last */
};

enum { SMALL = 1 << 4, LARGE };

union number {
	int i;
	float f;
};

extern int counter;
static const int primes[] = {
	2, 3, 5, 7, 11, 13,
	17, 19, 23,
};
int a, *b, c[3] = { 1, 2, 3 };
static struct tank spare = {
	.level = 3,
	.drain = NULL,
};
int (*hook)(int);
static DEFINE_MUTEX(lock);

int open_tank(const char *name, int flags);
extern struct tank *find_tank(int id) __must_check;

/**
 * fill - adds water
 * @tank: where
 */
static inline int fill(struct tank *tank, int amount)
{
	int level = tank->level + amount;

	if (MAX(level, LIMIT) > LIMIT)
		return warn("full: %d", level), -1;
	tank->drain(tank, sizeof(struct point));
	return level;
}

static int __init setup(void)
{
	return register_tank(&spare);
}
module_init(setup);

SYSCALL_DEFINE3(fill, int, id, int, amount, int, flags)
{
	return fill(find_tank(id), amount);
}
EXPORT_SYMBOL_GPL(fill);

int
old_style(a, b)
	int a;
	char *b;
{
	return a + *b;
}

struct tank *
find_tank(int id)
{
#ifdef CONFIG_PUMP
	if (id == 0)
		return NULL;
#else
	return &spare;
#endif
	return &spare;
}

static void (*choose(int which))(int)
{
	return which ? hook_a : hook_b;
}

#ifdef CONFIG_VALVE
static int valve(void) { return 1; }
static int open_valve(int amount,
		      int speed)
{
	return amount * speed;
}
#elif defined(CONFIG_PUMP)
static int pump(void)
{
	return 2;
}
#else
static int valve(void) { return 0; }
#endif

#if 0
static int
never(void)
{
	return 1;
}
#endif

int größe(int länge)
{
	return länge;
}

int main(int argc, char **argv)
{
	struct local { int x; } here = { 1 };
	printf("%s\n", argv[0]);
	return fill(&spare, here.x);
}

int broken(int x
{
	return 1;
}
