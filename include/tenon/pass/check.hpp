// Why a sequence of passes does not compose: decided by loops over facts, told in types.
#pragma once

#include <tenon/core/call_check.hpp>
#include <tenon/pass/pass.hpp>

namespace tenon::why {

template <int Position> struct at;
template <class Pass> struct this_pass;
template <class Pass> struct other_pass;
template <class Level> struct reads;
template <class Level> struct but_gets;
template <core::fixed_string Name> struct lacks_op;
template <class Property> struct needs;
template <class Pass> struct broken_by;
template <class Tag> struct stage;
template <core::fixed_string Name> struct rule;
template <class T> struct is_no_pass;
template <core::fixed_string Name> struct misses_op;
template <core::dtype Element> struct misses_dtype;
/// In place of the pass before the first: the program that the passes are to run on.
struct the_program;

} // namespace tenon::why

namespace tenon::pass::detail {

struct pass_fault {
    enum class kind : std::uint8_t {
        none,
        level,
        dialect,
        property,
        broken,
        name,
        uncovered,
        element,
        foreign
    };
    kind what = kind::none;
    int pass = 0;
    int other = 0; ///< the pass before that is to blame; -1: the program that it starts with
    int need = 0;
    core::op_facts const* op = nullptr;
    core::dtype element = core::dtype::none;
};
/// What is known of the program before the first pass.
struct program_facts {
    identity level = nullptr;
    core::op_table ops{};
};

/// Follows a program through passes: its level, its ops, its properties.
class inspector {
public:
    constexpr inspector(pass_facts const* passes, int count, bool is_complete,
                        program_facts const& start)
        : passes_(passes), count_(count), complete_(is_complete), level_(start.level),
          table_(start.ops) {}

    constexpr pass_fault inspect() {
        for (int i = 0; i != count_; ++i) {
            auto const& p = passes_[i];
            for (int k = 0; k != i; ++k)
                if (passes_[k].name == p.name && passes_[k].pass != p.pass)
                    return {pass_fault::kind::name, i, k, 0, nullptr};
            if (level_ != nullptr && p.from_level != nullptr && p.from_level != level_)
                return {pass_fault::kind::level, i, level_from_, 0, nullptr};
            if (auto const* op = first_unread(i); op != nullptr)
                return {pass_fault::kind::dialect, i, table_from_, 0, op};
            if (int const m = first_foreign(i); m >= 0)
                return {pass_fault::kind::foreign, i, table_from_, m, p.makes[m].op};
            if (auto fault = check_coverage(i); fault.what != pass_fault::kind::none) return fault;
            if (auto fault = check_needs(i); fault.what != pass_fault::kind::none) return fault;
            follow(i);
        }
        return {};
    }

private:
    /// The first op that the program may hold here and pass `i` does not read.
    constexpr core::op_facts const* first_unread(int i) const {
        auto const& reads = passes_[i].reads;
        if (reads.ops == nullptr || table_.ops == nullptr) return nullptr;
        for (int k = 0; k != table_.count; ++k)
            if (reads.position(table_.ops[k]) < 0 && !was_dropped(table_.ops[k], i))
                return table_.ops[k];
        return nullptr;
    }
    /// Which of the ops that the rules of pass `i` make is not in the program's dialect, or not any
    /// more; -1 for none.
    constexpr int first_foreign(int i) const {
        auto const& p = passes_[i];
        for (int m = 0; p.makes != nullptr && p.makes[m].op != nullptr; ++m)
            if (was_dropped(p.makes[m].op, i) ||
                (table_.ops != nullptr && table_.position(p.makes[m].op) < 0))
                return m;
        return -1;
    }
    /// The first op that may occur and that pass `i`, a lowering, neither covers nor refuses.
    constexpr pass_fault check_coverage(int i) const {
        auto const& p = passes_[i];
        if (p.covers == nullptr && p.elements == core::any_dtype) return {};
        auto const& ops = p.reads.ops != nullptr ? p.reads : table_;
        for (int k = 0; k < ops.count; ++k) {
            auto const* op = ops.ops[k];
            if (was_dropped(op, i) || p.refuses.position(op) >= 0) continue;
            if (p.covers != nullptr && !p.covers(*op))
                return {pass_fault::kind::uncovered, i, table_from_, 0, op};
            if (auto const d = first_missed(*op, p.elements); d != core::dtype::none)
                return {pass_fault::kind::element, i, table_from_, 0, op, d};
        }
        return {};
    }
    static constexpr core::dtype first_missed(core::op_facts const& op, core::dtype_set handled) {
        if (handled == core::any_dtype) return core::dtype::none;
        for (int o = 0; o != op.operand_count; ++o)
            for (int d = 1; d != core::dtype_count; ++d)
                if (auto const e = static_cast<core::dtype>(d);
                    op.operands[o].admits.has(e) && !handled.has(e))
                    return e;
        return core::dtype::none;
    }
    constexpr bool was_dropped(core::op_facts const* op, int end) const {
        for (int i = table_from_ + 1; i < end; ++i)
            if (passes_[i].drops.position(op) >= 0) return true;
        return false;
    }
    constexpr pass_fault check_needs(int i) const {
        auto const& needs = passes_[i].needs;
        for (int k = 0; k != needs.count; ++k) {
            int at = i - 1;
            while (at >= 0 && !passes_[at].gives.has(needs.first[k]) &&
                   !passes_[at].breaks.has(needs.first[k]))
                --at;
            if (at < 0 && complete_) return {pass_fault::kind::property, i, 0, k, nullptr};
            if (at >= 0 && !passes_[at].gives.has(needs.first[k]))
                return {pass_fault::kind::broken, i, at, k, nullptr};
        }
        return {};
    }
    constexpr void follow(int i) {
        auto const& p = passes_[i];
        if (p.leaves.ops != nullptr || p.from_level != p.to_level) {
            table_ = p.leaves;
            table_from_ = i;
        }
        if (p.to_level == nullptr) return;
        level_ = p.to_level;
        level_from_ = i;
    }

