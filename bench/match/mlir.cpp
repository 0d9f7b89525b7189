// bench_match_mlir GRAPH: the side of MLIR's greedy pattern rewrite driver in bench/match; it
// answers as tenon.cpp does. The ops are registered and have what the driver asks for: fixed
// numbers of operands, no effects, one result.
#include <algorithm>
#include <chrono>
#include <fstream>
#include <iostream>
#include <map>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Interfaces/SideEffectInterfaces.h>
#include <mlir/IR/Builders.h>
#include <mlir/IR/BuiltinOps.h>
#include <mlir/IR/Dialect.h>
#include <mlir/IR/OpDefinition.h>
#include <mlir/IR/PatternMatch.h>
#include <mlir/Transforms/GreedyPatternRewriteDriver.h>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace mlir;

namespace bench {

template <std::size_t Size> struct text {
    char data[Size]{};
    constexpr text(char const (&given)[Size]) { std::copy_n(given, Size, data); }
};

template <class Self, template <class> class Operands>
using op_of =
    Op<Self, OpTrait::ZeroRegions, OpTrait::OneResult, OpTrait::OneTypedResult<Type>::Impl,
       OpTrait::ZeroSuccessors, Operands, ConditionallySpeculatable::Trait,
       OpTrait::AlwaysSpeculatableImplTrait, MemoryEffectOpInterface::Trait>;

/// An op with one result, whose type is said by whoever builds it.
template <text Name, template <class> class Operands>
class node : public op_of<node<Name, Operands>, Operands> {
public:
    MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(node)
    using op_of<node<Name, Operands>, Operands>::Op;

