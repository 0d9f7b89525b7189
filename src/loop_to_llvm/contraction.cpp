// Cuts a contraction into register tiles and writes the loop over them.
#include "contraction.hpp"

#include "contraction_kernel.hpp"

#include <algorithm>
#include <cmath>

namespace tenon::loop_to_llvm {

using detail::known;
using detail::product;
using detail::step;

namespace {

// So few rows that sums of four vectors of columns each, those vectors and a broadcast fit the
// registers: wide panels, since each element of A is loaded once per panel and few multiply-adds
// wait for it.
bool are_few(machine const& m, values const& row) {
    std::int64_t rows = 1;
    for (auto* extent : row) {
        if (!known(extent)) return false;
        rows *= *known(extent);
    }
    return rows * 4 + 5 <= m.vector_registers;
}

} // namespace

unsigned panel_width(machine const& m, dtype sum, llvm::Value* columns, values const& row) {
    unsigned const lanes = m.lanes(detail::bytes(sum) * 8);
    unsigned const most = are_few(m, row) ? 4 : m.vector_registers >= 32 && lanes <= 4 ? 3 : 2;
    auto const n = known(columns);
    if (!n) return lanes * most;
    auto const vectors =
        static_cast<unsigned>(std::min<std::int64_t>((*n + lanes - 1) / lanes, most));
    return lanes * std::max(1u, vectors);
}

namespace {

llvm::Value* at_least_one(builder& b, llvm::Value* v) {
    if (auto const n = known(v)) return *n < 1 ? b.getInt64(1) : v;
    return b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, v, b.getInt64(1));
}

llvm::Value* minimum(builder& b, llvm::Value* x, llvm::Value* y) {
    if (known(x) && known(y)) return *known(x) < *known(y) ? x : y;
    return b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, x, y);
}

llvm::Value* ceil_div(builder& b, llvm::Value* x, std::uint64_t by) {
    return b.CreateUDiv(b.CreateAdd(x, b.getInt64(by - 1)), b.getInt64(by));
}

// Index `flat` of a space of these extents, dimension by dimension.
values unflatten(builder& b, llvm::Value* flat, values const& extents) {
    values indices(extents.size());
    for (std::size_t i = extents.size(); i-- > 0;) {
        bool const first = std::all_of(extents.begin(), extents.begin() + static_cast<long>(i),
                                       [](auto* e) { return known(e) == 1; });
        indices[i] = first ? flat : b.CreateURem(flat, extents[i]);
        flat = first ? b.getInt64(0) : b.CreateUDiv(flat, extents[i]);
    }
    return indices;
}

llvm::Value* offset_of(builder& b, values const& indices, values const& strides) {
    llvm::Value* sum = b.getInt64(0);
    for (std::size_t i = 0; i < indices.size(); ++i)
        if (known(strides[i]) != 0) sum = b.CreateAdd(sum, b.CreateMul(indices[i], strides[i]));
    return sum;
}

// How the work is cut. Tiles are split evenly: `whole` steps each, and one more in the first
// `more`.
struct cut {
    detail::tile_shape shape; // of the largest tile
    unsigned most_steps;
    values outer;                      // row dimensions before the split one
    llvm::Value *tiles, *whole, *more; // along the split dimension
    llvm::Value *row_tiles, *panels;   // in all
    llvm::Value* block;                // row tiles that reuse a panel before the next one is used
    std::int64_t most_block = 1;       // the largest that `block` can be
    std::int64_t part = 0;             // of a reduction that is cut: the length of all but the last
    std::size_t stepped = 0;           // its outer dimensions that parts are steps of, if not 0
};

bool strides_known(contraction const& c) {
    return std::all_of(c.a.row.begin(), c.a.row.end(),
                       [](auto* s) { return known(s).has_value(); });
}

