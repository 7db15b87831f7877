"""Clients behind a trusted proxy: rates, owners, streams and the log go by the address that the proxy names; nobody else is believed. The
proxy is a socket from 127.0.0.1, a stranger one from 127.0.0.9. Usage: forwarded.py POSED [name...]."""
import json
import socket
import sys

import attack
from posed import Wire, request, wait_for

FAR = 20
SCENE = b'{"ground": {"kind": "flat"}}'


class From(Wire):
    """A connection from an address of the loopback."""

    def __init__(self, p, source):
        self.socket = socket.create_connection(p.address, timeout=FAR, source_address=(source, 0))
        self.ahead = b""


def ask(p, fields, method="GET", path="/v1/models", source="127.0.0.1", body=None):
    """Status of a request with those header lines."""
    data = request(method, path, body, close=True)
    head, rest = data.split(b"\r\n", 1)
    with From(p, source) as wire:
        wire.send(head + b"\r\n" + "".join(f"{f}\r\n" for f in fields).encode() + rest)
        return wire.reply().status


def audit(p, what):
    return [x for x in map(json.loads, (line for line in p.log_text().splitlines() if '"message":"audit"' in line)) if x["what"] == what]


def daemon(more=""):
    return attack.posed("access: {trusted_proxies: ['127.0.0.1'], rate_limit: 0.01, rate_burst: 3%s}\n" % more)


@attack.attack
def rates_are_the_clients_behind_the_proxy():
    p = daemon()
    got = [ask(p, [f"X-Forwarded-For: 203.0.113.{i}"]) for i in range(1, 9)]
    attack.check("eight clients behind the proxy have eight buckets", got == [200] * 8, attack.counted(got))
    got = [ask(p, ["X-Forwarded-For: 203.0.113.50"]) for _ in range(5)]
    attack.check("one client behind the proxy has one bucket", got == [200] * 3 + [429] * 2, attack.counted(got))
    got = [ask(p, [f"X-Forwarded-For: 198.51.100.{i}, 203.0.113.51"]) for i in range(5)]
    attack.check("an address that the client put before its own in X-Forwarded-For is ignored", got == [200] * 3 + [429] * 2, attack.counted(got))
    got = [ask(p, [f"X-Forwarded-For: 198.51.100.{i}", "X-Forwarded-For: 203.0.113.52"]) for i in range(5)]
    attack.check("an address that the client put in another X-Forwarded-For is ignored", got == [200] * 3 + [429] * 2, attack.counted(got))
    got = [ask(p, [f"Forwarded: for=198.51.100.{i}", "X-Forwarded-For: 203.0.113.53"]) for i in range(5)]
    attack.check("Forwarded is ignored while X-Forwarded-For is the header that counts", got == [200] * 3 + [429] * 2, attack.counted(got))
    got = [ask(p, [f"X-Forwarded-For: 203.0.113.{100 + i}"], source="127.0.0.9") for i in range(5)]
    attack.check("X-Forwarded-For of a client that is no trusted proxy is ignored", got == [200] * 3 + [429] * 2, attack.counted(got))
    with From(p, "127.0.0.1") as wire:  # a proxy's connection is shared
        got = []
        for i in range(6):
            wire.send(request("GET", "/v1/models", headers={"X-Forwarded-For": f"203.0.113.{200 + i % 2}"}))
            got.append(wire.reply().status)
    attack.check("two clients on one connection of the proxy have two buckets", got == [200] * 6, attack.counted(got))
    attack.finish(p)


@attack.attack
def forwarded_of_rfc_7239_is_read_when_it_is_asked_for():
    p = daemon(", forwarded_header: forwarded")
    got = [ask(p, [f'Forwarded: for="[2001:db8:{i}::1]:80";proto=https']) for i in range(1, 6)]
    attack.check("five clients with IPv6 addresses in Forwarded have five buckets", got == [200] * 5, attack.counted(got))
    got = [ask(p, [f"X-Forwarded-For: 203.0.113.{i}", "Forwarded: for=203.0.113.99"]) for i in range(5)]
    attack.check("X-Forwarded-For is ignored while Forwarded is the header that counts", got == [200] * 3 + [429] * 2, attack.counted(got))
    got = [ask(p, [f'Forwarded: for="198.51.100.{i}', "Forwarded: for=203.0.113.98"]) for i in range(5)]
    attack.check("a Forwarded with an open quotation mark does not hide the address after it", got == [200] * 3 + [429] * 2, attack.counted(got))
    attack.finish(p)


@attack.attack
def owners_are_the_clients_behind_the_proxy():
    p = attack.posed("access: {trusted_proxies: ['127.0.0.0/29']}\n")
    one, other = ["X-Forwarded-For: 203.0.113.1"], ["X-Forwarded-For: 203.0.113.2"]
    attack.check("a client behind the proxy stores a scene", ask(p, one, "PUT", "/v1/scenes/yard", body=SCENE) == 201)
    attack.check("another client behind the same proxy cannot delete that scene", ask(p, other, "DELETE", "/v1/scenes/yard") in (403, 404, 409))
    attack.check("a client that is no trusted proxy cannot delete it by naming the owner in X-Forwarded-For", ask(p, one, "DELETE", "/v1/scenes/yard", source="127.0.0.9") in (403, 404, 409))
    attack.check("its owner can delete it", ask(p, one, "DELETE", "/v1/scenes/yard") == 204)

    def clients():
        return [x.get("client") for what in ("request that changes something", "request refused") for x in audit(p, what)]

    # An entry is written after its reply is sent: two clients' entries come in either order.
    expected = sorted(["203.0.113.1"] * 2 + ["203.0.113.2", "127.0.0.9"])
    attack.check("the audit log names the clients", wait_for(lambda: sorted(clients()) == expected, FAR), clients())
    attack.finish(p)


@attack.attack
def streams_are_the_clients_behind_the_proxy():
    p = daemon()
    got = [attack.Stream(p, [f"X-Forwarded-For: 203.0.113.{i}"]).status for i in range(1, 7)]
    attack.check("six clients behind the proxy open streams", got == [101] * 6, attack.counted(got))
    got = [attack.Stream(p, ["X-Forwarded-For: 1.1.1.1", "X-Forwarded-For: 203.0.113.60"]).status for _ in range(5)]
    attack.check("one client behind the proxy opens as many streams as its bucket allows", got == [101] * 3 + [429] * 2, attack.counted(got))
    attack.check("refused streams are logged with the client's address",
                 wait_for(lambda: [x["client"] for x in audit(p, "stream refused")] == ["203.0.113.60"] * 2, FAR), audit(p, "stream refused"))
    opened = [json.loads(line)["address"] for line in p.log_text().splitlines() if '"message":"stream opened"' in line]
    attack.check("open streams are logged with the client's address", sorted(set(opened)) == sorted({f"203.0.113.{i}" for i in (1, 2, 3, 4, 5, 6, 60)}), opened)
    attack.finish(p)


if __name__ == "__main__":
    sys.exit(attack.run())
