#!/usr/bin/python3
"""How many people a core, a node and a cluster carry: arithmetic from measured costs, and a simulation of how sessions spread over nodes.

    scripts/capacity.py [--clients 1000000] [--watchers-each 0] [--characters-each 1] [--rate 60] [--cores 16] [--node-gbit 10] [--cluster]

docs/lab/capacity.md says which numbers under COSTS were measured, by which command and on which machine, and which are assumed. Change them for yours. The simulation places
session names on nodes by consistent hashing, as HAProxy does (docker/haproxy.cfg), and then loses one node.
"""
import argparse
import bisect
import hashlib

COSTS = {
    "tick_us": 49.3,              # processor time of a character's tick with its session and inputs (bench/scaling.py: with its client 58.0, less a frame)
    "frame_us": 8.7,              # processor time of the daemon for a frame to one client (bench/scaling.py: a watcher)
    "frame_bytes": 242.0,         # of one character on the default channels, without WebSocket's and TCP's headers
    "header_bytes": 60.0,         # WebSocket, TCP and IP headers of a frame that is sent alone
    "checkpoint_us": 14.4,        # processor time of a checkpoint (posed_cluster_checkpoint_seconds_total)
    "checkpoint_bytes": 4107.0,   # of a character in a checkpoint
    "checkpoint_rate": 10.0,      # checkpoints a second of a session that moves (cluster.checkpoint)
    "player_bytes": 60000.0,      # memory of a session with one character and its WebSocket
    "watcher_bytes": 12000.0,     # memory of a watcher, mostly libwebsockets'
    "models_bytes": 60e6,         # memory of a daemon with its models of motion loaded
    "redis_commands": 100000.0,   # checkpoints a second that one Redis takes on one core
    "redis_bytes": 1.0e9,         # bytes a second that one Redis takes
    "proxy_us": 12.0,             # processor time of HAProxy for a frame over TLS
    "load": 0.7,                  # share of the cores that is planned for
}


def ring(nodes, points=160):
    places = sorted((int.from_bytes(hashlib.md5(f"{n}-{i}".encode()).digest()[:8], "big"), n) for n in range(nodes) for i in range(points))
    return [p for p, _ in places], [n for _, n in places]


def spread(nodes, sessions):
    """Sessions of the fullest node by the mean; the same after one node is lost; the share of sessions that had to move."""
    keys, owners = ring(nodes)
    count, after, moved, lost = [0] * nodes, [0] * nodes, 0, 0
    for s in range(sessions):
        at = bisect.bisect(keys, int.from_bytes(hashlib.md5(f"match-{s}".encode()).digest()[:8], "big"))
        owner = owners[at % len(owners)]
        count[owner] += 1
        if owner == lost:
            moved += 1
            while owners[at % len(owners)] == lost:
                at += 1
            owner = owners[at % len(owners)]
        after[owner] += 1
    mean = sessions / nodes
    return max(count) / mean, max(after) / mean, moved / sessions


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--clients", type=int, default=1000000, help="players, each with a session")
    parser.add_argument("--watchers-each", type=float, default=0, help="watchers of each session")
    parser.add_argument("--characters-each", type=float, default=1, help="characters of each session")
    parser.add_argument("--rate", type=float, default=60, help="frames a second to each client")
    parser.add_argument("--cores", type=int, default=16, help="cores of a node")
    parser.add_argument("--node-gbit", type=float, default=10, help="network of a node, Gbit/s")
    parser.add_argument("--cluster", action="store_true", help="with checkpoints in Redis")
    options = parser.parse_args()
    c = COSTS
    lines = options.clients * (1 + options.watchers_each)
    characters = options.clients * options.characters_each
    frames = lines * options.rate

    print("| what | each | for all | of one |")
    print("|---|---|---|---|")
    tick = characters * 60 * c["tick_us"] * 1e-6
    send = frames * c["frame_us"] * 1e-6
    store = options.clients * c["checkpoint_rate"] * c["checkpoint_us"] * 1e-6 if options.cluster else 0
    cores = (tick + send + store) / c["load"]
    print(f"| ticks | {c['tick_us']:.0f} us a character, 60 a second | {tick:,.0f} cores | {60 * c['tick_us'] / 1e4:.2f} % of a core a character |")
    print(f"| frames | {c['frame_us']:.1f} us | {send:,.0f} cores | {options.rate * c['frame_us'] / 1e4:.2f} % of a core a client |")
    if options.cluster:
        print(f"| checkpoints | {c['checkpoint_us']:.0f} us, {c['checkpoint_rate']:.0f} a second | {store:,.0f} cores | |")
    size = c["frame_bytes"] * options.characters_each + c["header_bytes"]
    out = frames * size * 8e-9
    memory = options.clients * c["player_bytes"] + options.clients * options.watchers_each * c["watcher_bytes"]
    nodes_cpu = cores / options.cores
    nodes_net = out / (options.node_gbit * c["load"])
    nodes = max(1, int(max(nodes_cpu, nodes_net)) + 1)
    print(f"| cores at {100 * c['load']:.0f} % | | {cores:,.0f} | {cores / options.cores:,.0f} nodes of {options.cores} cores |")
    print(f"| network | {size:.0f} bytes a frame | {out:,.1f} Gbit/s | {nodes_net:,.0f} nodes of {options.node_gbit:g} Gbit/s |")
    print(f"| memory | {c['player_bytes'] / 1e3:.0f} KB a player, {c['watcher_bytes'] / 1e3:.0f} KB a watcher | {memory / 1e9:,.1f} GB | "
          f"{(memory / nodes + c['models_bytes']) / 1e9:.2f} GB a node of {nodes} |")
    proxy = frames * c["proxy_us"] * 1e-6 / c["load"]
    print(f"| HAProxy with TLS | {c['proxy_us']:.0f} us a frame | {proxy:,.0f} cores | |")
    if options.cluster:
        commands = options.clients * c["checkpoint_rate"]
        volume = commands * c["checkpoint_bytes"] * options.characters_each
        print(f"| Redis | {commands:,.0f} checkpoints/s | {volume * 8e-9:,.1f} Gbit/s | {max(commands / c['redis_commands'], volume / c['redis_bytes']):,.0f} Redis servers |")
    most, lost, moved = spread(nodes, min(options.clients, 200000))
    print(f"\nOn {nodes} nodes the fullest has {most:.2f} times the mean, {lost:.2f} times after one node is lost; {100 * moved:.1f} % of the sessions move then.")


main()
