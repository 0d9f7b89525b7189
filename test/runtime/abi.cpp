// What an artifact does with right arguments, and with every kind of wrong ones.
#include "runtime/fixture.hpp"

#include <cstring>

using namespace fixture;

namespace {

void refuses(main_call& it, int code, int argument, std::string const& message) {
    auto const error = it();
    CHECK(error.message == message);
    CHECK(error.code == code);
    CHECK(error.argument == argument);
    CHECK(it.untouched());
}

} // namespace

TEST_CASE("a call computes in the caller's memory") {
    main_call it;
    CHECK(it().code == tenon_ok);
    CHECK(it.y.data == std::vector<float>{0, 2, 6, 3, 8, 15, 6, 14, 24, 9, 20, 33});
    CHECK(it.steps.data == std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6, 7, 8});
}

TEST_CASE("an input with a default may be null, others may not") {
    main_call it;
    CHECK(call("main", {&it.x.plain, nullptr, &it.y.plain, &it.steps.plain}).code == tenon_ok);
    CHECK(it.y.data[11] == 22);
    auto const input = call("main", {nullptr, &it.s.plain, &it.y.plain, &it.steps.plain});
    CHECK(std::string(input.message) == "main: input \"x\" (argument 0): null, want a tensor");
    CHECK(input.code == tenon_bad_null);
    auto const output = call("main", {&it.x.plain, &it.s.plain, &it.y.plain, nullptr});
    CHECK(std::string(output.message) ==
          "main: output \"steps\" (argument 3): null, want a tensor");
}

TEST_CASE("the number of arguments") {
    main_call it;
    auto const error = call("main", {&it.x.plain, &it.s.plain, &it.y.plain});
    CHECK(std::string(error.message) == "main: got 3 arguments, want 4 (2 inputs, 2 outputs)");
    CHECK(error.code == tenon_bad_count);
    CHECK(call("main", {}).code == tenon_bad_count);
    CHECK(it.untouched());
    tenon_error null{};
    CHECK(library().facts().functions[0].call(nullptr, 4, nullptr, &null) == tenon_bad_null);
    CHECK(library().facts().functions[0].call(nullptr, 4, nullptr, nullptr) == tenon_bad_null);
}

TEST_CASE("null shape, null data") {
    main_call it;
    it.x.plain.shape = nullptr;
    refuses(it, tenon_bad_null, 0,
            "main: input \"x\" (argument 0): the pointer to its shape is null");
    it.x.plain.shape = it.x.shape.data();
    it.s.plain.data = nullptr;
    refuses(it, tenon_bad_null, 1,
            "main: input \"s\" (argument 1): the pointer to its data is null");
}

TEST_CASE("device") {
    main_call it;
    it.y.plain.device.device_type = kDLCUDA;
    refuses(it, tenon_bad_device, 2,
            "main: output \"y\" (argument 2): on device type 2, want the CPU (1)");
}

TEST_CASE("element type") {
    main_call it;
    it.x.plain.dtype = {kDLFloat, 64, 1};
    refuses(it, tenon_bad_dtype, 0, "main: input \"x\" (argument 0): element type f64, want f32");
    it.x.plain.dtype = {kDLFloat, 32, 4};
    refuses(it, tenon_bad_dtype, 0,
            "main: input \"x\" (argument 0): element type f32 x 4 lanes, want f32");
    it.x.plain.dtype = {99, 7, 1};
    refuses(it, tenon_bad_dtype, 0,
            "main: input \"x\" (argument 0): element type DLPack type code 99 of 7 bits, want f32");
    it.x.plain.dtype = {kDLFloat, 32, 1};
    it.steps.plain.dtype = {kDLBool, 8, 1};
    refuses(it, tenon_bad_dtype, 3,
            "main: output \"steps\" (argument 3): element type bool, want i64");
}

TEST_CASE("rank") {
    main_call it;
    std::int64_t dims[]{4, 3, 1};
    it.x.plain.shape = dims;
    it.x.plain.ndim = 3;
    refuses(it, tenon_bad_rank, 0,
            "main: input \"x\" (argument 0): rank 3 (shape [4, 3, 1]), want rank 2, shape [n, 3]");
    it.x.plain.ndim = -7;
    refuses(it, tenon_bad_rank, 0,
            "main: input \"x\" (argument 0): rank -7, want rank 2, shape [n, 3]");
}