// Short rows of pixels go several to a tile, which needs their displacements to be known.
void choose_split(contraction const& c, detail::tile_shape& shape, unsigned most) {
    if (c.row.empty()) return;
    shape.split = c.row.size() - 1;
    auto const last = known(c.row.back());
    if (c.row.size() < 2 || !last || *last < 1 || *last > most / 2 || !strides_known(c)) return;
    shape.across = static_cast<unsigned>(*last);
    shape.split = c.row.size() - 2;
}

std::optional<std::int64_t> reduce_extent(contraction const& c) {
    std::int64_t all = 1;
    for (auto* e : c.reduce) {
        if (!known(e)) return std::nullopt;
        all *= *known(e);
    }
    return all;
}

// The bytes of A that one row adds to the working set: rows of a convolution overlap.
std::int64_t row_bytes(contraction const& c, std::int64_t reduce) {
    std::int64_t elements = reduce;
    if (!c.row.empty())
        if (auto const stride = known(c.a.row.back()); stride && *stride > 0)
            elements = std::min(elements, *stride);
    return std::max<std::int64_t>(1, elements * detail::bytes(c.a.type));
}

// Whether all of B stays in the second-level cache beside the rest.
bool stays_in_cache(machine const& m, contraction const& c) {
    auto const reduce = reduce_extent(c), columns = known(c.column);
    return reduce && columns &&
           *columns * *reduce * detail::bytes(c.b.type) < static_cast<std::int64_t>(m.l2_bytes / 2);
}

// As many row tiles as stay in half of a cache use a panel one after the other: of the second level
// where panels come from memory, of the first where all of them are near, so that the rows of the
// result are finished while they are at hand.
std::int64_t block_tiles(machine const& m, contraction const& c, unsigned rows) {
    auto const reduce = reduce_extent(c);
    if (!reduce) return 64;
    auto const half =
        static_cast<std::int64_t>((stays_in_cache(m, c) ? m.l1_bytes : m.l2_bytes) / 2);
    return std::max<std::int64_t>(1, half / (row_bytes(c, *reduce) * rows));
}

// The distance between the elements of A along the reduction, if it is the same for all of it.
std::optional<std::int64_t> reduce_stride(contraction const& c) {
    std::optional<std::int64_t> stride;
    std::int64_t length = 1;
    for (std::size_t i = c.reduce.size(); i-- > 0;) {
        auto const extent = known(c.reduce[i]), here = known(c.a.reduce[i]);
        if (!extent || !here) return std::nullopt;
        if (*extent == 1) continue;
        if (stride && *here != length * *stride) return std::nullopt;
        if (!stride) stride = here;
        length *= *extent;
    }
    return stride;
}

// Where several tiles use a panel that leaves the second-level cache too little room for the rest,
// they use one piece of it after the other: as large as the first level, or where the elements of A
// do not lie evenly, as many of the reduction's inner dimensions as leave enough room.
void choose_part(machine const& m, contraction const& c, cut& k) {
    auto const reduce = reduce_extent(c);
    if (!c.b.packed || c.is_bytes || !reduce || known(k.block) == 1) return;
    auto const line = static_cast<std::int64_t>(k.shape.panel * detail::bytes(c.b.type));
    auto const enough = static_cast<std::int64_t>(m.l2_bytes / 16);
    if (stays_in_cache(m, c) || *reduce * line <= enough) return;
    if (reduce_stride(c)) {
        constexpr std::int64_t whole_lines = 16; // of A
        auto const part = static_cast<std::int64_t>(m.l1_bytes) / line / whole_lines * whole_lines;
        if (part >= whole_lines && part < *reduce) k.part = part;
        return;
    }
    k.part = *reduce;
    while (k.part * line > enough && k.stepped + 1 < c.reduce.size())
        k.part /= *known(c.reduce[k.stepped++]);
    if (k.stepped == 0) k.part = 0;
}

