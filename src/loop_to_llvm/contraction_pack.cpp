// Packs a right operand while the artifact runs: where a panel of columns is not contiguous, the
// tiles would gather every element of it again and again.
#include "contraction.hpp"
#include "contraction_kernel.hpp"

#include <llvm/IR/Module.h>

#include <algorithm>

namespace tenon::loop_to_llvm {

using detail::counted_loop;
using detail::known;
using detail::panel_elements;
using detail::product;
using detail::step;

namespace {

llvm::Value* panels(builder& b, contraction const& c, unsigned panel) {
    return b.CreateUDiv(b.CreateAdd(c.column, b.getInt64(panel - 1)), b.getInt64(panel));
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
    pack_function(llvm::Module& module, machine const& m, contraction const& c)
        : module_(module), b_(module.getContext()), c_(c),
          panel_(panel_width(m, c.sum, c.column, c.row)), lanes_(m.lanes(detail::bytes(c.sum) * 8)),
          group_(detail::group_of(m, c)) {
        scalar_ = detail::type_of(module.getContext(), c.b.type);
        vector_ = llvm::FixedVectorType::get(scalar_, lanes_);
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
            if (c_.is_bytes)
                pack_bytes(f->getArg(0), f->getArg(1), first);
            else
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

    // Bytes: the sums of the columns, then groups of positions.
    void pack_bytes(llvm::Value* from, llvm::Value* to, unsigned first) {
        auto const behind_sums = 4 * panel_ + first * group_;
        values const start{from, step(b_, to, b_.getInt64(behind_sums), dtype::i8),
                           llvm::Constant::getNullValue(sums_type())};
        auto const end = reduce(0, start);
        b_.CreateAlignedStore(end[2], step(b_, to, b_.getInt64(first), c_.sum), llvm::Align(4));
    }

    llvm::FixedVectorType* sums_type() {
        return llvm::FixedVectorType::get(b_.getInt32Ty(), lanes_);
    }

    values groups(values at) {
        bool const none = c_.reduce.empty();
        auto* const extent = none ? b_.getInt64(1) : c_.reduce.back();
        stride_ = none ? b_.getInt64(0) : c_.b.reduce.back();
        auto* const group = b_.getInt64(group_);
        at = counted_loop(b_, b_.CreateUDiv(extent, group), std::move(at),
                          [&](llvm::Value*, values const& now) { return one_group(now, nullptr); });
        auto* const rest = b_.CreateURem(extent, group);
        auto* const times =
            b_.CreateSelect(b_.CreateICmpEQ(rest, b_.getInt64(0)), b_.getInt64(0), b_.getInt64(1));
        return counted_loop(b_, times, std::move(at),
                            [&](llvm::Value*, values const& now) { return one_group(now, rest); });
    }

    // `there` positions of it are there, all if null; the others are 0.
    values one_group(values const& at, llvm::Value* there) {
        auto* const wide = sums_type();
        llvm::Value *group = llvm::Constant::getNullValue(wide), *sum = at[2];
        for (unsigned j = 0; j < group_; ++j) {
            auto* const number = b_.getInt64(j);
            llvm::Value* const inside =
                there ? b_.CreateICmpULT(number, there) : static_cast<llvm::Value*>(b_.getTrue());
            auto* const position = b_.CreateSelect(inside, number, b_.getInt64(0));
            auto* row = columns_at(step(b_, at[0], b_.CreateMul(stride_, position), c_.b.type));
            if (!core::is_signed(c_.b.type))
                row = b_.CreateXor(row, llvm::ConstantInt::get(row->getType(), 0x80));
            row = b_.CreateSelect(inside, row, llvm::Constant::getNullValue(row->getType()));
            sum = b_.CreateAdd(sum, b_.CreateSExt(row, wide));
            group = b_.CreateOr(group, b_.CreateShl(b_.CreateZExt(row, wide), 8 * j));
        }
        auto* const stored = llvm::FixedVectorType::get(b_.getIntNTy(8 * group_), lanes_);
        b_.CreateAlignedStore(b_.CreateTrunc(group, stored), at[1], llvm::Align(1));
        return {step(b_, at[0], b_.CreateMul(stride_, b_.getInt64(group_)), c_.b.type),
                step(b_, at[1], b_.getInt64(panel_ * group_), c_.b.type), sum};
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
        if (c_.is_bytes && level + 1 >= c_.reduce.size()) return groups(std::move(at));
        if (c_.reduce.empty()) return few(at);
        if (level + 1 == c_.reduce.size()) return innermost(std::move(at));
        return counted_loop(b_, c_.reduce[level], std::move(at),
                            [&](llvm::Value*, values const& now) {
                                auto after = reduce(level + 1, now);
                                after[0] = step(b_, now[0], c_.b.reduce[level], c_.b.type);
                                return after;
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

    // The columns at one position of the reduction.
    llvm::Value* columns_at(llvm::Value* at) {
        auto const align = llvm::Align(detail::bytes(c_.b.type));
        llvm::Value* row = llvm::PoisonValue::get(vector_);
        for (unsigned n = 0; n < lanes_; ++n) {
            auto* const from = step(b_, at, columns_[n], c_.b.type);
            row = b_.CreateInsertElement(row, b_.CreateAlignedLoad(scalar_, from, align), n);
        }
        return row;
    }

    values few(values const& at) {
        auto const align = llvm::Align(detail::bytes(c_.b.type));
        b_.CreateAlignedStore(columns_at(at[0]), at[1], align);
        return {at[0], step(b_, at[1], b_.getInt64(panel_), c_.b.type)};
    }

    llvm::Module& module_;
    builder b_;
    contraction c_;
    unsigned panel_, lanes_, group_;
    llvm::Type* scalar_;
    llvm::FixedVectorType* vector_;
    llvm::Value *there_ = nullptr, *stride_ = nullptr;
    values columns_;
};

std::string pack_key(contraction const& c, unsigned panel) {
    std::string key = "pack:" + std::to_string(static_cast<int>(c.b.type)) + ":" +
                      std::to_string(static_cast<int>(c.sum)) + ":" + std::to_string(panel) +
                      (c.is_bytes ? ":bytes" : "");
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
    return b.CreateMul(pack_tasks(b, c), panel_elements(b, machine_, c));
}

llvm::Value* contractions::packed_matrix(builder& b, contraction const& c) const {
    return b.CreateMul(panels(b, c, panel_width(machine_, c.sum, c.column, c.row)),
                       panel_elements(b, machine_, c));
}

right_operand contractions::packed(builder& b, contraction const& c, llvm::Value* at) const {
    right_operand result = c.b;
    result.base = at;
    result.packed = true;
    result.reduce.clear();
    result.column = nullptr;
    llvm::Value* stride = packed_matrix(b, c);
    for (std::size_t i = c.batch.size(); i-- > 0;) {
        result.batch[i] = stride;
        stride = b.CreateMul(stride, c.batch[i]);
    }
    return result;
}

void contractions::emit_pack(builder& b, contraction const& c, llvm::Value* to, llvm::Value* first,
                             llvm::Value* last) {
    auto const panel = panel_width(machine_, c.sum, c.column, c.row);
    auto* const kernel =
        shared(pack_key(c, panel), [&] { return pack_function(module_, machine_, c).make(); });
    auto* const per_batch = panels(b, c, panel);
    auto* const size = panel_elements(b, machine_, c);
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
