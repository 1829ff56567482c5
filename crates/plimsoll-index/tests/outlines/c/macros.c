/* Macros that look like functions, and declarators in parentheses. */
#include "list.h"

typedef void *(mover)(void *from);

#ifdef CONFIG_READ
SYSCALL_DEFINE2(read, unsigned int, fd, char *, to)
{
	return 0;
}
#endif

int count(struct head *all)
{
	struct item *one;
	int n = 0;
	typedef int number;

	FOR_ALL_ITEMS(one, all)
	{
		n++;
	}
	return n;
}
