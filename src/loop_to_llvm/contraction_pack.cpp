// Packs a right operand while the artifact runs: where a panel of columns is not contiguous, the
// tiles would gather every element of it again and again.
#include "contraction.hpp"
#include "contraction_kernel.hpp"

#include <llvm/IR/Module.h>

#include <algorithm>

namespace tenon::loop_to_llvm {

using detail::counted_loop;
using detail::known;
using detail::step;

namespace {

llvm::Value* product(builder& b, values const& all) {
    llvm::Value* result = b.getInt64(1);
    for (auto* v : all) result = b.CreateMul(result, v);
    return result;
}

llvm::Value* panels(builder& b, contraction const& c, unsigned panel) {
    return b.CreateUDiv(b.CreateAdd(c.column, b.getInt64(panel - 1)), b.getInt64(panel));
}

llvm::Value* panel_elements(builder& b, contraction const& c, unsigned panel) {
    return b.CreateMul(product(b, c.reduce), b.getInt64(panel));
}

// Numbers that the packing function gets as parameters, in this order.
values numbers_of(contraction const& c) {
    values all = c.reduce;
    all.insert(all.end(), c.b.reduce.begin(), c.b.reduce.end());
    all.push_back(c.b.column);
    return all;
}

// Rows become columns, in steps that each exchange blocks of half the size of the step before.
void transpose(builder& b, values& rows) {
    auto const count = static_cast<int>(rows.size());
    for (int d = count / 2; d >= 1; d /= 2)
        for (int i = 0; i < count; ++i) {
            if (i & d) continue;
            std::vector<int> low, high;
            for (int j = 0; j < count; ++j) {
                low.push_back(j & d ? count + j - d : j);
                high.push_back(j & d ? count + j : j + d);
            }
            auto *const x = rows[static_cast<unsigned>(i)], *const y =
                                                                rows[static_cast<unsigned>(i + d)];
            rows[static_cast<unsigned>(i)] = b.CreateShuffleVector(x, y, low);
            rows[static_cast<unsigned>(i + d)] = b.CreateShuffleVector(x, y, high);
        }
}

// One panel: pack(from, to, columns that are there, numbers...).
class pack_function {
public:
    pack_function(llvm::Module& module, contraction const& c, unsigned panel, unsigned lanes)
        : module_(module), b_(module.getContext()), c_(c), panel_(panel), lanes_(lanes) {
        scalar_ = detail::type_of(module.getContext(), c.b.type);
        vector_ = llvm::FixedVectorType::get(scalar_, lanes);
    }

    llvm::Function* make() {
        std::vector<llvm::Type*> types(3 + numbers_of(c_).size(), b_.getInt64Ty());
        types[0] = types[1] = b_.getPtrTy();
        auto* const f =
            llvm::Function::Create(llvm::FunctionType::get(b_.getVoidTy(), types, false),
                                   llvm::Function::InternalLinkage, c_.name + ".pack", module_);
        f->addFnAttr(llvm::Attribute::NoUnwind);
        f->addFnAttr(llvm::Attribute::NoInline);
        f->addParamAttr(0, llvm::Attribute::NoAlias);
        f->addParamAttr(1, llvm::Attribute::NoAlias);
        come_inside(*f);
        b_.SetInsertPoint(llvm::BasicBlock::Create(b_.getContext(), "entry", f));
        for (unsigned first = 0; first < panel_; first += lanes_) {
            choose_columns(first);
            reduce(0, {f->getArg(0), step(b_, f->getArg(1), b_.getInt64(first), c_.b.type)});
        }
        b_.CreateRetVoid();
        return f;
    }

private:
    // Numbers that are not constants are parameters from here on.
    void come_inside(llvm::Function& f) {
        there_ = f.getArg(2);
        unsigned next = 3;
        auto const enter = [&](llvm::Value*& v) {
            auto* const argument = f.getArg(next++);
            if (!known(v)) v = argument;
        };
        for (auto*& v : c_.reduce) enter(v);
        for (auto*& v : c_.b.reduce) enter(v);
        enter(c_.b.column);
    }

    // Lanes beyond the last column repeat it: nobody looks at what they sum to.
    void choose_columns(unsigned first) {
        columns_.clear();
        auto* const last = b_.CreateSub(there_, b_.getInt64(1));
        for (unsigned n = first; n < first + lanes_; ++n) {
            auto* const column =
                b_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, b_.getInt64(n), last);
            columns_.push_back(b_.CreateMul(column, c_.b.column));
        }
    }

    // The carried values are where to read from (column 0) and where to write to.
    values reduce(std::size_t level, values at) {
        if (c_.reduce.empty()) return few(at);
        if (level + 1 == c_.reduce.size()) return innermost(std::move(at));
        return counted_loop(b_, c_.reduce[level], std::move(at),
                            [&](llvm::Value*, values const& now) -> values {
                                auto const after = reduce(level + 1, now);
                                return {step(b_, now[0], c_.b.reduce[level], c_.b.type), after[1]};
                            });
    }

    values innermost(values at) {
        auto* const extent = c_.reduce.back();
        auto* const amount = b_.getInt64(lanes_);
        if (known(c_.b.reduce.back()) != 1) return one_by_one(std::move(at), extent);
        at = counted_loop(b_, b_.CreateUDiv(extent, amount), std::move(at),
                          [&](llvm::Value*, values const& now) { return block(now); });
        return one_by_one(std::move(at), b_.CreateURem(extent, amount));
    }

