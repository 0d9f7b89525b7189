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

} // namespace tenon::why

namespace tenon::pass::detail {

struct pass_fault {
    enum class kind : std::uint8_t { none, level, dialect, property, broken, name };
    kind what = kind::none;
    int pass = 0;
    int other = 0; ///< the pass before that is to blame
    int need = 0;
    core::op_facts const* op = nullptr;
};

/// Follows a program through passes: its level, its ops, its properties.
class inspector {
public:
    constexpr inspector(pass_facts const* passes, int count, bool is_complete)
        : passes_(passes), count_(count), complete_(is_complete) {}

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

template <class List> constexpr pass_fault inspect(bool is_complete) {
    return inspector(List::facts, List::size, is_complete).inspect();
}

template <class Because> inline constexpr bool levels_meet = false;
template <class Because> inline constexpr bool dialects_meet = false;
template <class Because> inline constexpr bool needs_are_met = false;
template <class Because> inline constexpr bool properties_last = false;
template <class Because> inline constexpr bool passes_have_own_names = false;
template <class Because> inline constexpr bool pipeline_has_stage = false;

/// True, or the compile error that says what is wrong with a sequence of passes.
template <class List, pass_fault Fault> consteval bool explain() {
    using enum pass_fault::kind;
    if constexpr (Fault.what != none) {
        using culprit = typename List::template nth<Fault.pass>;
        using where = why::at<Fault.pass>;
        using self = why::this_pass<culprit>;
        if constexpr (Fault.what == level) {
            using other = typename List::template nth<Fault.other>;
            using because = why::facts<where, self, why::reads<typename culprit::from::level>,
                                       why::but_gets<typename other::to::level>>;
            static_assert(levels_meet<because>,
                          "[tenon/P1] pipeline does not compose: a pass reads an IR level that "
                          "the pass before it does not leave behind");
        } else if constexpr (Fault.what == dialect) {
            constexpr auto op = core::detail::fixed_name<Fault.op->name.size()>(Fault.op->name);
            using other = typename List::template nth<Fault.other>;
            using because = why::facts<where, self, why::lacks_op<op>, why::other_pass<other>>;
            static_assert(dialects_meet<because>,
                          "[tenon/P1] pipeline does not compose: a pass reads a dialect without "
                          "an op that the pass before it may leave behind");
        } else if constexpr (Fault.what == property || Fault.what == broken) {
            using needs = identity_list<typename culprit::needs>;
            using need = why::needs<typename needs::template nth<Fault.need>>;
            if constexpr (Fault.what == property) {
                using because = why::facts<where, self, need>;
                static_assert(needs_are_met<because>,
                              "[tenon/P2] pipeline does not compose: a pass needs a property that "
                              "no earlier pass gives");
            } else {
                using other = typename List::template nth<Fault.other>;
                using because = why::facts<where, self, need, why::broken_by<other>>;
                static_assert(properties_last<because>,
                              "[tenon/P2] pipeline does not compose: a pass needs a property that "
                              "a pass before it breaks");
            }
        } else {
            using other = typename List::template nth<Fault.other>;
            using because = why::facts<self, why::other_pass<other>>;
            static_assert(passes_have_own_names<because>,
                          "[tenon/N4] two different passes of a pipeline have the same name");
        }
    }
    return true;
}
/// What is wrong with two sequences that are put together; nothing where one of them was refused
/// before.
template <class Left, class Right> constexpr pass_fault fault_of_join() {
    using enum pass_fault::kind;
    if (inspect<Left>(false).what != none || inspect<Right>(false).what != none) return {};
    return inspect<typename join_lists<Left, Right>::type>(false);
}
/// What is wrong with a sequence that is to run, before which nothing comes.
template <class List> constexpr pass_fault fault_of_whole() {
    if (inspect<List>(false).what != pass_fault::kind::none) return {};
    return inspect<List>(true);
}

} // namespace tenon::pass::detail