// Only panels that do not stay in the cache anyway are worth prefetching: spread over the tiles
// that use the one before it where there are several, else a little ahead of what is read.
void choose_prefetch(machine const& m, contraction const& c, cut& k) {
    auto const reduce = reduce_extent(c);
    if (!c.b.packed || !reduce || *reduce < 16 || stays_in_cache(m, c)) return;
    auto const tiles = known(k.block).value_or(4);
    if (tiles < 2)
        k.shape.ahead = 2048;
    else
        k.shape.prefetch = tiles >= 8 ? 1 : tiles >= 4 ? 2 : 4;
}

cut cut_up(builder& b, machine const& m, contraction const& c) {
    cut k{};
    k.shape.panel = panel_width(m, c.sum, c.column, c.row);
    auto const most = detail::most_rows(m, c, k.shape.panel);
    choose_split(c, k.shape, most);
    k.most_steps = std::max(1u, most / k.shape.across);
    auto* const extent = c.row.empty() ? b.getInt64(1) : c.row[k.shape.split];
    k.tiles = ceil_div(b, extent, k.most_steps);
    k.whole = b.CreateUDiv(extent, at_least_one(b, k.tiles));
    k.more = b.CreateURem(extent, at_least_one(b, k.tiles));
    if (!c.row.empty())
        k.outer.assign(c.row.begin(), c.row.begin() + static_cast<long>(k.shape.split));
    k.row_tiles = b.CreateMul(product(b, k.outer), k.tiles);
    k.panels = ceil_div(b, c.column, k.shape.panel);
    k.most_block = block_tiles(m, c, k.most_steps * k.shape.across);
    k.block = minimum(b, k.row_tiles, b.getInt64(static_cast<std::uint64_t>(k.most_block)));
    choose_part(m, c, k);
    choose_prefetch(m, c, k);
    return k;
}

// Neighbouring tasks that use one panel.
struct run {
    values batch;
    llvm::Value *panel, *first_tile, *count, *block_size;
    llvm::Value* next_panel; // the one that comes after it
};

run decode(builder& b, contraction const& c, cut const& k, llvm::Value* task, llvm::Value* last) {
    run r;
    auto* const per_batch = b.CreateMul(k.row_tiles, k.panels);
    r.batch = unflatten(b, b.CreateUDiv(task, per_batch), c.batch);
    auto* const in_batch = b.CreateURem(task, per_batch);
    auto* const per_block = b.CreateMul(k.block, k.panels);
    auto* const block = b.CreateUDiv(in_batch, per_block);
    auto* const block_start = b.CreateMul(block, k.block);
    r.block_size = minimum(b, k.block, b.CreateSub(k.row_tiles, block_start));
    auto* const in_block = b.CreateSub(in_batch, b.CreateMul(block, per_block));
    r.panel = b.CreateUDiv(in_block, r.block_size);
    auto* const tile = b.CreateURem(in_block, r.block_size);
    r.first_tile = b.CreateAdd(block_start, tile);
    r.count = minimum(b, b.CreateSub(r.block_size, tile), b.CreateSub(last, task));
    auto* const following = b.CreateAdd(r.panel, b.getInt64(1));
    r.next_panel = b.CreateSelect(b.CreateICmpULT(following, k.panels), following, b.getInt64(0));
    return r;
}

class tile_loop {
public:
    using get_kernel =
        std::function<llvm::Function*(contraction const&, detail::tile_shape const&)>;
    tile_loop(builder& b, machine const& m, contraction const& c, get_kernel get)
        : b_(b), m_(m), c_(c), now_(c), get_(std::move(get)), k_(cut_up(b, m, c)) {
        if (k_.part) make_room_for_sums();
    }