    pass_facts const* passes_;
    int count_;
    bool complete_;
    identity level_ = nullptr;
    int level_from_ = -1;
    core::op_table table_{};
    int table_from_ = -1;
};

template <class... Passes> struct pass_list {
    static constexpr int size = sizeof...(Passes);
    static constexpr pass_facts facts[size + 1]{facts_of_pass<Passes>..., pass_facts{}};
    template <int I> using nth = typename core::detail::nth<I, Passes...>::type;
};

template <class... Lists> struct join_lists {
    using type = pass_list<>;
};
template <class... As> struct join_lists<pass_list<As...>> {
    using type = pass_list<As...>;
};
template <class... As, class... Bs, class... Rest>
struct join_lists<pass_list<As...>, pass_list<Bs...>, Rest...>
    : join_lists<pass_list<As..., Bs...>, Rest...> {};

template <class List>
constexpr pass_fault inspect(bool is_complete, program_facts const& start = {}) {
    return inspector(List::facts, List::size, is_complete, start).inspect();
}

/// The pass at a place of a list; what stands before the first is the program.
template <class List, int I> struct nth_or_program {
    using type = typename List::template nth<I>;
    using level = typename type::to::level;
};
template <class List, int I>
    requires(I < 0)
struct nth_or_program<List, I> {
    using type = why::the_program;
    using level = why::the_program;
};

template <class Because> inline constexpr bool levels_meet = false;
template <class Because> inline constexpr bool dialects_meet = false;
template <class Because> inline constexpr bool needs_are_met = false;
template <class Because> inline constexpr bool properties_last = false;
template <class Because> inline constexpr bool passes_have_own_names = false;
template <class Because> inline constexpr bool pipeline_has_stage = false;
template <class Because> inline constexpr bool pipeline_is_made_of_passes = false;
template <class Because> inline constexpr bool pass_has_name = false;
template <class Because> inline constexpr bool pass_can_be_called = false;
template <class Because> inline constexpr bool stage_has_name = false;
template <class Because> inline constexpr bool tag_is_type = false;
template <class Because> inline constexpr bool dialect_has_made_op = false;
template <class Because> inline constexpr bool lowering_covers_its_ops = false;
template <class Because> inline constexpr bool lowering_covers_element_types = false;

/// Who is to blame for a fault. Compilers print this instead of the whole list of passes.
template <class Pass, class Other, class Level, class Need> struct blamed {
    using pass = Pass;
    using other = Other;
    using level_before = Level;
    using need = Need;
};
template <class List, pass_fault Fault> constexpr auto find_blamed() {
    using enum pass_fault::kind;
    if constexpr (Fault.what == none) {
        return static_cast<blamed<void, void, void, void>*>(nullptr);
    } else {
        using pass = typename List::template nth<Fault.pass>;
        using other = nth_or_program<List, Fault.other>;
        if constexpr (Fault.what == property || Fault.what == broken) {
            using needs = identity_list<typename pass::needs>;
            using need = why::needs<typename needs::template nth<Fault.need>>;
            return static_cast<blamed<pass, typename other::type, void, need>*>(nullptr);
        } else {
            return static_cast<blamed<pass, typename other::type, typename other::level, void>*>(
                nullptr);
        }
    }
}
template <class List, pass_fault Fault>
using blamed_for = std::remove_pointer_t<decltype(find_blamed<List, Fault>())>;

/// True, or the compile error that says what is wrong with a sequence of passes.
template <class Blamed, pass_fault Fault> consteval bool explain() {
    using enum pass_fault::kind;
    using where = why::at<Fault.pass>;
    using self = why::this_pass<typename Blamed::pass>;
    using other = why::other_pass<typename Blamed::other>;
    using need = typename Blamed::need;
    if constexpr (Fault.what == level) {
        using because = why::facts<where, self, why::reads<typename Blamed::pass::from::level>,
                                   why::but_gets<typename Blamed::level_before>>;
        static_assert(levels_meet<because>,
                      "[tenon/P1] pipeline does not compose: a pass reads an IR level that "
                      "the pass before it does not leave behind");
    } else if constexpr (Fault.what == dialect) {
        constexpr auto op = core::detail::fixed_name<Fault.op->name.size()>(Fault.op->name);
        using because = why::facts<where, self, why::lacks_op<op>, other>;
        static_assert(dialects_meet<because>,
                      "[tenon/P1] pipeline does not compose: a pass reads a dialect without "
                      "an op that the pass before it may leave behind");
    } else if constexpr (Fault.what == foreign) {
        constexpr auto made = Blamed::pass::made_ops[Fault.need];
        constexpr auto op = core::detail::fixed_name<Fault.op->name.size()>(Fault.op->name);
        constexpr auto rule = core::detail::fixed_name<made.rule.size()>(made.rule);
        using because = why::facts<where, why::rule<rule>, why::lacks_op<op>, other>;
        static_assert(dialect_has_made_op<because>,
                      "[tenon/N3] a rule makes an op that the dialect of the program lacks");
    } else if constexpr (Fault.what == uncovered) {
        constexpr auto op = core::detail::fixed_name<Fault.op->name.size()>(Fault.op->name);
        using because = why::facts<where, self, why::misses_op<op>>;
        static_assert(lowering_covers_its_ops<because>,
                      "[tenon/L1] a lowering leaves an op of its source dialect uncovered: "
                      "it neither covers it nor says that it refuses it");
    } else if constexpr (Fault.what == pass_fault::kind::element) {
        constexpr auto op = core::detail::fixed_name<Fault.op->name.size()>(Fault.op->name);
        using because =
            why::facts<where, self, why::misses_op<op>, why::misses_dtype<Fault.element>>;
        static_assert(lowering_covers_element_types<because>,
                      "[tenon/L2] a lowering misses an element type that an op of its "
                      "source dialect admits");
    } else if constexpr (Fault.what == property) {
        using because = why::facts<where, self, need>;
        static_assert(needs_are_met<because>,
                      "[tenon/P2] pipeline does not compose: a pass needs a property that "
                      "no earlier pass gives");
    } else if constexpr (Fault.what == broken) {
        using because = why::facts<where, self, need, why::broken_by<typename Blamed::other>>;
        static_assert(properties_last<because>,
                      "[tenon/P2] pipeline does not compose: a pass needs a property that "
                      "a pass before it breaks");
    } else if constexpr (Fault.what == name) {
        using because = why::facts<self, other>;
        static_assert(passes_have_own_names<because>,
                      "[tenon/N4] two different passes of a pipeline have the same name");
    }
    return true;
}

} // namespace tenon::pass::detail
