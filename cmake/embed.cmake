# cmake -D TEXT=... -D FOLDER=... -D NAME=... -D OUTPUT=... -P embed.cmake: a header that holds a file's text.
file(READ ${TEXT} text)
file(WRITE ${OUTPUT} "// The text of ${FOLDER}'s ${NAME}, generated when Tenon is built.
#pragma once

#include <string_view>

namespace tenon::${FOLDER} {

inline constexpr std::string_view ${NAME} = R\"embedded(${text})embedded\";

} // namespace tenon::${FOLDER}
")
