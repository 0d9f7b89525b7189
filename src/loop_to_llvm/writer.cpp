#include "writer.hpp"

#include <tenon/core/address.hpp>
#include <tenon/loop/ops.hpp>

#include "artifact.h"
#include "elementary.hpp"

#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

namespace tenon::loop_to_llvm {

using core::dim;
using core::list;
using core::node_id;
using core::value_id;
using llvm::Value;

namespace {

/// The number behind `$3` (sign "$") or `$v3` (sign "$v"), or -1.
int number_behind(std::string_view symbol, std::string_view sign) {
    if (!symbol.starts_with(sign) || symbol.size() == sign.size()) return -1;
    int number = 0;
    for (char c : symbol.substr(sign.size())) {
        if (c < '0' || c > '9') return -1;
        number = number * 10 + (c - '0');
    }
    return number;
}

} // namespace

void writer::write_block(core::block_id b) {
    auto const scratch_before = scratch_.size();
    for (auto n : program_[b].nodes) write(n);
    release_scratch(scratch_before);
}

void writer::define(node_id n, Value* v) {
    environment_.values[static_cast<std::uint32_t>(program_[n].results[0])] = v;
}

std::vector<Value*> writer::integers_of(core::node const& n, std::size_t first,
                                        std::size_t last) const {
    std::vector<Value*> found;
    for (auto i = first; i < last; ++i) found.push_back(value(n.operands[i]));
    return found;
}

Value* writer::number(dim const& d, std::vector<Value*> const& integers) {
    auto const binary = [&](Value* x, Value* y, auto make) {
        std::array<Value*, 2> both{x, y};
        spread(b_, both);
        return make(both[0], both[1]);
    };
    auto const compare = [&](dim::function kind, Value* x, Value* y) -> Value* {
        std::array<Value*, 2> both{x, y};
        spread(b_, both);
        auto [p, q] = both;
        auto* const zero = llvm::Constant::getNullValue(p->getType());
        switch (kind) {
        case dim::function::min: return b_.CreateSelect(b_.CreateICmpSLT(p, q), p, q);
        case dim::function::max: return b_.CreateSelect(b_.CreateICmpSGT(p, q), p, q);
        case dim::function::broadcast:
            return b_.CreateSelect(b_.CreateICmpEQ(p, llvm::ConstantInt::get(p->getType(), 1)), q,
                                   p);
        default: break;
        }
        Value* const rest =
            core::dim::function::mod == kind || core::dim::function::floordiv == kind
                ? primitive(b_, core::scalar_op::mod, core::dtype::i64, std::array{p, q})
                : zero;
        if (kind == dim::function::mod) return rest;
        return primitive(b_, core::scalar_op::div, core::dtype::i64,
                         std::array{b_.CreateSub(p, rest), q});
    };
    // What is constant is added last, so that accesses that differ in it alone share the rest.
    std::uint64_t constant = static_cast<std::uint64_t>(d.constant());
    Value* sum = nullptr;
    for (auto const& t : d.terms()) {
        Value* product = b_.getInt64(static_cast<std::uint64_t>(t.coefficient));
        for (auto const& a : t.atoms) {
            Value* factor = nullptr;
            if (a.kind == dim::function::symbol) {
                auto const name = a.symbol.view();
                if (int const v = number_behind(name, "$v"); v >= 0)
                    factor = integers[static_cast<std::size_t>(v)];
                else if (int const k = number_behind(name, "$"); k >= 0)
                    factor = environment_.variables.at(k);
                else
                    factor = environment_.symbols.find(name)->second;
            } else
                factor = compare(a.kind, number(a.arguments[0], integers),
                                 number(a.arguments[1], integers));
            bool const is_one = llvm::isa<llvm::ConstantInt>(product) &&
                                llvm::cast<llvm::ConstantInt>(product)->isOne();
            product = is_one ? factor : binary(factor, product, [&](Value* x, Value* y) {
                return b_.CreateMul(x, y, "", false, true);
            });
        }
        if (auto const* known = llvm::dyn_cast<llvm::ConstantInt>(product))
            constant += known->getZExtValue();
        else
            sum = sum == nullptr ? product : binary(product, sum, [&](Value* x, Value* y) {
                return b_.CreateAdd(x, y, "", false, true);
            });
    }
    Value* const last = b_.getInt64(constant);
    if (sum == nullptr) return last;
    if (constant == 0) return sum;
    return binary(sum, last,
                  [&](Value* x, Value* y) { return b_.CreateAdd(x, y, "", false, true); });
}

values writer::loop(Value* first, Value* last, values carried,
                    std::function<values(Value*, values const&)> const& body) {
    auto& context = b_.getContext();
    auto* const function = b_.GetInsertBlock()->getParent();
    auto* const before = b_.GetInsertBlock();
    auto* const inside = llvm::BasicBlock::Create(context, "loop", function);
    auto* const after = llvm::BasicBlock::Create(context, "after", function);
    b_.CreateCondBr(b_.CreateICmpSLT(first, last), inside, after);
    b_.SetInsertPoint(inside);
    auto* const i = b_.CreatePHI(b_.getInt64Ty(), 2);
    i->addIncoming(first, before);
    std::vector<llvm::PHINode*> phis;
    values now;
    for (auto* c : carried) {
        phis.push_back(b_.CreatePHI(c->getType(), 2));
        phis.back()->addIncoming(c, before);
        now.push_back(phis.back());
    }
    auto const next = body(i, now);
    auto* const latch = b_.GetInsertBlock();
    auto* const following = b_.CreateAdd(i, b_.getInt64(1), "", true, true);
    i->addIncoming(following, latch);
    for (std::size_t k = 0; k != phis.size(); ++k) phis[k]->addIncoming(next[k], latch);
    b_.CreateCondBr(b_.CreateICmpSLT(following, last), inside, after);
    b_.SetInsertPoint(after);
    values results;
    for (std::size_t k = 0; k != phis.size(); ++k) {
        auto* const phi = b_.CreatePHI(carried[k]->getType(), 2);
        phi->addIncoming(carried[k], before);
        phi->addIncoming(next[k], latch);
        results.push_back(phi);
    }
    return results;
}

void writer::write(node_id n) {
    auto const& node = program_[n];
    core::op_facts const* op = node.op;
    using core::facts_of;
    if (op == &facts_of<loop::for_>) return write_for(n);
    if (op == &facts_of<loop::reduce>) return write_reduce(n);
    if (op == &facts_of<loop::contract>) return environment_.contract(*this, n);
    if (op == &facts_of<loop::local>) return; // is there since the kernel began
    if (op == &facts_of<loop::if_>) return write_if(n);
    if (op == &facts_of<loop::while_>) return write_while(n);
    if (op == &facts_of<loop::check>) return write_check(n);
    if (op == &facts_of<loop::load>) return write_load(n);
    if (op == &facts_of<loop::store>) return write_store(n);
    if (op == &facts_of<loop::scratch>) return write_scratch(n);
    if (op == &facts_of<loop::literal>) return write_literal(n);
    if (op == &facts_of<loop::size>)
        return define(n, number_of_lanes(program_.at(n, "at").dims[0],
                                         integers_of(node, 0, node.operands.size())));
    if (op == &facts_of<loop::cast>)
        return define(n, convert(b_, type_of(node.operands[0]).element,
                                 type_of(node.results[0]).element, value(node.operands[0])));
    auto const which = static_cast<core::scalar_op>(loop::primitives::table.position(op));
    auto const operands = integers_of(node, 0, node.operands.size());
    auto const element = type_of(node.operands.back()).element;
    if (which == core::scalar_op::div && element == core::dtype::f32 && contractions_.target().fma)
        if (auto* const quotient = divide_f32(b_, operands[0], operands[1]))
            return define(n, quotient);
    define(n, primitive(b_, which, element, operands));
}

void writer::write_literal(node_id n) {
    auto const d = type_of(program_[n].results[0]).element;
    auto* const type = register_type(b_.getContext(), d);
    if (core::is_float(d))
        return define(n, llvm::ConstantFP::get(type, program_.at(n, "real").real));
    define(n, llvm::ConstantInt::get(
                  type, static_cast<std::uint64_t>(program_.at(n, "integer").integer)));
}

void writer::write_for(node_id n) {
    auto const& node = program_[n];
    if (program_.at(n, "parallel").integer != 0)
        return iterate(n, b_.getInt64(0), number(program_.at(n, "extent").dims[0]));
    int const variable = static_cast<int>(program_.at(n, "variable").integer);
    bool const sums = program_.at(n, "sums").integer != 0;
    auto const region = node.regions[0];
    auto const finals =
        loop(b_.getInt64(0), number(program_.at(n, "extent").dims[0]),
             integers_of(node, 0, node.operands.size()), [&](Value* i, values const& carried) {
                 environment_.variables[variable] = i;
                 auto const& arguments = program_[region].arguments;
                 for (std::size_t k = 0; k != arguments.size(); ++k)
                     environment_.values[static_cast<std::uint32_t>(arguments[k])] = carried[k];
                 write_block(region);
                 values next;
                 for (auto y : program_[region].yields)
                     next.push_back(sums ? sum(type_of(y).element, carried[next.size()], value(y))
                                         : value(y));
                 return next;
             });
    for (std::size_t k = 0; k != finals.size(); ++k)
        environment_.values[static_cast<std::uint32_t>(node.results[k])] = finals[k];
}

/// Whether all that an iteration does is made of sums over loops, whose every load reads neighbours
/// for neighbouring iterations or the same for all, and of what can be done in lanes.
bool writer::sums_in_lanes(node_id n) {
    int const column = environment_.column;
    auto const paths = environment_.paths;
    environment_.column = static_cast<int>(program_.at(n, "variable").integer);
    environment_.paths = std::make_shared<access_paths>();
    bool any = false, all = column < 0;
    auto const is_near = [&](node_id access, value_id buffer) {
        auto const& path = path_of(access, buffer);
        return path.is_linear && (path.factor == dim(0) || path.factor == dim(1));
    };
    core::each_node(program_, program_[n].regions[0], [&](node_id inner) {
        auto const& node = program_[inner];
        if (node.op == &core::facts_of<loop::reduce>)
            any |= program_.at(inner, "unroll").integer == 0;
        else if (node.op == &core::facts_of<loop::load>)
            all &= program_.at(inner, "guarded").integer == 0 && is_near(inner, node.operands[0]);
        else if (node.op == &core::facts_of<loop::store>)
            all &= is_near(inner, node.operands[1]) &&
                   path_of(inner, node.operands[1]).factor == dim(1);
        else
            all &= node.op->pure && node.regions.empty();
    });
    environment_.column = column;
    environment_.paths = paths;
    return any && all;
}

void writer::iterate_in_lanes(node_id n, Value* first, Value* last, unsigned lanes, bool masked) {
    int const variable = static_cast<int>(program_.at(n, "variable").integer);
    auto const before = environment_;
    environment_.column = variable;
    environment_.paths = std::make_shared<access_paths>();
    environment_.lanes = lanes;
    Value* const width = b_.getInt64(lanes);
    Value* const left = b_.CreateSub(last, first);
    Value* const count =
        b_.CreateUDiv(masked ? b_.CreateAdd(left, b_.getInt64(lanes - 1)) : left, width);
    loop(b_.getInt64(0), count, {}, [&](Value* i, values const&) {
        Value* const done = b_.CreateMul(i, width);
        environment_.variables[variable] = b_.CreateAdd(first, done);
        if (masked) {
            auto* const many = llvm::FixedVectorType::get(b_.getInt64Ty(), lanes);
            environment_.mask = b_.CreateICmpULT(
                b_.CreateStepVector(many), b_.CreateVectorSplat(lanes, b_.CreateSub(left, done)));
        }
        write_block(program_[n].regions[0]);
        return values{};
    });
    environment_ = before;
}

void writer::iterate(node_id n, Value* first, Value* last) {
    if (!sums_in_lanes(n)) {
        int const variable = static_cast<int>(program_.at(n, "variable").integer);
        loop(first, last, {}, [&](Value* i, values const&) {
            environment_.variables[variable] = i;
            write_block(program_[n].regions[0]);
            return values{};
        });
        return;
    }
    constexpr unsigned vectors = 4; // sums that do not wait for each other
    unsigned const lanes = contractions_.target().lanes(32);
    iterate_in_lanes(n, first, last, vectors * lanes, false);
    Value* const left = b_.CreateSub(last, first);
    Value* const rest = b_.CreateURem(left, b_.getInt64(std::uint64_t{vectors} * lanes));
    iterate_in_lanes(n, b_.CreateSub(last, rest), last, lanes, true);
}

Value* writer::sum(core::dtype d, Value* total, Value* more) {
    llvm::IRBuilder<>::FastMathFlagGuard const keep(b_);
    auto flags = b_.getFastMathFlags();
    flags.setAllowReassoc(environment_.column < 0); // equal in all lanes and without them
    b_.setFastMathFlags(flags);
    return primitive(b_, core::scalar_op::add, d, std::array{total, more});
}

void writer::write_reduce(node_id n) {
    auto const& node = program_[n];
    auto const how = program_.at(n, "how").text.view();
    auto const& variables = program_.at(n, "variables").integers;
    auto const& extents = program_.at(n, "extents").dims;
    auto const d = type_of(node.results[0]).element;
    auto* const type = register_type(b_.getContext(), d);
    auto const region = node.regions[0];
    bool const extreme = how == "largest" || how == "smallest";
    auto const op = how == "sum"       ? core::scalar_op::add
                    : how == "product" ? core::scalar_op::mul
                    : how == "largest" ? core::scalar_op::max
                                       : core::scalar_op::min;
    auto const combine = [&](Value* total, Value* more) -> Value* {
        if (op == core::scalar_op::add) return sum(d, total, more);
        llvm::IRBuilder<>::FastMathFlagGuard const keep(b_);
        bool const in_order = environment_.column >= 0; // equal in all lanes and without them
        if (op == core::scalar_op::mul && !in_order) {
            auto flags = b_.getFastMathFlags();
            flags.setAllowReassoc();
            b_.setFastMathFlags(flags);
        }
        return primitive(b_, op, d, std::array{total, more});
    };
    Value* start = nullptr;
    if (!extreme) {
        double const neutral = how == "sum" ? 0 : 1;
        start = core::is_float(d)
                    ? llvm::cast<Value>(llvm::ConstantFP::get(type, neutral))
                    : llvm::ConstantInt::get(type, static_cast<std::uint64_t>(neutral));
    } else if (core::is_float(d))
        start = llvm::ConstantFP::getInfinity(type, how == "largest");
    else {
        auto const width = type->getIntegerBitWidth();
        auto const least = core::is_signed(d) ? llvm::APInt::getSignedMinValue(width)
                                              : llvm::APInt::getZero(width);
        auto const most = core::is_signed(d) ? llvm::APInt::getSignedMaxValue(width)
                                             : llvm::APInt::getMaxValue(width);
        start = llvm::ConstantInt::get(type, how == "largest" ? least : most);
    }
    bool const unroll = program_.at(n, "unroll").integer != 0;
    if (environment_.column >= 0) start = b_.CreateVectorSplat(environment_.lanes, start);
    Value* total = unroll ? nullptr : start;
    auto const element = [&] {
        write_block(region);
        return value(program_[region].yields[0]);
    };
    std::function<Value*(std::size_t, Value*)> nest = [&](std::size_t level,
                                                          Value* so_far) -> Value* {
        if (level == variables.size()) {
            Value* const more = element();
            return so_far == nullptr ? more : combine(so_far, more);
        }
        int const variable = static_cast<int>(variables[level]);
        if (unroll) {
            for (std::int64_t i = 0; i != extents[level].constant(); ++i) {
                environment_.variables[variable] = b_.getInt64(static_cast<std::uint64_t>(i));
                so_far = nest(level + 1, so_far);
            }
            return so_far;
        }
        return loop(b_.getInt64(0), number(extents[level]), {so_far},
                    [&](Value* i, values const& carried) {
                        environment_.variables[variable] = i;
                        return values{nest(level + 1, carried[0])};
                    })[0];
    };
    total = nest(0, total);
    if (total == nullptr) total = start;
    if (!node.operands.empty() && node.operands[0] != value_id::none) {
        dim count = 1;
        for (auto const& e : extents) count = count * e;
        if (!count.is_constant() || count == dim(0)) {
            Value* const nothing = b_.CreateICmpEQ(number(count), b_.getInt64(0));
            total = primitive(b_, core::scalar_op::select, d,
                              std::array{nothing, value(node.operands[0]), total});
        }
    }
    define(n, total);
}

void writer::write_if(node_id n) {
    auto const& node = program_[n];
    auto* const function = b_.GetInsertBlock()->getParent();
    auto* const yes = llvm::BasicBlock::Create(b_.getContext(), "then", function);
    auto* const after = llvm::BasicBlock::Create(b_.getContext(), "after", function);
    b_.CreateCondBr(value(node.operands[0]), yes, after);
    b_.SetInsertPoint(yes);
    write_block(node.regions[0]);
    b_.CreateBr(after);
    b_.SetInsertPoint(after);
}

void writer::write_while(node_id n) {
    auto const& node = program_[n];
    auto* const function = b_.GetInsertBlock()->getParent();
    auto* const test = llvm::BasicBlock::Create(b_.getContext(), "test", function);
    auto* const body = llvm::BasicBlock::Create(b_.getContext(), "body", function);
    auto* const after = llvm::BasicBlock::Create(b_.getContext(), "after", function);
    b_.CreateBr(test);
    b_.SetInsertPoint(test);
    write_block(node.regions[0]);
    b_.CreateCondBr(value(program_[node.regions[0]].yields[0]), body, after);
    b_.SetInsertPoint(body);
    write_block(node.regions[1]);
    b_.CreateBr(test);
    b_.SetInsertPoint(after);
}

llvm::Function* writer::support(std::string_view name, llvm::Type* result,
                                std::vector<llvm::Type*> parameters) {
    auto* const module = b_.GetInsertBlock()->getModule();
    auto callee = module->getOrInsertFunction(llvm::StringRef(name.data(), name.size()),
                                              llvm::FunctionType::get(result, parameters, false));
    return llvm::cast<llvm::Function>(callee.getCallee());
}

Value* writer::guarded(Value* condition, llvm::Type* type, std::function<Value*()> const& yes) {
    auto* const function = b_.GetInsertBlock()->getParent();
    auto* const before = b_.GetInsertBlock();
    auto* const then = llvm::BasicBlock::Create(b_.getContext(), "guarded", function);
    auto* const after = llvm::BasicBlock::Create(b_.getContext(), "after", function);
    b_.CreateCondBr(condition, then, after);
    b_.SetInsertPoint(then);
    Value* const made = yes();
    auto* const end = b_.GetInsertBlock();
    b_.CreateBr(after);
    b_.SetInsertPoint(after);
    auto* const phi = b_.CreatePHI(type, 2);
    phi->addIncoming(llvm::Constant::getNullValue(type), before);
    phi->addIncoming(made, end);
    return phi;
}

Value* writer::all_lanes() {
    if (environment_.mask != nullptr) return environment_.mask;
    return llvm::ConstantInt::getTrue(
        llvm::FixedVectorType::get(b_.getInt1Ty(), environment_.lanes));
}

void writer::write_check(node_id n) {
    auto const& node = program_[n];
    Value* const index = value(node.operands[0]);
    auto* const type = index->getType();
    std::array<Value*, 2> both{index, number(program_.at(n, "extent").dims[0])};
    spread(b_, both);
    auto* const zero = llvm::Constant::getNullValue(type);
    Value* const from_end = b_.CreateAdd(index, both[1]);
    Value* const normal = b_.CreateSelect(b_.CreateICmpSLT(index, zero), from_end, index);
    Value* wrong = b_.CreateICmpUGE(normal, both[1]);
    if (node.operands.size() > 1 && node.operands[1] != value_id::none)
        wrong = primitive(b_, core::scalar_op::bit_and, core::dtype::boolean,
                          std::array{wrong, value(node.operands[1])});
    if (environment_.mask != nullptr && type->isVectorTy())
        wrong = b_.CreateAnd(wrong, environment_.mask);
    Value* const any = type->isVectorTy() ? b_.CreateOrReduce(wrong) : wrong;

    auto* const function = b_.GetInsertBlock()->getParent();
    auto* const fail = llvm::BasicBlock::Create(b_.getContext(), "outside", function);
    auto* const after = llvm::BasicBlock::Create(b_.getContext(), "after", function);
    b_.CreateCondBr(any, fail, after);
    b_.SetInsertPoint(fail);
    auto* const pointer = b_.getPtrTy();
    auto* const text = b_.CreateGlobalString(std::string(core::describe(program_, n).view()));
    Value* first = index;
    if (type->isVectorTy()) { // the first lane that is wrong
        Value* const bits = b_.CreateBitCast(wrong, b_.getIntNTy(environment_.lanes));
        Value* const lane =
            b_.CreateIntrinsic(llvm::Intrinsic::cttz, {bits->getType()}, {bits, b_.getTrue()});
        first = b_.CreateExtractElement(index, b_.CreateZExtOrTrunc(lane, b_.getInt64Ty()));
    }
    auto* const report = support("tenon_fail_index", b_.getVoidTy(),
                                 {pointer, pointer, b_.getInt64Ty(), b_.getInt64Ty()});
    Value* const extent = number(program_.at(n, "extent").dims[0]);
    b_.CreateCall(report, {environment_.call, text, first, extent});
    b_.CreateBr(after);
    b_.SetInsertPoint(after);
    define(n, b_.CreateSelect(b_.CreateICmpUGE(normal, both[1]), zero, normal));
}

access_path const& writer::path_of(node_id n, value_id buffer) {
    auto const [found, is_new] = environment_.paths->try_emplace(static_cast<std::uint32_t>(n));
    auto& path = found->second;
    if (!is_new) return path;
    path.place = core::address(type_of(buffer), program_.at(n, "at").dims);
    if (environment_.column < 0) return path;
    auto const column =
        dim::symbol(core::text("$") + core::to_string(std::int64_t{environment_.column}));
    auto const with = [&](dim const& replacement) {
        return path.place.substitute([&](std::string_view name) {
            if (name == column.as_symbol()) return replacement;
            return dim::symbol(name);
        });
    };
    dim const start = with(0);
    path.factor = with(1) - start;
    path.is_linear = start + path.factor * column == path.place;
    path.factor.each_symbol([&](std::string_view name) { path.is_linear &= name[0] != '$'; });
    return path;
}

Value* writer::number_of_lanes(dim const& d, std::vector<Value*> const& integers) {
    if (environment_.column < 0) return number(d, integers);
    auto& column = environment_.variables[environment_.column];
    Value* const first = column;
    auto* const many = llvm::FixedVectorType::get(b_.getInt64Ty(), environment_.lanes);
    column =
        b_.CreateAdd(b_.CreateVectorSplat(environment_.lanes, first), b_.CreateStepVector(many));
    Value* const numbers = number(d, integers);
    environment_.variables[environment_.column] = first;
    return numbers;
}

writer::place_in_memory writer::locate(node_id n, value_id buffer,
                                       std::vector<Value*> const& integers) {
    auto* const element = memory_type(b_.getContext(), type_of(buffer).element);
    auto const& path = path_of(n, buffer);
    auto const pointer = [&](Value* place) { return b_.CreateGEP(element, value(buffer), place); };
    if (environment_.column < 0) return {pointer(number(path.place, integers)), false, false};
    bool uniform = true;
    for (auto* i : integers) uniform &= !i->getType()->isVectorTy();
    if (uniform && path.is_linear && (path.factor == dim(0) || path.factor == dim(1)))
        return {pointer(number(path.place, integers)), !(path.factor == dim(0)), true};
    Value* const places = number_of_lanes(path.place, integers);
    return {pointer(places), places->getType()->isVectorTy(), false};
}

void writer::write_load(node_id n) {
    auto const& node = program_[n];
    auto const d = type_of(node.results[0]).element;
    bool const has_guard = program_.at(n, "guarded").integer != 0;
    auto const last = node.operands.size() - (has_guard ? 1 : 0);
    auto const where = locate(n, node.operands[0], integers_of(node, 1, last));
    auto* const element = memory_type(b_.getContext(), d);
    llvm::Align const align(static_cast<std::uint64_t>(core::bits(d) / 8));
    Value* guard = has_guard ? value(node.operands.back()) : nullptr;
    if (!where.is_vector && (guard == nullptr || !guard->getType()->isVectorTy())) {
        auto const read = [&] {
            return static_cast<Value*>(b_.CreateAlignedLoad(element, where.pointer, align));
        };
        return define(n, widen(b_, d, guard == nullptr ? read() : guarded(guard, element, read)));
    }
    auto* const many = llvm::FixedVectorType::get(element, environment_.lanes);
    Value* mask = environment_.mask;
    if (guard != nullptr) {
        std::array<Value*, 2> both{guard, all_lanes()};
        spread(b_, both);
        mask = b_.CreateAnd(both[0], both[1]);
    }
    Value* stored = nullptr;
    auto* const zero = llvm::Constant::getNullValue(many);
    if (where.is_vector && where.contiguous)
        stored = mask == nullptr
                     ? static_cast<Value*>(b_.CreateAlignedLoad(many, where.pointer, align))
                     : b_.CreateMaskedLoad(many, where.pointer, align, mask, zero);
    else {
        Value* const pointers = where.is_vector
                                    ? where.pointer
                                    : b_.CreateVectorSplat(environment_.lanes, where.pointer);
        stored = b_.CreateMaskedGather(many, pointers, align, mask == nullptr ? all_lanes() : mask,
                                       zero);
    }
    define(n, widen(b_, d, stored));
}

void writer::touch(node_id n) {
    bool const stores = program_[n].op == &core::facts_of<loop::store>;
    auto const where = locate(n, program_[n].operands[stores ? 1 : 0], {});
    constexpr std::uint32_t close = 3, data = 1;
    b_.CreateIntrinsic(llvm::Intrinsic::prefetch, {where.pointer->getType()},
                       {where.pointer, b_.getInt32(stores), b_.getInt32(close), b_.getInt32(data)});
}

void writer::write_store(node_id n) {
    auto const& node = program_[n];
    auto const d = type_of(node.operands[1]).element;
    auto const where = locate(n, node.operands[1], integers_of(node, 2, node.operands.size()));
    Value* stored = narrow(b_, d, value(node.operands[0]));
    llvm::Align const align(static_cast<std::uint64_t>(core::bits(d) / 8));
    if (!where.is_vector) {
        b_.CreateAlignedStore(stored, where.pointer, align);
        return;
    }
    if (!stored->getType()->isVectorTy()) stored = b_.CreateVectorSplat(environment_.lanes, stored);
    if (!where.contiguous)
        b_.CreateMaskedScatter(stored, where.pointer, align, all_lanes());
    else if (environment_.mask != nullptr)
        b_.CreateMaskedStore(stored, where.pointer, align, environment_.mask);
    else
        b_.CreateAlignedStore(stored, where.pointer, align);
}

void writer::write_scratch(node_id n) {
    auto const& t = type_of(program_[n].results[0]);
    auto* const element = memory_type(b_.getContext(), t.element);
    dim const size = core::storage(t) * dim(core::bits(t.element) / 8);
    auto* const function = b_.GetInsertBlock()->getParent();
    Value* block = nullptr;
    if (size.is_constant() && size.constant() <= 4096) {
        llvm::IRBuilder<> at_entry(&function->getEntryBlock(), function->getEntryBlock().begin());
        block = at_entry.CreateAlloca(
            element, at_entry.getInt64(static_cast<std::uint64_t>(core::storage(t).constant())));
        llvm::cast<llvm::AllocaInst>(block)->setAlignment(llvm::Align(64));
    } else {
        auto* const allocate =
            support("tenon_allocate", b_.getPtrTy(), {b_.getPtrTy(), b_.getInt64Ty()});
        Value* const bytes = number(size);
        block = b_.CreateCall(allocate, {environment_.call, bytes});
        auto* const stop = llvm::BasicBlock::Create(b_.getContext(), "no_memory", function);
        auto* const go_on = llvm::BasicBlock::Create(b_.getContext(), "go_on", function);
        b_.CreateCondBr(b_.CreateIsNull(block), stop, go_on);
        b_.SetInsertPoint(stop);
        for (auto const& [earlier, its_size] : scratch_)
            b_.CreateCall(support("tenon_release", b_.getVoidTy(),
                                  {b_.getPtrTy(), b_.getPtrTy(), b_.getInt64Ty()}),
                          {environment_.call, earlier, its_size});
        b_.CreateRetVoid();
        b_.SetInsertPoint(go_on);
        scratch_.emplace_back(block, bytes);
    }
    b_.CreateMemSet(block, b_.getInt8(0), number(size), llvm::Align(64));
    define(n, block);
}

void writer::release_scratch(std::size_t first) {
    while (scratch_.size() > first) {
        auto const [block, size] = scratch_.back();
        scratch_.pop_back();
        b_.CreateCall(support("tenon_release", b_.getVoidTy(),
                              {b_.getPtrTy(), b_.getPtrTy(), b_.getInt64Ty()}),
                      {environment_.call, block, size});
    }
}

} // namespace tenon::loop_to_llvm