    static constexpr StringLiteral getOperationName() { return StringLiteral(Name.data); }
    static ArrayRef<StringRef> getAttributeNames() {
        static StringRef const names[]{"value", "perm"};
        return names;
    }
    static void build(OpBuilder&, OperationState& state, Type type, ValueRange operands,
                      ArrayRef<NamedAttribute> attributes = {}) {
        state.addOperands(operands);
        state.addAttributes(attributes);
        state.addTypes(type);
    }
    void getEffects(SmallVectorImpl<MemoryEffects::EffectInstance>&) {}
    Value in(unsigned i) { return this->getOperation()->getOperand(i); }
};
template <text Name> using unary = node<Name, OpTrait::OneOperand>;
template <text Name> using binary = node<Name, OpTrait::NOperands<2>::Impl>;
using constant = node<"bench.constant", OpTrait::ZeroOperands>;
using neg = unary<"bench.neg">;
using relu = unary<"bench.relu">;
using exp = unary<"bench.exp">;
using tanh = unary<"bench.tanh">;
using sigmoid = unary<"bench.sigmoid">;
using transpose = unary<"bench.transpose">;
using add = binary<"bench.add">;
using sub = binary<"bench.sub">;
using mul = binary<"bench.mul">;
using mat_mul = binary<"bench.mat_mul">;

class dialect : public Dialect {
public:
    MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(dialect)
    static constexpr StringLiteral getDialectNamespace() { return StringLiteral("bench"); }
    explicit dialect(MLIRContext* in) : Dialect(getDialectNamespace(), in, TypeID::get<dialect>()) {
        addOperations<constant, neg, relu, exp, tanh, sigmoid, transpose, add, sub, mul, mat_mul>();
    }
};

/// The node of this op that defines `v` and has no other user, or null.
template <class Node> Node once(Value v) {
    auto found = v.getDefiningOp<Node>();
    return found && v.hasOneUse() ? found : Node();
}
bool is_number(Value v, double number) {
    auto found = v.getDefiningOp<constant>();
    if (!found) return false;
    auto const held = found->getAttrOfType<FloatAttr>("value");
    return held && held.getValueAsDouble() == number;
}
bool is_turn(Operation* n) {
    auto const perm = n->getAttrOfType<DenseI64ArrayAttr>("perm");
    return perm && perm.asArrayRef() == ArrayRef<std::int64_t>{1, 0};
}
transpose turned_once(Value v) {
    auto found = once<transpose>(v);
    return found && is_turn(found) ? found : transpose();
}

/// A pattern of nodes of `Node`: `Apply` looks at one, and rewrites it or returns failure.
template <class Node> struct rule : OpRewritePattern<Node> {
    using function = LogicalResult (*)(Node, PatternRewriter&);
    rule(MLIRContext* context, function apply) : OpRewritePattern<Node>(context), apply_(apply) {}
    LogicalResult matchAndRewrite(Node n, PatternRewriter& rewriter) const override {
        return apply_(n, rewriter);
    }
    function apply_;
};

LogicalResult double_negation(neg n, PatternRewriter& r) {
    auto inner = once<neg>(n.in(0));
    if (!inner) return failure();
    r.replaceOp(n, inner.in(0));
    return success();
}
LogicalResult negated_difference(neg n, PatternRewriter& r) {
    auto inner = once<sub>(n.in(0));
    if (!inner) return failure();
    r.replaceOpWithNewOp<sub>(n, n.getType(), ValueRange{inner.in(1), inner.in(0)});
    return success();
}
LogicalResult add_negation(add n, PatternRewriter& r) {
    for (unsigned i : {1u, 0u})
        if (auto inner = once<neg>(n.in(i))) {
            r.replaceOpWithNewOp<sub>(n, n.getType(), ValueRange{n.in(1 - i), inner.in(0)});
            return success();
        }
    return failure();
}
LogicalResult double_relu(relu n, PatternRewriter& r) {
    auto inner = once<relu>(n.in(0));
    if (!inner) return failure();
    r.replaceOpWithNewOp<relu>(n, n.getType(), inner.in(0));
    return success();
}
LogicalResult double_transpose(transpose n, PatternRewriter& r) {
    auto inner = once<transpose>(n.in(0));
    if (!inner || !is_turn(n) || !is_turn(inner)) return failure();
    r.replaceOp(n, inner.in(0));
    return success();
}
LogicalResult transposed_product(transpose n, PatternRewriter& r) {
    auto product = once<mat_mul>(n.in(0));
    if (!product || !is_turn(n)) return failure();
    auto a = turned_once(product.in(0));
    if (!a) return failure();
    auto b = turned_once(product.in(1));
    if (!b) return failure();
    r.replaceOpWithNewOp<mat_mul>(n, n.getType(), ValueRange{b.in(0), a.in(0)});
    return success();
}
LogicalResult scale_and_back(mul n, PatternRewriter& r) {
    for (unsigned i : {0u, 1u}) {
        auto inner = once<mul>(n.in(i));
        if (!inner || !is_number(n.in(1 - i), 0.5)) continue;
        for (unsigned k : {0u, 1u})
            if (is_number(inner.in(1 - k), 2) &&
                isa<FloatType>(cast<ShapedType>(n.getType()).getElementType())) {
                r.replaceOp(n, inner.in(k));
                return success();
            }
    }
    return failure();
}
LogicalResult common_factor(add n, PatternRewriter& r) {
    auto a = once<mul>(n.in(0));
    if (!a) return failure();
    auto b = once<mul>(n.in(1));
    if (!b) return failure();
    for (unsigned i : {0u, 1u})
        for (unsigned k : {0u, 1u})
            if (a.in(i) == b.in(k)) {
                Value const sum =
                    r.create<add>(n.getLoc(), n.getType(), ValueRange{a.in(1 - i), b.in(1 - k)});
                r.replaceOpWithNewOp<mul>(n, n.getType(), ValueRange{sum, a.in(i)});
                return success();
            }
    return failure();
}
LogicalResult relu_difference(sub n, PatternRewriter& r) {
    auto a = once<relu>(n.in(0));
    if (!a) return failure();
    auto b = once<relu>(n.in(1));
    if (!b) return failure();
    auto negated = once<neg>(b.in(0));
    if (!negated || negated.in(0) != a.in(0)) return failure();
    r.replaceOp(n, a.in(0));
    return success();
}
LogicalResult exp_product(mul n, PatternRewriter& r) {
    auto a = once<exp>(n.in(0));
    if (!a) return failure();
    auto b = once<exp>(n.in(1));
    if (!b) return failure();
    Value const sum = r.create<add>(n.getLoc(), n.getType(), ValueRange{a.in(0), b.in(0)});
    r.replaceOpWithNewOp<exp>(n, n.getType(), sum);
    return success();
}

FrozenRewritePatternSet rules(MLIRContext* context) {
    RewritePatternSet all(context);
    all.add<rule<neg>>(context, double_negation);
    all.add<rule<neg>>(context, negated_difference);
    all.add<rule<add>>(context, add_negation);
    all.add<rule<relu>>(context, double_relu);
    all.add<rule<transpose>>(context, double_transpose);
    all.add<rule<transpose>>(context, transposed_product);
    all.add<rule<mul>>(context, scale_and_back);
    all.add<rule<add>>(context, common_factor);
    all.add<rule<sub>>(context, relu_difference);
    all.add<rule<mul>>(context, exp_product);
    return all;
}

class reader {
public:
    explicit reader(MLIRContext* context)
        : builder_(context), where_(builder_.getUnknownLoc()),
          scalar_(RankedTensorType::get({}, builder_.getF32Type())),
          matrix_(RankedTensorType::get({4, 4}, builder_.getF32Type())) {}