TEST_CASE("shape") {
    main_call it;
    it.x.shape[1] = 4;
    refuses(it, tenon_bad_shape, 0,
            "main: input \"x\" (argument 0): shape [4, 4], want [n, 3]: dimension 1 is 4, want 3");
    it.x.shape = {-1, 3};
    refuses(it, tenon_bad_shape, 0,
            "main: input \"x\" (argument 0): shape [-1, 3], want [n, 3]: dimension 0 is negative");
    it.x.shape = {INT64_MAX, 3};
    refuses(
        it, tenon_bad_shape, 0,
        "main: input \"x\" (argument 0): shape [9223372036854775807, 3], want [n, 3]: larger than "
        "any memory");
    it.x.shape = {4, 3};
    it.y.shape[0] = 3;
    refuses(
        it, tenon_bad_shape, 2,
        "main: output \"y\" (argument 2): shape [3, 3], want [n, 3]: dimension 0 is 3, want n = 4 "
        "as in dimension 0 of input \"x\"");
    it.y.shape[0] = 4;
    it.steps.shape[0] = 8;
    refuses(
        it, tenon_bad_shape, 3,
        "main: output \"steps\" (argument 3): shape [8], want [2*n + 1]: dimension 0 is 8, want "
        "2*n + 1 = 9");
}

TEST_CASE("strides") {
    main_call it;
    std::int64_t columns[]{1, 4}, rows[]{3, 1};
    it.x.plain.strides = columns;
    refuses(
        it, tenon_bad_strides, 0,
        "main: input \"x\" (argument 0): strides [1, 4] for shape [4, 3], want rows without gaps, "
        "the last dimension first (C order)");
    it.x.plain.strides = rows;
    CHECK(it().code == tenon_ok);
}

TEST_CASE("strides of dimensions of size 1 and of empty tensors do not matter") {
    main_call it;
    std::int64_t odd[]{77, 1}, none[]{-5, 9};
    it.x.plain.strides = odd;
    it.x.shape[0] = it.y.shape[0] = 1;
    it.steps.shape[0] = 3;
    CHECK(it().code == tenon_ok);
    it.x.plain.strides = none;
    it.x.shape[0] = it.y.shape[0] = 0;
    it.steps.shape[0] = 1;
    it.x.plain.data = nullptr;
    CHECK(it().code == tenon_ok);
}

TEST_CASE("alignment and byte_offset") {
    main_call it;
    it.x.plain.byte_offset = 2;
    refuses(it, tenon_bad_alignment, 0,
            "main: input \"x\" (argument 0): its data begins 2 bytes off a multiple of 4, the "
            "alignment of f32");
    it.x.plain.data = reinterpret_cast<char*>(it.x.data.data()) - 64;
    it.x.plain.byte_offset = 64;
    CHECK(it().code == tenon_ok);
    CHECK(it.y.data[5] == 15);
}

TEST_CASE("overlap") {
    main_call it;
    it.y.plain.data = it.x.data.data();
    auto const with_input = it();
    CHECK(
        std::string(with_input.message) ==
        "main: output \"y\" (argument 2): shares memory with input \"x\", want memory of its own");
    it.y.plain.data = it.steps.data.data();
    CHECK(std::string(it().message) == "main: output \"steps\" (argument 3): shares memory with "
                                       "output \"y\", want memory of its own");
    it.y.plain.data = it.y.data.data();
    it.s.plain.data = it.x.data.data();
    CHECK(it().code == tenon_ok);
}

TEST_CASE("options") {
    main_call it;
    tenon_options options{};
    CHECK(std::string(it(&options).message) == "main: options: size is not set");
    options.size = sizeof options;
    options.threads = -1;
    CHECK(it(&options).code == tenon_bad_options);
    options.threads = 0;
    options.allocate = [](void*, std::size_t, std::size_t) -> void* { return nullptr; };
    CHECK(it(&options).code == tenon_bad_options);
    options.release = [](void*, void*, std::size_t) {};
    CHECK(it(&options).code == tenon_no_memory);
    options.allocate = nullptr;
    options.release = nullptr;
    options.parallel_for = [](void*, tenon_body, void*, std::int64_t, std::int64_t) {};
    CHECK(it(&options).code == tenon_bad_options);
    CHECK(it.untouched());
}

TEST_CASE("the caller's loop and allocator are used") {
    main_call it;
    struct counts {
        int loops = 0, blocks = 0, bytes = 0;
    } counted;
    tenon_options options{};
    options.size = sizeof options;
    options.threads = 2;
    options.parallel_context = options.allocator_context = &counted;
    options.parallel_for = [](void* context, tenon_body body, void* environment, std::int64_t count,
                              std::int64_t) {
        ++static_cast<counts*>(context)->loops;
        for (std::int64_t i = count; i-- > 0;) body(environment, i, i + 1, i % 2);
    };
    options.allocate = [](void* context, std::size_t bytes, std::size_t alignment) {
        static_cast<counts*>(context)->blocks += 1;
        static_cast<counts*>(context)->bytes += static_cast<int>(bytes);
        return std::aligned_alloc(alignment, bytes);
    };
    options.release = [](void* context, void* block, std::size_t bytes) {
        static_cast<counts*>(context)->bytes -= static_cast<int>(bytes);
        std::free(block);
    };
    tensor<float> x{{40, 3}}, y{{40, 3}};
    tensor<std::int64_t> steps{{81}};
    CHECK(call("main", {&x.plain, nullptr, &y.plain, &steps.plain}, &options).code == tenon_ok);
    CHECK(y.data[119] == 238);
    CHECK(counted.loops == 1);
    CHECK(counted.blocks == 1);
    CHECK(counted.bytes == 0);
}

