"""Usage: tracing.py POSED MODELS [name...]: traces as a collector gets them (W3C Trace Context, OTLP over HTTP), exemplars, and the probes' names."""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import runner  # noqa: E402
from collector import Collector  # noqa: E402
from posed import Posed, wait_for  # noqa: E402

PROGRAM, MODELS = sys.argv[1], sys.argv[2]
TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
tests = []


def test(function):
    tests.append(function)
    return function


def posed(collector, ratio=0):
    return Posed(PROGRAM, MODELS, f"tracing: {{endpoint: \"{collector.url}\", ratio: {ratio}}}\nlog: {{format: json}}\n", only=("default", "motion"))


def attributes(span):
    return {a["key"]: a["value"].get("stringValue", a["value"].get("intValue")) for a in span["attributes"]}


MESH = "/v1/models/default/mesh?format=glb&betas=1"
SAMPLED = {"traceparent": f"00-{TRACE}-{SPAN}-01"}


@test
def a_sampled_request_is_a_span_of_its_callers_trace_with_its_steps():
    with Collector() as collector, posed(collector) as p:
        reply = p.ask("GET", MESH, headers={**SAMPLED, "X-Request-Id": "mine"})
        assert reply.status == 200
        version, trace, own, flags = reply.headers["traceresponse"].split("-")
        assert (version, trace, flags) == ("00", TRACE, "01") and own != SPAN
        name = "GET /v1/models/{id}/mesh"
        assert wait_for(lambda: collector.named(name))
        span = collector.named(name)[0]
        assert (span["traceId"], span["spanId"], span["parentSpanId"], span["kind"]) == (TRACE, own, SPAN, 2), span
        said = attributes(span)
        assert said["http.request.method"] == "GET" and said["http.route"] == "/v1/models/{id}/mesh", said
        assert said["http.response.status_code"] == "200" and said["posed.request_id"] == "mine", said
        assert int(said["http.response.body.size"]) == len(reply.body)
        steps = {s["name"]: s for s in collector.spans if s["parentSpanId"] == own}
        assert set(steps) == {"queue", "compute", "encode", "send"}, set(steps)

        # The steps follow each other inside the request.
        times = {n: (int(s["startTimeUnixNano"]), int(s["endTimeUnixNano"])) for n, s in {**steps, "all": span}.items()}
        assert times["all"][0] <= times["queue"][0] <= times["queue"][1] == times["compute"][0], times
        assert times["compute"][0] <= times["encode"][0] <= times["encode"][1] <= times["compute"][1], times
        assert times["compute"][1] <= times["send"][0] <= times["send"][1] == times["all"][1], times
        resource = {a["key"]: a["value"]["stringValue"] for a in collector.resources[0]["attributes"]}
        assert resource["service.name"] == "posed" and re.fullmatch(r"\d+\.\d+\.\d+.*", resource["service.version"])
        assert f'"trace":"{TRACE}"' in p.log_text()


@test
def a_failed_request_is_marked_and_one_that_the_caller_does_not_sample_is_not_sent():
    with Collector() as collector, posed(collector, ratio=1) as p:
        p.ask("GET", "/v1/models/default", headers={"traceparent": f"00-{TRACE}-{SPAN}-00"})
        assert p.ask("GET", "/v1/models/nobody", headers=SAMPLED).status == 404
        assert wait_for(lambda: any(s["parentSpanId"] == SPAN for s in collector.spans))
        mine = [s for s in collector.spans if s["traceId"] == TRACE and s["kind"] == 2]
        assert [attributes(s)["http.response.status_code"] for s in mine] == ["404"], mine
        assert "code" not in mine[0]["status"]  # a client's mistake is no error of the server


