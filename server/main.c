#include "server/daemon.h"
#include "server/http/connections.h"

#include <sys/socket.h>
#include <unistd.h>

/* In place of libc's, for every library of this program: libmicrohttpd reads its sockets with it (connections.h). */
ssize_t recv(int fd, void *buffer, size_t size, int flags)
{
    return pd_srv_connections_receive(fd, buffer, size, flags);
}

int main(int argc, char **argv)
{
    return pd_srv_daemon_run(&(pd_srv_command_line){argc, argv, environ}, stdout, stderr);
}
