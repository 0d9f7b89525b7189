// expect: [tenon/I1] an IR literal does not parse or does not verify
// expect: at_line<102>
// expect: at_column<12>
// expect: `%v100` is not defined here
#include <tenon/core/compare.hpp>
#include <tenon/core/define_op.hpp>
#include <tenon/core/dialect.hpp>
#include <tenon/graph/literal.hpp>

using namespace tenon::core;

struct relu : structural<"relu"> {
    static constexpr operand_facts operands[]{{"x"}};
    static constexpr void infer(inference& i) { i.result(0, i.operand(0)); }
};

// Long enough to notice if parsing came near clang's limit of steps per evaluation.
#define NODES                                                                                      \
    "func main(%x: f32[n, 3]) -> f32[n, 3] {\n"                                                    \
    "    %v0 = relu %x\n"                                                                          \
    "    %v1 = relu %v0 : f32[n, 3]\n"                                                             \
    "    %v2 = relu %v1 : f32[n, 3]\n"                                                             \
    "    %v3 = relu %v2 : f32[n, 3]\n"                                                             \
    "    %v4 = relu %v3 : f32[n, 3]\n"                                                             \
    "    %v5 = relu %v4 : f32[n, 3]\n"                                                             \
    "    %v6 = relu %v5 : f32[n, 3]\n"                                                             \
    "    %v7 = relu %v6 : f32[n, 3]\n"                                                             \
    "    %v8 = relu %v7 : f32[n, 3]\n"                                                             \
    "    %v9 = relu %v8 : f32[n, 3]\n"                                                             \
    "    %v10 = relu %v9 : f32[n, 3]\n"                                                            \
    "    %v11 = relu %v10 : f32[n, 3]\n"                                                           \
    "    %v12 = relu %v11 : f32[n, 3]\n"                                                           \
    "    %v13 = relu %v12 : f32[n, 3]\n"                                                           \
    "    %v14 = relu %v13 : f32[n, 3]\n"                                                           \
    "    %v15 = relu %v14 : f32[n, 3]\n"                                                           \
    "    %v16 = relu %v15 : f32[n, 3]\n"                                                           \
    "    %v17 = relu %v16 : f32[n, 3]\n"                                                           \
    "    %v18 = relu %v17 : f32[n, 3]\n"                                                           \
    "    %v19 = relu %v18 : f32[n, 3]\n"                                                           \
    "    %v20 = relu %v19 : f32[n, 3]\n"                                                           \
    "    %v21 = relu %v20 : f32[n, 3]\n"                                                           \
    "    %v22 = relu %v21 : f32[n, 3]\n"                                                           \
    "    %v23 = relu %v22 : f32[n, 3]\n"                                                           \
    "    %v24 = relu %v23 : f32[n, 3]\n"                                                           \
    "    %v25 = relu %v24 : f32[n, 3]\n"                                                           \
    "    %v26 = relu %v25 : f32[n, 3]\n"                                                           \
    "    %v27 = relu %v26 : f32[n, 3]\n"                                                           \
    "    %v28 = relu %v27 : f32[n, 3]\n"                                                           \
    "    %v29 = relu %v28 : f32[n, 3]\n"                                                           \
    "    %v30 = relu %v29 : f32[n, 3]\n"                                                           \
    "    %v31 = relu %v30 : f32[n, 3]\n"                                                           \
    "    %v32 = relu %v31 : f32[n, 3]\n"                                                           \
    "    %v33 = relu %v32 : f32[n, 3]\n"                                                           \
    "    %v34 = relu %v33 : f32[n, 3]\n"                                                           \
    "    %v35 = relu %v34 : f32[n, 3]\n"                                                           \
    "    %v36 = relu %v35 : f32[n, 3]\n"                                                           \
    "    %v37 = relu %v36 : f32[n, 3]\n"                                                           \
    "    %v38 = relu %v37 : f32[n, 3]\n"                                                           \
    "    %v39 = relu %v38 : f32[n, 3]\n"                                                           \
    "    %v40 = relu %v39 : f32[n, 3]\n"                                                           \
    "    %v41 = relu %v40 : f32[n, 3]\n"                                                           \
    "    %v42 = relu %v41 : f32[n, 3]\n"                                                           \
    "    %v43 = relu %v42 : f32[n, 3]\n"                                                           \
    "    %v44 = relu %v43 : f32[n, 3]\n"                                                           \
    "    %v45 = relu %v44 : f32[n, 3]\n"                                                           \
    "    %v46 = relu %v45 : f32[n, 3]\n"                                                           \
    "    %v47 = relu %v46 : f32[n, 3]\n"                                                           \
    "    %v48 = relu %v47 : f32[n, 3]\n"                                                           \
    "    %v49 = relu %v48 : f32[n, 3]\n"                                                           \
    "    %v50 = relu %v49 : f32[n, 3]\n"                                                           \
    "    %v51 = relu %v50 : f32[n, 3]\n"                                                           \
    "    %v52 = relu %v51 : f32[n, 3]\n"                                                           \
    "    %v53 = relu %v52 : f32[n, 3]\n"                                                           \
    "    %v54 = relu %v53 : f32[n, 3]\n"                                                           \
    "    %v55 = relu %v54 : f32[n, 3]\n"                                                           \
    "    %v56 = relu %v55 : f32[n, 3]\n"                                                           \
    "    %v57 = relu %v56 : f32[n, 3]\n"                                                           \
    "    %v58 = relu %v57 : f32[n, 3]\n"                                                           \
    "    %v59 = relu %v58 : f32[n, 3]\n"                                                           \
    "    %v60 = relu %v59 : f32[n, 3]\n"                                                           \
    "    %v61 = relu %v60 : f32[n, 3]\n"                                                           \
    "    %v62 = relu %v61 : f32[n, 3]\n"                                                           \
    "    %v63 = relu %v62 : f32[n, 3]\n"                                                           \
    "    %v64 = relu %v63 : f32[n, 3]\n"                                                           \
    "    %v65 = relu %v64 : f32[n, 3]\n"                                                           \
    "    %v66 = relu %v65 : f32[n, 3]\n"                                                           \
    "    %v67 = relu %v66 : f32[n, 3]\n"                                                           \
    "    %v68 = relu %v67 : f32[n, 3]\n"                                                           \
    "    %v69 = relu %v68 : f32[n, 3]\n"                                                           \
    "    %v70 = relu %v69 : f32[n, 3]\n"                                                           \
    "    %v71 = relu %v70 : f32[n, 3]\n"                                                           \
    "    %v72 = relu %v71 : f32[n, 3]\n"                                                           \
    "    %v73 = relu %v72 : f32[n, 3]\n"                                                           \
    "    %v74 = relu %v73 : f32[n, 3]\n"                                                           \
    "    %v75 = relu %v74 : f32[n, 3]\n"                                                           \
    "    %v76 = relu %v75 : f32[n, 3]\n"                                                           \
    "    %v77 = relu %v76 : f32[n, 3]\n"                                                           \
    "    %v78 = relu %v77 : f32[n, 3]\n"                                                           \
    "    %v79 = relu %v78 : f32[n, 3]\n"                                                           \
    "    %v80 = relu %v79 : f32[n, 3]\n"                                                           \
    "    %v81 = relu %v80 : f32[n, 3]\n"                                                           \
    "    %v82 = relu %v81 : f32[n, 3]\n"                                                           \
    "    %v83 = relu %v82 : f32[n, 3]\n"                                                           \
    "    %v84 = relu %v83 : f32[n, 3]\n"                                                           \
    "    %v85 = relu %v84 : f32[n, 3]\n"                                                           \
    "    %v86 = relu %v85 : f32[n, 3]\n"                                                           \
    "    %v87 = relu %v86 : f32[n, 3]\n"                                                           \
    "    %v88 = relu %v87 : f32[n, 3]\n"                                                           \
    "    %v89 = relu %v88 : f32[n, 3]\n"                                                           \
    "    %v90 = relu %v89 : f32[n, 3]\n"                                                           \
    "    %v91 = relu %v90 : f32[n, 3]\n"                                                           \
    "    %v92 = relu %v91 : f32[n, 3]\n"                                                           \
    "    %v93 = relu %v92 : f32[n, 3]\n"                                                           \
    "    %v94 = relu %v93 : f32[n, 3]\n"                                                           \
    "    %v95 = relu %v94 : f32[n, 3]\n"                                                           \
    "    %v96 = relu %v95 : f32[n, 3]\n"                                                           \
    "    %v97 = relu %v96 : f32[n, 3]\n"                                                           \
    "    %v98 = relu %v97 : f32[n, 3]\n"                                                           \
    "    %v99 = relu %v98 : f32[n, 3]\n"

#ifdef REJECT
constexpr auto given = [] { return tenon::ir<NODES "    return %v100\n}", dialect<relu>>(); };
#else
constexpr auto given = [] { return tenon::ir<NODES "    return %v99\n}", dialect<relu>>(); };
#endif
static_assert(same(given(), given()));
