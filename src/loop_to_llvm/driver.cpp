#include "driver.hpp"

#include <tenon/core/address.hpp>
#include <tenon/loop/ops.hpp>

#include "artifact.h"
#include "kernel_key.hpp"
#include "partition.hpp"

#include <llvm/IR/Module.h>

#include <cstddef>

namespace tenon::loop_to_llvm {

using core::dim;
using core::node_id;
using core::value_id;
using llvm::Value;

namespace {

constexpr char vectorize_attribute[] =
    "tenon-vectorize"; // llvm_to_so runs its vectorisers on these

std::string text_of(core::text const& t) { return std::string(t.view()); }

/// A pointer or number in a struct of artifact.h.
Value* field(builder& b, Value* record, std::size_t offset, llvm::Type* type) {
    auto* const at = b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), record, offset);
    return b.CreateLoad(type, at);
}

} // namespace

core::node_id contraction_of(core::program const& p, core::function const& kernel,
                             std::size_t argument) {
    auto const buffer = p[kernel.body].arguments[argument];
    node_id found = node_id::none;
    bool only = true;
    core::each_node(p, kernel.body, [&](node_id n) {
        for (std::size_t i = 0; i != p[n].operands.size(); ++i) {
            if (p[n].operands[i] != buffer) continue;
            bool const as_b = p[n].op == &core::facts_of<loop::contract> && i == 1;
            if (as_b && found == node_id::none)
                found = n;
            else
                only = false;
        }
    });
    return only ? found : node_id::none;
}

driver::driver(core::program const& p, llvm::Module& module, machine const& m,
               weight_table& weights)
    : program_(p), module_(module), machine_(m), weights_(weights), contractions_(module, m) {
    constexpr std::uint64_t near = 1u << 30; // with room for what packing adds
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i != p.node_count(); ++i)
        if (auto const n = static_cast<node_id>(i); p[n].op == &core::facts_of<loop::weights>)
            bytes += p.at(n, "value").tensor.bytes().size();
    weights_are_large_ = bytes > near;
}

bool driver::is_better_in_panels(node_id contract) const {
    auto const& type = program_[program_[contract].operands[1]].type;
    if (core::is_integer(type.element)) return true;
    auto const& place = program_.at(contract, "b_at").dims;
    auto const column = program_.at(contract, "column").integer;
    bool const in_rows = type.order.empty() && !place.empty() &&
                         place.back() == dim::symbol(core::text("$") + core::to_string(column));
    auto const bytes = type.elements().constant() * core::bits(type.element) / 8;
    bool const stays_in_cache = bytes < static_cast<std::int64_t>(machine_.l2_bytes / 2);
    if (!machine_.masks || !in_rows || stays_in_cache) return true;
    auto const columns = type.shape.back().constant();
    auto const sum = type.element == core::dtype::f64 ? core::dtype::f64 : core::dtype::f32;
    auto* const number = llvm::ConstantInt::get(llvm::Type::getInt64Ty(module_.getContext()),
                                                static_cast<std::uint64_t>(columns));
    return columns >= panel_width(machine_, sum, number, {nullptr});
}

void driver::load_symbols(environment& e, builder& b, Value* symbols) {
    for (std::size_t i = 0; i != symbols_->size(); ++i)
        e.symbols[(*symbols_)[i].name] =
            b.CreateLoad(b.getInt64Ty(), b.CreateConstInBoundsGEP1_64(b.getInt64Ty(), symbols, i),
                         (*symbols_)[i].name);
}

environment driver::environment_of(llvm::Function* f, core::function const* k, builder& b) {
    environment e;
    e.call = f->getArg(0);
    load_symbols(e, b, f->getArg(1));
    for (std::size_t i = 0; i != program_[k->body].arguments.size(); ++i)
        e.values[static_cast<std::uint32_t>(program_[k->body].arguments[i])] =
            f->getArg(static_cast<unsigned>(i) + 2);
    return e;
}

contraction driver::describe(core::function const& k, std::vector<bool> const& is_weight, writer& w,
                             node_id n) const {
    auto const& arguments = program_[k.body].arguments;
    std::size_t b_argument = 0;
    while (b_argument != arguments.size() && arguments[b_argument] != program_[n].operands[1])
        ++b_argument;
    bool const packed = is_weight[b_argument] && is_better_in_panels(n) &&
                        contraction_of(program_, k, b_argument) == n;
    auto c = w.describe(n, packed);
    c.name = text_of(k.name);
    return c;
}

