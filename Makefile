# GNU make. `make` builds build/posed and build/posedctl; `make help` lists the rest.
# MODE=debug|asan|tsan|fuzz builds into build/MODE; V=1 shows the commands.
MODE ?= release
ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(MODE),fuzz)
ifeq ($(findstring clang,$(CC)),)
override CC := clang
endif
endif
ifeq ($(origin CXX),default)
CXX := $(if $(findstring clang,$(CC)),clang++,g++)
endif
OUT := $(if $(filter release,$(MODE)),build,build/$(MODE))
Q   := $(if $(V),,@)

# Debian packages, by what needs them: `make run` installs build, `make test` build and test, and so on.
DEBS_build := gcc make pkg-config libc6-dev libmicrohttpd-dev libwebsockets-dev libjansson-dev libopenblas-pthread-dev \
	libyaml-dev libzstd-dev zlib1g-dev libdeflate-dev libspng-dev libwebp-dev libjpeg62-turbo-dev libzip-dev libmeshoptimizer-dev libsuitesparse-dev \
	libnlopt-dev libev-dev libwebsockets-evlib-ev libssl-dev libhiredis-dev libassimp-dev g++ libdraco-dev \
	libcurl4-openssl-dev libflite1 flite1-dev ca-certificates
# what the README's commands use, beside what builds
DEBS_run   := $(DEBS_build) curl
DEBS_test  := libcmocka-dev mold redis-server g++ curl openssl haproxy python3-prometheus-client python3-jsonschema zsh fish man-db python3-numpy python3-scipy python3-websockets python3-pip mypy godot3-server mono-mcs mono-runtime libmono-system4.0-cil iproute2
# a kubectl from elsewhere is a package of its own, which Debian's would fight with
DEBS_lint  := clang-format clang-tidy cppcheck python3 python3-yaml gcc-aarch64-linux-gnu libc6-dev-arm64-cross openssl haproxy prometheus $(if $(shell command -v kubectl),,kubernetes-client)
DEBS_mpi   := libopenmpi-dev openmpi-bin
DEBS_cluster := redis-server haproxy openssl
DEBS_fuzz  := clang libclang-rt-14-dev
DEBS_same  := clang llvm pkg-config
DEBS_wasm  := clang lld wasi-libc libclang-rt-14-dev-wasm32
DEBS_bench := wrk python3-numpy python3-scipy python3-fastapi python3-uvicorn python3-torch libssl-dev $(if $(shell command -v npm),,nodejs npm) g++ liborocos-kdl-dev
# a node from elsewhere brings its own npm, which Debian's package would fight with
DEBS_readers := python3-jsonschema python3-numpy python3-meshio $(if $(shell command -v npm),,nodejs npm)
DEBS_web   := $(if $(shell command -v npm),,nodejs npm)
DEBS_browser := chromium $(DEBS_web)
DEBS_image := buildah debootstrap

PKGS := libmicrohttpd libwebsockets libzip jansson openblas yaml-0.1 libzstd zlib libdeflate spng libwebp libjpeg nlopt libcrypto
# -g1 has functions and lines, which backtraces and profiles need; variables as well, as in MODE=debug, make the compiler a third slower.
CFLAGS_release := -O2 -g1
CFLAGS_debug   := -O0 -g3 -DPD_DEBUG_ASSERTS
CFLAGS_asan    := -O1 -g1 -DPD_DEBUG_ASSERTS -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
comma := ,
# SHORT=1 leaves out what ASan notices as well (null pointers, sizes of objects) and pointers that wrap around: the compiler takes a third less time.
CFLAGS_asan    += $(if $(SHORT),-fno-sanitize=null$(comma)object-size$(comma)pointer-overflow)
CFLAGS_tsan    := -O1 -g1 -DPD_DEBUG_ASSERTS -fsanitize=thread
CFLAGS_fuzz    := -O1 -g -DPD_DEBUG_ASSERTS -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
CFLAGS_cov     := -O1 -g --coverage
# for scripts/mutants.py: libposed as a shared library, of which a test takes one source from another
CFLAGS_shared  := -O2
# gcc's flow warnings see ghosts in instrumented code; the release and debug builds are held to them.
ifeq ($(findstring clang,$(CC)),)
CFLAGS_asan += -w
CFLAGS_tsan += -w
CFLAGS_cov  += -w
endif
WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla -Werror
PKG_CFLAGS := $(shell pkg-config --cflags $(PKGS) 2>/dev/null)
PKG_LIBS   := $(shell pkg-config --libs $(PKGS) 2>/dev/null)
# Test programs share one library, see SHARED. The kernels of bodies and of motion are the same instructions as without -fPIC.
PIC := -fPIC -fno-semantic-interposition
CFLAGS_ALL  = -std=c11 -D_GNU_SOURCE -I. -Ibuild $(WARN) -ffp-contract=off -pthread $(PIC) $(CFLAGS_$(MODE)) $(PKG_CFLAGS) $(CFLAGS)
# posedctl import-character reads FBX, DAE and OBJ by it; without it the command says so
ASSIMP     := $(shell pkg-config --exists assimp 2>/dev/null && echo -DPD_WITH_ASSIMP)
# characters and meshes compressed by Draco are read by it, in the only C++ file; without it a refusal says so
DRACO      := $(shell pkg-config --exists draco 2>/dev/null && command -v g++ >/dev/null && echo -DPD_WITH_DRACO)
LIBS       := -Wl,--as-needed $(PKG_LIBS) $(if $(ASSIMP),-lassimp) $(if $(DRACO),-ldraco -lstdc++) -lmeshoptimizer -lcholmod -lev -lhiredis -lflite_cmu_us_slt -lflite_cmu_us_rms -lflite_cmu_us_awb -lflite_cmu_us_kal16 -lflite_usenglish -lflite_cmulex -lflite -lm -pthread $(LDFLAGS)