    void emit(llvm::Value* first, llvm::Value* last) {
        auto* const function = b_.GetInsertBlock()->getParent();
        auto* const before = b_.GetInsertBlock();
        auto const block = [&](char const* name) {
            return llvm::BasicBlock::Create(b_.getContext(), name, function);
        };
        auto *const head = block("runs"), *const body = block("run"),
                    *const done = block("runs.done");
        b_.CreateBr(head);
        b_.SetInsertPoint(head);
        auto* const task = b_.CreatePHI(b_.getInt64Ty(), 2);
        task->addIncoming(first, before);
        b_.CreateCondBr(b_.CreateICmpSLT(task, last), body, done);
        b_.SetInsertPoint(body);
        auto const r = decode(b_, c_, k_, task, last);
        one_run(r);
        task->addIncoming(b_.CreateAdd(task, r.count), b_.GetInsertBlock());
        b_.CreateBr(head);
        b_.SetInsertPoint(done);
    }

private:
    void one_run(run const& r) {
        set_panel(r);
        call_.batch = r.batch;
        auto* const a = step(b_, c_.a.base, offset_of(b_, r.batch, c_.a.batch), c_.a.type);
        if (k_.part) return in_parts(r, a);
        each_tile(r, a);
    }

    void each_tile(run const& r, llvm::Value* a) {
        detail::counted_loop(b_, r.count, {}, [&](llvm::Value* i, values const&) {
            if (k_.part)
                call_.sums = b_.CreateGEP(b_.getInt8Ty(), sums_, b_.CreateMul(i, tile_bytes()));
            one_tile(a, b_.CreateAdd(r.first_tile, i));
            return values();
        });
    }

    // The sums of a run's tiles wait in memory between the parts of the reduction.
    void in_parts(run const& r, llvm::Value* a) {
        auto* const panel = call_.b;
        auto const reduce = *reduce_extent(c_), parts = (reduce - 1) / k_.part; // and the last
        b_.CreateMemSet(sums_, b_.getInt8(0), b_.CreateMul(r.count, tile_bytes()), sums_align());
        auto const one_part = [&](llvm::Value* number, std::int64_t length, bool is_last) {
            now_.after = is_last ? c_.after : epilogue();
            if (!is_last) now_.after.key = "sums";
            k_.shape.resumes = true;
            k_.shape.pauses = !is_last;
            auto* const first = b_.CreateMul(number, constant(k_.part));
            call_.b = step(b_, panel, b_.CreateMul(first, constant(k_.shape.panel)), c_.b.type);
            if (k_.shape.prefetch)
                next_ = step(b_, call_.b, constant(length * k_.shape.panel), c_.b.type);
            each_tile(r, step(b_, a, take_part(number, first, length), c_.a.type));
        };
        detail::counted_loop(b_, constant(parts), {}, [&](llvm::Value* i, values const&) {
            one_part(i, k_.part, false);
            return values();
        });
        one_part(constant(parts), reduce - parts * k_.part, true);
    }

    // Makes the reduction that of a part, and returns where in A it begins.
    llvm::Value* take_part(llvm::Value* number, llvm::Value* first, std::int64_t length) {
        if (k_.stepped == 0) {
            now_.reduce = {constant(length)};
            now_.a.reduce = {constant(*reduce_stride(c_))};
            return b_.CreateMul(first, now_.a.reduce[0]);
        }
        auto const outer = [&](values const& all) {
            return values(all.begin(), all.begin() + static_cast<long>(k_.stepped));
        };
        auto const inner = [&](values const& all) {
            return values(all.begin() + static_cast<long>(k_.stepped), all.end());
        };
        now_.reduce = inner(c_.reduce);
        now_.a.reduce = inner(c_.a.reduce);
        return offset_of(b_, unflatten(b_, number, outer(c_.reduce)), outer(c_.a.reduce));
    }

    llvm::Value* constant(std::int64_t n) { return b_.getInt64(static_cast<std::uint64_t>(n)); }

    std::int64_t tile_elements() const {
        return std::int64_t{k_.most_steps} * k_.shape.across * k_.shape.panel;
    }