void driver::write_contraction(contraction c, builder& b, Value* call, Value* first, Value* last) {
    if (c.is_b_ready())
        return contractions_.emit(b, c, first != nullptr ? first : b.getInt64(0),
                                  first != nullptr ? last : contractions_.tasks(b, c));
    // b is laid out in panels first
    auto* const pointer = b.getPtrTy();
    auto* const i64 = b.getInt64Ty();
    auto* const f = b.GetInsertBlock()->getParent();
    auto* const bytes =
        b.CreateMul(contractions_.packed_elements(b, c),
                    b.getInt64(static_cast<std::uint64_t>(core::bits(c.b.type)) / 8));
    auto const allocate = module_.getOrInsertFunction(
        "tenon_allocate", llvm::FunctionType::get(pointer, {pointer, i64}, false));
    auto* const block = b.CreateCall(allocate, {call, bytes});
    auto* const stop = llvm::BasicBlock::Create(b.getContext(), "no_memory", f);
    auto* const go_on = llvm::BasicBlock::Create(b.getContext(), "go_on", f);
    b.CreateCondBr(b.CreateIsNull(block), stop, go_on);
    b.SetInsertPoint(stop);
    b.CreateRetVoid();
    b.SetInsertPoint(go_on);
    contractions_.emit_pack(b, c, block, b.getInt64(0), contractions_.pack_tasks(b, c));
    c.b = contractions_.packed(b, c, block);
    contractions_.emit(b, c, b.getInt64(0), contractions_.tasks(b, c));
    auto const release = module_.getOrInsertFunction(
        "tenon_release", llvm::FunctionType::get(b.getVoidTy(), {pointer, pointer, i64}, false));
    b.CreateCall(release, {call, block, bytes});
}

llvm::Function* driver::with_locals(llvm::Function* f, std::vector<value_id> const& locals,
                                    std::size_t before) {
    auto const count = static_cast<unsigned>(before) + 3; // first, last, worker
    auto const& all = f->getFunctionType()->params();
    auto* const run = llvm::Function::Create(
        llvm::FunctionType::get(f->getReturnType(), all.take_front(count), false),
        llvm::GlobalValue::InternalLinkage, f->getName() + ".thread", module_);
    builder b(llvm::BasicBlock::Create(module_.getContext(), "", run));
    environment e;
    e.call = run->getArg(0);
    writer w(program_, b, contractions_, std::move(e));
    std::vector<Value*> given;
    for (unsigned i = 0; i != count; ++i) given.push_back(run->getArg(i));
    Value* const arena = field(b, run->getArg(0), offsetof(tenon_call, worker_arena), b.getPtrTy());
    Value* const each =
        field(b, run->getArg(0), offsetof(tenon_call, worker_stride), b.getInt64Ty());
    Value* const own = b.CreateInBoundsGEP(b.getInt8Ty(), arena, b.CreateMul(given.back(), each));
    std::int64_t offset = 0;
    constexpr std::int64_t line = 64;
    for (auto v : locals) {
        auto const& t = program_[v].type;
        given.push_back(b.CreateInBoundsGEP(b.getInt8Ty(), own,
                                            b.getInt64(static_cast<std::uint64_t>(offset))));
        if (!t.halo.empty()) clear_halo(t, given.back(), w, b, 0);
        auto const bytes = core::storage(t).constant() * core::bits(t.element) / 8;
        offset += (bytes + line - 1) / line * line;
    }
    worker_bytes_ = std::max(worker_bytes_, offset);
    b.CreateCall(f, given);
    b.CreateRetVoid();
    return run;
}