ARCH := $(shell $(CC) -dumpmachine 2>/dev/null | cut -d- -f1)
# Three libraries: what the daemon links, how the models were made, and what posedctl adds. The daemon links the first alone.
MAINS := server/main.c tools/posedctl/posedctl.c
OTHER_ARCH := $(if $(filter x86_64,$(ARCH)),,%_avx2.c %_avx512.c) $(if $(filter aarch64,$(ARCH)),,%_neon.c) %_simd128.c
objects = $(patsubst %.c,$(OUT)/obj/%.o,$(filter-out $(MAINS) $(OTHER_ARCH),$(sort $(wildcard $(1)))))
OBJ       := $(call objects,core/*/*.c core/*/*/*.c api/*.c api/*/*.c config/*.c server/*.c server/*/*.c) $(if $(DRACO),$(OUT)/obj/core/io/surface/draco.o)
# SHORT=1 under the sanitizers takes some objects from the release build. Under TSan: core, api and config, but for their sources with atomics or
# locks, since server alone starts threads. Under ASan: the folders of core that get checked numbers and models, not a client's bytes.
ifneq ($(and $(SHORT),$(filter asan tsan,$(MODE))),)
CHECKED := $(addprefix $(OUT)/obj/core/,$(addsuffix /%,draw ik kernel matching math mhr pfnn character portrait smpl wardrobe))
AS_RELEASED := $(if $(filter asan,$(MODE)),$(filter $(CHECKED),$(OBJ)),$(filter-out $(OUT)/obj/server/% \
	$(patsubst %.c,$(OUT)/obj/%.o,$(shell grep -rlE 'pthread|atomic|base/references.h' --include=*.c core api config)),$(OBJ)))
