#include "server/daemon.h"
#include "server/http/connections.h"

#include <printf.h>
#include <sys/socket.h>
#include <unistd.h>

/* In place of libc's, for every library of this program: libmicrohttpd reads its sockets with it
 * (connections.h). */
ssize_t recv(int fd, void *buffer, size_t size, int flags)
{
    return pd_srv_connections_receive(fd, buffer, size, flags);
}

/* In place of libc's, for libquadmath, which OpenBLAS loads: it registers a type of printf when it is loaded,
 * and from then on glibc sends every printf of the process down a slow path. -1 makes libquadmath give up;
 * nothing here prints its type. */
int register_printf_type(printf_va_arg_function *function)
{
    (void)function;
    return -1;
}

int main(int argc, char **argv)
{
    return pd_srv_daemon_run(&(pd_srv_command_line){argc, argv, environ}, stdout, stderr);
}