void driver::write_kernel(core::function const& k, std::vector<bool> const& is_weight,
                          kernel& made) {
    auto& context = module_.getContext();
    auto* const pointer = llvm::PointerType::getUnqual(context);
    auto* const i64 = llvm::Type::getInt64Ty(context);
    auto const& arguments = program_[k.body].arguments;
    std::vector<llvm::Type*> parameters(arguments.size() + 2, pointer);
    auto const counted = parameters;
    for (int i = 0; i != 3; ++i) parameters.push_back(i64); // first, last, worker
    std::vector<value_id> locals;
    for (auto n : program_[k.body].nodes)
        if (program_[n].op == &core::facts_of<loop::local>)
            locals.push_back(program_[n].results[0]);
    parameters.insert(parameters.end(), locals.size(), pointer);
    auto* const f = llvm::Function::Create(
        llvm::FunctionType::get(llvm::Type::getVoidTy(context), parameters, false),
        llvm::GlobalValue::InternalLinkage, text_of(k.name) + ".run", module_); // no name of libc
    f->addFnAttr(llvm::Attribute::NoUnwind);
    f->addFnAttr(llvm::Attribute::NoInline);
    for (std::size_t i = 0; i != arguments.size(); ++i)
        f->addParamAttr(static_cast<unsigned>(i) + 2, llvm::Attribute::NoAlias);
    auto const first_local = static_cast<unsigned>(arguments.size()) + 5;
    for (std::size_t i = 0; i != locals.size(); ++i)
        f->addParamAttr(first_local + static_cast<unsigned>(i), llvm::Attribute::NoAlias);
    made.run = locals.empty() ? f : with_locals(f, locals, arguments.size() + 2);
    partition const parts(program_, k);

    builder b(llvm::BasicBlock::Create(context, "", f));
    writer w(program_, b, contractions_, environment_of(f, &k, b));
    auto* const first = f->getArg(static_cast<unsigned>(arguments.size()) + 2);
    auto* const last = f->getArg(static_cast<unsigned>(arguments.size()) + 3);
    llvm::FastMathFlags flags;
    flags.setAllowContract();
    b.setFastMathFlags(flags);
    bool has_contraction = false;
    w.known().contract = [&](writer& inside, node_id n) {
        has_contraction = !parts.has_loops(); // loops beside it are for LLVM to vectorise
        write_contraction(describe(k, is_weight, inside, n), b, inside.known().call, nullptr,
                          nullptr);
    };
    for (std::size_t i = 0; i != locals.size(); ++i)
        w.known().values[static_cast<std::uint32_t>(locals[i])] =
            f->getArg(first_local + static_cast<unsigned>(i));
    auto const count_in = [&](char const* name, auto const& counted_by) {
        made.count = llvm::Function::Create(llvm::FunctionType::get(i64, counted, false),
                                            llvm::GlobalValue::InternalLinkage,
                                            text_of(k.name) + name, module_);
        builder count(llvm::BasicBlock::Create(context, "", made.count));
        writer counting(program_, count, contractions_, environment_of(made.count, &k, count));
        count.CreateRet(counted_by(counting, count));
    };
    for (auto n : program_[k.body].nodes) {
        if (parts.has_loops()) break;
        if (n != parts.contraction()) {
            w.write(n);
            continue;
        }
        auto const c = describe(k, is_weight, w, n);
        if (!c.is_b_ready()) {
            w.write(n);
            continue;
        }
        has_contraction = true;
        write_contraction(c, b, w.known().call, first, last);
        count_in(".tasks", [&](writer& counting, builder& count) {
            for (auto before : program_[k.body].nodes) { // literals that the epilogue captures
                if (before == n) break;
                counting.write(before);
            }
            return contractions_.tasks(count, describe(k, is_weight, counting, n));
        });
        made.grain = contractions_.grain(c);
    }
    if (parts.has_loops()) {
        parts.write(w, b, first, last);
        count_in(".parts",
                 [&](writer& counting, builder& count) { return parts.count(counting, count); });
        made.grain = parts.grain();
    }
    w.release_scratch();
    b.CreateRetVoid();
    if (!has_contraction) f->addFnAttr(vectorize_attribute);
}

/// A tenon_body that hands its part on to a kernel; the environment is an array of pointers: call,
/// symbols, buffers.
llvm::Function* driver::body_of(kernel& k, std::size_t buffers) {
    if (k.part != nullptr) return k.part;
    auto& context = module_.getContext();
    auto* const pointer = llvm::PointerType::getUnqual(context);
    auto* const i64 = llvm::Type::getInt64Ty(context);
    k.part = llvm::Function::Create(
        llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer, i64, i64, i64}, false),
        llvm::GlobalValue::InternalLinkage, k.run->getName() + ".part", module_);
    builder b(llvm::BasicBlock::Create(context, "", k.part));
    std::vector<Value*> arguments;
    for (std::size_t i = 0; i != buffers + 2; ++i)
        arguments.push_back(
            b.CreateLoad(pointer, b.CreateConstInBoundsGEP1_64(pointer, k.part->getArg(0), i)));
    arguments.push_back(k.part->getArg(1));
    arguments.push_back(k.part->getArg(2));
    arguments.push_back(k.part->getArg(3));
    b.CreateCall(k.run, arguments);
    b.CreateRetVoid();
    return k.part;
}

