#include <tenon/core/version.hpp>

#include <cstdio>

int main() { std::printf("tenon %d.%d\n", tenon::version.major, tenon::version.minor); }