    llvm::Value* tile_bytes() { return constant(tile_elements() * detail::bytes(c_.sum)); }

    static llvm::Align sums_align() { return llvm::Align(64); }

    void make_room_for_sums() {
        auto& entry = b_.GetInsertBlock()->getParent()->getEntryBlock();
        builder first(&entry, entry.begin());
        auto* const room = first.CreateAlloca(
            llvm::ArrayType::get(detail::type_of(b_.getContext(), c_.sum),
                                 static_cast<std::uint64_t>(tile_elements() * k_.most_block)));
        room->setAlignment(sums_align());
        sums_ = room;
    }

    void set_panel(run const& r) {
        auto* const b = step(b_, c_.b.base, offset_of(b_, r.batch, c_.b.batch), c_.b.type);
        call_.column = b_.CreateMul(r.panel, b_.getInt64(k_.shape.panel));
        call_.count = b_.CreateSub(c_.column, call_.column);
        auto* const size = c_.b.packed ? detail::panel_elements(b_, m_, c_) : nullptr;
        call_.b = step(b_, b, size ? b_.CreateMul(r.panel, size) : call_.column, c_.b.type);
        if (!k_.shape.prefetch) return;
        next_ = step(b_, b, b_.CreateMul(r.next_panel, size), c_.b.type);
        auto* const touched = k_.part ? constant(k_.part * k_.shape.panel) : size;
        slice_ = ceil_div(
            b_,
            b_.CreateUDiv(b_.CreateMul(touched, constant(detail::bytes(c_.b.type))), r.block_size),
            64);
    }

    void one_tile(llvm::Value* a, llvm::Value* tile) {
        auto* const along = b_.CreateURem(tile, k_.tiles);
        call_.row = unflatten(b_, b_.CreateUDiv(tile, k_.tiles), k_.outer);
        auto* const start =
            b_.CreateAdd(b_.CreateMul(along, k_.whole), minimum(b_, along, k_.more));
        if (!c_.row.empty()) call_.row.push_back(start);
        if (call_.row.size() < c_.row.size()) call_.row.push_back(b_.getInt64(0));
        call_.a = step(b_, a, offset_of(b_, call_.row, c_.a.row), c_.a.type);
        if (k_.shape.prefetch) {
            auto* const done = b_.CreateURem(tile, k_.block);
            call_.prefetch = b_.CreateGEP(
                b_.getInt8Ty(), next_, b_.CreateMul(b_.CreateMul(done, slice_), b_.getInt64(64)));
        }
        by_columns(b_.CreateICmpULT(along, k_.more));
    }

    // Masks on every panel where it is not known whether the last is full and masks are cheap.
    void by_columns(llvm::Value* one_more) {
        auto shape = k_.shape;
        auto const columns = known(c_.column);
        auto const panel = static_cast<std::int64_t>(shape.panel);
        auto const full = [&] {
            shape.columns.known = shape.panel;
            by_rows(shape, one_more);
        };
        auto const rest = [&] {
            shape.columns.known.reset();
            if (columns) shape.columns.known = static_cast<unsigned>(*columns % panel);
            by_rows(shape, one_more);
        };
        if (columns && *columns % panel == 0) return full();
        if (columns ? *columns < panel : m_.masks || c_.b.packed) return rest();
        either(b_.CreateICmpSGE(call_.count, b_.getInt64(shape.panel)), full, rest);
    }

    void by_rows(detail::tile_shape shape, llvm::Value* one_more) {
        auto const call = [&](std::int64_t steps) {
            shape.steps = static_cast<unsigned>(steps);
            detail::call_tile(b_, get_(now_, shape), now_, shape, call_);
        };
        auto const whole = known(k_.whole);
        if (!whole)
            return by_any_rows(call,
                               b_.CreateAdd(k_.whole, b_.CreateZExt(one_more, b_.getInt64Ty())));
        if (known(k_.more) == 0) return call(*whole);
        either(one_more, [&] { call(*whole + 1); }, [&] { call(*whole); });
    }