OBJ := $(filter-out $(AS_RELEASED),$(OBJ)) $(patsubst $(OUT)/obj/%,build/obj/%,$(AS_RELEASED))
endif
TRAIN_OBJ := $(call objects,train/*/*.c)
TOOLS_OBJ := $(call objects,$(filter-out tools/mpi/%,$(wildcard tools/*/*.c)) clients/c/posed.c)
LIB       := $(OUT)/libposed.a
TRAIN_LIB := $(OUT)/libposedtrain.a
TOOLS_LIB := $(OUT)/libposedtools.a
LIBRARIES := $(TOOLS_LIB) $(TRAIN_LIB) $(LIB)
TESTOBJ := $(patsubst %.c,$(OUT)/obj/%.o,$(wildcard tests/support/*.c))
TESTLIB := $(OUT)/libposedtest.a
PROGRAMS := $(if $(wildcard server/main.c),$(OUT)/posed) $(if $(wildcard tools/posedctl/posedctl.c),$(OUT)/posedctl)
TESTS    := $(patsubst %.c,$(OUT)/%,$(sort $(shell find tests/unit tests/prop tests/golden -name 'test_*.c' 2>/dev/null)))
# core owns no thread, so TSan looks at what runs it on several: the server, the api, the tools, the properties; and tsan.sh
# loads the daemon. daemon.sh starts it 37 times, which takes minutes with instrumented loading, and measures time.
ifeq ($(MODE),tsan)
TESTS    := $(filter $(foreach d,unit/server $(if $(SHORT),,unit/api unit/tools prop),$(OUT)/tests/$(d)/%),$(TESTS))
endif
# C tests that begin with @long take over ten seconds: make long has them, make test has not; .ci/run has both.
LONG := $(patsubst %.c,$(OUT)/%,$(shell grep -rlE '^/\* @long' tests/unit tests/prop tests/golden 2>/dev/null))
# SHORT=1, as .ci/run asks, leaves out those and the C tests that begin with @heavy: loops over many numbers, whose code their neighbours run
# with fewer.
# Under the sanitizers it builds neither posedctl nor how models are made, which read no strangers' bytes. Under ASan it leaves out the tests of
# mathematics and of the routes but those of api/http: the goldens ask every route there with right and wrong input.
HEAVY := $(patsubst %.c,$(OUT)/%,$(shell grep -rlE '^/\* @heavy' tests/unit tests/prop tests/golden 2>/dev/null))
ifneq ($(SHORT),)
TESTS    := $(filter-out $(LONG) $(HEAVY),$(TESTS))
ifneq ($(filter asan tsan,$(MODE)),)
ASAN_SHORT := $(foreach d,api/http clients config memory server $(addprefix core/,base io observe/take observe/marker observe/sensor retarget motion animal rig wire),unit/$(d)) golden
TESTS    := $(if $(filter asan,$(MODE)),$(filter $(foreach d,$(ASAN_SHORT),$(OUT)/tests/$(d)/%),$(TESTS)),$(TESTS))
NEEDS_TRAIN := $(shell grep -rlE '\#include "(train|tools)/' tests/support/*.h)
TESTS    := $(filter-out $(patsubst %.c,$(OUT)/%,$(shell grep -rlE '\#include "(train/|tools/|$(subst $(eval) ,|,$(strip $(NEEDS_TRAIN))))' tests)),$(TESTS))
TOOLS_OBJ := $(call objects,clients/c/posed.c tools/predict/*.c)
LIBRARIES := $(TOOLS_LIB) $(LIB)
PROGRAMS  := $(OUT)/posed
endif
endif
# The longest first, so that none of them is left alone at the end.
E2E_LONG := $(patsubst %,tests/e2e/%.sh,soak observe stream_tools cluster_days python_client snippets page wear fields rig trust/keys stream_rough cable clients_doc conformance daemon games vmc)
E2E      := $(E2E_LONG) $(filter-out $(E2E_LONG) %/image.sh %/readme.sh %/openapi_lint.sh %/asyncapi_lint.sh %/openapi_clients.sh %/hashes.sh %/lib.sh,$(sort $(wildcard tests/e2e/*.sh)))
ifeq ($(MODE),tsan)
E2E      := $(filter %/tsan.sh,$(E2E))
endif
# and, of the scripts, with those that bring bytes from outside to the daemon.
E2E_SHORT := $(patsubst %,tests/e2e/%.sh,tokens openapi stream tsan)
ifneq ($(SHORT),)
E2E      := $(filter $(E2E_SHORT),$(E2E))
endif
# Scripts that begin with @long build the project anew, start game engines, train models or run for a minute: make long has them, make test has not;
# .ci/run has games.sh and soak.sh of them.
E2E_TAGGED := $(shell grep -lE '^.{2}@long' tests/e2e/*.sh)
# Those that begin with @nightly take minutes; only .ci/nightly runs them.
E2E_NIGHTLY := $(shell grep -lE '^.{2}@nightly' tests/e2e/*.sh)
E2E      := $(filter-out $(E2E_NIGHTLY) $(if $(filter release,$(MODE)),$(E2E_TAGGED)),$(E2E))
# Attacks that look at limits and statuses, not at times under load: those run with the other scripts.
TRUST    := $(sort $(wildcard tests/e2e/trust/*.sh))
TRUST_SHORT := doors forwarded keys
E2E      += $(if $(filter tsan,$(MODE)),,$(filter-out $(E2E),$(patsubst %,tests/e2e/trust/%.sh,$(TRUST_SHORT))))
FUZZERS  := $(patsubst %.c,$(OUT)/%,$(wildcard tests/fuzz/fuzz_*.c))
BENCHES  := $(patsubst %.c,$(OUT)/%,$(wildcard bench/bench_*.c))

# The shipped body models in the layout in which the daemon maps them; made again when a model or the code of the layout changes.
PACK      := $(if $(wildcard models/*.safetensors),$(if $(filter release asan tsan debug clang,$(MODE)),$(if $(filter %/posedctl,$(PROGRAMS)),$(OUT)/models.pack)))
PACK_OBJ  := $(filter $(OUT)/obj/core/smpl/% $(OUT)/obj/core/wardrobe/% $(OUT)/obj/core/io/pack/% $(OUT)/obj/core/io/tensor/% $(OUT)/obj/core/kernel/%,$(OBJ))

.DEFAULT_GOAL := all
.PHONY: all
all: $(PROGRAMS) $(LIBRARIES) $(PACK)

# ---- building

# A text that is rewritten only when it changes: what depends on it is made again exactly then. The new text has a name of its own in
# each shell ($$$$), because two makes may run in one tree at a time, as in .ci/run.
keep = @mkdir -p $(@D); new=$@.$$$$; printf '%s\n' $(1) > $$new; cmp -s $$new $@ && rm $$new || mv $$new $@
quoted = '$(subst ','\'',$(1))'
FORCE:
$(OUT)/flags: FORCE
	$(call keep,$(call quoted,$(CC) $(CFLAGS_ALL) $(LIBS)))
$(OUT)/objects: FORCE
	$(call keep,$(call quoted,$(OBJ) $(TRAIN_OBJ) $(TOOLS_OBJ)))
build/gen/version.h: FORCE
	$(call keep,"#define PD_VERSION \"$$(cat VERSION)\"" "#define PD_COMMIT \"$$(scripts/commit.sh)\"")

$(LIB): $(OBJ)
$(TRAIN_LIB): $(TRAIN_OBJ)
$(TOOLS_LIB): $(TOOLS_OBJ)
$(TESTLIB): $(TESTOBJ)
$(LIBRARIES) $(TESTLIB): $(OUT)/objects
	@rm -f $@
	@$(if $(Q),echo "  AR  $@";) ar rcs --thin $@ $(filter %.o,$^)
link = @$(if $(Q),echo "  LD  $@";) $(CC) $(CFLAGS_ALL) -o $@ $(1) $(LIBRARIES) $(LIBS) $(2)
# gold takes three times as long as mold, and binutils' first linker ten times.
FAST_LD := $(if $(shell command -v mold),-fuse-ld=mold,$(if $(shell command -v ld.gold),-fuse-ld=gold))
# The map says which objects of the library the daemon holds; lint reads it.
$(OUT)/posed: $(OUT)/obj/server/main.o $(LIB)
	@$(if $(Q),echo "  LD  $@";) $(CC) $(CFLAGS_ALL) -o $@ $< $(LIB) $(LIBS) -Wl,-Map=$@.map -Wl,--export-dynamic-symbol=register_printf_type
$(OUT)/posedctl: $(OUT)/obj/tools/posedctl/posedctl.o $(LIBRARIES)
	$(call link,$<)
$(OUT)/models.pack: $(wildcard models/*.safetensors) $(PACK_OBJ) | $(OUT)/posedctl
	@$(if $(Q),echo "  PACK $@";) $(OUT)/posedctl pack --quiet $(wildcard models/*.safetensors) -o $@
$(OUT)/obj/config/version.o: build/gen/version.h
$(OUT)/obj/tools/character/%.o: CFLAGS_ALL += $(ASSIMP)
$(OUT)/obj/core/io/surface/gltf_draco.o $(OUT)/obj/tests/unit/core/io/surface/test_gltf_draco.o $(OUT)/obj/tests/fuzz/fuzz_draco.o: CFLAGS_ALL += $(DRACO)
$(OUT)/obj/%_avx2.o: CFLAGS_ALL += -mavx2 -mfma -mf16c
$(OUT)/obj/%_avx512.o: CFLAGS_ALL += -mavx512f -mavx512dq -mavx512vl -mavx512bw -mfma
# Test code is compiled once for each time that it runs, so the compiler's time counts more than its own.
$(OUT)/obj/tests/%.o: private CFLAGS_release := -O0 -g1 -Wno-format-truncation # -O0 knows fewer lengths
$(OUT)/obj/tests/%.o: private CFLAGS_asan := $(subst -O1,-O0,$(CFLAGS_asan))
$(OUT)/obj/core/kernel/body/registered_%.o: CFLAGS_ALL += -ffp-contract=fast
# What runs at the start, once for a file, for a document or for an administrator is compiled in two thirds of the time by -O1.
QUICK := api/agents api/avatar api/docs api/models api/motion api/observe api/rig api/service config core/io/fbx core/io/mocap core/io/python core/io/surface \
	server/cluster server/identity server/models
$(foreach d,$(QUICK),$(eval $(OUT)/obj/$(d)/%.o: private CFLAGS_release := -O1 -g1))
# loops that gcc's -O2 leaves scalar; nobody reads errno or the flags of floating point, and vectors need not keep them
$(OUT)/obj/core/io/mesh/png.o $(OUT)/obj/core/speech/net.o $(OUT)/obj/core/speech/sound.o $(OUT)/obj/core/kernel/draw/texel_%.o $(OUT)/obj/core/kernel/body/rays_%.o $(OUT)/obj/core/kernel/draw/raster_%.o $(OUT)/obj/core/draw/%.o $(OUT)/obj/core/avatar/%.o: private CFLAGS_release := -O3 -g1 -fno-math-errno -fno-trapping-math
$(OUT)/obj/%.o: %.c $(OUT)/flags
	@mkdir -p $(@D)
	@$(if $(Q),echo "  CC  $<";) $(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<
$(OUT)/obj/%.o: %.cc $(OUT)/flags
	@mkdir -p $(@D)
	@$(if $(Q),echo "  CXX $<";) $(CXX) -std=c++17 -I. -Wall -Wextra -Wshadow -Werror -pthread $(PIC) $(CFLAGS_$(MODE)) $(CFLAGS) -MMD -MP -c -o $@ $<
.SECONDARY: $(patsubst $(OUT)/%,$(OUT)/obj/%.o,$(TESTS) $(FUZZERS) $(BENCHES))
$(OUT)/tests/fuzz/%: $(OUT)/obj/tests/fuzz/%.o $(TESTLIB) $(LIBRARIES)
	@mkdir -p $(@D)
	$(call link,$< $(TESTLIB),-fsanitize=fuzzer -fsanitize-link-c++-runtime) # of draco.o, which is C++
# Test programs share one library: mold takes .1 s of processor time for each of 640 programs, and took .35 s with the archives. A program is not
# linked again when the library alone has changed.
SHARED := $(OUT)/libposedtests.so
$(SHARED): $(TESTLIB) $(LIBRARIES)
	@$(if $(Q),echo "  LD  $@";) $(CC) $(CFLAGS_ALL) -shared -o $@ -Wl,--whole-archive $(LIBRARIES) -Wl,--no-whole-archive $(filter-out %/failing_memory.o,$(TESTOBJ)) $(LIBS) $(FAST_LD)
$(OUT)/tests/%: $(OUT)/obj/tests/%.o | $(SHARED)
	@mkdir -p $(@D)
	@$(if $(Q),echo "  LD  $@";) $(CC) $(CFLAGS_ALL) -o $@ $< $(SHARED) -Wl,-rpath,$(abspath $(OUT)) $(LIBS) -lcmocka $(FAST_LD)
# Tests of failing allocations, and the simulated world: allocations go through tests/support/failing_memory.c.
COMMA := ,
WRAP_MEMORY := $(addprefix -Wl$(COMMA)--wrap=,malloc calloc realloc aligned_alloc strdup strndup free)
WRAP_WORLD := -Wl,--wrap=pthread_mutex_lock,--wrap=pthread_mutex_unlock,--wrap=pd_character_tick_run
SIMOBJ := $(patsubst %.c,$(OUT)/obj/%.o,$(filter-out %/main.c,$(wildcard tests/simulate/*.c)))
$(OUT)/tests/unit/simulate/%: $(OUT)/obj/tests/unit/simulate/%.o $(SIMOBJ) $(TESTLIB) $(LIBRARIES)
	@mkdir -p $(@D)
	$(call link,$< $(SIMOBJ) $(TESTLIB),-lcmocka $(WRAP_MEMORY) $(WRAP_WORLD) $(FAST_LD))
$(OUT)/tests/unit/memory/%: $(OUT)/obj/tests/unit/memory/%.o $(TESTLIB) $(LIBRARIES)
	@mkdir -p $(@D)
	$(call link,$< $(TESTLIB),-lcmocka $(WRAP_MEMORY) $(FAST_LD))
$(OUT)/tests/simulate/simulate: $(OUT)/obj/tests/simulate/main.o $(SIMOBJ) $(TESTLIB) $(LIBRARIES)
	@mkdir -p $(@D)
	$(call link,$< $(SIMOBJ) $(TESTLIB),$(WRAP_MEMORY) $(WRAP_WORLD) $(FAST_LD))
$(OUT)/bench/%: $(OUT)/obj/bench/%.o $(TESTLIB) $(LIBRARIES)
	@mkdir -p $(@D)
	$(call link,$< $(TESTLIB),-lcmocka $(FAST_LD))

# ---- what people call

.PHONY: packages deb sbom libs mpi cluster check web mirror browser help run test long long-tests trust tests unit unit-tests e2e readers samples simulate simulate-bugs simulate-speed hashes wasm site sanitize fuzz fuzzers mutants same lint format docs films bench bench-run install uninstall image \
	clean deps deps-% check-aarch64
help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | while IFS="$$(printf '\t')" read -r name text; \
	do printf '  make %-14s %s\n' "$$name" "$$text"; done

# What a program needs beside libposed.a, for scripts that link by themselves (bench/peers).
libs:
	@echo '$(LIBS)'

# As many jobs as cores, unless -j was given.
JOBS = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc))
# The packages come first and the rest runs in a second make, which then finds them.
deps-%:
	@scripts/deps.sh $(DEBS_$*)
deps: ## install every Debian package that any target but bench and image needs (root or sudo)
	@scripts/deps.sh $(sort $(DEBS_build) $(DEBS_test) $(DEBS_readers) $(DEBS_lint) $(DEBS_fuzz))
run: deps-run ## install what is missing, build the daemon alone, serve the default models (ARGS="--listen 127.0.0.1:9000")
	+@$(MAKE) --no-print-directory $(JOBS) $(OUT)/posed
	@exec $(OUT)/posed $(ARGS)
test: deps-build deps-test ## install what is missing, build, run the C tests and the end-to-end scripts but those of make long
	@rm -rf build/results/test
	-@scripts/unpack-debs.sh build/proxies nginx=nginx haproxy=haproxy caddy=caddy # of proxies_guide.sh
	+@$(MAKE) --no-print-directory $(JOBS) all $(filter-out $(LONG),$(TESTS))
	+@RESULTS=build/results/test $(MAKE) --no-print-directory -k -j2 LEFT_OUT="$(LONG)" unit-tests e2e; tests/sum.sh build/results/test
long: deps-build deps-test all long-tests ## run what make test leaves out: the C tests and the end-to-end scripts that begin with @long
	@RESULTS=build/results/long BUILD=$(OUT) tests/run.py $(E2E_TAGGED)
long-tests: $(LONG)
	@RESULTS=build/results/long tests/run.py $(LONG)
# TEST="ik_dls smpl_pose": the C tests that tests/named.sh finds by these names.
ifneq ($(TEST),)
TESTS := $(patsubst %.c,$(OUT)/%,$(shell tests/named.sh $(TEST)))
$(if $(TESTS),,$(error TEST=$(TEST): no C test has these words in its path or text))
endif
unit: $(TESTS) ## build and run the C tests only; TEST="ik_dls ...": those with such names; MODE=asan and so on
	@ALONE=1 RESULTS=$(OUT)/results/unit tests/run.py $(TESTS)
# The C tests beside the sources that differ from BASE.
changed = $(sort $(dir $(shell git diff --name-only $(or $(BASE),HEAD) -- core train api config server tools tests; git ls-files --others --exclude-standard core train api config server tools tests)))
check: ## build and run the C tests of the folders that differ from BASE (HEAD)
	+@tests='$(sort $(foreach folder,$(patsubst tests/unit/%,%,$(changed)),$(filter $(OUT)/tests/unit/$(folder)% $(OUT)/$(folder)%,$(TESTS))))'; \
	[ -z "$$tests" ] && echo "no folder with tests differs from $(or $(BASE),HEAD)" || \
	{ $(MAKE) --no-print-directory $(JOBS) $$tests && RESULTS=$(OUT)/check tests/run.py $$tests; }
RESULTS ?= $(OUT)/results
# The scripts run beside them and wait for clocks most of the time, so the C tests stand back: they take the time that the scripts leave.
unit-tests: $(filter-out $(LEFT_OUT),$(TESTS))
	@RESULTS=$(RESULTS) nice -n 5 tests/run.py $(filter-out $(LEFT_OUT),$(TESTS))
e2e: all $(if $(filter %/wasm.sh,$(E2E)),$(OUT)/tests/wasm/commands) ## run tests/e2e/*.sh against build/posed, four at a time, since most of them wait for a clock
	@TEST_JOBS=$${TEST_JOBS:-4} RESULTS=$(RESULTS) BUILD=$(OUT) tests/run.py $(E2E)
sanitize: deps-build deps-test ## run the C tests and the end-to-end scripts under ASan and UBSan, then under TSan; six simulated minutes under ASan and UBSan; SHORT=1 without the long ones
	+@$(if $(and $(SHORT),$(wildcard models/*.safetensors)),$(MAKE) --no-print-directory $(JOBS) build/models.pack && mkdir -p build/asan build/tsan && \
	ln -sf ../models.pack build/asan/ && ln -sf ../models.pack build/tsan/,:) # SHORT builds no posedctl there; a daemon that maps the models starts in half the time
	+@$(MAKE) --no-print-directory $(JOBS) MODE=asan all tests
	+@$(MAKE) --no-print-directory $(JOBS) MODE=tsan all tests
	+@bad=0; export WANDER_SECONDS=0 $(if $(SHORT),ASAN_OPTIONS=quarantine_size_mb=8); run() { TEST_JOBS=3 $(MAKE) --no-print-directory -k -j1 MODE=$$1 RESULTS=build/$$1/results unit-tests e2e; }; \
	$(if $(SHORT),run tsan & run asan || bad=1; wait $$! || bad=1; ,run asan || bad=1; run tsan || bad=1; )\
	$(MAKE) --no-print-directory MODE=asan simulate COUNT=6 WORLD=60 || bad=1; exit $$bad
tests: $(TESTS)
trust: deps-build deps-test ## attack a posed of one's own (tests/e2e/trust, loopback only) and time the others meanwhile; minutes, a quiet machine
	+@$(MAKE) --no-print-directory $(JOBS) all
	-@scripts/unpack-debs.sh build/proxies nginx=nginx haproxy=haproxy caddy=caddy
	@RESULTS=$(RESULTS) BUILD=$(OUT) TEST_JOBS=1 TEST_TIMEOUT=900 tests/run.py $(TRUST)
	@grep -h '^row ' $(RESULTS)/tests-e2e-trust-*.log | sed 's/^row //'
FUZZ_SECONDS ?= 60
readers: deps-build deps-readers ## read every mesh format back with others' readers, /openapi.json with a linter and generators of clients (npm, meshio)
	+@$(MAKE) --no-print-directory $(JOBS) all
	@READERS=all RESULTS=$(RESULTS) BUILD=$(OUT) tests/run.py tests/e2e/formats.sh tests/e2e/openapi_lint.sh tests/e2e/asyncapi_lint.sh tests/e2e/openapi_clients.sh
fuzz: deps-build deps-fuzz ## run every fuzzer for FUZZ_SECONDS (60), two at a time
	+@$(MAKE) --no-print-directory $(JOBS) MODE=fuzz fuzzers
	@RESULTS=build/fuzz/results tests/fuzz/run.sh $(FUZZ_SECONDS) $(patsubst %.c,build/fuzz/%,$(wildcard tests/fuzz/fuzz_*.c))
fuzzers: $(FUZZERS)
simulate: deps-build deps-test ## run simulated worlds of ten minutes (WORLD=600) for HOURS (1), or COUNT of them, from SEED (1) on; VERBOSE=1; MODE=asan
	+@$(MAKE) --no-print-directory $(JOBS) $(OUT)/tests/simulate/simulate
	@$(OUT)/tests/simulate/simulate -s $(or $(SEED),1) $(if $(COUNT),-n $(COUNT),-h $(or $(HOURS),1)) -t $(or $(WORLD),600) $(if $(VERBOSE),-v)
samples: $(OUT)/posedctl ## make the sample files of examples/samples again from the shipped models (needs numpy)
	@scripts/samples.py $(OUT)/posedctl
simulate-speed: deps-build deps-test ## how fast the simulated world is: eight characters at 60 ticks a second, no faults, one core
	+@$(MAKE) --no-print-directory $(JOBS) $(OUT)/tests/simulate/simulate
	@$(OUT)/tests/simulate/simulate -m -s $(or $(SEED),1) -t $(or $(WORLD),600)
simulate-bugs: deps-build deps-test ## put bugs of the history back, one at a time, and say which the simulated worlds find within BUG_SECONDS (600) in all
	@tests/simulate/history.sh $(or $(BUG_SECONDS),600)
CFLAGS_clang := -O2 -g
hashes: deps-build deps-fuzz ## roll every script of examples/ out by gcc's and clang's build, on one thread and on four: the same bits
	+@$(MAKE) --no-print-directory $(JOBS) $(OUT)/posedctl
	+@$(MAKE) --no-print-directory $(JOBS) MODE=clang CC=clang build/clang/posedctl
	@RESULTS=$(RESULTS) BUILD=$(OUT) TEST_TIMEOUT=900 tests/run.py tests/e2e/hashes.sh
# The controller and IK for browsers and node. The module is committed, so that nothing else needs this compiler; tests/e2e/wasm.sh compares its
# bits with those of the sources. Of jansson only the header is read: JavaScript parses the headers of models.
WASM_SRC = $(wildcard tools/wasm/*.c $(addsuffix /*.c,core/base/text core/math core/anim core/anim/scene core/io/fields core/matching core/pfnn core/character \
	core/character/action core/character/control core/character/pose core/ik/job core/ik/search)) $(filter-out %/optimize.c,$(wildcard core/ik/methods/*.c)) \
	$(addprefix core/character/rollout/,snapshot.c stamped.c state.c) tools/predict/lead.c tools/predict/predictor.c $(addprefix core/base/,arena.c assert.c buffer.c error.c executor.c hash.c rng.c sort.c) core/kernel/cpu.c \
	$(addprefix core/kernel/,motion/pfnn.c motion/pfnn_ref.c motion/pfnn_simd128.c bytes/pack.c bytes/pack_ref.c) $(addprefix core/io/tensor/,array.c model_file.c safetensors.c)
wasm: deps-wasm ## compile clients/core/posed_core.wasm, the controller and IK for browsers and node, after a change of what moves characters
	@clang --target=wasm32-wasi -mexec-model=reactor -O3 -flto -msimd128 -mbulk-memory -std=c11 -D_GNU_SOURCE -I. -idirafter /usr/include \
	-idirafter /usr/include/$(shell $(CC) -print-multiarch) -ffp-contract=off -fno-math-errno -Wl,--gc-sections,--strip-all,--lto-O3,-z,stack-size=1048576 \
	-o clients/core/posed_core.wasm $(WASM_SRC)
	@printf '%s: %s bytes, %s compressed\n' clients/core/posed_core.wasm "$$(wc -c < clients/core/posed_core.wasm)" "$$(gzip -9c clients/core/posed_core.wasm | wc -c)"
SITE ?= build/site
site: deps-web ## write the page without a server, static files for any web host, into SITE (build/site)
	@node web/site/make.mjs $(SITE) && printf '%s: %s bytes; try it: cd %s && python3 -m http.server\n' $(SITE) "$$(cat $(SITE)/* | wc -c)" $(SITE)
mutants: deps-build deps-test ## change one line at a time and see whether a test notices (COUNT=300 SEED=1 ONLY=api,server SCRIPTS=1: those of tests/e2e too; NEAR=4: the four scripts nearest to a survivor; not part of test)
	@scripts/mutants.py --count $(or $(COUNT),300) --seed $(or $(SEED),1) $(if $(ONLY),--only $(ONLY)) $(if $(SCRIPTS),--e2e) $(if $(NEAR),--near $(NEAR))
same: deps-same ## say of each source that differs from BASE (HEAD) whether it computes what it did there, by LLVM's instructions
	@scripts/same.py --base $(or $(BASE),HEAD)
lint: deps-build deps-lint ## format, static analysis, dependency rule, headers, dead links, generated pages; SHORT=1 without the compilers' analyses
	+@$(MAKE) --no-print-directory $(JOBS) all $(BENCHES)
	@SHORT=$(SHORT) scripts/lint/run.sh
format: ## clang-format all sources in place
	@git ls-files '*.c' '*.h' | xargs clang-format -i
DOC_TESTS := $(addprefix $(OUT)/tests/,unit/api/http/test_routes unit/core/character/control/test_control unit/tools/measure/test_motion_bounds golden/test_measurements)
docs: $(OUT)/posed $(OUT)/posedctl $(DOC_TESTS) ## write the generated pages and pictures of docs/
	@$(OUT)/posed --print-reference > docs/reference/configuration.md
	@for test in $(DOC_TESTS); do UPDATE_DOCS=1 $$test > /dev/null 2>&1 || { echo "$$test failed"; exit 1; }; done
	@scripts/client_types.py $(OUT)/posed
	@scripts/lint/motion_docs.py --write
	@$(OUT)/posedctl render --sheet poses --size 240 -o docs/images/poses.png
	@$(OUT)/posedctl render --sheet random --count 6 --columns 6 --size 240 --seed 3 -o docs/images/shapes.png
	@$(OUT)/posedctl rollout --quiet --script docs/images/walk.yaml -o $(OUT)/walk.npz
	@$(OUT)/posedctl clip render --quiet --count 12 --columns 6 --size 480 $(OUT)/walk.npz -o docs/images/walk.png
cluster: deps-build deps-cluster ## three daemons, Redis and HAProxy here: make every failure of the runbook with 250 characters and 1,000 watchers, and print what it costs
	+@$(MAKE) --no-print-directory $(JOBS) $(OUT)/posed $(OUT)/posedctl
	@/usr/bin/python3 scripts/cluster.py --build $(OUT) $(ARGS)

films: $(OUT)/posedctl ## draw the pictures of docs/guide/gallery.md: CAPTURE=FOLDER of motion capture
	@/usr/bin/python3 factory/scripts/films.py $(OUT)/posedctl $(CAPTURE)
bench: deps-build deps-bench ## measure, beside the peers; results in bench/results
	+@$(MAKE) --no-print-directory $(JOBS) all $(BENCHES)
	+@$(MAKE) --no-print-directory bench-run
bench-run: $(BENCHES)
	@bench/run.sh $(BENCHES)
example: deps-build ## build build/example_lws: clients/c with libwebsockets, prints the steps of a character
	+@$(MAKE) --no-print-directory $(OUT)/example_lws
$(OUT)/example_lws: $(OUT)/obj/clients/c/example_lws.o $(LIBRARIES)
	$(call link,$<)
# Training shared by processes; the only thing that needs MPI.
mpi: deps-build deps-mpi ## build build/posedctl-mpi and its test: train-motion under mpirun (OpenMPI)
	+@$(MAKE) --no-print-directory $(JOBS) $(OUT)/posedctl-mpi $(OUT)/tests/mpi/test_training
$(OUT)/obj/tools/mpi/%.o $(OUT)/obj/tests/mpi/%.o: private CFLAGS_ALL += $(shell pkg-config --cflags ompi-c 2>/dev/null)
$(OUT)/posedctl-mpi: $(OUT)/obj/tools/mpi/posedctl_mpi.o $(LIBRARIES)
	$(call link,$<,$(shell pkg-config --libs ompi-c))
$(OUT)/tests/mpi/test_training: $(OUT)/obj/tests/mpi/test_training.o $(TESTLIB) $(LIBRARIES)
	@mkdir -p $(@D)
	$(call link,$< $(TESTLIB),-lcmocka $(shell pkg-config --libs ompi-c))
web: deps-web ## bundle web/ into web/dist (node, npm), which is committed: nothing else needs node
	@cd web && npm ci --silent --no-audit --no-fund && npm run --silent build
mirror: deps-web ## put MediaPipe's pose detector and face mesh (Apache-2.0, from npm) into web/mirror/ for the page's "Mirror me"; posed serves it from its next start on
	@scripts/mirror.sh web/mirror
browser: deps-build deps-browser ## run tests/browser: the page in Debian's Chromium (node, npm); pictures in build/browser
	+@$(MAKE) --no-print-directory $(JOBS) all
	@RESULTS=$(RESULTS) BUILD=$(OUT) TEST_TIMEOUT=1800 tests/run.py tests/browser/page.sh tests/browser/portraits.sh
sbom: all ## write build/sbom.json: the Debian packages that the programs run with (CycloneDX), from dpkg
	@scripts/sbom.sh posed "$$(cat VERSION)" $$(scripts/runtime-debs.sh $(PROGRAMS)) > $(OUT)/sbom.json
image: ## build the container image with docker, podman or buildah and ask it for a body
	@tests/e2e/image.sh || { [ $$? = 77 ] && scripts/deps.sh $(DEBS_image) && tests/e2e/image.sh; }
check-aarch64: ## compile core for aarch64 (needs gcc-aarch64-linux-gnu)
	+@$(MAKE) --no-print-directory MODE=aarch64 CC=aarch64-linux-gnu-gcc CFLAGS_aarch64=-O2 aarch64-core
.PHONY: aarch64-core
aarch64-core: $(filter-out %/draco.o,$(filter $(OUT)/obj/core/%,$(OBJ)))

# ---- installing

PREFIX     ?= /usr/local
LIBDIR     ?= $(PREFIX)/lib
SYSCONFDIR ?= /etc
MODELS     := $(wildcard models/*.safetensors models/README.md models/motion-bands.json)
WEB        := $(wildcard web/dist/*)
MIRROR     := $(wildcard web/mirror/*)
# Folders below share/ where each shell looks for what a vendor brings.
SAMPLES    := $(wildcard examples/samples/*)
COMPLETIONS := share/bash-completion/completions share/zsh/site-functions share/fish/vendor_completions.d
install: all $(OUT)/man/posed.8 $(OUT)/man/posedctl.1 $(OUT)/clients/c/libposed.a $(OUT)/clients/c/libposed_predict.a ## install below $(DESTDIR)$(PREFIX): programs, models, page, man pages, the C client
	install -d $(addprefix $(DESTDIR)$(PREFIX)/,bin include share/posed/models share/posed/web share/posed/samples share/man/man1 share/man/man8 share/doc/posed lib/systemd/system $(COMPLETIONS))
	install -m 755 $(OUT)/posed $(OUT)/posedctl $(DESTDIR)$(PREFIX)/bin/
	$(if $(MODELS),install -m 644 $(MODELS) $(DESTDIR)$(PREFIX)/share/posed/models/)
	$(if $(PACK),install -m 644 $(PACK) $(DESTDIR)$(PREFIX)/share/posed/)
	$(if $(WEB),install -m 644 $(WEB) $(DESTDIR)$(PREFIX)/share/posed/web/)
	$(if $(SAMPLES),install -m 644 $(SAMPLES) $(DESTDIR)$(PREFIX)/share/posed/samples/)
	$(if $(MIRROR),install -d $(DESTDIR)$(PREFIX)/share/posed/mirror && install -m 644 $(MIRROR) $(DESTDIR)$(PREFIX)/share/posed/mirror/)
	install -m 644 $(OUT)/man/posed.8 $(DESTDIR)$(PREFIX)/share/man/man8/
	install -m 644 $(OUT)/man/posedctl*.1 $(DESTDIR)$(PREFIX)/share/man/man1/
	$(OUT)/posedctl completion bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/posedctl
	$(OUT)/posedctl completion zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_posedctl
	$(OUT)/posedctl completion fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/posedctl.fish
	install -d $(DESTDIR)$(LIBDIR)/pkgconfig
	install -m 644 clients/c/posed.h clients/c/posed_predict.h $(DESTDIR)$(PREFIX)/include/
	install -m 644 $(OUT)/clients/c/libposed.a $(OUT)/clients/c/libposed_predict.a $(DESTDIR)$(LIBDIR)/
	install -d $(DESTDIR)$(PREFIX)/share/posed/core
	install -m 644 clients/core/posed_core.wasm clients/core/src/index.js $(DESTDIR)$(PREFIX)/share/posed/core/
	sed "s|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$$(cat VERSION)|" clients/c/posed_predict.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/posed_predict.pc
	sed "s|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$$(cat VERSION)|" clients/c/posed.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/posed.pc
	$(OUT)/posed --print-config > $(DESTDIR)$(PREFIX)/share/doc/posed/posed.yaml
	sed 's|@BINDIR@|$(PREFIX)/bin|; s|@SYSCONFDIR@|$(SYSCONFDIR)|' scripts/posed.service.in > $(DESTDIR)$(PREFIX)/lib/systemd/system/posed.service
packages: ## build/packages: packages of the clients for npm, PyPI, Unity, Unreal and Godot
	scripts/packages.sh $(OUT)/packages
deb: all ## build/packages: a Debian package of what install installs
	BUILD=$(OUT) scripts/deb.sh $(OUT)/packages
uninstall: ## remove what install put there
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,bin/posed bin/posedctl share/man/man8/posed.8 share/man/man1/posedctl*.1 lib/systemd/system/posed.service)
	rm -f $(addprefix $(DESTDIR),$(PREFIX)/include/posed.h $(LIBDIR)/libposed.a $(LIBDIR)/pkgconfig/posed.pc)
	rm -f $(addprefix $(DESTDIR),$(PREFIX)/include/posed_predict.h $(LIBDIR)/libposed_predict.a $(LIBDIR)/pkgconfig/posed_predict.pc)
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,$(join $(COMPLETIONS),/posedctl /_posedctl /posedctl.fish))
	rm -rf $(DESTDIR)$(PREFIX)/share/posed $(DESTDIR)$(PREFIX)/share/doc/posed
# clients/c/posed_predict.h: what moves characters, for programs that predict their own.
PREDICT_OBJ := $(call objects,tools/predict/*.c $(addprefix core/,kernel/cpu.c kernel/motion/pfnn*.c kernel/motion/fit*.c kernel/bytes/pack*.c io/fields/*.c io/json/*.c \
	io/tensor/*.c base/*.c base/text/*.c base/machine/*.c math/*.c anim/*.c anim/scene/*.c matching/*.c pfnn/*.c character/*.c character/action/*.c character/control/*.c \
	character/pose/*.c character/rollout/snapshot.c character/rollout/stamped.c character/rollout/state.c))
$(OUT)/clients/c/libposed_predict.a: $(PREDICT_OBJ)
	@mkdir -p $(@D)
	@rm -f $@
	@$(if $(Q),echo "  AR  $@";) ar rcs $@ $^
# The client alone, for programs and for shared libraries of others; build/libposed.a is the whole daemon's.
$(OUT)/clients/c/libposed.a: clients/c/posed.c clients/c/posed.h $(OUT)/flags
	@mkdir -p $(@D)
	@rm -f $@
	@$(if $(Q),echo "  CC  $<";) $(CC) -std=c99 -fPIC $(WARN) $(CFLAGS_$(MODE)) $(CFLAGS) -c -o $(@D)/posed.o $<
	@$(if $(Q),echo "  AR  $@";) ar rcs $@ $(@D)/posed.o
$(OUT)/man/posed.8: $(OUT)/posed scripts/man.sh
	@mkdir -p $(@D)
	@scripts/man.sh $< 8 $$(cat VERSION) > $@
# The page of posedctl, and one for each command that its help lists.
$(OUT)/man/posedctl.1: $(OUT)/posedctl scripts/man.sh
	@mkdir -p $(@D)
	@rm -f $(@D)/posedctl*.1
	@for command in $$($< --help | sed -n '/^commands:/,/^$$/s/^  \([a-z-]*\) .*/\1/p'); do \
	scripts/man.sh $< 1 $$(cat VERSION) $$command > $(@D)/posedctl-$$command.1 || exit 1; done
	@scripts/man.sh $< 1 $$(cat VERSION) > $@

include factory/factory.mk

clean: ## remove build/
	rm -rf build
-include $(shell find $(OUT)/obj -name '*.d' 2>/dev/null)
