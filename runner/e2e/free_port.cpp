#include "e2e/free_port.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace warpledger::e2e {

int free_port() {
  const int socket = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  const bool is_known = bind(socket, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                        getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  close(socket);
  return is_known ? ntohs(address.sin_port) : 0;
}

}  // namespace warpledger::e2e
