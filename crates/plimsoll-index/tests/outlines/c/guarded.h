#ifndef TANK_H
#define TANK_H

#ifdef __cplusplus
extern "C" {
#endif

/* Opens it. */
TANK_API int tank_open(const char *path);
int tank_close(int id), tank_count(void);

#ifdef __cplusplus
}
#endif

static inline int tank_is_open(int id)
{
	return id >= 0 &&
	       tank_count() > id;
}

#endif /* TANK_H */
