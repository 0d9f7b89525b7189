// How fast this processor multiplies and adds right now.
#pragma once

namespace tenon::tenonc {

/// f32 operations per second of the core that this thread is on, a multiplication and its addition
/// counting as two: what multiply-adds on registers alone reach in about 0.3 ms. A core that shares
/// its units with another guest of the machine reaches less for a while.
double multiply_add_rate();

} // namespace tenon::tenonc