    void by_any_rows(std::function<void(std::int64_t)> const& call, llvm::Value* steps) {
        auto& context = b_.getContext();
        auto* const function = b_.GetInsertBlock()->getParent();
        auto* const done = llvm::BasicBlock::Create(context, "tile.done", function);
        auto* const choose = b_.CreateSwitch(steps, done, k_.most_steps);
        for (unsigned n = 1; n <= k_.most_steps; ++n) {
            auto* const here = llvm::BasicBlock::Create(context, "tile", function);
            choose->addCase(b_.getInt64(n), here);
            b_.SetInsertPoint(here);
            call(n);
            b_.CreateBr(done);
        }
        b_.SetInsertPoint(done);
    }

    void either(llvm::Value* condition, std::function<void()> const& yes,
                std::function<void()> const& no) {
        auto& context = b_.getContext();
        auto* const function = b_.GetInsertBlock()->getParent();
        auto* const then = llvm::BasicBlock::Create(context, "then", function);
        auto* const otherwise = llvm::BasicBlock::Create(context, "otherwise", function);
        auto* const done = llvm::BasicBlock::Create(context, "joined", function);
        b_.CreateCondBr(condition, then, otherwise);
        b_.SetInsertPoint(then);
        yes();
        b_.CreateBr(done);
        b_.SetInsertPoint(otherwise);
        no();
        b_.CreateBr(done);
        b_.SetInsertPoint(done);
    }

    builder& b_;
    machine const& m_;
    contraction const& c_;
    contraction now_; // or a part of it
    get_kernel get_;
    cut k_;
    detail::tile_call call_{};
    llvm::Value *next_ = nullptr, *slice_ = nullptr, *sums_ = nullptr;
};

} // namespace

llvm::Value* contractions::tasks(builder& b, contraction const& c) const {
    auto const k = cut_up(b, machine_, c);
    return product(b, {product(b, c.batch), k.row_tiles, k.panels});
}

std::int64_t contractions::grain(contraction const& c) const {
    constexpr double worth_a_thread = 3000, flops_per_ns = 150, near_bytes_per_ns = 100,
                     far_bytes_per_ns = 15, usual_reduction = 256; // in nanoseconds, on any machine
    auto const panel = panel_width(machine_, c.sum, c.column, c.row);
    double rows = 1; // at most as many as a tile has
    for (auto* e : c.row) rows *= static_cast<double>(known(e).value_or(16));
    rows = std::min<double>(rows, detail::most_rows(machine_, c, panel));
    auto const reduce = reduce_extent(c);
    double const in_panel = panel * (reduce ? static_cast<double>(*reduce) : usual_reduction);
    double const bytes = in_panel * detail::bytes(c.b.type);
    double const task =
        std::max({1.0, 2 * rows * in_panel / (flops_per_ns * detail::group_of(machine_, c)),
                  bytes / (stays_in_cache(machine_, c) ? near_bytes_per_ns : far_bytes_per_ns)});
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(worth_a_thread / task)));
}

llvm::Function* contractions::shared(std::string const& key,
                                     std::function<llvm::Function*()> const& make) {
    auto& kernel = kernels_[key];
    if (!kernel) kernel = make();
    return kernel;
}

void contractions::emit(builder& b, contraction const& c, llvm::Value* first, llvm::Value* last) {
    if (known(tasks(b, c)) == 0) return;
    auto const own = c.after.key.empty() ? std::to_string(kernels_.size()) + ":" : std::string();
    tile_loop loop(b, machine_, c, [&](contraction const& part, detail::tile_shape const& shape) {
        return shared(own + detail::tile_key(part, shape),
                      [&] { return detail::make_tile(module_, machine_, part, shape); });
    });
    loop.emit(first, last);
}

} // namespace tenon::loop_to_llvm
