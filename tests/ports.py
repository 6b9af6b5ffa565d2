"""Ports of this machine, for servers that tests and measurements start."""

import socket


def free_port() -> int:
    """One that nobody listens at now."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port
