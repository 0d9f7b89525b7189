#include "work.hpp"

#include <tenon/core/printer.hpp>
#include <tenon/loop/ops.hpp>

#include "loop_to_llvm/kernel_key.hpp"

#include <set>

namespace tenon::tenonc {
namespace {

using core::node_id;

class kernel_work {
public:
    kernel_work(core::program const& p, core::function const& kernel,
                std::map<std::string, std::int64_t> const& symbols)
        : program_(p), symbols_(symbols) {
        add_block(kernel.body, 1);
    }

    double operations = 0;
    std::set<core::value_id> stored; ///< arguments of the kernel

    double size_of(core::dim const& d) const {
        return static_cast<double>(d.evaluate([&](std::string_view name) {
            auto const found = symbols_.find(std::string(name));
            return found == symbols_.end() ? std::int64_t{0} : found->second; // a loop's variable
        }));
    }

private:
    template <class Op> bool is(node_id n) const { return program_[n].op == &core::facts_of<Op>; }
    double product_of(node_id n, char const* attribute, std::size_t count = ~std::size_t{0}) const {
        auto const& extents = program_.at(n, attribute).dims;
        double product = 1;
        for (std::size_t i = 0; i != extents.size() && i != count; ++i)
            product *= size_of(extents[i]);
        return product;
    }
    void add_block(core::block_id b, double times) {
        for (auto n : program_[b].nodes) add(n, times);
    }
    void add(node_id n, double times) {
        double inside = times;
        if (is<loop::for_>(n)) {
            inside *= product_of(n, "extent");
            if (program_.at(n, "sums").integer != 0)
                operations += inside * static_cast<double>(program_[n].results.size());
        } else if (is<loop::reduce>(n)) {
            inside *= product_of(n, "extents");
            operations += inside;
        } else if (is<loop::contract>(n)) {
            operations += 2 * times * product_of(n, "extents");
            // the region finishes an element when its sum is there
            inside *= product_of(n, "extents",
                                 program_.at(n, "batch").integers.size() +
                                     program_.at(n, "rows").integers.size() + 1);
        } else if (is<loop::store>(n)) {
            stored.insert(program_[n].operands[1]);
        } else if (loop::primitives::table.position(program_[n].op) >= 0) {
            operations += times;
        }
        for (auto b : program_[n].regions) add_block(b, inside);
    }

    core::program const& program_;
    std::map<std::string, std::int64_t> const& symbols_;
};

std::string names_of(core::location const& where) {
    std::string all;
    for (auto const& origin : where.origins)
        all += (all.empty() ? "" : " + ") + std::string(origin.view());
    return all;
}

} // namespace

std::vector<kernel_call> calls_of(core::program const& loops, core::function const& f,
                                  std::map<std::string, std::int64_t> const& symbols) {
    std::vector<kernel_call> calls;
    std::map<std::string, std::string> first_with_code;
    core::each_node(loops, f.body, [&](node_id n) {
        auto const& node = loops[n];
        if (node.op != &core::facts_of<loop::call>) return;
        auto const& kernel = *loops.find_function(loops.at(n, "kernel").text);
        kernel_work const work(loops, kernel, symbols);
        kernel_call call;
        for (std::size_t i = 0; i != node.operands.size(); ++i) {
            auto const& type = loops[node.operands[i]].type;
            call.bytes += work.size_of(type.elements()) * core::bits(type.element) / 8;
            if (work.stored.contains(loops[kernel.body].arguments[i]))
                call.results +=
                    (call.results.empty() ? "" : ", ") + std::string(core::to_string(type).view());
        }
        call.code =
            first_with_code.try_emplace(loop_to_llvm::key_of_call(loops, n), kernel.name.view())
                .first->second;
        call.nodes = names_of(node.where);
        call.operations = work.operations;
        calls.push_back(std::move(call));
    });
    return calls;
}

} // namespace tenon::tenonc
