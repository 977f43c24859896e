// A disk that fails, for tests. Loaded before libc (LD_PRELOAD) it lets chosen calls on the files of a database fail.
//
// OPFIRE_FAULTS names a file that holds one line, "GENERATION CALL ERRNO WHEN":
//   CALL  pwrite64, fsync, fdatasync, ftruncate; "grow": writes past the end of a file; "change": everything that a
//         read-only file system refuses
//   WHEN  1: only the first call since the line has this generation; 2: the second; /3: every third; *: all
// Without a line all is well. Every call that was made to fail adds a byte to OPFIRE_FAULTS.fired.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int generation = -1;
static int calls = 0;

// The database, its log and its index; not the lock beside them. Of PostgreSQL all that is in a tablespace.
static int is_database(const char *path) {
    if (strstr(path, ".tablespace/")) return 1;
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    return strstr(name, ".db") && !strstr(name, ".lock");
}

static int is_database_file(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    return is_database(path);
}

static int read_plan(char *line, size_t size) {
    const char *plan = getenv("OPFIRE_FAULTS");
    if (!plan) return 0;
    int fd = syscall(SYS_openat, AT_FDCWD, plan, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    ssize_t length = syscall(SYS_read, fd, line, size - 1);
    syscall(SYS_close, fd);
    if (length <= 0) return 0;
    line[length] = 0;
    return 1;
}

static void tell(void) {
    char path[4096];
    snprintf(path, sizeof path, "%s.fired", getenv("OPFIRE_FAULTS"));
    int fd = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0) return;
    syscall(SYS_write, fd, ".", 1);
    syscall(SYS_close, fd);
}

// The error this call gets, or 0. `kinds` are the names it goes by.
static int fault(const char *kind, const char *second, const char *third) {
    char line[256], call[32], when[16];
    int now, error, every, failed = 0;
    if (!read_plan(line, sizeof line) || sscanf(line, "%d %31s %d %15s", &now, call, &error, when) != 4) return 0;
    if (strcmp(call, kind) && (!second || strcmp(call, second)) && (!third || strcmp(call, third))) return 0;
    pthread_mutex_lock(&lock);
    if (now != generation) {
        generation = now;
        calls = 0;
    }
    calls += 1;
    if (when[0] == '*') failed = 1;
    else if (sscanf(when, "/%d", &every) == 1) failed = calls % every == 0;
    else failed = calls == atoi(when);
    if (failed) tell();
    pthread_mutex_unlock(&lock);
    return failed ? error : 0;
}

#define FAIL(error) do { int e = (error); if (e) { errno = e; return -1; } } while (0)

static int write_fault(int fd, size_t length, off64_t at) {
    struct stat64 file;
    if (!is_database_file(fd)) return 0;
    int grows = fstat64(fd, &file) == 0 && at + (off64_t)length > file.st_size;
    return fault("pwrite64", "change", grows ? "grow" : NULL);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
    FAIL(write_fault(fd, length, at));
    return real(fd, bytes, length, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
    return pwrite64(fd, bytes, length, at);
}

int fsync(int fd) {
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "fsync");
    if (is_database_file(fd)) FAIL(fault("fsync", NULL, NULL));
    return real(fd);
}

int fdatasync(int fd) {
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
    if (is_database_file(fd)) FAIL(fault("fdatasync", NULL, NULL));
    return real(fd);
}

int ftruncate64(int fd, off64_t length) {
    static int (*real)(int, off64_t);
    if (!real) real = dlsym(RTLD_NEXT, "ftruncate64");
    if (is_database_file(fd)) FAIL(fault("ftruncate", "change", NULL));
    return real(fd, length);
}

int ftruncate(int fd, off_t length) {
    return ftruncate64(fd, length);
}

int unlink(const char *path) {
    static int (*real)(const char *);
    if (!real) real = dlsym(RTLD_NEXT, "unlink");
    if (is_database(path)) FAIL(fault("change", NULL, NULL));
    return real(path);
}

// A read-only file system can be opened for reading only.
int open64(const char *path, int flags, ...) {
    static int (*real)(const char *, int, ...);
    if (!real) real = dlsym(RTLD_NEXT, "open64");
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if ((flags & O_ACCMODE) != O_RDONLY && is_database(path)) FAIL(fault("change", NULL, NULL));
    return real(path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return open64(path, flags, mode);
}
