# posed in a container: built in one stage, run in another without compiler, shell tools or root.
#
#   docker build -t posed .
#   docker run --read-only --cap-drop ALL -p 127.0.0.1:8080:8080 -e POSED_ACCESS_INSECURE=true posed
#
# It listens on every address of the container, so it wants either API keys (POSED_ACCESS_KEYS_FILE) or the word
# POSED_ACCESS_INSECURE=true; without one of them it says so and ends. `make image` builds and tries it.
#
# BASE is debian:12-slim of September 2026 by its digest (all platforms), so that nobody can put another below; Debian's
# fixes since then are installed on it. A newer one: docker buildx imagetools inspect debian:12-slim. What is in the
# image stands in /usr/share/posed/sbom.json.
ARG BASE=debian@sha256:88200866dfff7ea7f5cbcb6ec7c8a701889efe6fe859fe64d6990e4b07ea4171

FROM ${BASE} AS build
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends make >/dev/null
WORKDIR /src
COPY Makefile ./
COPY scripts/deps.sh scripts/
RUN make deps-build
COPY . .
ARG COMMIT=unknown
RUN make -j"$(nproc)" && make install PREFIX=/usr DESTDIR=/out \
    && strip /out/usr/bin/posed /out/usr/bin/posedctl \
    && rm -rf /out/usr/lib /out/usr/include /out/usr/share/man \
    && scripts/runtime-debs.sh /out/usr/bin/posed /out/usr/bin/posedctl > /out/debs

FROM ${BASE}
COPY --from=build /out/debs /src/scripts/sbom.sh /tmp/
RUN apt-get update -qq && apt-get upgrade -y -qq >/dev/null \
    && xargs -a /tmp/debs apt-get install -y -qq --no-install-recommends >/dev/null \
    && apt-get clean && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/* /tmp/debs /usr/share/doc/*
COPY --from=build /out/usr/ /usr/
ARG COMMIT=unknown
ARG VERSION=unknown
RUN sh /tmp/sbom.sh posed "$VERSION" > /usr/share/posed/sbom.json && rm /tmp/sbom.sh
LABEL org.opencontainers.image.title="posed" \
      org.opencontainers.image.description="Body meshes and inverse kinematics over HTTP from resident body models" \
      org.opencontainers.image.licenses="MIT AND CC-BY-4.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${COMMIT}" \
      org.opencontainers.image.documentation="docs/README.md"
ENV POSED_LISTEN=0.0.0.0:8080
EXPOSE 8080
USER 10001:10001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["/usr/bin/posed", "--healthcheck"]
ENTRYPOINT ["/usr/bin/posed"]
