/* The clock of every process it is loaded into goes ahead by the seconds in AHEAD: that of the system and the times of
   files, which belong together. What measures how long something takes is left alone. See tests/ahead.sh. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <utime.h>

static time_t ahead;

__attribute__((constructor)) static void begin(void)
{
    const char *said = getenv("AHEAD");
    ahead = said ? atol(said) : 0;
}

/* The function of the C library behind the one of this name here. */
#define BEHIND(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static struct timespec shifted(struct timespec at, time_t by)
{
    if (at.tv_nsec != UTIME_NOW && at.tv_nsec != UTIME_OMIT)
        at.tv_sec += by;
    return at;
}

/* ---- The clock ---- */

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static __typeof__(&clock_gettime) behind;
    if (!behind)
        behind = BEHIND(clock_gettime);
    int failed = behind(clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += ahead;
    return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    int failed = BEHIND(gettimeofday)(now, zone);
    if (!failed)
        now->tv_sec += ahead;
    return failed;
}

time_t time(time_t *now)
{
    time_t found = BEHIND(time)(NULL) + ahead;
    if (now)
        *now = found;
    return found;
}

/* ---- Times of files, as they are read ---- */

#define SHIFTED(found)                            \
    do {                                          \
        if (!failed) {                            \
            found->st_atim.tv_sec += ahead;       \
            found->st_mtim.tv_sec += ahead;       \
            found->st_ctim.tv_sec += ahead;       \
        }                                         \
        return failed;                            \
    } while (0)

#define READS(suffix)                                                                                         \
    int stat##suffix(const char *restrict path, struct stat##suffix *restrict found)                          \
    {                                                                                                         \
        int failed = BEHIND(stat##suffix)(path, found);                                                       \
        SHIFTED(found);                                                                                       \
    }                                                                                                         \
    int lstat##suffix(const char *restrict path, struct stat##suffix *restrict found)                         \
    {                                                                                                         \
        int failed = BEHIND(lstat##suffix)(path, found);                                                      \
        SHIFTED(found);                                                                                       \
    }                                                                                                         \
    int fstat##suffix(int file, struct stat##suffix *found)                                                   \
    {                                                                                                         \
        int failed = BEHIND(fstat##suffix)(file, found);                                                      \
        SHIFTED(found);                                                                                       \
    }                                                                                                         \
    int fstatat##suffix(int folder, const char *restrict path, struct stat##suffix *restrict found, int how)  \
    {                                                                                                         \
        int failed = BEHIND(fstatat##suffix)(folder, path, found, how);                                       \
        SHIFTED(found);                                                                                       \
    }

READS()
READS(64)

int statx(int folder, const char *restrict path, int how, unsigned int mask, struct statx *restrict found)
{
    int failed = BEHIND(statx)(folder, path, how, mask, found);
    if (!failed) {
        found->stx_atime.tv_sec += ahead;
        found->stx_btime.tv_sec += ahead;
        found->stx_ctime.tv_sec += ahead;
        found->stx_mtime.tv_sec += ahead;
    }
    return failed;
}

/* ---- Times of files, as they are set ---- */

int utimensat(int folder, const char *path, const struct timespec times[2], int how)
{
    if (!times)
        return BEHIND(utimensat)(folder, path, times, how);
    struct timespec back[2] = {shifted(times[0], -ahead), shifted(times[1], -ahead)};
    return BEHIND(utimensat)(folder, path, back, how);
}

int futimens(int file, const struct timespec times[2])
{
    if (!times)
        return BEHIND(futimens)(file, times);
    struct timespec back[2] = {shifted(times[0], -ahead), shifted(times[1], -ahead)};
    return BEHIND(futimens)(file, back);
}
