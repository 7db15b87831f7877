# The factory: what made the shipped models. `make factory` builds build/posed-factory and runs its tests; no other target but nightly CI needs it.
# factory/README.md says which command made which file of models/.
FACTORY_OBJ   := $(call objects,$(filter-out factory/factory.c,$(wildcard factory/*.c)) $(filter-out factory/tests/%,$(wildcard factory/*/*.c factory/*/*/*.c)))
FACTORY_LIB   := $(OUT)/libposedfactory.a
FACTORY_TESTS := $(patsubst %.c,$(OUT)/%,$(sort $(wildcard factory/tests/*/test_*.c factory/tests/*/*/test_*.c)))
FACTORY_E2E   := $(sort $(wildcard factory/tests/e2e/*.sh))
FACTORY_FUZZ  := $(patsubst %.c,$(OUT)/%,$(wildcard factory/tests/fuzz/fuzz_*.c))

$(FACTORY_LIB): $(FACTORY_OBJ)
	@rm -f $@
	@$(if $(Q),echo "  AR  $@";) ar rcs --thin $@ $^
$(OUT)/posed-factory: $(OUT)/obj/factory/factory.o $(FACTORY_LIB) $(LIBRARIES)
	$(call link,$< $(FACTORY_LIB),$(FAST_LD))
$(OUT)/factory/tests/memory/%: $(OUT)/obj/factory/tests/memory/%.o $(TESTLIB) $(FACTORY_LIB) $(LIBRARIES)
	@mkdir -p $(@D)
	$(call link,$< $(TESTLIB) $(FACTORY_LIB),-lcmocka $(WRAP_MEMORY) $(FAST_LD))
$(OUT)/factory/tests/fuzz/%: $(OUT)/obj/factory/tests/fuzz/%.o $(TESTLIB) $(FACTORY_LIB) $(LIBRARIES)
	@mkdir -p $(@D)
	$(call link,$< $(TESTLIB) $(FACTORY_LIB),-fsanitize=fuzzer -fsanitize-link-c++-runtime)
$(OUT)/factory/tests/%: $(OUT)/obj/factory/tests/%.o $(TESTLIB) $(FACTORY_LIB) $(LIBRARIES)
	@mkdir -p $(@D)
	$(call link,$(filter-out %/failing_memory.o,$(TESTOBJ)) $< $(FACTORY_LIB),-lcmocka $(FAST_LD))
$(OUT)/obj/factory/tests/%.o: private CFLAGS_release := -O0 -g1 -Wno-format-truncation

.PHONY: factory factory-tests factory-fuzz
factory: deps-build deps-test ## build build/posed-factory, which made the shipped models, and run its tests
	+@$(MAKE) --no-print-directory $(JOBS) all $(OUT)/posed-factory factory-tests
	@RESULTS=$(RESULTS)/factory tests/run.py $(FACTORY_TESTS)
	@RESULTS=$(RESULTS)/factory BUILD=$(OUT) tests/run.py $(FACTORY_E2E)
factory-tests: $(FACTORY_TESTS)
factory-fuzz: deps-build deps-fuzz ## run the fuzzers of the factory's readers for FUZZ_SECONDS (60)
	+@$(MAKE) --no-print-directory $(JOBS) MODE=fuzz $(patsubst %.c,build/fuzz/%,$(wildcard factory/tests/fuzz/fuzz_*.c))
	@RESULTS=build/fuzz/results tests/fuzz/run.sh $(FUZZ_SECONDS) $(patsubst %.c,build/fuzz/%,$(wildcard factory/tests/fuzz/fuzz_*.c))
