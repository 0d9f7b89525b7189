// Which operand elements a result element reads, found out from the meaning.
#pragma once

#include <tenon/graph/op.hpp>

#include <vector>

namespace tenon::graph_to_graph {

/// What kind of kernel a node makes.
enum class work {
    elementwise, ///< reads each operand at the result's index, broadcast as usual
    movement,    ///< reads elements elsewhere, without reducing
    reduction,   ///< folds ranges of elements
    contraction, ///< one sum of products, each factor with result dimensions of its own
    opaque,      ///< steps, regions, several results
};

struct read_of_operand {
    int operand;
    core::list<core::dim> index; ///< over result variables and reduction variables
    bool guarded;                ///< only where a condition holds
};

/// The formula of a node's result, looked at.
class access {
public:
    access(core::program const& p, core::node_id n);

    work kind = work::opaque;
    core::few<graph::symbolic_index> result; ///< the index that the reads are for
    std::vector<read_of_operand> reads;
    graph::expressions pool;

    /// Whether every element of the operand is read at most once: its index is made of different
    /// single variables.
    bool reads_once(int operand) const;
    /// Whether dimension d of the result reads only dimension d of the operand, for every d.
    bool keeps_dimensions(int operand) const;
    /// Whether some dimension of the operand is reached by two variables, as in a sliding window.
    bool has_window(int operand) const;

private:
    /// Whether every operand is read at the result's own index, broadcast as usual.
    bool reads_at_result(core::program const& p, core::node_id n) const;
    void classify(core::program const& p, core::node_id n, graph::term_id root);
};

/// Whether the result is its operand's memory under another type.
bool is_view(core::program const& p, core::node_id n);

} // namespace tenon::graph_to_graph
