// Importers of one's own: the operators of another domain, into a dialect of one's own.
#pragma once

#include <tenon/onnx_to_graph/importing.hpp>
#include <tenon/onnx_to_graph/onnx.hpp>

#include <cstddef>
#include <utility>

namespace tenon::why {

template <core::fixed_string Name> struct operator_named;
template <core::fixed_string Name> struct domain;
template <int Version> struct version;
template <class Dialect> struct dialect;
template <class Rows> struct rows;
template <class Function> struct importer;

} // namespace tenon::why

namespace tenon::onnx_to_graph {

namespace detail {

template <class Because> inline constexpr bool dialect_has_imported_op = false;
template <class Because> inline constexpr bool rows_are_importers = false;
template <class Because> inline constexpr bool importer_fits = false;
template <class Because> inline constexpr bool versions_have_one_importer = false;

template <class Op, class Dialect> consteval bool explain_import() {
    if constexpr (!Dialect::template has<Op>) {
        using because = why::facts<why::op<Op>, why::dialect<Dialect>>;
        static_assert(dialect_has_imported_op<because>,
                      "[tenon/N3] an importer makes an op that its dialect lacks");
    }
    return true;
}

} // namespace detail

/// What an importer of one's own works with: `importing`, but it adds only ops of `Dialect`.
///
/// Refused uses: N1, N2, N3.
template <class Dialect> class importing_into : public importing {
public:
    explicit importing_into(importing const& node) : importing(node) {}

    template <class Op, class... Parts> value_id add(Parts const&... parts) {
        static_assert(detail::explain_import<Op, Dialect>());
        static_assert(core::check_call<Op, Parts...>());
        return importing::add<Op>(parts...);
    }
    template <class Op, class... Parts> list<value_id> add_all(Parts const&... parts) {
        static_assert(detail::explain_import<Op, Dialect>());
        static_assert(core::check_call<Op, Parts...>());
        return importing::add_all<Op>(parts...);
    }
};

/// The function of a row: `void f(onnx::importing<Dialect>&)`, or a lambda without captures.
template <class Dialect> class import_function {
public:
    using pointer = void (*)(importing_into<Dialect>&);

    constexpr import_function() = default;
    template <class Function> constexpr import_function(Function given) {
        using because = why::facts<why::importer<Function>, why::dialect<Dialect>>;
        if constexpr (std::is_convertible_v<Function, pointer>)
            function_ = given;
        else
            static_assert(detail::importer_fits<because>,
                          "[tenon/O1] importers: an importer of a dialect is `void "
                          "f(onnx::importing<dialect>&)`");
        if constexpr (!std::is_convertible_v<Function, pointer>)
            function_ = [](importing_into<Dialect>&) {}; // so that one mistake is one error
    }
    constexpr explicit operator bool() const { return function_ != nullptr; }
    void operator()(importing_into<Dialect>& node) const { function_(node); }

private:
    pointer function_ = nullptr;
};

/// Imports the versions `first` to `last` of an operator of one's own domain. A version is the
/// opset of the domain that a model imports.
template <class Dialect> struct importer_into {
    std::string_view op;
    int first = 1, last = 1;
    import_function<Dialect> import{};
};

/// The importers of a domain; `onnx::domain` makes it.
template <class Dialect> struct domain_importers {
    using dialect = Dialect;
    importer_table table;
};

namespace detail {

template <class T> struct rows_of {
    static constexpr bool are_importers = false;
};
template <class Dialect, std::size_t Count> struct rows_of<importer_into<Dialect> const[Count]> {
    static constexpr bool are_importers = true;
    static constexpr int count = Count;
    using dialect = Dialect;
};

struct domain_fault {
    int row = -1;
    int version = 0;
    bool twice = false;
};
/// The first (operator, version) pair that no importer, or more than one, takes. An operator starts
/// with its first version.
template <class Row>
constexpr domain_fault inspect_domain(Row const* rows, int count, int first, int last) {
    for (int i = 0; i != count; ++i) {
        int since = rows[i].first;
        for (int k = 0; k != count; ++k)
            if (rows[k].op == rows[i].op && rows[k].first < since) since = rows[k].first;
        for (int version = since < first ? first : since; version <= last; ++version) {
            int takers = 0;
            for (int k = 0; k != count; ++k)
                takers += rows[k].op == rows[i].op && rows[k].first <= version &&
                          version <= rows[k].last && bool(rows[k].import);
            if (takers != 1) return {i, version, takers != 0};
        }
    }
    return {};
}

/// True, or the compile error that says which version lacks an importer.
template <core::fixed_string Domain, int First, int Last, auto const& Rows>
consteval bool explain_domain() {
    using rows = std::remove_reference_t<decltype(Rows)>;
    if constexpr (!rows_of<rows>::are_importers) {
        using because = why::facts<why::domain<Domain>, why::rows<rows>>;
        static_assert(rows_are_importers<because>,
                      "[tenon/O1] importers: the rows of a domain are a constexpr array of "
                      "onnx::importer<dialect>");
    } else {
        constexpr auto fault = inspect_domain(Rows, rows_of<rows>::count, First, Last);
        if constexpr (fault.row >= 0) {
            constexpr auto op =
                core::detail::fixed_name<Rows[fault.row].op.size()>(Rows[fault.row].op);
            using because = why::facts<why::domain<Domain>, why::operator_named<op>,
                                       why::version<fault.version>>;
            if constexpr (fault.twice)
                static_assert(versions_have_one_importer<because>,
                              "[tenon/O1] importers: a version of an operator has two importers");
            else
                static_assert(every_version_has_an_importer<because>,
                              "[tenon/O1] importers: a version of an operator within the declared "
                              "opsets has no importer");
        }
    }
    return true;
}

template <class Dialect, auto const& Rows, std::size_t I> void import_row(importing& node) {
    importing_into<Dialect> typed(node);
    Rows[I].import(typed);
}
template <core::fixed_string Domain, auto const& Rows, class Dialect, class Numbers>
struct domain_rows;
template <core::fixed_string Domain, auto const& Rows, class Dialect, std::size_t... I>
struct domain_rows<Domain, Rows, Dialect, std::index_sequence<I...>> {
    static constexpr importer rows[]{
        {Rows[I].op, Rows[I].first, Rows[I].last, &import_row<Dialect, Rows, I>, Domain.view()}...};
};
template <core::fixed_string Domain, int First, int Last, auto const& Rows, bool IsRight>
consteval auto make_domain() {
    using facts = rows_of<std::remove_reference_t<decltype(Rows)>>;
    if constexpr (facts::are_importers) {
        using table = domain_rows<Domain, Rows, typename facts::dialect,
                                  std::make_index_sequence<std::size_t{facts::count}>>;
        return domain_importers<typename facts::dialect>{{table::rows, facts::count}};
    } else {
        return domain_importers<core::dialect<>>{};
    }
}

/// The program of a model with the type that says what is in it.
core::program load_into(core::op_table const& dialect, std::string_view path,
                        load_options const& options);

} // namespace detail

} // namespace tenon::onnx_to_graph

namespace tenon::onnx {

/// What importers of one's own take and how they are listed.
template <class Dialect> using importing = onnx_to_graph::importing_into<Dialect>;
template <class Dialect> using importer = onnx_to_graph::importer_into<Dialect>;

/// The opsets `First` to `Last` of the domain `Name`, by `Rows`, a constexpr array of `importer`s
/// at namespace scope. They win over model-local functions and over Tenon's own importers.
///
/// Refused uses: O1.
template <core::fixed_string Name, int First, int Last, auto const& Rows>
inline constexpr auto domain = onnx_to_graph::detail::make_domain<
    Name, First, Last, Rows, onnx_to_graph::detail::explain_domain<Name, First, Last, Rows>()>();

/// The model in the file `path` as a graph of the importers' dialect. Throws `core::refused`, as
/// `onnx_to_graph::load` says, and with code N3 where the model has an op that the dialect lacks.
template <class Dialect>
core::typed_program<core::graph_level, Dialect>
load(std::string_view path, onnx_to_graph::domain_importers<Dialect> const& own,
     load_options options = {}) {
    options.importers.push_back(own.table);
    return {onnx_to_graph::detail::load_into(Dialect::table, path, options)};
}

} // namespace tenon::onnx