TEST_CASE("symbols that appear twice, expressions and constraints") {
    tensor<float> a{{4}}, b{{8}}, c{{8}}, sum{{2}};
    auto const run = [&] { return call("pair", {&a.plain, &b.plain, &c.plain, &sum.plain}); };
    CHECK(run().code == tenon_ok);
    CHECK(sum.data == std::vector<float>{0, 2});
    b.shape[0] = 7;
    CHECK(std::string(run().message) == "pair: input \"b\" (argument 1): shape [7], want [2*n]: "
                                        "dimension 0 is 7, want 2*n = 8");
    b.shape[0] = 8;
    c.shape[0] = 3;
    CHECK(std::string(run().message) ==
          "pair: the input shapes do not go together: want m >= n, got 3 and 4");
    c.shape[0] = 6;
    CHECK(std::string(run().message) ==
          "pair: the input shapes do not go together: want m a multiple "
          "of 4 (node \"split\"); got 2 and 0");
    a.shape[0] = 1;
    b.shape[0] = 2;
    c.shape[0] = 4;
    CHECK(std::string(run().message) == "pair: output \"sum\" (argument 3): dimension 0 would be n "
                                        "- 2 = -1 for the shapes of these "
                                        "inputs");
}

TEST_CASE("a failure while running names its cause, once") {
    tensor<float> table{{3, 4}}, out{{4, 4}};
    tensor<std::int64_t> wanted{{4}};
    wanted.data = {0, -3, 2, 1};
    auto const run = [&] { return call("gather", {&table.plain, &wanted.plain, &out.plain}); };
    CHECK(run().code == tenon_ok);
    CHECK(out.data[11] == 11);
    for (auto bad : {std::int64_t{3}, std::int64_t{-4}, INT64_MAX, INT64_MIN}) {
        wanted.data[2] = bad;
        auto const error = run();
        CHECK(error.code == tenon_bad_index);
        CHECK(std::string(error.message) == "gather: node \"lookup\" (Gather): index " +
                                                std::to_string(bad) +
                                                " is out of range, want one in [-3, 3)");
    }
}

TEST_CASE("an output whose shape the data decides") {
    tensor<float> values{{5}, 10}, kept{{3}};
    tensor<std::int64_t> count{{}};
    bool keep[]{true, false, true, true, false};
    std::int64_t keep_shape[]{5};
    DLTensor const mask{keep, {kDLCPU, 0}, 1, element<bool>::dtype, keep_shape, nullptr, 0};
    auto const run = [&] {
        return call("pick", {&values.plain, &mask, &kept.plain, &count.plain});
    };
    CHECK(run().code == tenon_ok);
    CHECK(kept.data == std::vector<float>{10, 12, 13});
    CHECK(count.data[0] == 3);
    keep[0] = false;
    auto const error = run();
    CHECK(std::string(error.message) ==
          "pick: output \"kept\": shape [3], want [2], which the data of the inputs decides (the "
          "managed entry allocates it)");
    CHECK(error.argument == 2);
    CHECK(kept.data == std::vector<float>{10, 12, 13});
}

TEST_CASE("more arguments than fit the stack") {
    std::vector<float> values(300);
    std::vector<DLTensor> tensors(300);
    std::vector<DLTensor const*> pointers;
    std::iota(values.begin(), values.end(), 0.f);
    for (std::size_t i = 0; i < 300; ++i) {
        tensors[i] = {&values[i], {kDLCPU, 0}, 0, element<float>::dtype, nullptr, nullptr, 0};
        pointers.push_back(&tensors[i]);
    }
    tensor<float> sum{{}};
    pointers.push_back(&sum.plain);
    CHECK(call("many", pointers).code == tenon_ok);
    CHECK(sum.data[0] == 44850);
}

TEST_CASE("a message that does not fit is cut, not overrun") {
    main_call it;
    std::vector<std::int64_t> long_strides(2, INT64_MIN);
    it.x.plain.strides = long_strides.data();
    auto const error = it();
    CHECK(std::strlen(error.message) < sizeof error.message);
}