    OwningOpRef<func::FuncOp> operator()(char const* path) {
        auto const type = builder_.getFunctionType({}, {});
        OwningOpRef<func::FuncOp> made = func::FuncOp::create(where_, "main", type);
        body_ = made->addEntryBlock();
        builder_.setInsertionPointToEnd(body_);
        std::ifstream file(path);
        if (!file) throw std::runtime_error(std::string("cannot read ") + path);
        for (std::string line; std::getline(file, line);) read(line);
        made->setType(builder_.getFunctionType(body_->getArgumentTypes(),
                                               body_->getTerminator()->getOperandTypes()));
        return made;
    }

private:
    void read(std::string const& line) {
        std::istringstream words(line);
        std::string name;
        words >> name;
        if (name == "argument") return values_.push_back(body_->addArgument(matrix_, where_));
        if (name == "constant") {
            double number = 0;
            words >> number;
            return add(name, scalar_, {}, "value", builder_.getF32FloatAttr(float(number)));
        }
        SmallVector<Value> operands;
        for (std::size_t at; words >> at;) operands.push_back(values_.at(at));
        if (name == "return")
            builder_.create<func::ReturnOp>(where_, operands);
        else if (name == "transpose")
            add(name, matrix_, operands, "perm", builder_.getDenseI64ArrayAttr({1, 0}));
        else
            add(name, matrix_, operands);
    }
    void add(std::string const& name, Type type, ValueRange operands, StringRef attribute = {},
             Attribute value = {}) {
        OperationState state(where_, "bench." + name);
        state.addOperands(operands);
        state.addTypes(type);
        if (value) state.addAttribute(attribute, value);
        values_.push_back(builder_.create(state)->getResult(0));
    }

    OpBuilder builder_;
    Location where_;
    Type scalar_, matrix_;
    Block* body_ = nullptr;
    std::vector<Value> values_;
};

void answer(double seconds, func::FuncOp f) {
    std::map<std::string, int> left;
    for (auto& op : f.front().without_terminator()) ++left[op.getName().stripDialect().str()];
    left.erase("constant");
    std::cout << seconds;
    for (auto const& [name, count] : left) std::cout << ' ' << name << '=' << count;
    std::cout << std::endl;
}

/// As cheap as the driver can be told to be. One iteration is enough for these rules: what a
/// rewrite touches is visited in the same one, and a second would only find nothing to do.
GreedyRewriteConfig cheapest() {
    GreedyRewriteConfig config;
    config.useTopDownTraversal = true;
    config.enableRegionSimplification = GreedySimplifyRegionLevel::Disabled;
    config.maxIterations = 1;
    return config;
}

} // namespace bench

int main(int, char** arguments) {
    MLIRContext context(MLIRContext::Threading::DISABLED);
    context.loadDialect<bench::dialect, func::FuncDialect>();
    auto const rules = bench::rules(&context);
    for (std::string line; std::getline(std::cin, line);) {
        auto f = bench::reader(&context)(arguments[1]);
        auto const start = std::chrono::steady_clock::now();
        (void)applyPatternsAndFoldGreedily(*f, rules, bench::cheapest());
        std::chrono::duration<double> const taken = std::chrono::steady_clock::now() - start;
        bench::answer(taken.count(), *f);
    }
}
