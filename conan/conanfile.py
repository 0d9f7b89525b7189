"""Conan 2 recipe: `compiled=False` is the header half, which needs Boost.Hana and nothing else."""
import pathlib
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeToolchain
from conan.tools.files import copy


class Tenon(ConanFile):
    name = "tenon"
    description = "A framework for machine-learning compilers out of C++ types, and an ONNX compiler built with it"
    topics = ("compiler", "onnx", "machine-learning", "header-only")
    settings = "os", "arch", "compiler", "build_type"
    options = {"compiled": [True, False], "fPIC": [True, False]}
    default_options = {"compiled": True, "fPIC": True}
    package_type = "static-library"

    def set_version(self):
        text = pathlib.Path(self.recipe_folder, "../include/tenon/core/version.hpp").read_text()
        self.version = ".".join(re.findall(r"#define TENON_VERSION_\w+ (\d+)", text))

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "cmake/*", "include/*", "src/*"):
            copy(self, pattern, pathlib.Path(self.recipe_folder).parent, self.export_sources_folder)

    def configure(self):
        if not self.options.compiled:
            self.package_type = "header-library"
            del self.options.fPIC

    def layout(self):
        self.folders.build = "build"
        self.folders.generators = "build/generators"

    def requirements(self):
        self.requires("boost/[>=1.81.0 <2]", transitive_headers=True, options={"header_only": True})
        if self.options.compiled:
            self.requires("llvm-core/[>=19 <20]")
            self.requires("protobuf/[>=3.21.12]")
            self.requires("onnx/[>=1.12.0 <2]")

    def package_id(self):
        if not self.info.options.compiled:
            self.info.clear()

    def validate(self):
        check_min_cppstd(self, 20)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["TENON_BUILD_LIBRARY"] = bool(self.options.compiled)
        toolchain.cache_variables["TENON_BUILD_TOOL"] = False
        toolchain.cache_variables["TENON_BUILD_TESTS"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        # The package's own CMake files name the targets, so that they are the same however Tenon was installed.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["lib/cmake/tenon"]
        self.cpp_info.bindirs = []
        self.cpp_info.libs = ["tenon"] if self.options.compiled else []