driver::kernel& driver::kernel_of(node_id call) {
    auto const& called = *program_.find_function(program_.at(call, "kernel").text);
    std::vector<bool> is_weight;
    for (auto o : program_[call].operands) is_weight.push_back(is_weights(o));
    auto const [at, is_new] = kernels_.try_emplace(key_of_call(program_, call));
    auto& made = at->second;
    if (is_new) made.name = text_of(called.name);
    auto& nodes = nodes_of_[made.name];
    for (auto const& origin : program_[call].where.origins)
        nodes += (nodes.empty() ? "" : "+") + std::string(origin.view());
    if (is_new) write_kernel(called, is_weight, made.code);
    return made.code;
}

void driver::clear_halo(core::type const& t, Value* at, writer& w, builder& b, int position) {
    int last = -1;
    for (int i = position; i != t.rank(); ++i) {
        auto const& h = t.halo[static_cast<std::size_t>(t.dimension_at(i))];
        if (h.before != 0 || h.after != 0) last = i;
    }
    if (last < 0) return;
    int const d = t.dimension_at(position);
    auto const& h = t.halo[static_cast<std::size_t>(d)];
    dim inner = core::bits(t.element) / 8;
    for (int i = position + 1; i != t.rank(); ++i) inner = inner * t.extent(t.dimension_at(i));
    auto const offset = [&](Value* from, Value* bytes) {
        return b.CreateInBoundsGEP(b.getInt8Ty(), from, bytes);
    };
    auto const clear = [&](Value* from, dim const& rows) {
        b.CreateMemSet(from, b.getInt8(0), w.number(rows * inner), llvm::Align(1));
    };
    if (h.before != 0) clear(at, h.before);
    auto const& size = t.shape[static_cast<std::size_t>(d)];
    if (h.after != 0) clear(offset(at, w.number((dim(h.before) + size) * inner)), h.after);
    if (position == last) return;
    w.loop(b.getInt64(0), w.number(size), {}, [&](Value* i, values const&) {
        Value* const row = b.CreateMul(
            b.CreateAdd(i, b.getInt64(static_cast<std::uint64_t>(h.before))), w.number(inner));
        clear_halo(t, offset(at, row), w, b, position + 1);
        return values{};
    });
}

Value* driver::weights_at(std::uint64_t offset, builder& b) {
    auto* const weights = llvm::cast<llvm::GlobalVariable>(
        module_.getOrInsertGlobal(emitted::weights_symbol, b.getInt8Ty()));
    weights->setVisibility(llvm::GlobalValue::HiddenVisibility);
    weights->setConstant(true);
    // Beyond 2 GB the end of them is out of reach of an address relative to the instruction.
    if (weights_are_large_) weights->setCodeModel(llvm::CodeModel::Large);
    return b.CreateInBoundsGEP(b.getInt8Ty(), weights, b.getInt64(offset));
}

Value* driver::pointer_of(value_id v, writer& w, builder& b) {
    if (!is_weights(v)) return w.known().values.at(static_cast<std::uint32_t>(v));
    auto const& t = program_.at(program_[v].definer, "value").tensor;
    return weights_at(weights_.plain(t, program_[v].type), b);
}

Value* driver::pointer_of_operand(node_id call, std::size_t operand, writer& w, builder& b) {
    auto const v = program_[call].operands[operand];
    if (!is_weights(v)) return pointer_of(v, w, b);
    auto const& called = *program_.find_function(program_.at(call, "kernel").text);
    auto const contract = contraction_of(program_, called, operand);
    if (contract == node_id::none || !is_better_in_panels(contract)) return pointer_of(v, w, b);
    auto const& t = program_.at(program_[v].definer, "value").tensor;
    return weights_at(weights_.packed(program_, contract, t, machine_), b);
}

/// Where the buffers of an entry lie in its arena, in a function that knows the sizes.
class arena_offsets {
public:
    arena_offsets(core::program const& p, writer& w, builder& b) : program_(p), w_(w), b_(b) {}

