#include "tenonc/files.hpp"

#include "tenonc/failure.hpp"

#include <doctest/doctest.h>

#include <filesystem>

using namespace tenon::tenonc;
namespace fs = std::filesystem;

namespace {

failure failure_of(std::string const& path) {
    try {
        write_file(path, "text");
    } catch (failure const& why) {
        return why;
    }
    return {exit_code::done, {}};
}

std::size_t entries(std::string const& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

} // namespace

TEST_CASE("a file is written whole, and replaces an older one") {
    temporary_folder const folder;
    auto const path = folder.file("x");
    write_file(path, "older");
    write_file(path, std::string("new\0er", 6));
    CHECK(read_file(path) == std::string("new\0er", 6));
    CHECK(entries(folder.file("")) == 1);
    auto const mode = fs::status(path).permissions();
    CHECK((mode & fs::perms::owner_exec) == fs::perms::none);
    CHECK((mode & fs::perms::group_read) != fs::perms::none);
}

TEST_CASE("what cannot be written is named, and nothing is left behind") {
    temporary_folder const folder;
    auto const missing = folder.file("missing/x");
    CHECK(failure_of(missing).code == exit_code::input_output);
    CHECK(failure_of(missing).message.find(missing) != std::string::npos);
    auto const inner = folder.file("inner");
    fs::create_directory(inner);
    CHECK(failure_of(inner).code == exit_code::input_output);
    CHECK(entries(inner) == 0);
    CHECK(entries(folder.file("")) == 1);
}

TEST_CASE("a full device is an input/output failure") {
    if (!fs::exists("/dev/full")) return;
    CHECK(failure_of("/dev/full").code == exit_code::input_output);
}

TEST_CASE("a temporary folder goes with its object") {
    std::string path;
    {
        temporary_folder const folder;
        path = folder.file("x");
        write_file(path, "text");
    }
    CHECK(!fs::exists(path));
}
