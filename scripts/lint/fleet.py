#!/usr/bin/env python3
"""Checks the files that run posed on several machines, docker/: HAProxy, compose, Kubernetes, Agones, Prometheus, Grafana. Usage: fleet.py PART...

    router      HAProxy finds docker/haproxy.cfg good
    alerts      promtool finds rules, tests and configuration good; every alert has a test in which it fires
    kubernetes  kustomize builds base and overlays; every field is one that the kind has; names, labels and ports refer to something; the configuration is good
    compose     every variable is an option of posed or a variable of docker/haproxy.cfg, every mounted file exists
    metrics     every metric that alerts and dashboard name is in /metrics of a posed that is started here

A tool that is not installed skips its part with a message and the exit code 0; under CI=true it fails.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request

import yaml

PROGRAM = os.path.join(os.environ.get("BUILD", "build"), "posed")
os.environ["PATH"] += ":/usr/sbin"
problems = []


def complain(text):
    problems.append(text)


def has(tool):
    if shutil.which(tool):
        return True
    print(f"{tool} is not installed")
    if os.environ.get("CI") == "true":
        complain(f"{tool} is needed in CI (make deps-lint)")
    return False


def run(*command, env=None):
    """What a command says when it fails."""
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **(env or {})})
    if done.returncode:
        complain(f"{' '.join(command)}:\n{done.stdout}{done.stderr}")
    return done.stdout


def documents(text):
    return [document for document in yaml.safe_load_all(text) if document]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


# -- HAProxy -----------------------------------------------------------------------------------------------------------


def router():
    if not has("haproxy") or not has("openssl"):
        return
    with tempfile.TemporaryDirectory() as folder:
        pem = os.path.join(folder, "pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=example.org", "-keyout", pem,
                        "-out", pem + ".crt"], check=True, capture_output=True)
        with open(pem, "a") as out:
            out.write(read(pem + ".crt"))
        run("haproxy", "-c", "-f", "docker/haproxy.cfg", env={"POSED_CERTIFICATE": pem, **{f"POSED_{name}": "127.0.0.1:1" for name in "ABC"}})


# -- alerts ------------------------------------------------------------------------------------------------------------


def alerts():
    names = {rule["alert"] for group in yaml.safe_load(read("docker/alerts.yml"))["groups"] for rule in group["rules"] if "alert" in rule}
    fired = {one["alertname"] for test in yaml.safe_load(read("docker/alerts.test.yml"))["tests"] for one in test["alert_rule_test"] if one["exp_alerts"]}
    for name in sorted(names ^ fired):
        complain(f"docker/alerts.yml, alerts.test.yml: {name} has {'no test in which it fires' if name in names else 'a test, but no rule'}")
    guide = read("docs/guide/fleet.md")
    for name in sorted(names):
        if f"`{name}`" not in guide:
            complain(f"docs/guide/fleet.md says nothing of {name}")
    if has("promtool"):
        run("promtool", "check", "rules", "docker/alerts.yml")
        run("promtool", "check", "config", "docker/prometheus.yml")
        run("promtool", "test", "rules", "docker/alerts.test.yml")


# -- Kubernetes --------------------------------------------------------------------------------------------------------

# Fields of the kinds, by their API reference: a dict has fields ("!" before a required one), a list the type of its items, MAP texts by name.
MAP, TEXT, NUMBER, FLAG, EITHER = "map", str, int, bool, (int, str)
META = {"!name": TEXT, "namespace": TEXT, "labels": MAP, "annotations": MAP}
LABELS = {"matchLabels": MAP}
RESOURCES = {"requests": MAP, "limits": MAP}
ACTION = {"httpGet": {"!path": TEXT, "!port": EITHER}, "exec": {"!command": [TEXT]}, "tcpSocket": {"!port": EITHER}}
PROBE = {**ACTION, "periodSeconds": NUMBER, "failureThreshold": NUMBER, "timeoutSeconds": NUMBER, "initialDelaySeconds": NUMBER}
CONTAINER = {"!name": TEXT, "!image": TEXT, "imagePullPolicy": TEXT, "command": [TEXT], "args": [TEXT],
             "env": [{"!name": TEXT, "value": TEXT, "valueFrom": {"fieldRef": {"!fieldPath": TEXT, "apiVersion": TEXT}}}],
             "ports": [{"name": TEXT, "!containerPort": NUMBER, "protocol": TEXT}], "startupProbe": PROBE, "readinessProbe": PROBE, "livenessProbe": PROBE,
             "lifecycle": {"preStop": ACTION}, "!resources": RESOURCES,
             "!securityContext": {"allowPrivilegeEscalation": FLAG, "readOnlyRootFilesystem": FLAG, "capabilities": {"drop": [TEXT]}},
             "volumeMounts": [{"!name": TEXT, "!mountPath": TEXT, "readOnly": FLAG}]}
POD = {"!containers": [CONTAINER], "serviceAccountName": TEXT, "automountServiceAccountToken": FLAG, "enableServiceLinks": FLAG, "terminationGracePeriodSeconds": NUMBER,
       "!securityContext": {"runAsNonRoot": FLAG, "runAsUser": NUMBER, "runAsGroup": NUMBER, "fsGroup": NUMBER, "seccompProfile": {"!type": TEXT}},
       "topologySpreadConstraints": [{"!maxSkew": NUMBER, "!topologyKey": TEXT, "!whenUnsatisfiable": TEXT, "labelSelector": LABELS}],
       "volumes": [{"!name": TEXT, "configMap": {"!name": TEXT}, "secret": {"!secretName": TEXT, "defaultMode": NUMBER}}]}
ROLLING = {"type": TEXT, "rollingUpdate": {"maxSurge": EITHER, "maxUnavailable": EITHER}}
METRIC = {"!type": TEXT, "pods": {"!metric": {"!name": TEXT}, "!target": {"!type": TEXT, "averageValue": TEXT}},
          "resource": {"!name": TEXT, "!target": {"!type": TEXT, "averageUtilization": NUMBER}}}
SCALING = {"stabilizationWindowSeconds": NUMBER, "policies": [{"!type": TEXT, "!value": NUMBER, "!periodSeconds": NUMBER}]}
PEERS = [{"podSelector": LABELS, "namespaceSelector": LABELS}]
ALLOWED = [{"port": EITHER, "protocol": TEXT}]
COUNTERS = {"sessions": {"minAvailable": NUMBER}}
SELECTED = {"matchLabels": MAP, "gameServerState": TEXT, "counters": COUNTERS}
KINDS = {
    "v1 ServiceAccount": {"!metadata": META, "automountServiceAccountToken": FLAG},
    "v1 ConfigMap": {"!metadata": META, "!data": MAP},
    "v1 Secret": {"!metadata": META, "type": TEXT, "!stringData": MAP},
    "v1 Service": {"!metadata": META, "!spec": {"!selector": MAP, "clusterIP": TEXT, "sessionAffinity": TEXT, "!ports": [{"name": TEXT, "!port": NUMBER, "targetPort": EITHER}]}},
    "apps/v1 Deployment": {"!metadata": META, "!spec": {"replicas": NUMBER, "strategy": ROLLING, "!selector": LABELS, "!template": {"!metadata": {"!labels": MAP}, "!spec": POD}}},
    "autoscaling/v2 HorizontalPodAutoscaler": {"!metadata": META, "!spec": {
        "!scaleTargetRef": {"!apiVersion": TEXT, "!kind": TEXT, "!name": TEXT}, "minReplicas": NUMBER, "!maxReplicas": NUMBER, "metrics": [METRIC],
        "behavior": {"scaleUp": SCALING, "scaleDown": SCALING}}},
    "policy/v1 PodDisruptionBudget": {"!metadata": META, "!spec": {"maxUnavailable": EITHER, "!selector": LABELS}},
    "networking.k8s.io/v1 NetworkPolicy": {"!metadata": META, "!spec": {
        "!podSelector": LABELS, "policyTypes": [TEXT], "ingress": [{"from": PEERS, "ports": ALLOWED}], "egress": [{"to": PEERS, "ports": ALLOWED}]}},
    "networking.k8s.io/v1 Ingress": {"!metadata": META, "!spec": {
        "ingressClassName": TEXT, "tls": [{"!hosts": [TEXT], "secretName": TEXT}],
        "!rules": [{"host": TEXT, "!http": {"!paths": [{"!path": TEXT, "!pathType": TEXT, "!backend": {"!service": {"!name": TEXT, "!port": {"name": TEXT}}}}]}}]}},
    "monitoring.coreos.com/v1 ServiceMonitor": {"!metadata": META, "!spec": {"!selector": LABELS, "!endpoints": [{"!port": TEXT, "path": TEXT, "interval": TEXT}]}},
    "agones.dev/v1 Fleet": {"!metadata": META, "!spec": {"replicas": NUMBER, "scheduling": TEXT, "strategy": ROLLING, "!template": {"!metadata": {"!labels": MAP}, "!spec": {
        "container": TEXT, "!ports": [{"!name": TEXT, "portPolicy": TEXT, "container": TEXT, "!containerPort": NUMBER, "protocol": TEXT}], "health": {"disabled": FLAG},
        "counters": {"sessions": {"!count": NUMBER, "!capacity": NUMBER}}, "!template": {"!spec": POD}}}}},
    "autoscaling.agones.dev/v1 FleetAutoscaler": {"!metadata": META, "!spec": {"!fleetName": TEXT, "!policy": {
        "!type": TEXT, "counter": {"!key": TEXT, "!bufferSize": EITHER, "minCapacity": NUMBER, "!maxCapacity": NUMBER}}}},
    "allocation.agones.dev/v1 GameServerAllocation": {"!spec": {"!selectors": [SELECTED], "priorities": [{"!type": TEXT, "!key": TEXT, "order": TEXT}],
                                                                 "counters": {"sessions": {"!action": TEXT, "!amount": NUMBER}}}},
}


def check(value, kind, place):
    """Complains of fields that the kind does not have, of values of another type, and of required fields that are missing."""
    if isinstance(kind, dict):
        if not isinstance(value, dict):
            return complain(f"{place}: {value!r}; fields expected")
        known = {name.lstrip("!"): one for name, one in kind.items()}
        for name in value:
            if name in known:
                check(value[name], known[name], f"{place}.{name}")
            else:
                complain(f"{place}.{name}: no such field; {', '.join(sorted(known))} allowed")
        for name in kind:
            if name.startswith("!") and name[1:] not in value:
                complain(f"{place}.{name[1:]}: missing")
    elif isinstance(kind, list):
        if not isinstance(value, list):
            return complain(f"{place}: {value!r}; a list expected")
        for i, item in enumerate(value):
            check(item, kind[0], f"{place}[{i}]")
    elif kind == MAP:
        if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
            complain(f"{place}: {value!r}; texts by name expected")
    elif not isinstance(value, kind) or (isinstance(value, bool) and kind is not FLAG):
        complain(f"{place}: {value!r} is of another type")


def check_kind(document, path):
    name = f"{document.get('apiVersion')} {document.get('kind')}"
    if name not in KINDS:
        return complain(f"{path}: {name} is not known to scripts/lint/fleet.py")
    check(document, {"apiVersion": TEXT, "kind": TEXT, **KINDS[name]}, f"{path}: {document['kind']}")


def is_subset(some, all_of_them):
    return all(all_of_them.get(name) == value for name, value in some.items())


def check_references(objects, path):
    """Names, labels and ports of one built overlay refer to something in it."""
    by_kind = {}
    for one in objects:
        by_kind.setdefault(one["kind"], []).append(one)
    pods = [(one["spec"]["template"]["metadata"]["labels"], one["spec"]["template"]["spec"]) for one in by_kind.get("Deployment", [])]
    ports = {port["name"] for _, pod in pods for container in pod["containers"] for port in container.get("ports", [])}

    selectors = [("Service", one["metadata"]["name"], one["spec"]["selector"]) for one in by_kind["Service"]]
    selectors += [(kind, one["metadata"]["name"], one["spec"][field]["matchLabels"])
                  for kind, field in (("PodDisruptionBudget", "selector"), ("NetworkPolicy", "podSelector"), ("Deployment", "selector")) for one in by_kind[kind]]
    for kind, name, labels in selectors:
        if not any(is_subset(labels, theirs) for theirs, _ in pods):
            complain(f"{path}: {kind} {name} selects no pod: {labels}")
    for one in by_kind.get("ServiceMonitor", []):
        if not any(is_subset(one["spec"]["selector"]["matchLabels"], service["metadata"].get("labels", {})) for service in by_kind["Service"]):
            complain(f"{path}: ServiceMonitor {one['metadata']['name']} selects no Service")
    for one in by_kind["Service"]:
        for port in one["spec"]["ports"]:
            if port["targetPort"] not in ports:
                complain(f"{path}: Service {one['metadata']['name']}: no container has the port {port['targetPort']}")
    deployments = {one["metadata"]["name"] for one in by_kind["Deployment"]}
    for one in by_kind["HorizontalPodAutoscaler"]:
        if one["spec"]["scaleTargetRef"]["name"] not in deployments:
            complain(f"{path}: HorizontalPodAutoscaler {one['metadata']['name']}: no such Deployment")
    services = {one["metadata"]["name"] for one in by_kind["Service"]}
    for one in by_kind.get("Ingress", []):
        for rule in one["spec"]["rules"]:
            for target in rule["http"]["paths"]:
                if target["backend"]["service"]["name"] not in services:
                    complain(f"{path}: Ingress {one['metadata']['name']}: no such Service")

    given = {one["metadata"]["name"] for one in by_kind["ConfigMap"]} | {document["metadata"]["name"] for document in documents(read("docker/kubernetes/secret.example.yaml"))}
    accounts = {one["metadata"]["name"] for one in by_kind["ServiceAccount"]} | {None}
    for _, pod in pods:
        volumes = {volume["name"]: volume for volume in pod.get("volumes", [])}
        for volume in volumes.values():
            name = volume.get("configMap", {}).get("name") or volume.get("secret", {}).get("secretName")
            if name not in given:
                complain(f"{path}: no ConfigMap or Secret is called {name}")
        for container in pod["containers"]:
            for mount in container.get("volumeMounts", []):
                if mount["name"] not in volumes:
                    complain(f"{path}: container {container['name']} mounts {mount['name']}, which is no volume of the pod")
        if pod.get("serviceAccountName") not in accounts:
            complain(f"{path}: no ServiceAccount is called {pod['serviceAccountName']}")
        check_daemon(pod, path)


def check_daemon(pod, path):
    """Probes ask for routes that posed has; there is time to drain; variables are options."""
    routes = set(re.findall(r'ROUTE\("GET", "([^"{]+)"\)', read("api/routes.c")))
    for container in pod["containers"]:
        if container["image"] != "posed":
            continue
        for name in ("startupProbe", "readinessProbe", "livenessProbe"):
            target = container.get(name, {}).get("httpGet", {}).get("path")
            if target and target not in routes:
                complain(f"{path}: {name} asks for {target}, which is no route of posed")
        check_variables({one["name"]: one.get("value") for one in container.get("env", [])}, path)
        drain = yaml.safe_load(read("docker/kubernetes/base/posed.yaml")).get("drain_timeout", 10)
        sleep = container.get("lifecycle", {}).get("preStop", {}).get("exec", {}).get("command", ["", "0"])[1]
        if pod.get("terminationGracePeriodSeconds", 0) < drain + int(sleep) + 10:
            complain(f"{path}: terminationGracePeriodSeconds {pod.get('terminationGracePeriodSeconds')}; preStop {sleep}, drain_timeout {drain} and 10 seconds expected at least")


def check_variables(variables, path):
    options = {"POSED_" + option.upper().replace(".", "_") for option in re.findall(r'^X\(\w+, "([a-z_.]+)"', read("config/options.h"), re.M)}
    for name in variables:
        if name.startswith("POSED_") and name not in options:
            complain(f"{path}: {name} is no option of posed")


def check_config(text, path):
    """posed finds the configuration good, with a keys file of its own."""
    with tempfile.TemporaryDirectory() as folder:
        keys, config = os.path.join(folder, "keys"), os.path.join(folder, "posed.yaml")
        with open(keys, "w") as file:
            file.write(documents(read("docker/kubernetes/secret.example.yaml"))[0]["stringData"]["keys"])
        with open(config, "w") as file:
            file.write(re.sub(r"keys_file: \S+", f"keys_file: {keys}", text))
        done = subprocess.run([PROGRAM, "--check-config", "--config", config], capture_output=True, text=True)
        if done.returncode:
            complain(f"{path}: {done.stderr}")


def kubernetes():
    for path in ["docker/kubernetes/secret.example.yaml", *sorted(glob.glob("docker/agones/*.yaml"))]:
        for document in documents(read(path)):
            check_kind(document, path)
            if document["kind"] == "Fleet":
                check_daemon(document["spec"]["template"]["spec"]["template"]["spec"], path)
    check_config(read("docker/kubernetes/base/posed.yaml"), "docker/kubernetes/base/posed.yaml")
    if not has("kubectl"):
        return
    for path in ["docker/kubernetes/base", *sorted(glob.glob("docker/kubernetes/overlays/*"))]:
        objects = documents(run("kubectl", "kustomize", path))
        for one in objects:
            check_kind(one, path)
        if objects and not problems:
            check_references(objects, path)


# -- compose -----------------------------------------------------------------------------------------------------------


def compose():
    router_variables = set(re.findall(r"\$\{(POSED_\w+)", read("docker/haproxy.cfg")))
    for path in sorted(glob.glob("docker/compose*.yaml")):
        whole = yaml.safe_load(read(path))
        for name, service in whole["services"].items():
            where, variables = f"{path}: {name}", service.get("environment") or {}
            if service["image"] == "posed":
                check_variables(variables, where)
            for variable in variables if service["image"].startswith("haproxy") else ():
                if variable not in router_variables:
                    complain(f"{where}: {variable} is no variable of docker/haproxy.cfg")
            for volume in service.get("volumes", []):
                source = volume.split(":")[0]
                if source.startswith("./") and not os.path.exists(os.path.join("docker", source)):
                    complain(f"{where}: {source} does not exist")
                elif not source.startswith("./") and source not in (whole.get("volumes") or {}):
                    complain(f"{where}: no volume is called {source}")
            for secret in service.get("secrets", []):
                if secret not in whole["secrets"]:
                    complain(f"{where}: no secret is called {secret}")
            for other in service.get("depends_on", []):
                if other not in whole["services"]:
                    complain(f"{where}: no service is called {other}")


# -- metrics -----------------------------------------------------------------------------------------------------------


def metrics():
    texts = [rule["expr"] for group in yaml.safe_load(read("docker/alerts.yml"))["groups"] for rule in group["rules"]]
    board = json.loads(read("docker/dashboard.json"))
    texts += [target["expr"] for panel in board["panels"] for target in panel.get("targets", [])]
    texts += [variable["query"]["query"] for variable in board["templating"]["list"] if variable["type"] == "query"]
    texts += [metric["pods"]["metric"]["name"] for metric in yaml.safe_load(read("docker/kubernetes/base/autoscaler.yaml"))["spec"]["metrics"] if "pods" in metric]
    wanted = set(re.findall(r"\b(?:posed|process)_[a-z_]+", " ".join(texts)))

    process = subprocess.Popen([PROGRAM, "--listen", "127.0.0.1:0", "--builtin-models=false", "--cluster-redis", "127.0.0.1:1"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        url = process.stdout.readline().split()[-1]
        with urllib.request.urlopen(url + "/metrics") as reply:
            text = reply.read().decode()
    finally:
        process.terminate()
        process.wait()
    there = set(re.findall(r"^# TYPE (\S+)", text, re.M))
    there |= {name + part for name in re.findall(r"^# TYPE (\S+) histogram", text, re.M) for part in ("_bucket", "_sum", "_count")}
    for name in sorted(wanted - there):
        complain(f"{name} is not in /metrics; alerts, the dashboard or the autoscaler name it")


for part in sys.argv[1:]:
    {"router": router, "alerts": alerts, "kubernetes": kubernetes, "compose": compose, "metrics": metrics}[part]()
print("\n".join(problems))
sys.exit(bool(problems))