    /// The offset of a buffer, given those of its operands.
    Value* of(node_id n) {
        Value* offset = w_.number(program_.at(n, "offset").dims[0]);
        for (auto below : program_[n].operands) offset = larger(offset, ends_.at(key(below)));
        auto const result = program_[n].results[0];
        auto const& t = program_[result].type;
        dim const blocks =
            core::ceildiv(core::storage(t) * dim(core::bits(t.element) / 8), dim(64));
        ends_[key(result)] = b_.CreateAdd(offset, w_.number(dim(64) * blocks));
        return offset;
    }
    /// The bytes of all buffers of an entry.
    Value* size(core::function const& entry) {
        Value* size = b_.getInt64(0);
        core::each_node(program_, entry.body, [&](node_id n) {
            if (program_[n].op != &core::facts_of<loop::arena>) return;
            of(n);
            size = larger(size, ends_.at(key(program_[n].results[0])));
        });
        return size;
    }

private:
    static std::uint32_t key(value_id v) { return static_cast<std::uint32_t>(v); }
    Value* larger(Value* x, Value* y) { return b_.CreateSelect(b_.CreateICmpSLT(x, y), y, x); }

    core::program const& program_;
    writer& w_;
    builder& b_;
    std::map<std::uint32_t, Value*> ends_;
};

/// The buffer that a node of an entry makes.
Value* driver::pointer_of_result(node_id n, writer& w, builder& b) {
    auto const& node = program_[n];
    if (node.op == &core::facts_of<loop::view>) return pointer_of(node.operands[0], w, b);
    Value* const arena = field(b, w.known().call, offsetof(tenon_call, arena), b.getPtrTy());
    return b.CreateInBoundsGEP(b.getInt8Ty(), arena, offsets_->of(n));
}

void driver::write_nodes(core::block_id block, writer& w, builder& b) {
    for (auto n : program_[block].nodes) write_node(n, w, b);
}

void driver::write_node(node_id n, writer& w, builder& b) {
    auto const& node = program_[n];
    auto const is = [&](core::op_facts const& op) { return node.op == &op; };
    if (is(core::facts_of<loop::call>)) return write_call(n, w, b);
    if (is(core::facts_of<loop::if_>)) return write_if(n, w, b);
    if (is(core::facts_of<loop::while_>)) return write_while(n, w, b);
    if (is(core::facts_of<loop::weights>)) return; // each user has its own layout
    if (is(core::facts_of<loop::clear_halo>)) {
        auto const v = node.operands[0];
        return clear_halo(program_[v].type, pointer_of(v, w, b), w, b, 0);
    }
    if (is(core::facts_of<loop::arena>) || is(core::facts_of<loop::view>)) {
        w.known().values[static_cast<std::uint32_t>(node.results[0])] = pointer_of_result(n, w, b);
        return;
    }
    for (auto o : node.operands) // what scalars are read from
        if (is_weights(o)) w.known().values[static_cast<std::uint32_t>(o)] = pointer_of(o, w, b);
    w.write(n);
}

void driver::write_call(node_id n, writer& w, builder& b) {
    auto* const pointer = b.getPtrTy();
    auto* const i64 = b.getInt64Ty();
    auto& k = kernel_of(n);
    std::vector<Value*> operands{w.known().call, symbol_array_};
    for (std::size_t i = 0; i != program_[n].operands.size(); ++i)
        operands.push_back(pointer_of_operand(n, i, w, b));
    if (k.count == nullptr) {
        for (int i = 0; i != 3; ++i) operands.push_back(b.getInt64(0));
        b.CreateCall(k.run, operands);
        return;
    }
    for (std::size_t i = 0; i != operands.size(); ++i)
        b.CreateStore(operands[i], b.CreateConstInBoundsGEP1_64(pointer, frame_, i));
    Value* const count = b.CreateCall(k.count, operands);
    auto const parallel = module_.getOrInsertFunction(
        "tenon_parallel",
        llvm::FunctionType::get(b.getVoidTy(), {pointer, pointer, pointer, i64, i64}, false));
    b.CreateCall(parallel, {w.known().call, body_of(k, program_[n].operands.size()), frame_, count,
                            b.getInt64(static_cast<std::uint64_t>(k.grain))});
}

void driver::write_if(node_id n, writer& w, builder& b) {
    auto const& node = program_[n];
    auto* const function = b.GetInsertBlock()->getParent();
    auto* const then = llvm::BasicBlock::Create(b.getContext(), "branch", function);
    auto* const after = llvm::BasicBlock::Create(b.getContext(), "behind", function);
    b.CreateCondBr(pointer_of(node.operands[0], w, b), then, after);
    b.SetInsertPoint(then);
    write_nodes(node.regions[0], w, b);
    b.CreateBr(after);
    b.SetInsertPoint(after);
}

