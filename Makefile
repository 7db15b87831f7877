# GNU make. `make` builds build/posed and build/posedctl; `make help` lists the rest.
MODE ?= release
ifeq ($(origin CC),default)
CC := gcc
endif
OUT  := $(if $(filter release,$(MODE)),build,build/$(MODE))

PKGS     := libmicrohttpd libzip libwebsockets jansson openblas yaml-0.1 libzstd zlib spng
CFLAGS_release := -O2 -g
CFLAGS_debug   := -O0 -g3
CFLAGS_asan    := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_tsan    := -O1 -g -fsanitize=thread
CFLAGS_fuzz    := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
ifeq ($(MODE),fuzz)
CC := clang
endif
WARN     := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla -Werror
CFLAGS_ALL = -std=c11 -D_GNU_SOURCE -I. -Ibuild $(WARN) -ffp-contract=off -pthread $(CFLAGS_$(MODE)) $(shell pkg-config --cflags $(PKGS)) $(CFLAGS)
LIBS     = $(shell pkg-config --libs $(PKGS)) -lmeshoptimizer -lm -pthread

ARCH := $(shell uname -m)
SRC  := $(wildcard core/*/*.c api/*.c config/*.c server/*.c tools/*.c)
ifneq ($(ARCH),x86_64)
SRC  := $(filter-out %_avx2.c %_avx512.c,$(SRC))
endif
ifneq ($(ARCH),aarch64)
SRC  := $(filter-out %_neon.c,$(SRC))
endif
MAINS := server/main.c tools/posedctl.c
OBJ  := $(patsubst %.c,$(OUT)/obj/%.o,$(filter-out $(MAINS),$(SRC)))
LIB  := $(OUT)/libposed.a
TESTS := $(patsubst %.c,$(OUT)/%,$(shell find tests/unit tests/prop tests/golden -name 'test_*.c' 2>/dev/null))
FUZZERS := $(patsubst %.c,$(OUT)/%,$(wildcard tests/fuzz/fuzz_*.c))
BENCHES := $(patsubst %.c,$(OUT)/%,$(wildcard bench/bench_*.c))

.PHONY: all clean unit
all: $(if $(wildcard server/main.c),$(OUT)/posed) $(if $(wildcard tools/posedctl.c),$(OUT)/posedctl) $(LIB)

$(LIB): $(OBJ)
	@rm -f $@
	@ar rcs $@ $^
$(OUT)/posed: $(OUT)/obj/server/main.o $(LIB)
	$(CC) $(CFLAGS_ALL) -o $@ $^ $(LIBS)
$(OUT)/posedctl: $(OUT)/obj/tools/posedctl.o $(LIB)
	$(CC) $(CFLAGS_ALL) -o $@ $^ $(LIBS)
# The version header changes only when the version or the commit does.
build/gen/version.h: FORCE
	@mkdir -p $(@D)
	@printf '#define PD_VERSION "%s"\n#define PD_COMMIT "%s"\n' "$$(cat VERSION)" \
	"$$(git describe --always --dirty=+ --abbrev=12 --exclude '*' 2>/dev/null || echo $${POSED_COMMIT:-unknown})" > $@.new
	@cmp -s $@.new $@ && rm $@.new || mv $@.new $@
FORCE:
$(OUT)/obj/config/version.o: build/gen/version.h
$(OUT)/obj/%_avx2.o: CFLAGS_ALL += -mavx2 -mfma
$(OUT)/obj/%_avx512.o: CFLAGS_ALL += -mavx512f -mavx512dq -mavx512vl -mavx512bw -mfma
$(OUT)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -MMD -MP -c -o $@ $<
$(OUT)/tests/fuzz/%: tests/fuzz/%.c $(LIB)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -fsanitize=fuzzer -MMD -MP -o $@ $< $(LIB) $(LIBS)
$(OUT)/tests/%: tests/%.c $(LIB)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -MMD -MP -o $@ $< $(LIB) $(LIBS) -lcmocka
$(OUT)/bench/%: bench/%.c $(LIB)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS_ALL) -MMD -MP -o $@ $< $(LIB) $(LIBS)

unit: $(TESTS) ## build and run the C tests
	@for t in $(TESTS); do echo "== $$t"; $$t || exit 1; done
clean:
	rm -rf build
-include $(shell find $(OUT) -name '*.d' 2>/dev/null)
