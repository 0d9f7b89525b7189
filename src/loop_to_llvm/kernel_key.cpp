#include "kernel_key.hpp"

#include <tenon/loop/ops.hpp>

#include <unordered_map>

namespace tenon::loop_to_llvm {

namespace {

class key_writer {
public:
    explicit key_writer(core::program const& p) : program_(p) {}

    void write(core::block_id b) {
        for (auto a : program_[b].arguments) define(a);
        for (auto n : program_[b].nodes) write(n);
        key += "yield";
        for (auto y : program_[b].yields) use(y);
        key += ';';
    }
    std::string key;

private:
    void define(core::value_id v) {
        numbers_[static_cast<std::uint32_t>(v)] = numbers_.size();
        key += core::to_string(program_[v].type).view();
        key += ',';
    }
    void use(core::value_id v) {
        key += ' ';
        if (v != core::value_id::none)
            key += std::to_string(numbers_.at(static_cast<std::uint32_t>(v)));
    }
    void write(core::node_id n) {
        auto const& node = program_[n];
        key += node.op->name;
        for (auto o : node.operands) use(o);
        for (auto const& a : node.attributes)
            key += text_of(a, [](core::dim const& d) -> core::dim const& { return d; });
        key += '=';
        for (auto r : node.results) define(r);
        for (auto region : node.regions) write(region);
    }

    core::program const& program_;
    std::unordered_map<std::uint32_t, std::size_t> numbers_;
};

} // namespace

std::string key_of(core::program const& p, core::function const& kernel) {
    key_writer w(p);
    w.write(kernel.body);
    return std::move(w.key);
}

bool is_weights(core::program const& p, core::value_id v) {
    auto const definer = p[v].definer;
    return definer != core::node_id::none && p[definer].op == &core::facts_of<loop::weights>;
}

std::string key_of_call(core::program const& p, core::node_id call) {
    auto key = key_of(p, *p.find_function(p.at(call, "kernel").text));
    for (auto o : p[call].operands) key += is_weights(p, o) ? 'w' : 'b';
    return key;
}

} // namespace tenon::loop_to_llvm
