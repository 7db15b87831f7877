"""Requests that are framed wrongly, or meant for somebody else: each is answered once and closed. Usage: doors.py POSED [name...]."""
import contextlib
import sys

import attack
from probes import END, PROBES


def statuses(p, data, pieces=False):
    """The statuses of all answers until the server closes, and what is left over behind them."""
    found = []
    with p.wire() as wire:
        with contextlib.suppress(ConnectionError):  # refused and closed before all was sent
            for at in range(len(data)) if pieces else [0]:
                wire.send(data[at:at + 1] if pieces else data)
        try:
            while reply := wire.reply():
                found.append(reply.status)
                if reply.status == 101:
                    return found, b""
        except TimeoutError:
            found.append("open")
        except ConnectionError:
            pass
    return found, wire.ahead


def stays_open(data, wanted):
    return wanted[-1] in (200, 204, 421) and b"HTTP/1.0\r\n" not in data and b"Upgrade" not in data


def expected(data, wanted):
    return wanted + [200] if stays_open(data, wanted) else wanted


def whole(data, wanted):
    return data + END if stays_open(data, wanted) else data


@attack.attack
def requests_are_framed_in_one_way():
    p = attack.posed()
    for name, data, wanted in PROBES:
        got, rest = statuses(p, whole(data, wanted))
        attack.check(f"\"{name}\" is answered {' and '.join(map(str, wanted))}", got == expected(data, wanted) and not rest, f"{got} {rest[:60]}")
    attack.finish(p)


@attack.attack
def bytes_one_at_a_time_get_the_same_answers():
    p = attack.posed()
    bad = []
    for name, data, wanted in PROBES:
        if len(data) < 1000 and wanted != [101]:
            got, rest = statuses(p, whole(data, wanted), pieces=True)
            if got != expected(data, wanted) or rest:
                bad.append((name, got, rest[:60]))
    attack.check("every probe that arrives byte by byte is answered as when it arrives in one piece", not bad, bad[:3])
    attack.finish(p)


@attack.attack
def hosts_can_be_named():
    p = attack.posed("access:\n  hosts: [posed.example.org, \"other.example:81\"]\n")
    for host, wanted in (("posed.example.org", 200), ("Posed.Example.Org:443", 200), ("other.example:81", 200), ("other.example:82", 421),
                         ("other.example", 421), ("localhost:1", 200), ("[::1]:8080", 200), ("127.0.0.1", 200), ("127.0.0.2", 421),
                         ("localhost.evil.example", 421), ("posed.example.org.", 421), ("", 421)):
        with p.wire() as wire:
            wire.send(f"GET /v1/version HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            reply = wire.reply()
            attack.check(f"\"Host: {host}\" is answered {wanted}", reply.status == wanted, reply.status)
    attack.finish(p)


if __name__ == "__main__":
    sys.exit(attack.run())