/// After an error the data that would end the loop may never come: it ends at once.
void driver::write_while(node_id n, writer& w, builder& b) {
    auto const& node = program_[n];
    auto* const function = b.GetInsertBlock()->getParent();
    auto* const test = llvm::BasicBlock::Create(b.getContext(), "test", function);
    auto* const body = llvm::BasicBlock::Create(b.getContext(), "iteration", function);
    auto* const after = llvm::BasicBlock::Create(b.getContext(), "behind", function);
    b.CreateBr(test);
    b.SetInsertPoint(test);
    write_nodes(node.regions[0], w, b);
    Value* const goes_on = pointer_of(program_[node.regions[0]].yields[0], w, b);
    b.CreateCondBr(b.CreateAnd(goes_on, b.CreateIsNull(status(w, b))), body, after);
    b.SetInsertPoint(body);
    write_nodes(node.regions[1], w, b);
    b.CreateBr(test);
    b.SetInsertPoint(after);
}

Value* driver::status(writer& w, builder& b) {
    return field(b, w.known().call, offsetof(tenon_call, status), b.getInt32Ty());
}

entry_code driver::write(core::function const& f,
                         std::vector<runtime::symbol_description> const& symbols) {
    symbols_ = &symbols;
    worker_bytes_ = 0;
    kernels_.clear(); // their code knows the entry's symbols by number
    auto& context = module_.getContext();
    auto* const pointer = llvm::PointerType::getUnqual(context);
    auto* const i64 = llvm::Type::getInt64Ty(context);
    auto* const i32 = llvm::Type::getInt32Ty(context);
    entry_code code;
    code.run = llvm::Function::Create(llvm::FunctionType::get(i32, {pointer}, false),
                                      llvm::GlobalValue::InternalLinkage, text_of(f.name) + "_run",
                                      module_);
    code.run->addFnAttr(llvm::Attribute::NoUnwind);
    builder b(llvm::BasicBlock::Create(context, "", code.run));
    environment e;
    e.call = code.run->getArg(0);
    symbol_array_ = field(b, e.call, offsetof(tenon_call, symbols), pointer);
    load_symbols(e, b, symbol_array_);
    Value* const buffers = field(b, e.call, offsetof(tenon_call, buffers), pointer);
    auto const& arguments = program_[f.body].arguments;
    writer w(program_, b, contractions_, std::move(e));
    for (std::size_t i = 0; i != arguments.size(); ++i) {
        Value* given = b.CreateLoad(pointer, b.CreateConstInBoundsGEP1_64(pointer, buffers, i));
        if (i < f.defaults.size() && f.defaults[i].element() != core::dtype::none) {
            auto const offset = weights_.plain(f.defaults[i], program_[arguments[i]].type);
            Value* const standard = weights_at(offset, b);
            given = b.CreateSelect(b.CreateIsNull(given), standard, given);
        }
        w.known().values[static_cast<std::uint32_t>(arguments[i])] = given;
    }
    std::size_t most = 2;
    core::each_node(program_, f.body,
                    [&](node_id n) { most = std::max(most, program_[n].operands.size() + 2); });
    arena_offsets offsets(program_, w, b);
    offsets_ = &offsets;
    frame_ = b.CreateAlloca(pointer, b.getInt64(most));
    write_nodes(f.body, w, b);
    b.CreateRet(status(w, b));

    code.arena_bytes = llvm::Function::Create(llvm::FunctionType::get(i64, {pointer}, false),
                                              llvm::GlobalValue::InternalLinkage,
                                              text_of(f.name) + "_arena_bytes", module_);
    builder size(llvm::BasicBlock::Create(context, "", code.arena_bytes));
    environment sizes;
    load_symbols(sizes, size, code.arena_bytes->getArg(0));
    writer measuring(program_, size, contractions_, std::move(sizes));
    size.CreateRet(arena_offsets(program_, measuring, size).size(f));
    if (worker_bytes_ != 0) {
        code.worker_bytes = llvm::Function::Create(llvm::FunctionType::get(i64, {pointer}, false),
                                                   llvm::GlobalValue::InternalLinkage,
                                                   text_of(f.name) + "_worker_bytes", module_);
        builder own(llvm::BasicBlock::Create(context, "", code.worker_bytes));
        own.CreateRet(own.getInt64(static_cast<std::uint64_t>(worker_bytes_)));
    }
    return code;
}

} // namespace tenon::loop_to_llvm
