// The readings of the standard ops, made here once for everyone who links the library.
#pragma once

#include <tenon/graph/op.hpp>

namespace tenon::graph::detail {

template <class Op> core::readings const library_readings<Op>::value = make_readings<Op>();
template <class Op> void library_readings<Op>::infer(inference& c) { infer_here<Op>(c); }

struct made_once {
    core::readings const* readings = nullptr;
    void (*infer)(inference&) = nullptr;
};
/// Mentions what is made of each op that has readings, so that it is emitted.
template <class... Ops> constexpr auto mention(core::dialect<Ops...>*) {
    struct all {
        made_once made[sizeof...(Ops)];
    };
    [[maybe_unused]] constexpr auto one = []<class Op>(Op*) -> made_once {
        if constexpr (Op::form == op_form::constant || Op::form == op_form::structure)
            return {};
        else
            return {&library_readings<Op>::value, &library_readings<Op>::infer};
    };
    return all{{one(static_cast<Ops*>(nullptr))...}};
}
template <class Dialect>
inline constexpr auto precompiled = mention(static_cast<Dialect*>(nullptr));

} // namespace tenon::graph::detail