    values one_by_one(values at, llvm::Value* count) {
        return counted_loop(b_, count, std::move(at),
                            [&](llvm::Value*, values const& now) -> values {
                                auto const after = few(now);
                                return {step(b_, now[0], c_.b.reduce.back(), c_.b.type), after[1]};
                            });
    }

    // As many positions of the reduction as there are lanes.
    values block(values const& at) {
        auto const align = llvm::Align(detail::bytes(c_.b.type));
        values rows;
        for (auto* column : columns_)
            rows.push_back(
                b_.CreateAlignedLoad(vector_, step(b_, at[0], column, c_.b.type), align));
        transpose(b_, rows);
        auto* to = at[1];
        for (auto* row : rows) {
            b_.CreateAlignedStore(row, to, align);
            to = step(b_, to, b_.getInt64(panel_), c_.b.type);
        }
        return {step(b_, at[0], b_.getInt64(lanes_), c_.b.type), to};
    }

    // One position of the reduction.
    values few(values const& at) {
        auto const align = llvm::Align(detail::bytes(c_.b.type));
        llvm::Value* row = llvm::PoisonValue::get(vector_);
        for (unsigned n = 0; n < lanes_; ++n) {
            auto* const from = step(b_, at[0], columns_[n], c_.b.type);
            row = b_.CreateInsertElement(row, b_.CreateAlignedLoad(scalar_, from, align), n);
        }
        b_.CreateAlignedStore(row, at[1], align);
        return {at[0], step(b_, at[1], b_.getInt64(panel_), c_.b.type)};
    }

    llvm::Module& module_;
    builder b_;
    contraction c_;
    unsigned panel_, lanes_;
    llvm::Type* scalar_;
    llvm::FixedVectorType* vector_;
    llvm::Value* there_ = nullptr;
    values columns_;
};

std::string pack_key(contraction const& c, unsigned panel) {
    std::string key = "pack:" + std::to_string(static_cast<int>(c.b.type)) + ":" +
                      std::to_string(static_cast<int>(c.sum)) + ":" + std::to_string(panel);
    for (auto* v : numbers_of(c)) key += known(v) ? "," + std::to_string(*known(v)) : ",?";
    return key;
}

// Where panel `task % panels` of batch `task / panels` starts.
llvm::Value* source(builder& b, contraction const& c, llvm::Value* task, llvm::Value* panels,
                    llvm::Value* column) {
    auto* rest = b.CreateUDiv(task, panels);
    llvm::Value* offset = b.CreateMul(column, c.b.column);
    for (std::size_t i = c.batch.size(); i-- > 0;) {
        offset = b.CreateAdd(offset, b.CreateMul(b.CreateURem(rest, c.batch[i]), c.b.batch[i]));
        rest = b.CreateUDiv(rest, c.batch[i]);
    }
    return step(b, c.b.base, offset, c.b.type);
}

} // namespace

llvm::Value* contractions::pack_tasks(builder& b, contraction const& c) const {
    return b.CreateMul(product(b, c.batch),
                       panels(b, c, panel_width(machine_, c.sum, c.column, c.row)));
}

llvm::Value* contractions::packed_elements(builder& b, contraction const& c) const {
    auto const panel = panel_width(machine_, c.sum, c.column, c.row);
    return b.CreateMul(pack_tasks(b, c), panel_elements(b, c, panel));
}

right_operand contractions::packed(builder& b, contraction const& c, llvm::Value* at) const {
    right_operand result = c.b;
    auto const panel = panel_width(machine_, c.sum, c.column, c.row);
    result.base = at;
    result.packed = true;
    result.reduce.clear();
    result.column = nullptr;
    llvm::Value* stride = b.CreateMul(panels(b, c, panel), panel_elements(b, c, panel));
    for (std::size_t i = c.batch.size(); i-- > 0;) {
        result.batch[i] = stride;
        stride = b.CreateMul(stride, c.batch[i]);
    }
    return result;
}

void contractions::emit_pack(builder& b, contraction const& c, llvm::Value* to, llvm::Value* first,
                             llvm::Value* last) {
    auto const panel = panel_width(machine_, c.sum, c.column, c.row);
    auto const lanes = machine_.lanes(detail::bytes(c.sum) * 8);
    auto* const kernel =
        shared(pack_key(c, panel), [&] { return pack_function(module_, c, panel, lanes).make(); });
    auto* const per_batch = panels(b, c, panel);
    auto* const size = panel_elements(b, c, panel);
    counted_loop(b, b.CreateSub(last, first), {}, [&](llvm::Value* i, values const&) {
        auto* const task = b.CreateAdd(first, i);
        auto* const column = b.CreateMul(b.CreateURem(task, per_batch), b.getInt64(panel));
        values arguments{source(b, c, task, per_batch, column),
                         step(b, to, b.CreateMul(task, size), c.b.type),
                         b.CreateSub(c.column, column)};
        auto const numbers = numbers_of(c);
        arguments.insert(arguments.end(), numbers.begin(), numbers.end());
        b.CreateCall(kernel, arguments);
        return values();
    });
}

} // namespace tenon::loop_to_llvm
