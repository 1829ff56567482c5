#include "a.h"

/* One. */
int one(void)
{
	int x = 1;
	return x + two();
}

#ifndef B
# define B \
	1
#endif
