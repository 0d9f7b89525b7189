// All of Tenon but the loader of compiled models, which is tenon/runtime/module.hpp.
#pragma once

// What refuses comes first: a compiler lists the headers between the user's file and the refusal.
// clang-format off
#include <tenon/core/dialect.hpp>
#include <tenon/core/call_check.hpp>
#include <tenon/graph/attributes.hpp>
// clang-format on

#include <tenon/core/parser.hpp>
#include <tenon/core/printer.hpp>
#include <tenon/core/verify.hpp>
#include <tenon/core/version.hpp>
#include <tenon/graph/evaluate.hpp>
#include <tenon/graph/literal.hpp>
#include <tenon/graph/standard.hpp>
#include <tenon/loop/ops.hpp>
#include <tenon/match/rule_set.hpp>
#include <tenon/onnx_to_graph/domain.hpp>
#include <tenon/pass/check.hpp>
#include <tenon/pass/observers.hpp>
#include <tenon/pass/pipeline.hpp>
#include <tenon/pass/rule_pass.hpp>
#include <tenon/standard/compile.hpp>
#include <tenon/standard/pipeline.hpp>