@test
def without_a_callers_trace_the_ratio_decides():
    with Collector() as collector, posed(collector, ratio=1) as p:
        for broken in ("", "00-zz-1-01", f"ff-{TRACE}-{SPAN}-01"):
            p.ask("GET", "/v1/models", headers={"traceparent": broken})
        assert wait_for(lambda: len(collector.named("GET /v1/models")) == 3)
        spans = collector.named("GET /v1/models")
        assert len({s["traceId"] for s in spans}) == 3 and all(s["traceId"] != TRACE and s["parentSpanId"] == "" for s in spans)
        assert wait_for(lambda: collector.named("tick"))
        assert attributes(collector.named("tick")[0])["posed.characters"] == "0"
    with Collector() as collector, posed(collector, ratio=0) as p:
        p.ask("GET", "/v1/models")
        p.ask("GET", "/v1/models", headers=SAMPLED)
        assert wait_for(lambda: collector.named("GET /v1/models"))
        assert len(collector.spans) == 2, collector.spans  # the sampled one and its sending


@test
def what_is_left_is_sent_at_the_end():
    with Collector() as collector:
        with posed(collector) as p:
            p.ask("GET", "/v1/models", headers=SAMPLED)
        assert collector.named("GET /v1/models")


@test
def a_collector_that_is_away_or_refuses_costs_nothing_but_spans():
    with Collector(status=500) as collector, posed(collector) as p:
        for _ in range(3):
            assert p.ask("GET", MESH, headers=SAMPLED).status == 200
        assert wait_for(lambda: p.metric("posed_spans_dropped_total") == 15)
        assert p.metric("posed_spans_sent_total") == 0
    gone = Collector()
    gone.server.server_close()
    with posed(gone) as p:
        assert p.ask("GET", MESH, headers=SAMPLED).status == 200
        assert wait_for(lambda: p.metric("posed_spans_dropped_total") >= 5)


@test
def without_an_endpoint_there_is_no_trace():
    with Posed(PROGRAM, MODELS, only=("default",)) as p:
        reply = p.ask("GET", "/v1/models", headers=SAMPLED)
        assert "traceresponse" not in reply.headers and TRACE not in p.log_text()
        assert "posed_spans" not in p.ask("GET", "/metrics").body.decode()


@test
def an_endpoint_that_cannot_be_is_refused_at_the_start():
    try:
        with Posed(PROGRAM, MODELS, "tracing: {endpoint: \"https://collector\"}\n", only=("default",)):
            raise AssertionError("it started")
    except RuntimeError as error:
        assert "tracing.endpoint" in str(error) and "OpenTelemetry collector" in str(error), error


@test
def openmetrics_has_the_trace_of_a_sampled_request_as_exemplar():
    """Read by the parser of Prometheus' client for Python, if it is here."""
    try:
        from prometheus_client.openmetrics.parser import text_string_to_metric_families
    except ImportError:
        text_string_to_metric_families = None
    with Collector() as collector, posed(collector) as p:
        p.ask("GET", MESH, headers=SAMPLED)
        plain = p.ask("GET", "/metrics")
        assert plain.headers["content-type"].startswith("text/plain; version=0.0.4") and TRACE not in plain.body.decode()
        reply = p.ask("GET", "/metrics", headers={"Accept": "application/openmetrics-text;version=1.0.0,text/plain;q=0.5"})
        text = reply.body.decode()
        assert reply.headers["content-type"].startswith("application/openmetrics-text; version=1.0.0") and text.endswith("# EOF\n")
        line = next(x for x in text.split("\n") if TRACE in x)
        assert re.match(r'posed_request_seconds_bucket\{route="GET /v1/models/\{id\}/mesh",le="[^"]+"\} 1 # \{trace_id="', line), line
        if text_string_to_metric_families:
            families = list(text_string_to_metric_families(text))
            found = [s.exemplar for f in families for s in f.samples if s.exemplar]
            assert [e.labels["trace_id"] for e in found] == [TRACE] and 0 < found[0].value < 60, found


@test
def probes_answer_to_both_of_their_usual_names():
    with Posed(PROGRAM, MODELS, only=("default",)) as p:
        for path in ("/healthz", "/livez", "/readyz", "/ready"):
            reply = p.ask("GET", path)
            assert reply.status == 200 and reply.headers["cache-control"] == "no-store", path
            assert p.ask("HEAD", path).status == 200


sys.exit(runner.run(tests, sys.argv[3:]))
