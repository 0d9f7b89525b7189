// IR text with every form of the grammar, as the printer writes it.
#pragma once

#include <string_view>

namespace toy {

inline constexpr std::string_view sample = R"(where n >= 1,
      n == m @ 'node "conv1" (conv)',
      broadcastable(floordiv(n + 1, 2), 3*m)

func main(%x: f32[n, 3, 8, 8]{0,2,3,1} halo(0:0, 0:0, 1:1, 1:1), %k: i64[] = i64[](5)) -> (y: f32[n, 4, 8, 8], "odd name": i64[4, d0]) {
  dataflow {
    %w = constant {value = f32[4, 3, 3, 3](0.1 ...)} : f32[4, 3, 3, 3]
    %/model/conv = conv %x, %w, _ {pads = [1, 1, 1, 1], auto_pad = "VALID"} : f32[n, 4, 8, 8] @ "conv1", 'bn\\1"'
    %"%odd \x01" = nonzero %/model/conv : i64[4, d0]
    %0, %1 = split %/model/conv : f32[n, 2, 8, 8], none
  }
  return %/model/conv, %"%odd \x01"
}

func second(%c: bool[], %x: f32[2*n - 1, max(m, n)], %s: sequence<optional<f32[*]>>) -> f32[2*n - 1, max(m, n)] {
  dataflow {
    %y = choose %c do {
      %t = relu %x : f32[2*n - 1, max(m, n)]
      yield %t
    } do {
      yield %x
    } : f32[2*n - 1, max(m, n)]
  }
  loop.barrier
  %z = loop.for %y {to = [n, 4]} do (%i: i64[], %a: f32[2*n - 1, max(m, n)]) {
    loop.store %a, %i
    %b = relu %a : f32[2*n - 1, max(m, n)]
    yield %b
  } : f32[2*n - 1, max(m, n)]
  dataflow {
    user.every
    user.every {i = 9, r = 0x1.5555555555555p-2, t = "", is = [1, -2], rs = [-0.0, inf, -inf, nan], ts = ["a", "b\nc"], e = bf16, ds = [n, 2*n + 1, -3], c = i4[3](-8, 7, 0)}
    user.every {r = unset, c = string[2]("a", "")}
    user.every {c = bool[2, 2](true, false, true, true)}
    user.every {c = f16[4](-0.0, inf, nan, nan(0x7c01))}
    user.every {c = f8e4m3fn[2](448.0, 0.001953125)}
    user.every {c = c64[1](hex "0000803f00000040")}
    user.every {c = u64[2](18446744073709551615, 0)}
    user.every {c = f32[0, 3]()}
  }
  return %z
}

kernel "no results"(%out: f32[*]) {
  loop.store %out, %out
}
)";

} // namespace toy
